"""Counters on the map: where they are, and how they get elsewhere."""
from ask import Ask
from state import GROUND, POOLS, TOUCHING, plain


class Board:
    """Where counters are."""

    def in_play(self, unit):
        return self.state.units[unit][0] not in POOLS

    def carrier(self, unit):
        place = self.game.places.get(self.state.units[unit][0])
        return place["unit"] if place and place["kind"] == "slot" else None

    def stands(self, unit):
        """Where a unit is; an asset is where its unit is."""
        carrier = self.carrier(unit)
        at = self.state.units[carrier or unit][0]
        return None if at in POOLS else at

    def free_slots(self, owner, asset):
        taken = {at for at, _ in self.state.units.values()}
        slots = [slot for track in self.game.tracks.get(owner, []) for slot in track["slots"] if slot["place"] not in taken]
        own = [slot["place"] for slot in slots if asset in (slot.get("takes") or [])]
        return own + [slot["place"] for slot in slots if slot.get("takes") is None]

    def strength(self, unit):
        if unit in self.state.strengths:
            return self.state.strengths[unit]
        return self.game.tracks[unit][0]["start"] if unit in self.game.tracks else None

    def played(self, place):
        return self.area is None or self.game.places[place]["kind"] not in GROUND or place in self.area

    def edge(self, start, end):
        """The first edge from one place to another, if there is one."""
        return next((edge for edge in self.game.edges.get(start, []) if edge["to"] == end), None)

    def distance(self, place, units):
        """The fewest steps to any of some units; 0 if there are none."""
        goals = {self.stands(unit) for unit in units} - {None}
        seen, ring, steps = {place}, [place], 0
        while ring and goals:
            if goals & set(ring):
                return steps
            touching = [edge["to"] for at in ring for edge in self.game.edges.get(at, []) if edge["by"] in TOUCHING]
            ring, steps = [to for to in dict.fromkeys(touching) if to not in seen], steps + 1
            seen |= set(ring)
        return 0

    def cross(self, unit, edge, by):
        """Takes a unit to a neighbouring place, and records the events of such a step."""
        happened = []
        for event in self.game.events.values():
            ask = Ask(self, {}, self.game.units[unit]["side"], own=unit, edge=edge)
            if by in event["by"] and (not event["when"] or ask.value(event["when"])):
                pair = tuple(sorted((edge["from"], edge["to"]), key=self.game.order.get))
                happened.append((event["id"], {"place": edge["to"], "unit": unit, "connection": pair}[event["of"]]))
        for key in happened:
            self.state.memory[key] = (self.state.memory.get(key, (0, None))[0] + 1, edge["from"])
        self.state.units[unit] = (edge["to"], self.state.units[unit][1])

    def lay(self, marker, place):
        """Lays a marker down; on a strength track it shows the present strength."""
        self.state.marks.append((place, marker, False))
        for unit, tracks in self.game.tracks.items():
            for own in tracks:
                spaces = self.game.spaces[own["track"]]
                if own["marker"] == marker and place in spaces:
                    self.state.strengths[unit] = own["from"] + spaces.index(place)

    def remove(self, unit, pool):
        for asset in [own for own in self.state.units if self.carrier(own) == unit]:
            self.remove(asset, pool)
        self.state.units[unit] = (pool, self.state.units[unit][1])
        self.state.strengths.pop(unit, None)
        self.state.memory = {key: own for key, own in self.state.memory.items() if key[1] != unit}
        self.state.status = {own for own in self.state.status if own[0] != unit}

    def face(self, marker, back):
        face = self.game.counters[self.game.markers[marker]["counter"]].get("back" if back else "front")
        return face["state"] if face else None

    def move_marker(self, marker, at, to, state):
        """One copy: of those that lie there, in order; if it is only turned, one that shows another face."""
        index = lambda mark: (self.game.order[mark[0]], mark[2])
        for mark in sorted((own for own in self.state.marks if own[1] == marker), key=index):
            if at in (None, mark[0]) and (to is not None or self.face(marker, mark[2]) != state):
                self.state.marks.remove(mark)
                faces = [back for back in (False, True) if state and self.face(marker, back) == state]
                self.state.marks.append((to or mark[0], marker, faces[0] if faces else mark[2]))
                return

    def back(self, marker, side):
        counter = self.game.counters[self.game.markers[marker]["counter"]]
        of = lambda face: bool(face) and face.get("side") == side and side is not None
        return not of(counter["front"]) and of(counter.get("back"))

    def snapshot(self):
        state, game = self.state, self.game
        face = lambda mark: game.counters[game.markers[mark[1]]["counter"]]["back" if mark[2] else "front"]["state"]
        index = {name: at for at, name in enumerate(game.markers)}
        marks = sorted(state.marks, key=lambda mark: (game.order[mark[0]], index[mark[1]], mark[2]))
        status = {}
        for unit, marker in sorted(state.status, key=lambda own: (game.unit_order[own[0]], index[own[1]])):
            status.setdefault(unit, []).append(marker)
        return {
            "status": status,
            "turn": state.turn,
            "units": {unit: [at, game.steps(unit)[step]] for unit, (at, step) in state.units.items()},
            "control": {place: side for place, side in state.control.items() if side},
            "markers": [[mark[1], mark[0], face(mark)] for mark in marks],
            "conditions": {name: plain(value) for name, value in state.conditions.items()},
            "cards": {card: piles for card, piles in state.cards.items() if not game.cards[card]["unused"]},
            "strengths": dict(state.strengths),
            "winner": state.ended or None,
        }
