"""Replays worked examples: a position, what happens, and every number and outcome that must come of it."""
from calculators import Calculators
from carried import Carried
from play import Table
from state import Dead, exact

# What can be expected of a step.
OUTCOMES = {
    "move": {"cost", "left", "allowance", "allowed", "stopped"},
    "roll": {"modifier", "total", "result", "cell"},
    "compute": {"total", "terms"},
    "losses": {"options", "excess", "allowed"},
    "retreat": {"places", "allowed", "losses", "points"},
    "advance": {"places", "allowed", "losses", "points"},
    "attack": {"allowed", "cost"},
    "stacking": {"total", "allowed"},
    "rule": {"holds"},
    "choose": {"allowed"},
    "arrive": {"turn", "places", "allowed"},
    "supply": {"supplied"},
    "victory": {"holds"},
    "operation": {"allowed", "values", "units", "gone", "control", "markers"},
}
ROLES = ("at", "attackers", "attack-lead", "attack-markers", "defenders", "defence-lead", "defence-markers", "unit")


def check(game):
    """Replays all examples: how many outcomes were as expected, and the problems."""
    asserted, problems = 0, []
    for data in game.data["examples"]:
        example = Example(game, data)
        example.replay()
        asserted += example.asserted
        problems += example.problems
    return asserted, problems


def some(names):
    """A list that may be written as its only entry."""
    return [names] if isinstance(names, str) else list(names or [])


class Example(Calculators, Carried):
    """An example that is being replayed."""

    def __init__(self, game, data):
        self.game, self.data, self.table = game, data, Table(game, data.get("scenario"))
        self.asserted, self.problems, self.where, self.hand = 0, [], data["id"], {}

    @property
    def state(self):
        return self.table.state

    def replay(self):
        self.set_up()
        for number, step in enumerate(self.data.get("step", []), 1):
            self.where = f"{self.data['id']}, step {number} ({step['do']})"
            unknown = set(step.get("expect", {})) - OUTCOMES.get(step["do"], set()) - {"src", "note"}
            self.problems += [f"{self.where}: nobody looks at {key}" for key in sorted(unknown)]
            try:
                getattr(self, "do_" + step["do"])(step, step.get("expect", {}))
            except (Dead, KeyError, TypeError, IndexError, StopIteration, AttributeError, ValueError) as why:
                self.problems.append(f"{self.where}: {type(why).__name__}: {why}")

    def same(self, what, expected, got):
        """Compares an outcome with the one expected."""
        if expected == got:
            self.asserted += 1
        else:
            self.problems.append(f"{self.where}: {what} is {got}, not {expected}")

    def compare(self, expect, **got):
        """Compares those outcomes of which the example says something."""
        for key, own in got.items():
            if key in expect:
                self.same(key, written(expect[key]), own)

    def allowed(self, expect, got):
        """Compares whether something may be done: it may unless the example says otherwise."""
        self.same("allowed", expect.get("allowed", True), got)

    # -- the position --------------------------------------------------------------------------------------

    def set_up(self):
        self.set_conditions(self.data)
        for own in self.data.get("control", []):
            self.set_control(own["at"], own["side"])
        for own in self.data.get("units", []):
            self.set_unit(own["unit"], own)
        for own in self.data.get("markers", []):
            for place in self.game.named_places(own["at"]):
                self.table.lay(own["marker"], place)
        for own in self.data.get("events", []):
            self.remember(own, some(own.get("units")))
        for card in self.data.get("hand", []):
            self.hand[card] = self.hand.get(card, 0) + 1

    def set_conditions(self, of):
        self.state.conditions.update({name: exact_or_word(self.game.conditions[name], own) for name, own in of.get("conditions", {}).items()})

    def set_control(self, places, side):
        for place in self.game.named_places(places):
            self.state.control[place] = side

    def set_unit(self, unit, own):
        """Puts a unit somewhere: what is not said stays as it is."""
        at, step = self.state.units[unit]
        if own.get("with"):
            at = self.table.free_slots(own["with"], unit)[0]
        elif own.get("at"):
            at = self.game.named_places(own["at"])[0]
        if not self.table.in_play(unit):
            step = 0
        if own.get("state"):
            step = self.game.steps(unit).index(own["state"])
        self.state.units[unit] = (at, step)
        if "strength" in own:
            self.state.strengths[unit] = own["strength"]
        if "status" in own:
            self.state.status = {one for one in self.state.status if one[0] != unit} | {(unit, marker) for marker in own["status"]}

    def remember(self, own, units):
        """Remembers that something happened to places, units or a connection."""
        event, places = self.game.events[own["event"]], self.game.named_places(own.get("at"))
        path = tuple(sorted(map(self.game.place, own.get("path", [])), key=self.game.order.get))
        left = places[0] if event["kind"] == "place" else None
        for subject in {"place": places, "unit": units, "connection": [path]}[event["of"]]:
            times, place = self.state.memory.get((event["id"], subject), (0, None))
            self.state.memory[event["id"], subject] = (times + 1, left or place)

    def do_set(self, step, _):
        self.set_conditions(step)
        unit, marker = step.get("unit"), step.get("marker")
        if unit and step.get("gone"):
            self.table.remove(unit, "waiting")
        elif unit:
            self.set_unit(unit, step)
        for place in self.game.named_places(step.get("at")) if marker else ():
            if step.get("gone"):
                self.state.marks = [own for own in self.state.marks if own[:2] != (place, marker)]
            else:
                self.table.lay(marker, place)
        if step.get("control"):
            self.set_control(step["at"], step["control"])

    def do_record(self, step, _):
        self.remember(step, some(step.get("unit")) + some(step.get("units")))

    def do_end(self, step, _):
        self.table.end(step["step"])

    # -- who asks ------------------------------------------------------------------------------------------

    def ask(self, step, side=None):
        """Formulas in a fight, or of a unit, as a step names them."""
        slots, roles = {}, {}
        for role in (role for role in ROLES if step.get(role)):
            kind = "place" if role == "at" else "markers" if role.endswith("markers") else "units"
            members = self.game.named_places(step[role])[:1] if role == "at" else some(step[role])
            slots["#" + role], roles[role] = (kind, members), "#" + role
        return self.table.ask_of(slots, side, roles=roles)

    def given(self, inputs, step):
        """The answers that a step gives by hand."""
        by_id = {own["id"]: own for own in inputs}
        return {name: exact_or_word(by_id[name], own) for name, own in step.get("with", {}).items()}


def exact_or_word(own, value):
    """An answer as its input wants it."""
    return exact(value) if own["kind"] == "number" else value


def written(expected):
    """What is expected: a number, a word, yes or no."""
    try:
        return exact(expected)
    except ValueError:
        return expected
