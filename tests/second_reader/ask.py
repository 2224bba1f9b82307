"""Formulas on a state: what names mean where they stand."""
from fields import Fields
from formulas import ready
from state import GROUND, PILES, POOLS
from sums import Sums


class Ask(Fields, Sums):
    """Who asks, and what is going on."""

    own = None  # the unit whose fields are asked for by plain names
    edge = None  # the step that it makes
    movers = ()  # the units that move together
    spent, first, entry = 0, True, 0
    roles = None  # a fight: the names of values that are the place, the attackers and so on
    outer = None  # the values in which roles are looked up, if they are not those at hand
    chosen = None  # what was chosen so far of several
    members = ()  # what collections are gone through, with the whole of each
    its = None  # what `it` is
    to = None  # the place that a line of supply or an arrival enters
    foes = ()  # attackers, whose distance is asked
    printed = False  # whether values of units are those printed, whatever markers lie on them

    def __init__(self, table, slots, side, **more):
        self.table, self.game, self.state, self.slots, self.side = table, table.game, table.state, slots, side
        self.__dict__.update(more)

    def with_(self, **more):
        other = Ask.__new__(Ask)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(more)
        return other

    def within(self, member, among=None, it=False):
        other = Ask.__new__(Ask)
        other.__dict__.update(self.__dict__)
        other.members = self.members + ((member, among),)
        if it:
            other.its = member
        return other

    def alone(self, slots):
        """Formulas that see some values and nothing else."""
        return Ask(self.table, slots, self.side)

    def value(self, formula):
        """The value of a formula, whose tree is made ready once."""
        code = formula.get("code")
        if code is None:
            code = formula["code"] = ready(formula["tree"])
        return code(self)

    def over(self, function, collection, each):
        members = list(self.several(collection))
        if each is None:
            return len(members)
        values = (each(self.within(member, members)) for member in members)
        if function == "any":
            return any(values)
        if function == "all":
            return all(values)
        if function == "count":
            return sum(1 for value in values if value)
        values = list(values)
        return {"sum": sum, "highest": max, "lowest": min}[function](values) if values else 0

    def slot(self, name):
        if self.chosen and self.chosen[0] == name:
            return ((self.its[0] if self.its else "unit") + "s", self.chosen[1])
        return self.slots.get(name)

    def around(self, place, field):
        if field == "units":
            units = sorted(self.state.units.here.get(place, ()), key=self.game.unit_order.get)
            return [("unit", unit) for unit in units]
        if field.startswith("attackers."):
            return [("unit", unit) for unit in self.table.attackers(field[10:], place, self.side)]
        if field == "near":
            return [("place", near) for near in self.game.near(place)]
        return [("marker", mark) for mark in self.state.marks if mark[0] == place]

    def several(self, name):
        slot = self.slot(name)
        if slot and slot[0] != "plain":
            kind = slot[0].rstrip("s")
            return [(kind, (None, member, False) if kind == "marker" else member) for member in slot[1]]
        if name in ("units", "near", "markers") or name.startswith("attackers."):
            for (kind, own), _ in reversed(self.members):
                if kind == "place":
                    return self.around(own, name)
        if self.roles is not None:
            if name in ("attackers", "defenders"):
                return [("unit", unit) for unit in self.role(name)]
            if name in ("attack-markers", "defence-markers"):
                return [("marker", (None, marker, False)) for marker in self.role(name)]
            if name in ("attack-assets", "defence-assets"):
                of = self.role("attackers" if name == "attack-assets" else "defenders")
                return [("unit", unit) for unit in self.state.units if self.table.carrier(unit) in of]
            if name.startswith(("area-", "area.")):
                return self.around(self.area(), name[5:])
        if name == "units":
            return [("unit", unit) for unit in self.state.units if self.table.in_play(unit)]
        if name in POOLS:
            return [("unit", unit) for unit, (at, _) in self.state.units.items() if at == name]
        if name == "places":
            return [("place", own["id"]) for own in self.game.data["places"] if own["kind"] in GROUND and self.table.played(own["id"])]
        if name == "assets":
            return [("unit", unit) for unit in self.state.units if self.table.carrier(unit) == self.actor()]
        if name == "movers":
            return [("unit", unit) for unit in self.movers]
        prefix, field = name.split(".", 1)
        if prefix == "region":
            return [("place", place) for place in self.game.regions[field]["places"] if self.table.played(place)]
        if prefix in PILES:
            cards = self.game.decks[field]["cards"]
            return [("card", card) for card in cards for _ in range(self.state.cards[card][PILES.index(prefix)])]
        if field == "carriers":
            asset = self.its[1] if prefix == "it" else self.slots[prefix][1][0]
            owners = [unit for unit in self.state.units if unit != asset and self.table.in_play(unit)]
            return [("unit", unit) for unit in owners if self.table.free_slots(unit, asset)]
        if prefix in ("from", "to") and (self.edge or self.to):
            return self.around(self.edge[prefix] if self.edge else self.to, field)
        if prefix == "it":
            return self.around(self.its[1], field)
        if field == "arrival":
            return [("place", place) for place in self.table.arrivals_of(self.slots[prefix][1][0]) if self.table.played(place)]
        return self.around(self.slots[prefix][1][0], field)

    @property
    def role_slots(self):
        return self.slots if self.outer is None else self.outer

    def role(self, name):
        slot = self.roles.get(name)
        return self.role_slots[slot][1] if slot else []

    def actor(self):
        """The unit that acts by itself."""
        return self.role("unit")[0] if self.roles and self.roles.get("unit") else self.own

    def area(self):
        """The place of a fight, or else that of the unit that acts."""
        if self.roles and self.roles.get("at"):
            return self.role("at")[0]
        return self.table.stands(self.actor())

    def name(self, name):
        for (kind, own), among in reversed(self.members):
            if self.may_have(kind, name):
                try:
                    return self.field(kind, own, name, among)
                except KeyError:
                    self.has_not(kind, name)
        slot = self.slot(name)
        if slot and slot[0] == "plain":
            return slot[1]
        if name in self.state.conditions:
            return self.state.conditions[name]
        if "." in name:
            return self.dotted(*name.split(".", 1))
        if self.edge and name in ("boundary", "crossing", "by"):
            return self.edge.get(name) or ""
        if self.edge and name in self.game.connection_events:
            pair = tuple(sorted((self.edge["from"], self.edge["to"]), key=self.game.order.get))
            return self.memory(self.game.events[name], pair)
        if self.edge and name == "boundary-name":
            return self.game.rivers.get((self.edge["from"], self.edge["to"]), "")
        if self.edge and name == "way":
            return (self.edge.get("ways") or [""])[0]
        for unit in (self.role("unit")[0] if self.roles and self.roles.get("unit") else None, self.own):
            if unit and self.may_have("unit", name):
                try:
                    return self.unit_field(unit, name)
                except KeyError:
                    self.has_not("unit", name)
        if name in ("acting", "side"):
            return self.side
        if name == "opponent":
            sides, at = self.game.sides, self.game.sides.index(self.side)
            return next((side for side in sides[at + 1:] + sides[:at] if self.hostile(side, self.side)), self.side)
        return {"turn": self.state.turn, "spent": self.spent, "first": self.first, "scenario": self.table.scenario["id"], "entry": self.entry}[name]

    def may_have(self, kind, name):
        return (kind, name) not in self.game.unknown

    def has_not(self, kind, name):
        """Remembers that units, places and so on have no such field, unless that depends on who asks."""
        if self.side is not None and name not in ("boundary", "crossing", "adjacent"):
            self.game.unknown.add((kind, name))

    def dotted(self, prefix, field):
        if prefix == "procedure":
            unit = next((own for (kind, own), _ in reversed(self.members) if kind == "unit"), None)
            procedure = self.game.procedures[field]
            if unit is None:
                return self.procedure(procedure, {})
            # Within a collection of units it is computed for each.
            roles = {key: own for key, own in (self.roles or {}).items() if key in ("at", "attackers", "defenders")}
            side = self.game.units[unit]["side"]
            return self.with_(own=unit, side=side, roles=roles, members=(), its=None).procedure(procedure, {})
        if prefix == "parameter":
            return next(own["value"] for own in self.game.rules["parameters"] if own["id"] == field)
        if prefix == "hand-size":
            return self.alone({}).value(self.game.decks[field]["hand"])
        if prefix == "supply":
            return self.unit_field(self.actor(), "supply." + field)
        if prefix == "it":
            return self.field(self.its[0], self.its[1], field, None)
        if prefix in ("attack-lead", "defence-lead") and self.roles is not None:
            return self.unit_field(self.role(prefix)[0], field)
        if prefix == "area" and self.roles is not None:
            return self.place_field(self.area(), field)
        kind, members = self.slots[prefix]
        return self.field(kind, members[0], field, None)
