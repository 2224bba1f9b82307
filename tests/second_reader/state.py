"""A state of play: plain data that can be copied."""
from fractions import Fraction

GROUND = ("area", "hex", "square")
TOUCHING = ("border", "hexside", "side", "corner")
POOLS = ("waiting", "eliminated", "withdrawn")
PILES = ("deck", "hand", "discards")


class Units(dict):
    """Where units are and which step they show; places know their units."""

    def __init__(self, units=()):
        super().__init__()
        self.here = {}
        for unit, own in dict(units).items():
            self[unit] = own

    def __setitem__(self, unit, own):
        if unit in self:
            self.here[self[unit][0]].discard(unit)
        self.here.setdefault(own[0], set()).add(unit)
        super().__setitem__(unit, own)


class State:
    def __init__(self):
        self.turn, self.ended = 1, None
        self.units, self.control, self.conditions, self.cards = Units(), {}, {}, {}
        self.marks, self.memory, self.frames, self.strengths, self.status = [], {}, [], {}, set()

    def copy(self):
        then = State()
        then.turn, then.ended = self.turn, self.ended
        then.units = Units(self.units)
        then.control, then.conditions = dict(self.control), dict(self.conditions)
        then.cards = {card: list(piles) for card, piles in self.cards.items()}
        then.marks, then.memory, then.strengths = list(self.marks), dict(self.memory), dict(self.strengths)
        then.status = set(self.status)
        then.frames = [[code, at, side, dict(slots), awaited] for code, at, side, slots, awaited in self.frames]
        return then


class Dead(Exception):
    pass


def plain(value):
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return int(value)
        # A text: a decimal fraction if it has at most nine digits, else two numbers.
        if 10**9 % value.denominator:
            return f"{value.numerator}/{value.denominator}"
        return f"{float(value):.9f}".rstrip("0")
    return value


def blank_answer(own):
    if own["default"] is not None:
        return own["default"]
    return {"number": max(own["min"] or 0, 0), "yes-no": False}.get(own["kind"], (own.get("choices") or [""])[0])


def exact(number):
    """A number as it is written: whole, or a text such as "1/3"."""
    return Fraction(number) if isinstance(number, str) else number
