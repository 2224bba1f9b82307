"""Moves of worked examples: units go together along a path."""
from state import exact


def go_along(table, units, path):
    """What a move comes to: whether it is allowed, and if so cost, allowance, what is left of it, and whether the units must stop.
    Of a move that costs too much cost and allowance are known, too. Who may not go stays."""
    before = table.state
    allowance = min(table.allowance(unit, table.of_unit(unit)) + bonus for unit, bonus in zip(units, bonuses(table, units, path)))
    table.state = before.copy()
    gone = walk(table, units, path, allowance)
    if not gone["allowed"]:
        table.state = before
    return gone


def bonuses(table, units, path):
    """What each unit has more: the bonuses that hold for every step."""
    before, held = table.state, [table.game.rules["movement"].get("bonuses", [])] * len(units)
    edges = [table.edge(start, end) for start, end in zip(path, path[1:])]
    if not held[0] or None in edges:
        return [0] * len(units)
    table.state = before.copy()
    for at, edge in enumerate(edges):
        for n, unit in enumerate(units):
            ask = table.of_unit(unit, edge=edge, movers=units, first=at == 0)
            held[n] = table.bonuses(unit, ask, held[n])
            table.cross(unit, edge, "move")
    table.state = before
    return [sum(exact(own["add"]) for own in own_held) for own_held in held]


def walk(table, units, path, allowance):
    refused, cost, takes_all, halts = {"allowed": False}, 0, False, False
    for at, (start, end) in enumerate(zip(path, path[1:])):
        edge = table.edge(start, end)
        if halts or takes_all or edge is None or not table.played(end):
            return refused
        forced, points, stops = cost == 0 and table.game.rules["movement"]["at_least_one"], [], []
        # One after the other, so that each finds those before it in the next place.
        for unit in units:
            ask = table.of_unit(unit, edge=edge, movers=units, spent=cost, first=at == 0)
            fare = table.fare(unit, ask)
            if fare is None:
                return refused
            points.append(fare[0])
            stops.append(fare[1])
            forced = forced and fare[2]
            table.cross(unit, edge, "move")
        if None in points and cost > 0:
            return refused
        if None not in points and cost + max(points) <= allowance:
            cost += max(points)
        elif None in points or forced:
            cost, takes_all = cost + allowance, True
        else:
            return dict(refused, cost=cost + max(points), allowance=allowance)
        halts = any(stops)
    return {"allowed": True, "cost": "all" if takes_all else cost, "allowance": allowance, "left": allowance - cost, "stopped": halts}
