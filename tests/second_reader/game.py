"""Engine data, indexed."""
from program import Writer
from state import GROUND


class Game:
    """Engine data, indexed, with operations as instructions."""

    def __init__(self, data):
        self.data = data
        self.rules = data["rules"]
        by_id = lambda records: {record["id"]: record for record in records}
        self.sides = [side["id"] for side in data["sides"]]
        self.players = {side["id"]: side.get("player") or side["id"] for side in data["sides"]}
        self.units, self.places, self.cards = by_id(data["units"]), by_id(data["places"]), by_id(data["cards"])
        self.decks, self.regions, self.tables = by_id(data["decks"]), by_id(data["regions"]), by_id(data["tables"])
        self.markers, self.counters = by_id(data["markers"]), by_id(data["counters"])
        self.changing = [marker for marker in data["markers"] if marker.get("changes")]
        self.order = {place["id"]: at for at, place in enumerate(data["places"])}
        self.unit_order = {unit["id"]: at for at, unit in enumerate(data["units"])}
        self.types = by_id(data["types"])
        self.values = {value["id"] for value in data["values"]}
        self.events = by_id(self.rules.get("events", []))
        self.unit_events = {name: own for name, own in self.events.items() if own["of"] == "unit"}
        self.connection_events = {name for name, own in self.events.items() if own["of"] == "connection"}
        self.unknown = set()  # fields that were asked for and are not there, by what was asked
        self.place_events = {name: own for name, own in self.events.items() if own["of"] == "place"}
        self.conditions = by_id(self.rules["conditions"])
        self.operations = by_id(self.rules.get("operations", []))
        self.procedures = by_id(self.rules["procedures"])
        self.tracks = {}
        for strength in (own for display in data["displays"] for own in display.get("strengths", [])):
            self.tracks.setdefault(strength["unit"], []).append(strength)
        self.spaces = {track["id"]: track["spaces"] for track in data["tracks"]}
        self.edges, self.leading = {}, {}
        for edge in data["edges"]:
            self.edges.setdefault(edge["from"], []).append(edge)
            self.leading.setdefault(edge["to"], []).append(edge)
        self.rivers = {}
        for border in (own for map_ in data["maps"] for own in map_["borders"] if own.get("name")):
            for pair in ((border["a"], border.get("b")), (border.get("b"), border["a"])):
                self.rivers.setdefault(pair, border["name"])
        self.features = {}
        for site in (own for map_ in data["maps"] for own in map_.get("sites", [])):
            for place in site["at"]:
                self.features.setdefault(place, site["kind"])
        self.printed_units = {name: self.unit_fields(own) for name, own in self.units.items()}
        self.printed_places = {name: self.place_fields(own) for name, own in self.places.items()}
        self.printed_cards = {name: self.card_fields(own) for name, own in self.cards.items()}
        self.code = {name: Writer(own["steps"]).code for name, own in self.operations.items()}

    def near(self, place):
        found = []
        for edge in self.edges.get(place, []):
            if edge["to"] not in found:
                found.append(edge["to"])
        return found

    def rule(self, kind, name):
        return next(own for own in self.rules[kind] if own["id"] == name)

    def steps(self, unit):
        return [step["state"] for step in self.units[unit]["steps"]]

    def unit_fields(self, own):
        """The fields of a unit that never change."""
        fields = self.blanks(["unit"])
        fields.update({name: own[name] for name in ("id", "name", "side", "type", "layout", "independent")})
        fields.update({name: own[name] or "" for name in ("formation", "size")})
        fields["groups"], fields["full-state"] = self.types[own["type"]].get("groups", []), own["steps"][0]["state"]
        fields["arrives"], fields["setup"] = (own["arrives"] or {}).get("turn") or 0, (own["setup"] or {}).get("code", "")
        fields.update(own["attributes"])
        return fields

    def place_fields(self, own):
        """The fields of a place that never change."""
        fields = self.blanks(GROUND)
        fields.update({name: own.get(name) or "" for name in ("id", "name", "class", "terrain", "map")})
        if own["kind"] in ("hex", "square"):
            fields["class"] = own["kind"]
        fields["feature"] = self.features.get(own["id"], "")
        fields.update(own.get("attributes", {}))
        return fields

    def card_fields(self, own):
        fields = self.blanks(["card"])
        fields.update({name: own[name] for name in ("id", "title", "deck")})
        fields.update(own["attributes"])
        return fields

    def blanks(self, of):
        """Attributes, empty: what a record has that says nothing of them."""
        empty = {"number": 0, "yes-no": False}
        return {own["id"]: empty.get(own["kind"], "") for own in self.data["attributes"] if own["of"] in of}

    def place(self, name):
        """A place that an example names: by its id, else its code, else a label that no other place has."""
        if name not in self.places:
            coded = [own["id"] for own in self.data["places"] if own.get("code") == name]
            labelled = [own["id"] for own in self.data["places"] if own["label"] == name and not own.get("enlarged")]
            name = (coded or (labelled if len(labelled) == 1 else []) or [name])[0]
        return self.places[name].get("enlarged") or name

    def named_places(self, names):
        """Places, and the places of regions."""
        names = [names] if isinstance(names, str) else names or []
        found = []
        for name in names:
            found += self.regions[name]["places"] if name in self.regions and name not in self.places else [self.place(name)]
        return found
