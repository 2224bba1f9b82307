"""Movement from place to place."""
from math import floor

from state import Units, exact


class Moves:
    """What steps cost, and who may make them."""

    def fare(self, unit, ask, where=None, cost=None):
        """What a step costs a unit, none being the whole allowance, whether it must stop behind it, and whether it may make it
        with too few points; nothing if it may not make it."""
        rules = self.game.rules["movement"]
        if self.barred(rules["bars"], unit, ask) or (where and not ask.value(where)):
            return None
        if cost:
            points = ask.value(cost)
        else:
            due = [own for own in rules["costs"] if self.concerns(own, unit) and (not own["when"] or ask.value(own["when"]))]
            costs = [exact(own["points"]) for own in due]
            highest = rules["combine"] == "highest"
            points = None if None in costs else max(costs, default=0) if highest else sum(costs)
        halts = any(ask.value(stop["when"]) for stop in rules["stops"])
        return points, halts, not rules.get("at_least_one_when") or ask.value(rules["at_least_one_when"])

    def allowance(self, unit, ask):
        rules = self.game.rules["movement"]
        if rules["procedure"]:
            return ask.procedure(self.game.procedures[rules["procedure"]], {})
        return ask.unit_field(unit, rules["allowance"])

    def bonuses(self, unit, ask, held):
        """Those of the bonuses held so far that hold for this step, too."""
        return [own for own in held if self.concerns(own, unit) and ask.value(own["when"])]

    def price(self, step, more, group, edge):
        """What a step of a walk costs, whether it ends it, and the bonuses that are left; nothing if it cannot be made."""
        rules, slots, saved = self.game.rules["movement"], self.slots(), self.state.units
        spent, first = slots[more["slot"] + "spent"], slots[more["slot"] + "made"] == 0
        forced = spent == 0 and rules["at_least_one"]
        self.state.units = Units(saved) if len(group) > 1 else saved
        held = slots.get(more["slot"] + "bonuses") or {}
        dearest, allowance, halts, kept = [], [], False, {}
        try:
            for unit in group:
                ask = self.of_unit(unit, slots=slots, edge=edge, movers=group, spent=spent, first=first and spent == 0)
                fare = self.fare(unit, ask, step.get("where"), step.get("cost"))
                if fare is None:
                    return None
                kept[unit] = self.bonuses(unit, ask, held.get(unit, rules.get("bonuses", [])))
                dearest.append(fare[0])
                allowance.append(self.allowance(unit, ask) + sum(exact(own["add"]) for own in kept[unit]))
                halts, forced = halts or fare[1], forced and fare[2]
                if len(group) > 1:
                    self.state.units[unit] = (edge["to"], self.state.units[unit][1])
        finally:
            self.state.units = saved
        least = min(allowance)
        if None not in dearest and spent + max(dearest) <= least:
            return max(dearest), halts, kept
        if (None in dearest and spent == 0) or forced:
            return least, True, kept
        return None

    def walkers(self, step, more):
        """The units that still walk together: those in the place of the first."""
        slots = self.slots()
        units = slots[step["units"]][1]
        here = slots[step["id"]][1][0] if slots[more["slot"] + "made"] else None
        if here is None:
            here = next((self.state.units[unit][0] for unit in units if self.in_play(unit)), None)
        return [unit for unit in units if here and self.state.units[unit][0] == here]

    def walk(self, step, more):
        """Where a walk can go on to, and whether it may end."""
        slots, ask = self.slots(), self.ask()
        made = slots[more["slot"] + "made"]
        least = floor(ask.value(step["least"])) if step.get("least") else 1
        most = floor(ask.value(step["most"])) if step.get("most") else 10**9
        group, found = self.walkers(step, more), []
        if group and made < most and not slots[more["slot"] + "halted"]:
            for edge in self.game.edges.get(self.state.units[group[0]][0], []):
                if edge["to"] not in found and self.played(edge["to"]) and self.price(step, more, group, edge):
                    found.append(edge["to"])
        return found, made >= least

    def step(self, step, more, place):
        """Makes a step of a walk."""
        slots, slot = self.slots(), more["slot"]
        group = self.walkers(step, more)
        edges = [edge for edge in self.game.edges[self.state.units[group[0]][0]] if edge["to"] == place]
        edge, price = next((edge, price) for edge in edges if (price := self.price(step, more, group, edge)))
        for unit in group:
            self.cross(unit, edge, "move")
        slots[slot + "spent"] += price[0]
        slots[slot + "made"] += 1
        slots[slot + "halted"], slots[slot + "bonuses"] = price[1], price[2]
        if step.get("number"):
            slots[step["number"]] = ("plain", slots[slot + "spent"])
        slots[step["id"]] = ("place", [place])
        self.told.append(("cost", price[0]))
