"""Steps of examples that carry an operation out: what players choose and what the dice come to is said, the rest is done."""
from math import floor

from state import POOLS, Dead, exact


class Carried:
    """Operations in examples."""

    def do_operation(self, step, expect):
        table, name, before = self.table, step["operation"], self.state.copy()
        side = step.get("side") or self.game.operations[name]["side"] or self.game.sides[0]
        table.told = []
        try:
            self.carry_out(name, side, step)
        except Dead as why:
            table.state = before
            if expect.get("allowed", True):
                raise
            return self.allowed(expect, False)
        self.allowed(expect, True)
        table.state.ended, table.state.frames = None, []
        self.hand = {card: self.state.cards[card][1] for card in self.hand}
        self.came_of(expect)

    def carry_out(self, name, side, step):
        table, state = self.table, self.state
        # Examples know who is in play and which cards are in hands, and nothing of pools and decks.
        for unit, (at, _) in list(state.units.items()):
            if at in POOLS:
                state.units[unit] = ("waiting", 0)
        table.shuffle_all()
        for card, copies in self.hand.items():
            state.cards[card] = [max(0, state.cards[card][0] - copies), copies, 0]
        state.turn = floor(state.conditions.get("turn", 1))
        if not table.may_begin(name, side):
            raise Dead(f"{name} is not open")
        table.begin(name, side)
        rolls, answers = list(step.get("rolls", [])), Answers(step.get("answer", []))
        while table.until(0):
            what, asked, _ = table.instr()
            if what == "roll":
                if not rolls:
                    raise Dead(f"there is no roll for {asked['id']}")
                table.chance({"dice": faces(asked["dice"], rolls.pop(0))})
            elif what == "draw":
                cards = [card for card in self.game.decks[asked["deck"]]["cards"] if state.cards[card][0]]
                table.chance({"drawn": answers.answer("draw", cards)})
            else:
                options = dict(table.options())
                chosen = answers.answer(asked["id"] if what in ("choose", "walk") else what, list(options))
                table.take((chosen, options[chosen]))
        if rolls or answers.left():
            raise Dead(f"not used: {rolls or answers.left()}")

    def came_of(self, expect):
        """Compares the numbers that were named on the way, and the position at the end."""
        table, state = self.table, self.state
        for name, numbers in expect.get("values", {}).items():
            got = [number for own, number in table.told if own == name]
            for at, number in enumerate(numbers):
                self.same(f"number {at + 1} of {name}", exact(number), got[at] if at < len(got) else None)
            self.same(f"how often {name} is named", len(numbers), len(got))
        for own in expect.get("units", []):
            unit = own["unit"]
            is_now = {"with": table.carrier(unit), "strength": table.strength(unit), "state": self.game.steps(unit)[state.units[unit][1]]}
            self.same(f"whether {unit} is in play", True, table.in_play(unit))
            if own.get("at"):
                self.same(f"the place of {unit}", self.game.place(own["at"]), state.units[unit][0])
            for key in is_now:
                if key in own:
                    self.same(f"{key} of {unit}", own[key], is_now[key])
        for unit in expect.get("gone", []):
            self.same(f"whether {unit} is in play", False, table.in_play(unit))
        for own in expect.get("control", []):
            for place in self.game.named_places(own["at"]):
                self.same(f"who controls {place}", own["side"], state.control[place])
        for own in expect.get("markers", []):
            for place in self.game.named_places(own["at"]):
                self.same(f"{own['marker']} in {place}", True, any(mark[:2] == (place, own["marker"]) for mark in state.marks))


class Answers:
    """What players choose, in order."""

    def __init__(self, given):
        self.given, self.taken = [(own["id"], own.get("take", [])) for own in given], 0

    def next(self):
        self.given, self.taken = self.given[1:], 0

    def left(self):
        return self.given[0] if self.given and self.taken < max(1, len(self.given[0][1])) else None

    def answer(self, name, options):
        """The answer to a decision."""
        nothing = [own for own in options if name == "losses" and own.endswith(" 0")][:1]
        if self.given and self.given[0][0] == name:
            take = self.given[0][1]
            if name == "losses":
                return self.loss(take, options) or self.one(nothing, name, options)
            if self.taken >= len(take):
                self.next()
                return self.one(["done"] if "done" in options else [], name, options)
            chosen = take[self.taken]
            if chosen not in options:
                raise Dead(f"{chosen} does not answer {name}: {options}")
            self.taken += 1
            again = len(self.given) > 1 and self.given[1][0] == name
            if "done" not in options and self.taken >= len(take) and (len(take) == 1 or again):
                self.next()
            return chosen
        if self.given and self.taken and self.taken >= len(self.given[0][1]):
            self.next()
            return self.answer(name, options)
        done = [own for own in options if own == "done"]
        return self.one(done or nothing or (options if len(options) == 1 else []), name, options)

    def loss(self, take, options):
        """The loss of those listed that this decision is about; in examples losses are written without their points."""
        words = {own.rsplit(" ", 1)[0]: own for own in reversed(options)}
        found = next((words[own] for own in take if own in words), None)
        if found:
            self.taken += 1
            if self.taken >= len(take):
                self.next()
        return found

    def one(self, found, name, options):
        if not found:
            raise Dead(f"nothing answers {name}: {options}")
        return found[0]


def faces(dice, total):
    """Dice that come to a total."""
    if dice["tens_and_units"]:
        return [total // 10, total % 10]
    left, shown = total - dice.get("add", 0) - dice["count"], []
    for _ in range(dice["count"]):
        shown.append(1 + min(left, dice["sides"] - 1))
        left -= shown[-1] - 1
    return shown
