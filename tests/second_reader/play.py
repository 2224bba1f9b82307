"""Plays a game: goes on from instruction to instruction until somebody has to decide."""
from math import floor

from ask import Ask
from board import Board
from changes import Changes
from decisions import Decisions
from losses import Losses
from moves import Moves
from program import scenario_code
from rights import Rights
from state import Dead, State, blank_answer
from supply import Supply

NO_SCENARIO = {"id": "", "setup": [], "reinforcements": [], "entries": [], "victory": []}


class Table(Board, Supply, Rights, Moves, Losses, Changes, Decisions):
    """A game on the table: `run` goes on to the next decision, `take` and `chance` answer it."""

    def __init__(self, game, scenario=None):
        """An empty map, or what a scenario puts in exactly one place."""
        self.game, self.state, self.grounds, self.told = game, State(), {}, []
        self.scenario = next((own for own in game.data["scenarios"] if own["id"] == scenario), NO_SCENARIO)
        area = self.scenario.get("play_area")
        self.area = set(game.regions[area]["places"]) if area else None
        state = self.state
        for place in game.data["places"]:
            state.control[place["id"]] = place.get("control")
        for unit in game.data["units"]:
            state.units[unit["id"]] = ("waiting", 0)
        for condition in game.rules["conditions"]:
            state.conditions[condition["id"]] = blank_answer(condition)
        for placement in self.scenario["setup"]:
            at = (placement["spot"] or {}).get("at")
            if at and "unit" in placement:
                states = game.steps(placement["unit"])
                step = states.index(placement["state"]) if placement["state"] in states else 0
                state.units[placement["unit"]] = (at, step)
            elif at:
                for _ in range(placement["copies"]):
                    self.lay(placement["marker"], at)
        self.shuffle_all()

    def start(self):
        """Begins the scenario."""
        arriving = {own.get("unit") for own in self.scenario["reinforcements"]}
        for unit in self.scenario.get("unused", []):
            if unit not in arriving:
                self.state.units[unit] = ("withdrawn", 0)
        self.state.strengths = {unit: own for unit, own in self.state.strengths.items() if self.in_play(unit)}
        self.state.frames.append([scenario_code(self.game, self.scenario), 0, self.game.sides[0], {}, False])

    def begin(self, name, side):
        """Begins an operation."""
        self.play_card(name)
        self.state.frames.append([self.game.code[name], 0, side, {}, False])

    # -- going on ------------------------------------------------------------------------------------------

    def run(self):
        """Goes on to the next decision that has more than one answer, or is one of chance."""
        while self.until(0):
            if self.instr()[0] in ("roll", "draw"):
                return None
            options = list(self.options())
            if len(options) > 1:
                return options
            if not options:
                raise Dead("no answer")
            self.take(options[0])
        return None

    def instr(self):
        if self.state.ended is not None or not self.state.frames:
            return None
        code, at, *_ = self.state.frames[-1]
        return code[at]

    def until(self, depth):
        while len(self.state.frames) > depth:
            instr = self.instr()
            if instr is None:
                return False
            if not self.carry_out(*instr):
                return True
        return False

    def go(self, to=None):
        frame = self.state.frames[-1]
        frame[1] = frame[1] + 1 if to is None else to

    def slots(self):
        return self.state.frames[-1][3]

    def ask_of(self, slots, side, **more):
        """Formulas that see some values."""
        return Ask(self, slots, side, **more)

    def ask(self, **more):
        return Ask(self, self.slots(), self.state.frames[-1][2], **more)

    def carry_out(self, what, step, more):
        state, game, slots = self.state, self.game, self.slots()
        if what in ("choose", "roll", "open", "set-up"):
            return False
        if what == "walk":
            places, may_stop = self.walk(step, more)
            if places or not may_stop:
                return False
            self.go(more["end"])
            return True
        if what == "losses":
            if slots.get(more["slot"]) is None:
                units = [unit for unit in slots[step["units"]][1] if self.in_play(unit)]
                units.sort(key=lambda unit: self.carrier(unit) is None)
                points = floor(self.ask().value(step["points"]))
                due = self.due(step, units, points)
                slots[step["id"]] = ("units", [])
                slots[more["slot"]] = (units if due else [], due)
            if slots[more["slot"]][0]:
                return False
        elif what in ("retreat", "advance", "arrive"):
            if self.arrivals(step) if what == "arrive" else self.retreats(step):
                return False
            self.go(more["to"])
            return True
        elif what == "draw":
            deck = game.decks[step["deck"]]
            pile = lambda at: sum(state.cards[card][at] for card in deck["cards"])
            if slots.get(more["slot"]) is None:
                slots[more["slot"]] = max(0, floor(self.ask().value(step["value"])))
                if deck["reshuffle"] == "when-short" and pile(0) < slots[more["slot"]]:
                    self.shuffle(deck)
            if slots[more["slot"]] and not pile(0) and deck["reshuffle"] != "never":
                self.shuffle(deck)
            if slots[more["slot"]] and pile(0):
                return False
        elif what == "jump":
            self.go(more["to"])
            return True
        elif what == "unless":
            if not self.ask().value(step["when"]):
                self.go(more["to"])
                return True
        elif what == "next":
            left = slots[more["list"]]
            if not left:
                self.go(more["end"])
                return True
            slots[step["id"]], slots[more["list"]] = left[0], left[1:]
        elif what == "round":
            most = step["most"] if isinstance(step["most"], int) else floor(self.ask().value(step["most"]))
            if slots[more["slot"]] >= most or ("when" in step and not self.ask().value(step["when"])):
                self.go(more["end"])
                return True
            slots[more["slot"]] += 1
        elif what == "follow":
            side = step.get("as") or (self.ask().value(step["side"]) if step.get("side") else state.frames[-1][2])
            handed = {}
            for given in game.operations[step["operation"]]["given"]:
                formula = step["with"][given["id"]]
                if given["of"] in ("number", "yes-no", "option"):
                    handed[given["id"]] = ("plain", self.ask().value(formula))
                else:
                    kind, members = slots[formula["text"]]
                    handed[given["id"]] = (given["of"], members)
            state.frames.append([game.code[step["operation"]], 0, side, handed, True])
            return True
        elif what == "give":
            value = self.ask().value(step["value"]) if step.get("value") else None
            if state.frames.pop()[4]:
                caller = self.instr()[1]
                if caller.get("id"):
                    self.slots()[caller["id"]] = ("plain", value)
                self.go()
            return True
        elif what == "only-in":
            if not more["turns"]["first"] <= state.turn <= more["turns"]["last"]:
                self.go(more["to"])
                return True
        elif what == "turn":
            turns = more["turns"] or {"first": 1, "last": 1}
            turn = slots["#turn"] + 1 if "#turn" in slots else turns["first"]
            if turn > turns["last"]:
                self.go(more["end"])
                return True
            slots["#turn"] = state.turn = turn
            if "turn" in state.conditions:
                state.conditions["turn"] = turn
            for placement in self.scenario["reinforcements"]:
                at = (placement["spot"] or {}).get("at")
                if "marker" in placement and at and placement["turn"] == turn:
                    back = self.face(placement["marker"], False) != placement["state"] == self.face(placement["marker"], True)
                    state.marks += [(at, placement["marker"], back)] * placement["copies"]
        elif what == "judge" and not step:
            self.judge(more["last"])
        else:
            self.change(what, step, more)
        if state.ended is None or self.state.frames:
            self.go()
        return True
