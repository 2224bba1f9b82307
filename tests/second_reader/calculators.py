"""Steps of examples that ask one rule: tables, sums, moves, losses, retreats, supply and so on."""
from paths import go_along


class Calculators:
    """What single rules come to."""

    def do_move(self, step, expect):
        units = step.get("units") or [step["unit"]]
        path = [self.game.place(name) for name in step["path"]]
        gone = go_along(self.table, units, path)
        self.allowed(expect, gone["allowed"])
        self.compare(expect, **{key: own for key, own in gone.items() if key != "allowed"})
        for key in expect:
            if key not in gone:
                self.problems.append(f"{self.where}: a move that is refused has no {key}")

    def do_roll(self, step, expect):
        table, ask = self.game.tables[step["table"]], self.ask(step)
        modifier, total, row, cell = ask.look_up(table, step.get("roll"), ask.answers(table["inputs"], self.given(table["inputs"], step)))
        self.compare(expect, modifier=modifier, total=total)
        for key, got in (("result", "nothing" if row is None else row["result"] or row["text"] or ""), ("cell", cell)):
            if key in expect:
                self.same(key, expect[key], got)

    def do_compute(self, step, expect):
        procedure, ask = self.game.procedures[step["procedure"]], self.ask(step)
        total, adds = ask.terms(procedure, ask.answers(procedure["inputs"], self.given(procedure["inputs"], step)))
        self.compare(expect, total=total)
        self.compare(expect.get("terms", {}), **{term["id"]: adds.get(term["id"], 0) for term in procedure["terms"]})

    def do_losses(self, step, expect):
        rule = self.game.rule("losses", step["losses"])
        ways, excess = self.table.ways(rule, step["units"], step.get("lead"), step["points"])
        self.compare(expect, options=len(ways), excess=excess)
        if not step.get("take"):
            return
        taken = dict(self.taken(own) for own in step["take"])
        # What a unit is left with is said, what that is worth is not.
        fits = lambda way: all(own[:3] == taken[unit] if unit in taken else own[-1] == 0 for unit, own in way.items())
        found = next((way for way in ways if fits(way) and all(way[unit][-1] > 0 for unit in taken)), None)
        self.allowed(expect, found is not None)
        for unit, (after, strength, _, _) in (found or {}).items():
            if after is None:
                self.table.remove(unit, "waiting")
            else:
                self.state.units[unit] = (self.state.units[unit][0], after)
                if strength is not None:
                    self.state.strengths[unit] = strength

    def taken(self, own):
        """What a unit takes: its step, its strength, and whether it retreats."""
        unit, ends = own["unit"], own.get("to", [])
        ends = [ends] if isinstance(ends, str) else ends
        states = [state for state in ends if state != "retreated"]
        if states and states[-1] == "eliminated":
            return unit, (None, None, "retreated" in ends)
        step = self.game.steps(unit).index(states[-1]) if states else self.state.units[unit][1]
        return unit, (step, own.get("strength", self.table.strength(unit)), "retreated" in ends)

    def do_retreat(self, step, expect):
        self.go_by(self.game.rule("retreats", step.get("retreat")), "retreat", step, expect)

    def do_advance(self, step, expect):
        self.go_by(self.game.rule("advances", step.get("advance")), "advance", step, expect)

    def go_by(self, rule, by, step, expect):
        """Units go from place to place by a rule that says which are open to them."""
        units = ([step["unit"]] if step.get("unit") else []) + step.get("units", [])
        open_to = lambda unit: self.table.ways_out(rule, unit, step.get("attackers", []))
        if "places" in expect:
            self.same("places", sorted(self.game.named_places(expect["places"])), sorted(open_to(units[0])))
        path, lost = [self.game.place(name) for name in ([step["to"]] if step.get("to") else []) + step.get("path", [])], 0
        for place in path:
            legal = all(place in open_to(unit) for unit in units)
            self.allowed(expect, legal)
            if not legal:
                return
            lost += self.table.lost_on_the_way(rule, units, place)
            for unit in units:
                self.table.cross(unit, self.table.edge(self.state.units[unit][0], place), by)
        self.compare(expect, losses=lost, points=(rule.get("points") or 0) * len(path))

    def do_attack(self, step, expect):
        rule, table = self.game.rule("attacks", step["attack"]), self.table
        places = self.game.named_places(step["at"])
        asks = [table.attack(rule, unit, place) for unit in step["attackers"] for place in places]
        apart = rule["one_place"] and len(places) > 1 and len({table.stands(unit) for unit in step["attackers"]}) > 1
        may = None not in asks and not apart
        self.allowed(expect, may)
        if may:
            self.compare(expect, cost=max(ask.value(rule["cost"]) for ask in asks) if rule.get("cost") else 0)

    def do_stacking(self, step, expect):
        place = self.game.named_places(step["at"])[0]
        stacked = self.table.stacked(place, self.state.units.here.get(place, ()))
        self.compare(expect, total=max((points for points, _ in stacked), default=0))
        self.compare(expect, allowed=not any(limit is not None and points > limit for points, limit in stacked))

    def do_rule(self, step, expect):
        self.holds(self.game.rule("rules", step["rule"]), step, expect)

    def do_victory(self, step, expect):
        self.holds(self.game.rule("victories", step["victory"]), step, expect)

    def holds(self, rule, step, expect):
        ask, inputs = self.ask(step), rule.get("inputs", [])
        self.compare(expect, holds=ask.knowing(ask.answers(inputs, self.given(inputs, step))).value(rule["when"]))

    def do_choose(self, step, expect):
        choice, side = self.game.rule("choices", step["choice"]), step.get("side")
        own = choice["side"] in (None, side) or side is None
        ask = self.ask(step, side or choice["side"])
        self.allowed(expect, own and (not choice.get("open") or ask.value(choice["open"])))

    def do_arrive(self, step, expect):
        unit, places = step["unit"], self.table.arrivals_of(step["unit"])
        self.compare(expect, turn=self.table.arrives(unit)["turn"])
        if "places" in expect:
            self.same("places", sorted(self.game.named_places(expect["places"])), sorted(places))
        if step.get("to"):
            to = self.game.place(step["to"])
            self.allowed(expect, to in places)
            if to in places:
                self.state.units[unit] = (to, 0)

    def do_supply(self, step, expect):
        rule, unit, table = self.game.rule("supply", step["supply"]), step.get("unit"), self.table
        if unit:
            place, side = table.stands(unit), self.game.units[unit]["side"]
        else:
            place = self.game.named_places(step["at"])[0]
            side = rule["side"] or self.state.control[place]
        is_for = not unit or table.is_for(rule, unit)
        self.compare(expect, supplied=bool(is_for and place in table.traced(rule, side)))
