"""The fields of units, places, cards and markers."""
from state import Units, exact


class Fields:
    """What a formula can ask of units, places, cards and markers."""

    def field(self, kind, own, name, among):
        if kind == "unit":
            return self.unit_field(own, name, among)
        if kind == "place":
            return self.place_field(own, name)
        if kind == "card":
            return self.game.printed_cards[own][name]
        own = (None, own, False) if isinstance(own, str) else own
        marker = self.game.markers[own[1]]
        if name == "face":
            return self.game.counters[marker["counter"]]["back" if own[2] else "front"]["state"]
        return {"id": own[1], "side": marker["side"] or "", "formation": marker["formation"] or ""}[name]

    def hostile(self, one, other):
        return self.game.players[one] != self.game.players[other]

    def memory(self, event, subject):
        times, place = self.state.memory.get((event["id"], subject), (0, None))
        return {"yes-no": times > 0, "number": times, "place": place or ""}[event["kind"]]

    # -- units ---------------------------------------------------------------------------------------------

    def unit_field(self, unit, name, among=None):
        printed = self.game.printed_units[unit]
        if name in printed:
            return printed[name]
        event = self.game.unit_events.get(name)
        if event:
            return self.memory(event, unit)
        value = name[8:] if name.startswith("printed-") else name
        if value in self.game.values:
            return self.unit_value(unit, value, value != name or self.printed)
        if name.startswith("supply."):
            rule, side = self.game.rule("supply", name[7:]), printed["side"]
            mine = rule["side"] in (None, side) and self.table.is_for(rule, unit)
            return mine and self.table.stands(unit) in self.table.traced(rule, side)
        if name in ("boundary", "crossing", "adjacent") and self.roles is not None:
            edge = self.table.edge(self.table.stands(unit), self.role("at")[0]) if self.roles.get("at") else None
            return edge is not None if name == "adjacent" else (edge or {}).get(name) or ""
        if name == "comrades":
            of = [unit] if among is None else [other for _, other in among]
            return sum(1 for other in of if self.comrades(unit, other))
        return UNIT_FIELDS[name](self, unit)

    def unit_value(self, unit, name, printed):
        """A value of the step of a unit; unless it is wanted as printed, as its status markers leave it, one after the other."""
        value = exact(self.game.units[unit]["steps"][self.state.units[unit][1]]["values"].get(name, 0))
        for marker in () if printed else self.game.changing:
            change = marker["changes"].get(name)
            if change and (unit, marker["id"]) in self.state.status:
                value = self.alone({name: ("plain", value)}).with_(own=unit, printed=True).value(change)
        return value

    def comrades(self, unit, other):
        formation = self.game.units[unit]["formation"]
        return bool(formation) and self.game.units[other]["formation"] == formation

    def status(self, units):
        mine = [marker for unit, marker in self.state.status if unit in units]
        return mine + [self.game.markers[marker]["group"] for marker in mine if self.game.markers[marker].get("group")]

    def formation_status(self, unit):
        others = {other for other, _ in self.state.status if self.comrades(unit, other) and self.table.in_play(other)}
        return self.status({unit} | others)

    # -- places --------------------------------------------------------------------------------------------

    def place_field(self, place, name):
        printed = self.game.printed_places[place]
        if name in printed:
            return printed[name]
        event = self.game.place_events.get(name)
        if event:
            return self.memory(event, place)
        if name in PLACE_FIELDS:
            return PLACE_FIELDS[name](self, place)
        if name in ("friends", "enemies"):
            return sum(1 for unit in self.here(place) if self.foe(unit) == (name == "enemies"))
        word, _, rest = name.partition("-")
        if word in ("friends", "enemies"):
            return sum(1 for unit in self.here(place) if self.foe(unit) == (word == "enemies") and self.face(unit) == rest)
        if word == "units" and rest:
            return sum(1 for unit in self.here(place) if self.side_of(unit) == rest)
        if name.startswith("supply."):
            rule = self.game.rule("supply", name[7:])
            by = rule["side"] or self.state.control[place]
            return bool(by) and place in self.table.traced(rule, by)
        raise KeyError(name)

    def here(self, place):
        return self.state.units.here.get(place, ())

    def side_of(self, unit):
        return self.game.units[unit]["side"]

    def foe(self, unit):
        return self.hostile(self.side_of(unit), self.side)

    def face(self, unit):
        return self.unit_state(unit).replace(" ", "-")

    def unit_state(self, unit):
        return self.game.units[unit]["steps"][self.state.units[unit][1]]["state"]

    def contested(self, place):
        sides = [self.side_of(unit) for unit in self.here(place)]
        return any(self.hostile(own, sides[0]) for own in sides)

    def near(self, place, foes):
        return sum(1 for near in self.game.near(place) for unit in self.here(near) if self.foe(unit) == foes)

    def near_alike(self, place):
        of_class = lambda at: self.game.places[at].get("class")
        alike = [near for near in self.game.near(place) if of_class(near) == of_class(place)]
        return sum(1 for near in alike for unit in self.here(near) if self.foe(unit))

    def areas_near(self, place):
        control = [self.state.control[near] for near in self.game.near(place)]
        return sum(1 for own in control if own and self.hostile(own, self.side))

    def zone(self, place, foes):
        return self.table.zone(place, lambda side: self.hostile(side, self.side) == foes)

    def line_from(self, place):
        """The steps of the line of supply that the unit would have in a place, if it had one."""
        saved, self.state.units = self.state.units, Units(self.state.units)
        self.state.units[self.own] = (place, self.state.units[self.own][1])
        try:
            return self.table.line(self.own)
        finally:
            self.state.units = saved

    def line_steps(self, place):
        line = self.line_from(place)
        return -1 if line is None else line


UNIT_FIELDS = {
    "state": Fields.unit_state,
    "at": lambda ask, unit: ask.table.stands(unit) or "",
    "with": lambda ask, unit: ask.table.carrier(unit) or "",
    "status": lambda ask, unit: ask.status({unit}),
    "formation-status": Fields.formation_status,
    "strength-now": lambda ask, unit: ask.table.strength(unit) or 0,
    "supplied": lambda ask, unit: ask.table.supplied(unit),
}
PLACE_FIELDS = {
    "control": lambda ask, place: ask.state.control[place] or "",
    "supplied": lambda ask, place: ask.table.place_supplied(place),
    "contested": Fields.contested,
    "friends-near": lambda ask, place: ask.near(place, False),
    "enemies-near": lambda ask, place: ask.near(place, True),
    "enemies-near-alike": Fields.near_alike,
    "enemy-areas-near": Fields.areas_near,
    "friend-zoc": lambda ask, place: ask.zone(place, False),
    "enemy-zoc": lambda ask, place: ask.zone(place, True),
    "unit-supplied": lambda ask, place: ask.line_from(place) is not None,
    "unit-supply-steps": Fields.line_steps,
    "overstacks": lambda ask, place: ask.table.overstacks(ask.own, place),
    "attackers-distance": lambda ask, place: ask.table.distance(place, ask.foes),
}
