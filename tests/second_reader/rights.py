"""What rules let units do: stack, attack, arrive, retreat and advance."""
from ask import Ask
from state import TOUCHING, exact


class Rights:
    """Who may be where."""

    def of_unit(self, unit, **more):
        """Formulas of a unit, seen by its side."""
        return Ask(self, more.pop("slots", {}), self.game.units[unit]["side"], own=unit, **more)

    def concerns(self, rule, unit):
        """Whether a cost, bar or bonus is for a unit."""
        own = self.game.units[unit]
        return (not rule["types"] or own["type"] in rule["types"]) and rule.get("side") in (None, own["side"])

    def barred(self, bars, unit, ask):
        return any(bar["when"] and self.concerns(bar, unit) and ask.value(bar["when"]) for bar in bars)

    # -- stacking ------------------------------------------------------------------------------------------

    def stacked(self, place, units):
        """What each stacking rule for a place comes to if some units are there: the points of who has most, and the limit."""
        found = []
        for rule in self.game.rules["stacking"]:
            if place not in rule["places"]:
                continue
            points = {}
            for unit in sorted(units, key=self.game.unit_order.get):
                ask = self.of_unit(unit)
                if not rule.get("units") or ask.value(rule["units"]):
                    player = self.game.players[self.game.units[unit]["side"]] if rule["per"] == "side" else ""
                    points[player] = points.get(player, 0) + (ask.value(rule["counts"]) if rule["counts"] else 1)
            found.append((max(points.values(), default=0), rule["limit"]))
        return found

    def overstacks(self, unit, place):
        """Whether a stacking limit would be exceeded with a unit in a place."""
        stacked = self.stacked(place, self.state.units.here.get(place, set()) | {unit})
        return any(limit is not None and points > limit for points, limit in stacked)

    # -- attacks -------------------------------------------------------------------------------------------

    def attack(self, rule, unit, place):
        """What is asked when a unit attacks a place; nothing if it may not."""
        edge = self.edge(self.stands(unit), place)
        if edge is None or rule["side"] not in (None, self.game.units[unit]["side"]):
            return None
        bare = self.of_unit(unit, edge=dict(edge, ways=[]))
        costs = [cost for cost in self.game.rules["movement"]["costs"] if cost["id"] in rule.get("entry", []) and self.concerns(cost, unit)]
        paid = [exact(cost["points"]) for cost in costs if not cost["when"] or bare.value(cost["when"])]
        ask = self.of_unit(unit, edge=edge, entry=sum(points for points in paid if points is not None))
        return None if self.barred(rule["bars"], unit, ask) else ask

    def attackers(self, name, place, side):
        """The units next to a place that a rule of attack lets attack it."""
        rule = self.game.rule("attacks", name)
        ours = [unit for unit in self.state.units if self.game.players[self.game.units[unit]["side"]] == self.game.players[side]]
        return [unit for unit in ours if self.played(place) and not self.carrier(unit) and self.attack(rule, unit, place)]

    # -- arrivals ------------------------------------------------------------------------------------------

    def arrivals(self, step):
        return self.arrivals_of(self.slots()[step["unit"]][1][0])

    def arrives(self, unit):
        """What says when and where a unit arrives: the scenario, else the unit."""
        said = next((one for one in self.scenario["reinforcements"] if one.get("unit") == unit), None)
        return said or self.game.units[unit]["arrives"]

    def arrivals_of(self, unit):
        said, narrowed = self.arrives(unit), self.game.units[unit]["arrives"] or {}
        if said is None:
            return []
        spot = said["spot"]
        if spot is None:
            entry = next((one for one in self.scenario["entries"] if unit in one["units"]), None)
            places = entry["places"] if entry else []
        else:
            places = [spot["at"]] if "at" in spot else spot["any"]["places"] if "any" in spot else spot.get("line", [])
        if narrowed.get("where"):
            places = [place for place in places if self.of_unit(unit, to=place).value(narrowed["where"])]
        if narrowed.get("nearest"):
            steps, queue = {narrowed["nearest"]: 0}, [narrowed["nearest"]]
            for place in queue:
                for edge in self.game.edges.get(place, []):
                    if edge["by"] in TOUCHING and edge["to"] not in steps:
                        steps[edge["to"]] = steps[place] + 1
                        queue.append(edge["to"])
            least = min((steps[place] for place in places if place in steps), default=None)
            places = [place for place in places if least is not None and steps.get(place) == least]
        return places

    # -- retreats and advances -----------------------------------------------------------------------------

    def retreats(self, step):
        rule = self.game.rule(step["do"] + "s", step[step["do"]])
        foes = self.slots()[step["attackers"]][1] if step.get("attackers") else ()
        return self.ways_out(rule, self.slots()[step["unit"]][1][0], foes, step.get("where"), self.slots())

    def ways_out(self, rule, unit, foes=(), where=None, slots=()):
        """Where a rule lets a unit retreat or advance to."""
        found = {}
        for edge in self.game.edges.get(self.state.units[unit][0], []):
            if not self.played(edge["to"]):
                continue
            ask = self.of_unit(unit, slots=dict(slots), edge=edge, foes=foes)
            barred = rule["bar"] and ask.value(rule["bar"])
            if edge["to"] not in found and not barred and (not where or ask.value(where)):
                found[edge["to"]] = ask

        def fitting(wish):
            fits = {to: ask for to, ask in found.items() if not wish["when"] or ask.value(wish["when"])}
            score = {to: ask.value(wish["least"]) if wish["least"] else 0 for to, ask in fits.items()}
            return [to for to in fits if score[to] == min(score.values())]

        for wish in rule.get("preferences", []):
            fits = fitting(wish)
            if fits:
                found = {to: ask for to, ask in found.items() if to in fits}
        if not rule["priorities"]:
            return list(found)
        return next((fits for fits in map(fitting, rule["priorities"]) if fits), [])

    def lost_on_the_way(self, rule, units, place):
        """The points that units lose that retreat together into a neighbouring place."""
        lost = 0
        for loss in rule.get("losses", []):
            asks = [self.of_unit(unit, edge=self.edge(self.stands(unit), place)) for unit in units]
            losers = [ask for ask in asks if not loss["when"] or ask.value(loss["when"])]
            lost += loss["points"] * (min(1, len(losers)) if loss["per_stack"] else len(losers))
        return lost
