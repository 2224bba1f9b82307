"""What units can take as losses."""


def loss_label(unit, states, own):
    step, strength, retreats, points = own
    state = "eliminated" if step is None else states[step]
    state += f" {strength}" if strength is not None else ""
    return f"{unit} {state}{' retreated' if retreats else ''} {points}"


class Losses:
    """Which losses units can take."""

    def outcomes(self, step, unit):
        rule = self.game.rule("losses", step["losses"])
        known = self.all_outcomes(rule, unit)
        lead = self.slots()[step["lead"]][1] if step.get("lead") and rule["lead_first"] else []
        some = [own for own in known if own[-1] > 0]
        return some if unit in lead and some else known

    def all_outcomes(self, rule, unit):
        """Everything a unit can take, nothing included: its step, its strength, whether it retreats, the points."""
        states, side = self.game.steps(unit), self.game.units[unit]["side"]
        start = (self.state.units[unit][1], self.strength(unit), False, 0)
        known, todo = [start], [start]
        least = max(1, self.game.tracks[unit][0]["from"]) if unit in self.game.tracks else None
        while todo:
            step, strength, retreats, points = todo.pop()
            if retreats or step is None:
                continue
            for way in rule["ways"]:
                if way["from"] not in (states[step], "any") or way["side"] not in (None, side):
                    continue
                to, sum_ = way["to"], points + way["points"]
                if to == "retreated":
                    after = (step, strength, True, sum_)
                elif to == "weaker" and strength is not None and strength > least:
                    after = (step, strength - 1, False, sum_)
                elif to == "eliminated" or (to == "weaker" and (strength is not None or step + 1 == len(states))):
                    after = (None, None, False, sum_)
                elif to == "weaker":
                    after = (step + 1, strength, False, sum_)
                elif to in states and states.index(to) != step:
                    after = (states.index(to), strength, False, sum_)
                else:
                    continue
                if after not in known:
                    known.append(after)
                    todo.append(after)
        return known

    def sums(self, step, units):
        sums = {0}
        for unit in units:
            sums = {own + points for own in sums for *_, points in self.outcomes(step, unit)}
        return sums

    def due(self, step, units, points):
        sums = self.sums(step, units)
        return min((own for own in sums if own >= points), default=max(sums)) if points > 0 else 0

    def losses(self, step, more):
        queue, left = self.slots()[more["slot"]]
        unit, rest = queue[0], self.sums(step, queue[1:])
        found = [own for own in self.outcomes(step, unit) if left - own[-1] in rest]
        if left >= max(self.sums(step, queue)) and any(own[0] is None for own in found):
            found = [own for own in found if own[0] is None]
        states = self.game.steps(unit)
        return {loss_label(unit, states, own): ("loss", unit, own) for own in found}

    # -- worked examples -----------------------------------------------------------------------------------

    def ways(self, rule, units, lead, points):
        """All ways for units to take points together, what each takes, and the points that nobody can take."""
        each = {unit: self.all_outcomes(rule, unit) for unit in units}
        most = sum(max(own[-1] for own in known) for known in each.values())
        if points > most:
            worst = lambda known: max(known, key=lambda own: (own[-1], own[0] is None))
            return [{unit: worst(known) for unit, known in each.items()}], points - most
        if lead in each and rule["lead_first"] and points > 0:
            each[lead] = [own for own in each[lead] if own[-1] > 0] or each[lead]
        for wanted in range(points, most + 1):
            found = list(combined(list(each.items()), wanted))
            if found:
                return found, 0
        return [], 0


def combined(each, wanted):
    """What units can take together that comes to just so many points."""
    if not each:
        if wanted == 0:
            yield {}
        return
    (unit, known), rest = each[0], each[1:]
    most = sum(max(own[-1] for own in others) for _, others in rest)
    for own in known:
        if 0 <= wanted - own[-1] <= most:
            yield from ({unit: own, **others} for others in combined(rest, wanted - own[-1]))
