"""Zones of control and lines of supply."""
from math import floor

from ask import Ask

FARTHEST = 20  # no zone of control reaches farther


class Supply:
    """Who reaches what."""

    def ground(self):
        """What was worked out of the map as it is."""
        state = self.state
        key = hash((tuple(state.units.items()), tuple(state.control.items()), tuple(state.conditions.items()), tuple(state.strengths.items()),
                    tuple(state.marks), tuple(state.memory.items()), state.turn, frozenset(state.status)))
        if key not in self.grounds:
            if len(self.grounds) > 50:
                self.grounds.clear()
            self.grounds[key] = {}
        return self.grounds[key]

    def stops(self, rule, edge):
        over = edge.get("crossing") and (rule.get("crossings") is None or edge["crossing"] in rule["crossings"])
        return (edge.get("boundary") or "") in rule["not_across"] and not over

    def zone(self, place, wanted):
        """Whether a unit of a side that is wanted exerts a zone of control into a place."""
        rule = self.game.rules.get("zone_of_control")
        # From the place outwards, ring by ring; with each place goes the last step of the way from there.
        ring, seen, steps = [(place, None)] if rule else [], {place}, 0
        while ring:
            steps, outer = steps + 1, []
            for at, last in ring:
                for edge in self.game.leading.get(at, []):
                    if edge["by"] == "map-edge" or self.stops(rule, edge):
                        continue
                    entering = last or edge
                    for unit in self.state.units.here.get(edge["from"], ()):
                        if wanted(self.game.units[unit]["side"]) and self.exerts(rule, unit, entering, steps):
                            return True
                    if edge["from"] not in seen:
                        seen.add(edge["from"])
                        outer.append((edge["from"], entering))
            ring = outer if rule.get("range") and steps < FARTHEST else []
        return False

    def exerts(self, rule, unit, edge, steps):
        ask = Ask(self, {}, self.game.units[unit]["side"], own=unit, edge=edge)
        if rule.get("range") and ask.value(rule["range"]) < steps:
            return False
        return not rule["when"] or ask.value(rule["when"])

    def traced(self, rule, side):
        """The places from which a line can be traced by a rule, with its steps."""
        ground = self.ground()
        if (rule["id"], side) not in ground:
            ground[rule["id"], side] = self.reached(rule, side, ground)
        return ground[rule["id"], side]

    def reached(self, rule, side, ground):
        counts = lambda place: not rule["source_when"] or Ask(self, {}, side, to=place).value(rule["source_when"])
        sources = lambda: [place for place in rule["sources"] if self.played(place) and counts(place)]
        hub = rule.get("hub")
        if not hub:
            return self.flood(rule, side, ground, sources(), rule["range"], [])
        hubs = {}
        for unit in self.state.units:
            place = self.stands(unit)
            if self.game.units[unit]["side"] == side and place is not None:
                ask = Ask(self, {}, side, own=unit, to=place)
                if ask.value(hub["where"]):
                    hubs[place] = max(hubs.get(place, 0), floor(ask.value(hub["range"])))
        if rule["sources"] and hubs:
            lines = self.flood(rule, side, ground, sources(), rule["range"], hub.get("along", []))
            hubs = {place: reach for place, reach in hubs.items() if place in lines}
        best = {}
        for place, reach in hubs.items():
            for at, steps in self.flood(rule, side, ground, [place], reach, []).items():
                best[at] = min(steps, best.get(at, steps))
        return best

    def flood(self, rule, side, ground, ends, reach, along):
        steps = {place: 0 for place in ends}
        paths = [own["path"] for own in rule["exceptions"]]
        excepted = {step for path in paths for step in zip(path, path[1:])}
        known = ground.setdefault((rule["through"]["text"], side), {}) if rule["through"] else {}
        queue = list(steps)
        for place in queue:
            if (reach is not None and steps[place] >= reach) or not self.played(place):
                continue
            for edge in self.game.leading.get(place, []):
                stopped = self.stops(rule, edge) and (edge["from"], place) not in excepted
                follows = not along or any(way in along for way in edge.get("ways", []))
                if edge["from"] in steps or stopped or not follows:
                    continue
                key = (edge["from"], place)
                if rule["through"] and key not in known:
                    known[key] = Ask(self, {}, side, edge=edge).value(rule["through"])
                if not rule["through"] or known[key]:
                    steps[edge["from"]] = steps[place] + 1
                    queue.append(edge["from"])
        return steps

    def line(self, unit):
        """The steps of the shortest line of a unit: none if there is no line, 0 if no rule is for it."""
        side, at = self.game.units[unit]["side"], self.stands(unit)
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side) and self.is_for(rule, unit)]
        if at is None or not rules:
            return 0
        lines = [self.traced(rule, side) for rule in rules]
        return min((line[at] for line in lines if at in line), default=None)

    def is_for(self, rule, unit):
        return not rule.get("units") or Ask(self, {}, self.game.units[unit]["side"], own=unit).value(rule["units"])

    def supplied(self, unit):
        side, at = self.game.units[unit]["side"], self.stands(unit)
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side)]
        rules = [rule for rule in rules if self.is_for(rule, unit)]
        return at is None or not rules or any(at in self.traced(rule, side) for rule in rules)

    def place_supplied(self, place):
        side = self.state.control[place]
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side)]
        return bool(side) and (not rules or any(place in self.traced(rule, side) for rule in rules))
