"""Decisions: what the answers are, and what an answer does."""
from math import floor

from ask import Ask
from state import Dead


class Decisions:
    """What is asked, and what answers do."""

    def options(self):
        """The answers to the decision at hand: labels with what they mean."""
        what, step, more = self.instr()
        if what == "choose":
            yield from self.chosen(step)
        elif what == "walk":
            places, may_stop = self.walk(step, more)
            yield from ((place, ("place", place)) for place in places)
            if may_stop:
                yield "done", ("done", None)
        elif what == "losses":
            yield from self.losses(step, more).items()
        elif what in ("retreat", "advance"):
            yield from ((place, ("place", place)) for place in self.retreats(step))
        elif what == "arrive":
            yield from ((place, ("place", place)) for place in self.arrivals(step))
        elif what == "open":
            for name in more["operations"]:
                if self.is_open(name, more["side"]):
                    yield name, ("operation", name)
            if more["again"]:
                yield "done", ("done", None)
        elif what == "set-up":
            yield from ((place, ("place", place)) for place in more["places"])

    def may_begin(self, name, side):
        own = self.game.operations[name]
        if own["side"] not in (None, side) or (own["card"] and not self.state.cards[own["card"]][1]):
            return False
        return not own["when"] or Ask(self, {}, side).value(own["when"])

    def is_open(self, name, side):
        return self.may_begin(name, side) and self.leads_on((name, ("operation", name)))

    def leads_on(self, choice):
        """Whether the decision behind an answer has an answer."""
        saved, told = self.state, list(self.told)
        inside = 0 if self.instr()[0] == "open" else 1
        depth = len(saved.frames) - inside
        self.state = saved.copy()
        try:
            self.take(choice)
            if not self.until(depth):
                return True
            return self.instr()[0] in ("roll", "draw") or next(iter(self.options()), None) is not None
        finally:
            self.state, self.told = saved, told

    def chosen(self, step):
        ask, slots = self.ask(), self.slots()
        least, most = (floor(ask.value(step[key])) if step.get(key) else None for key in ("least", "most"))
        if step["of"] == "number":
            options = [(str(number), ("plain", number)) for number in range(least, most + 1)]
        elif step["of"] == "yes-no":
            options = [("yes", ("plain", True)), ("no", ("plain", False))]
        elif step["of"] == "option":
            options = [(option, ("plain", option)) for option in step["options"]]
        else:
            options = self.candidates(step, ask, least, most)
        for option in options:
            if not step["ahead"] or self.leads_on(option):
                yield option

    def candidates(self, step, ask, least, most):
        several = least is not None or most is not None
        chosen = list((self.slots()[step["id"]] or ("", []))[1]) if several else []
        if several and len(chosen) >= (least or 0):
            yield "done", ("done", None)
        if several and most is not None and len(chosen) >= most:
            return
        left, seen = list(chosen), set()
        members = list(ask.several(step["among"]))
        for kind, name in members:
            label = name[1] if kind == "marker" else name
            if label in left:
                left.remove(label)
                continue
            if label in seen:
                continue
            inside = self.ask(chosen=(step["id"], chosen) if several else None).within((kind, name), it=True)
            if not step.get("where") or inside.value(step["where"]):
                seen.add(label)
                yield label, (kind, label)

    def take(self, choice):
        """Does what an answer does."""
        what, step, more = self.instr()
        state, slots, (_, (kind, *value)) = self.state, self.slots(), choice
        if what == "choose":
            several = step.get("least") or step.get("most")
            if kind == "plain":
                slots[step["id"]] = ("plain", value[0])
            elif not several:
                slots[step["id"]] = (kind, [value[0]])
            else:
                chosen = list((slots[step["id"]] or ("", []))[1])
                full = kind == "done"
                if not full:
                    most = step.get("most")
                    chosen.append(value[0])
                    full = most and len(chosen) >= floor(self.ask().value(most))
                slots[step["id"]] = (step["of"], chosen)
                if not full:
                    return
            self.go()
        elif what == "walk":
            if kind == "done":
                return self.go(more["end"])
            self.step(step, more, value[0])
            self.go()
        elif what == "losses":
            unit, (after, strength, retreats, points) = value
            queue, left = slots[more["slot"]]
            left -= points
            slots[more["slot"]] = (queue[1:] if left > 0 else [], left)
            if after is None:
                self.remove(unit, "eliminated")
            else:
                state.units[unit] = (state.units[unit][0], after)
            if strength is not None:
                state.strengths[unit] = strength
            if retreats:
                slots[step["id"]] = ("units", slots[step["id"]][1] + [unit])
        elif what in ("retreat", "advance"):
            unit = slots[step["unit"]][1][0]
            self.cross(unit, self.edge(state.units[unit][0], value[0]), what)
            slots[step["id"]] = ("place", [value[0]])
            self.go()
        elif what == "arrive":
            unit = slots[step["unit"]][1][0]
            state.units[unit] = (value[0], state.units[unit][1])
            slots[step["id"]] = ("place", [value[0]])
            self.go()
        elif what == "open":
            if kind == "done" or not more["again"]:
                self.go()
            if kind == "operation":
                self.begin(value[0], more["side"])
        elif what == "set-up":
            state.units[more["unit"]] = (value[0], state.units[more["unit"]][1])
            self.go()

    def chance(self, line):
        what, step, more = self.instr()
        if what == "roll":
            dice, total = step["dice"], 0
            if len(line["dice"]) != dice["count"] or not all(1 <= die <= dice["sides"] for die in line["dice"]):
                raise Dead("such dice are not thrown")
            for die in line["dice"]:
                total = total * 10 + die if dice["tens_and_units"] else total + die
            self.slots()[step["id"]] = ("plain", total + dice.get("add", 0))
            self.tell(step["id"])
            self.go()
        else:
            piles = self.state.cards[line["drawn"]]
            if not piles[0] or line["drawn"] not in self.game.decks[step["deck"]]["cards"]:
                raise Dead("that card is not in the deck")
            piles[0], piles[1] = piles[0] - 1, piles[1] + 1
            self.slots()[more["slot"]] -= 1
