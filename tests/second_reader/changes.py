"""Steps of operations that change the state."""
import re
from math import floor

from ask import Ask
from state import Dead


class Changes:
    """What steps do that ask nobody."""

    def change(self, what, step, more):
        state, game, slots = self.state, self.game, self.slots()
        if what == "clear":
            slots[more["slot"]] = None
        elif what == "zero":
            slots[more["slot"]] = 0
        elif what == "keep":
            slots[more["slot"]] = self.ask().value(step["spent"])
        elif what == "let":
            slots[step["id"]] = ("place", [step["place"]]) if "place" in step else ("plain", self.ask().value(step["value"]))
            self.tell(step["id"])
        elif what == "compute":
            ask = self.ask(roles=step["roles"])
            slots[step["id"]] = ("plain", ask.procedure(game.procedures[step["procedure"]], ask.given(step["with"])))
            self.tell(step["id"])
        elif what == "look-up":
            ask, table = self.ask(roles=step["roles"]), game.tables[step["table"]]
            roll = ask.value(step["roll"]) if step.get("roll") else None
            _, _, row, cell = ask.look_up(table, roll, ask.answers(table["inputs"], ask.given(step["with"])))
            result = cell if cell is not None else (row or {}).get("result") or ""
            slots[step["id"]] = ("plain", result)
            number = re.match("-?[0-9]+", result)
            if step.get("number"):
                slots[step["number"]] = ("plain", int(number.group()) if number else 0)
            if step.get("rest"):
                slots[step["rest"]] = ("plain", result[number.end() if number else 0:])
        elif what in ("lay", "gather"):
            ask, found = self.ask(), []
            for member in ask.several(step["among"]):
                if not step.get("where") or ask.within(member, it=True).value(step["where"]):
                    found.append(member)
            found = [(kind, name[1] if kind == "marker" else name) for kind, name in found]
            if what == "lay":
                slots[more["list"]] = [(kind, [name]) for kind, name in found]
            else:
                slots[step["id"]] = (found[0][0] + "s" if found else "units", [name for _, name in found])
        elif what in ("move", "flip") and step.get("markers"):
            at = slots[step["at"]][1][0] if step.get("at") else None
            to = slots[step["to"]][1][0] if step.get("to") else None
            for marker in slots[step["markers"]][1]:
                self.move_marker(marker, at, to, step.get("state"))
        elif what == "move":
            for unit in slots[step["units"]][1]:
                face = step.get("state")
                states = game.steps(unit)
                now = state.units[unit][1]
                state.units[unit] = (slots[step["to"]][1][0], states.index(face) if face in states else now)
        elif what == "assign":
            asset, owner = slots[step["unit"]][1][0], slots[step["to"]][1][0]
            free = self.free_slots(owner, asset)
            if free:
                state.units[asset] = (free[0], state.units[asset][1])
        elif what == "strength":
            for unit in filter(self.in_play, slots[step["units"]][1]):
                tracks = game.tracks.get(unit, [])
                number = floor(self.ask().within(("unit", unit), it=True).value(step["value"]))
                if tracks:
                    least, most = min(own["from"] for own in tracks), max(own["to"] for own in tracks)
                    state.strengths[unit] = max(least, min(number, most))
        elif what == "judge" and step:
            own, ask = game.rule("victories", step["victory"]), self.ask(roles={})
            if ask.knowing(ask.answers(own["inputs"], ask.given(step["with"]))).value(own["when"]):
                state.ended = own["winner"] or ""
        elif what == "remove":
            for unit in slots[step["units"]][1]:
                self.remove(unit, step["pool"])
        elif what == "flip":
            for unit in filter(self.in_play, slots[step["units"]][1]):
                states = game.steps(unit)
                if step["state"] in states:
                    state.units[unit] = (state.units[unit][0], states.index(step["state"]))
        elif what == "put" and step.get("units"):
            state.status |= {(unit, step["marker"]) for unit in slots[step["units"]][1] if self.in_play(unit)}
        elif what == "take" and step.get("units"):
            state.status -= {(unit, step["marker"]) for unit in slots[step["units"]][1]}
        elif what == "put":
            side = self.ask().value(step["side"]) if step.get("side") else None
            state.marks.append((slots[step["at"]][1][0], step["marker"], self.back(step["marker"], side)))
        elif what == "take":
            at = slots[step["at"]][1][0] if step.get("at") else None
            back = self.back(step["marker"], self.ask().value(step["side"])) if step.get("side") else None
            keep = lambda mark: mark[1] != step["marker"] or at not in (None, mark[0]) or back not in (None, mark[2])
            state.marks = [mark for mark in state.marks if keep(mark)]
        elif what == "control":
            state.control[slots[step["at"]][1][0]] = self.ask().value(step["side"])
        elif what == "set":
            value = self.ask().value(step["value"])
            own = game.conditions[step["condition"]]
            if own["kind"] == "number":
                value = max(value, own["min"]) if own["min"] is not None else value
                value = min(value, own["max"]) if own["max"] is not None else value
            state.conditions[step["condition"]] = value
        elif what == "record":
            for name in slots[step["of"]][1]:
                times, place = state.memory.get((step["event"], name), (0, None))
                place = slots[step["place"]][1][0] if step.get("place") else place
                state.memory[step["event"], name] = (times + 1, place)
        elif what == "forget":
            of = slots[step["of"]][1] if step.get("of") else None
            gone = lambda key: key[0] == step["event"] and (of is None or key[1] in of)
            state.memory = {key: own for key, own in state.memory.items() if not gone(key)}
        elif what == "discard":
            for card in slots[step["cards"]][1]:
                if state.cards[card][1]:
                    state.cards[card][1] -= 1
                    state.cards[card][2] += 1
        elif what == "win":
            state.ended = self.ask().value(step["side"])
        elif what == "end":
            self.end(more["id"])
        else:
            raise Dead(f"what is `{what}`?")

    def end(self, step):
        """A step of the sequence is over: what is remembered only until then is forgotten."""
        over = lambda key: step in self.game.events[key[0]]["until"]
        self.state.memory = {key: own for key, own in self.state.memory.items() if not over(key)}

    def tell(self, name):
        """Remembers a number that got a name: worked examples ask for those."""
        kind, value = self.slots()[name]
        if kind == "plain" and not isinstance(value, (bool, str, list)):
            self.told.append((name, value))

    def play_card(self, operation):
        """Discards the card for which an operation is played."""
        card = self.game.operations[operation]["card"]
        if card:
            self.state.cards[card][1] -= 1
            self.state.cards[card][2] += 1

    def shuffle_all(self):
        """Puts all cards into their decks."""
        for card in self.game.data["cards"]:
            self.state.cards[card["id"]] = [0 if card["unused"] else card["copies"], 0, 0]

    def shuffle(self, deck):
        for card in deck["cards"]:
            piles = self.state.cards[card]
            piles[0], piles[2] = piles[0] + piles[2], 0

    def judge(self, last):
        for name in self.scenario["victory"]:
            own = self.game.rule("victories", name)
            turn = own["turn"]
            due = turn is None or (turn > self.state.turn if last else turn == self.state.turn)
            if not due or not own.get("when") or own.get("by"):
                continue
            ask = Ask(self, {}, self.game.sides[0])
            holds = ask.knowing(ask.answers(own["inputs"], {})).value(own["when"])
            side = own["winner"] if holds else own["otherwise"] if last or turn is not None else None
            if side:
                self.state.ended = side
                return
        if last:
            self.state.ended = ""
