"""Answers to inputs, sums of terms, and tables."""
from fractions import Fraction
from math import ceil, floor

from state import blank_answer, exact

ROUNDINGS = {"down": floor, "up": ceil, "nearest": lambda number: floor(number + Fraction(1, 2))}


class Sums:
    """What formulas work out step by step."""

    def given(self, formulas):
        """The answers that a step gives by formulas."""
        return {name: self.with_(roles=None).value(formula) for name, formula in formulas.items()}

    def answers(self, inputs, given):
        """Answers to inputs: what is given, else what the position says, else what is assumed."""
        ask = self if self.roles is not None else self.with_(roles={})
        # Friends and enemies are those of the unit that acts, else of the one that leads the defence, else the attack.
        seen_by = [ask.role(key)[0] for key in ("unit", "defence-lead", "attack-lead") if ask.roles.get(key)]
        side = self.game.units[seen_by[0]]["side"] if seen_by else self.side
        alone = ask.with_(slots={}, members=(), chosen=None, its=None, outer=ask.role_slots, side=side)
        found = {}
        for own in inputs:
            if own["id"] in given:
                found[own["id"]] = given[own["id"]]
            else:
                found[own["id"]] = alone.value(own["from"]) if own.get("from") else blank_answer(own)
        return found

    def knowing(self, answers):
        """Formulas that see answers and nothing else."""
        return self.alone({name: ("plain", answer) for name, answer in answers.items()})

    def procedure(self, procedure, given):
        return self.terms(procedure, self.answers(procedure["inputs"], given))[0]

    def terms(self, procedure, answers):
        """What a procedure comes to, and what each of its terms that count adds."""
        inside, due, total, adds = self.knowing(answers), [], 0, {}
        for term in procedure["terms"]:
            if not term["when"] or inside.value(term["when"]):
                due.append((term, inside.value(term["value"]) if term.get("value") else None))
        for at, (term, value) in enumerate(due):
            alike = [(n, v) for n, (t, v) in enumerate(due) if n != at and t["group"] and t["group"] == term["group"] and v is not None]
            if value is not None and any(abs(v) > abs(value) or (abs(v) == abs(value) and n < at) for n, v in alike):
                continue
            before = total
            total = total + value if value is not None else total * inside.value(term["times"]) if term.get("times") else total
            total = ROUNDINGS[term["round"]](total) if term.get("round") else total
            adds[term["id"]] = total - before
        total = max(total, procedure["min"]) if procedure["min"] is not None else total
        return min(total, procedure["max"]) if procedure["max"] is not None else total, adds

    def look_up(self, table, roll, answers):
        """What a table gives: the sum of the modifiers, the total, the row and the cell."""
        inside, strongest = self.knowing(answers), {}
        for at, own in enumerate(table["modifiers"]):
            if not own["when"] or inside.value(own["when"]):
                adds, group = inside.value(own["add"]), own["group"] or at
                if group not in strongest or abs(adds) > abs(strongest[group]):
                    strongest[group] = adds
        modifier = sum(strongest.values())
        rolls = bool(table["dice"] or table.get("dice_by_side"))

        def entered(by):
            if by == "roll":
                return (roll or 0) + modifier
            return answers[by] + (modifier if not rolls and by == table["down"] else 0)

        part = table["parts"][0]
        if table["by_part"]:
            part = table["parts"][band([own["band"] for own in table["parts"]], entered(table["by_part"]), table)]
        down = entered(table["down"])
        at = band([own["on"] for own in part["rows"]], down, table)
        row, cell = None if at is None else part["rows"][at], None
        if row and table["across"]:
            column = band(table["columns"], entered(table["across"]), table)
            shift = floor(inside.value(table["shift"])) if table.get("shift") else 0
            cell = row["cells"][max(0, min(len(row["cells"]) - 1, column + shift))]
        return modifier, entered("roll") if rolls else down, row, cell


def band(bands, number, table):
    """The row, column or part for a number; none if it is beyond all of them."""

    def outside(band):
        least, most = (exact(band[key]) for key in ("from", "to"))
        if least is not None and number < least:
            return least - number
        if most is not None and (number >= most if band["below"] else number > most):
            return number - most
        return None

    far = [outside(band) for band in bands]
    if None in far:
        return far.index(None)
    return far.index(min(far)) if table["beyond"] == "nearest" else None
