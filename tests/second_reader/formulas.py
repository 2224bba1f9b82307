"""Trees of formulas, made ready: functions of who asks."""
from fractions import Fraction
from math import ceil, floor

OPERATORS = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "in": lambda left, right: left in right,
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: Fraction(left) / right if right else 0,
    "%": lambda left, right: left % right if right else 0,
}
FUNCTIONS = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": floor,
    "ceil": ceil,
    "round": lambda number: floor(number + Fraction(1, 2)),
    "clamp": lambda number, least, most: max(least, min(number, most)),
}


def ready(node):
    return NODES[node["node"]](node)


def constant(value):
    return lambda ask: value


def number(node):
    return constant(node["value"] if node.get("over", 1) == 1 else Fraction(node["value"], node["over"]))


def name(node):
    own = node["name"]
    prefix, _, field = own.partition(".")
    if prefix == "from":
        return lambda ask: ask.place_field(ask.edge["from"], field) if ask.edge else ask.name(own)
    if prefix == "to":
        return lambda ask: ask.place_field(ask.edge["to"] if ask.edge else ask.to, field) if ask.edge or ask.to else ask.name(own)
    return lambda ask: ask.name(own)


def listed(node):
    items = [ready(item) for item in node["items"]]
    return lambda ask: [item(ask) for item in items]


def negate(node):
    of = ready(node["of"])
    return lambda ask: -of(ask)


def negation(node):
    of = ready(node["of"])
    return lambda ask: not of(ask)


def either(node):
    test, then, otherwise = ready(node["test"]), ready(node["then"]), ready(node["else"])
    return lambda ask: then(ask) if test(ask) else otherwise(ask)


def call(node):
    function, arguments = FUNCTIONS[node["function"]], [ready(own) for own in node["arguments"]]
    return lambda ask: function(*[own(ask) for own in arguments])


def over(node):
    function, collection, each = node["function"], node["collection"], ready(node["each"]) if node.get("each") else None
    return lambda ask: ask.over(function, collection, each)


def binary(node):
    left, right, operator = ready(node["left"]), ready(node["right"]), node["operator"]
    if operator == "and":
        return lambda ask: left(ask) and right(ask)
    if operator == "or":
        return lambda ask: left(ask) or right(ask)
    own = OPERATORS[operator]
    return lambda ask: own(left(ask), right(ask))


NODES = {
    "number": number,
    "bool": lambda node: constant(node["value"]),
    "text": lambda node: constant(node["value"]),
    "name": name,
    "list": listed,
    "negate": negate,
    "not": negation,
    "if": either,
    "call": call,
    "over": over,
    "binary": binary,
}
