#!/usr/bin/env python3
"""A second reader of engine data: replays logs of games, knowing only engine.json and docs/engine.md.

    second_reader.py ENGINE.JSON LOG...

Every choice of a log must be open, decisions with one answer must not be in it, and the state at its end must be the
one that is written. Numbers are exact; nothing here knows a game.
"""
import json
import re
import sys
from fractions import Fraction
from math import ceil, floor

POOLS = ("waiting", "eliminated", "withdrawn")
PILES = ("deck", "hand", "discards")


class Game:
    """Engine data, indexed, with operations and scenarios as instructions."""

    def __init__(self, data):
        self.data = data
        self.rules = data["rules"]
        by_id = lambda records: {record["id"]: record for record in records}
        self.sides = [side["id"] for side in data["sides"]]
        self.units, self.places, self.cards = by_id(data["units"]), by_id(data["places"]), by_id(data["cards"])
        self.decks, self.regions, self.tables = by_id(data["decks"]), by_id(data["regions"]), by_id(data["tables"])
        self.markers, self.counters = by_id(data["markers"]), by_id(data["counters"])
        self.order = {place["id"]: at for at, place in enumerate(data["places"])}
        self.unit_order = {unit["id"]: at for at, unit in enumerate(data["units"])}
        self.types = by_id(data["types"])
        self.values = {value["id"] for value in data["values"]}
        self.attributes = data["attributes"]
        self.events = by_id(self.rules.get("events", []))
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
        self.code = {name: Writer(own["steps"]).code for name, own in self.operations.items()}

    def near(self, place):
        found = []
        for edge in self.edges.get(place, []):
            if edge["to"] not in found:
                found.append(edge["to"])
        return found

    def steps(self, unit):
        return [step["state"] for step in self.units[unit]["steps"]]

    def blank(self, of, name):
        for attribute in self.attributes:
            if attribute["of"] in of and attribute["id"] == name:
                return {"number": 0, "yes-no": False}.get(attribute["kind"], "")
        raise KeyError(name)


class Writer:
    """Steps as instructions with jumps, so that a state can rest at any of them."""

    def __init__(self, steps):
        self.code, self.stops, self.fresh = [], [], 0
        self.block(steps)
        self.put("give", {})

    def put(self, what, step, **more):
        self.code.append([what, step, more])
        return len(self.code) - 1

    def hidden(self):
        self.fresh += 1
        return f"#{self.fresh}"

    def loop(self, head, steps):
        self.stops.append([])
        self.block(steps)
        self.put("jump", {}, to=head)
        self.code[head][2]["end"] = len(self.code)
        for stop in self.stops.pop():
            self.code[stop][2]["to"] = len(self.code)

    def block(self, steps):
        for step in steps:
            what = step["do"]
            if what == "if":
                test = self.put("unless", step)
                self.block(step["then"])
                over = self.put("jump", {})
                self.code[test][2]["to"] = len(self.code)
                self.block(step.get("else", []))
                self.code[over][2]["to"] = len(self.code)
            elif what == "each":
                hidden = self.hidden()
                self.put("lay", step, list=hidden)
                self.loop(self.put("next", step, list=hidden), step["steps"])
            elif what == "repeat":
                hidden = self.hidden()
                self.put("zero", {}, slot=hidden)
                self.loop(self.put("round", step, slot=hidden), step["steps"])
            elif what == "walk":
                hidden = self.hidden()
                self.put("keep" if step.get("spent") else "zero", step, slot=hidden + "spent")
                self.put("zero", {}, slot=hidden + "made")
                self.put("zero", {}, slot=hidden + "halted")
                self.loop(self.put("walk", step, slot=hidden), step["steps"])
            elif what == "stop":
                self.stops[-1].append(self.put("jump", {}))
            elif what in ("retreat", "advance", "arrive"):
                own = self.put(what, step)
                over = self.put("jump", {})
                self.code[own][2]["to"] = len(self.code)
                self.block(step.get("else", []))
                self.code[over][2]["to"] = len(self.code)
            elif what in ("choose", "losses", "draw"):
                hidden = self.hidden()
                self.put("clear", step, slot=step.get("id") if what == "choose" else hidden)
                self.put(what, step, slot=hidden)
            else:
                self.put(what, step)


def scenario_code(game, scenario):
    writer = Writer([])
    writer.code.clear()
    for placement in scenario["setup"]:
        spot = placement["spot"] or {}
        places = spot.get("any", {}).get("places") if "any" in spot else spot.get("line")
        if "unit" in placement and places is not None:
            writer.put("set-up", {}, unit=placement["unit"], places=places)
    head = writer.put("turn", {}, turns=scenario["turns"])

    def steps(of, around, goal=None, ends=None):
        for step in of:
            skips = []
            if step["turns"]:
                skips.append(writer.put("only-in", {}, turns=step["turns"]))
            if step.get("when"):
                skips.append(writer.put("unless", {"when": step["when"]}))
            side = step["side"] or around
            for operation in step.get("run", []):
                writer.put("follow", {"operation": operation, "with": {}, "as": side})
            if step.get("open"):
                writer.put("open", step, side=side, operations=step["open"], again=step.get("again", False))
            if step.get("until"):
                hidden, inner = writer.hidden(), []
                writer.put("zero", {}, slot=hidden)
                start = writer.put("round", {"most": step["most"]}, slot=hidden)
                steps(step.get("steps", []), side, step["until"], inner)
                writer.put("jump", {}, to=start)
                for at in inner:
                    writer.code[at][2]["to"] = len(writer.code)
                writer.code[start][2]["end"] = len(writer.code)
            else:
                steps(step.get("steps", []), side)
            writer.put("end", {}, id=step["id"])
            for at in skips:
                writer.code[at][2]["to"] = len(writer.code)
            if goal:
                test = writer.put("unless", {"when": goal})
                ends.append(writer.put("jump", {}))
                writer.code[test][2]["to"] = len(writer.code)

    steps(game.rules["sequence"]["steps"], game.sides[0])
    writer.put("judge", {}, last=False)
    writer.put("jump", {}, to=head)
    writer.code[head][2]["end"] = len(writer.code)
    writer.put("judge", {}, last=True)
    return writer.code


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


class Table:
    """Plays a game: `decide` gives the answers to the decision at hand, `take` takes one."""

    def __init__(self, game, scenario):
        self.game, self.state, self.grounds = game, State(), {}
        self.scenario = next(own for own in game.data["scenarios"] if own["id"] == scenario)
        area = self.scenario.get("play_area")
        self.area = set(game.regions[area]["places"]) if area else None
        state = self.state
        for place in game.data["places"]:
            state.control[place["id"]] = place.get("control")
        for unit in game.data["units"]:
            state.units[unit["id"]] = ("waiting", 0)
        for placement in self.scenario["setup"]:
            at = (placement["spot"] or {}).get("at")
            if at and "unit" in placement:
                states = game.steps(placement["unit"])
                step = states.index(placement["state"]) if placement["state"] in states else 0
                state.units[placement["unit"]] = (at, step)
            elif at:
                state.marks += [(at, placement["marker"], False)] * placement["copies"]
                for unit, tracks in game.tracks.items():
                    for own in tracks:
                        if own["marker"] == placement["marker"] and at in game.spaces[own["track"]]:
                            state.strengths[unit] = own["from"] + game.spaces[own["track"]].index(at)
        arriving = {own.get("unit") for own in self.scenario["reinforcements"]}
        for unit in self.scenario.get("unused", []):
            if unit not in arriving:
                state.units[unit] = ("withdrawn", 0)
        state.strengths = {unit: own for unit, own in state.strengths.items() if self.in_play(unit)}
        for condition in game.rules["conditions"]:
            state.conditions[condition["id"]] = blank_answer(condition)
        for card in game.data["cards"]:
            state.cards[card["id"]] = [0 if card["unused"] else card["copies"], 0, 0]
        state.frames.append([scenario_code(game, self.scenario), 0, game.sides[0], {}, False])

    # -- going on ------------------------------------------------------------------------------------------

    def run(self):
        """Goes on to the next decision that has more than one answer, or is one of chance."""
        while self.until(0):
            if self.instr()[0] in ("roll", "draw"):
                return None
            options = list(self.options())
            if len(options) > 1:
                return options
            if not options:
                raise Dead("no answer")
            self.take(options[0])
        return None

    def instr(self):
        if self.state.ended is not None or not self.state.frames:
            return None
        code, at, *_ = self.state.frames[-1]
        return code[at]

    def until(self, depth):
        while len(self.state.frames) > depth:
            instr = self.instr()
            if instr is None:
                return False
            if not self.carry_out(*instr):
                return True
        return False

    def go(self, to=None):
        frame = self.state.frames[-1]
        frame[1] = frame[1] + 1 if to is None else to

    def slots(self):
        return self.state.frames[-1][3]

    def ask(self, **more):
        return Ask(self, self.slots(), self.state.frames[-1][2], **more)

    def carry_out(self, what, step, more):
        state, game, slots = self.state, self.game, self.slots()
        if what in ("choose", "roll", "open", "set-up"):
            return False
        if what == "walk":
            places, may_stop = self.walk(step, more)
            if places or not may_stop:
                return False
            self.go(more["end"])
            return True
        if what == "losses":
            if slots.get(more["slot"]) is None:
                units = [unit for unit in slots[step["units"]][1] if self.in_play(unit)]
                units.sort(key=lambda unit: self.carrier(unit) is None)
                points = floor(self.ask().value(step["points"]))
                due = self.due(step, units, points)
                slots[step["id"]] = ("units", [])
                slots[more["slot"]] = (units if due else [], due)
            if slots[more["slot"]][0]:
                return False
        elif what in ("retreat", "advance", "arrive"):
            if self.arrivals(step) if what == "arrive" else self.retreats(step):
                return False
            self.go(more["to"])
            return True
        elif what == "draw":
            deck = game.decks[step["deck"]]
            pile = lambda at: sum(state.cards[card][at] for card in deck["cards"])
            if slots.get(more["slot"]) is None:
                slots[more["slot"]] = max(0, floor(self.ask().value(step["value"])))
                if deck["reshuffle"] == "when-short" and pile(0) < slots[more["slot"]]:
                    self.shuffle(deck)
            if slots[more["slot"]] and not pile(0) and deck["reshuffle"] != "never":
                self.shuffle(deck)
            if slots[more["slot"]] and pile(0):
                return False
        elif what == "jump":
            self.go(more["to"])
            return True
        elif what == "unless":
            if not self.ask().value(step["when"]):
                self.go(more["to"])
                return True
        elif what == "next":
            left = slots[more["list"]]
            if not left:
                self.go(more["end"])
                return True
            slots[step["id"]], slots[more["list"]] = left[0], left[1:]
        elif what == "round":
            most = step["most"] if isinstance(step["most"], int) else floor(self.ask().value(step["most"]))
            if slots[more["slot"]] >= most or ("when" in step and not self.ask().value(step["when"])):
                self.go(more["end"])
                return True
            slots[more["slot"]] += 1
        elif what == "follow":
            side = step.get("as") or (self.ask().value(step["side"]) if step.get("side") else state.frames[-1][2])
            handed = {}
            for given in game.operations[step["operation"]]["given"]:
                formula = step["with"][given["id"]]
                if given["of"] in ("number", "yes-no", "option"):
                    handed[given["id"]] = ("plain", self.ask().value(formula))
                else:
                    kind, members = slots[formula["text"]]
                    handed[given["id"]] = (given["of"], members)
            state.frames.append([game.code[step["operation"]], 0, side, handed, True])
            return True
        elif what == "give":
            value = self.ask().value(step["value"]) if step.get("value") else None
            if state.frames.pop()[4]:
                caller = self.instr()[1]
                if caller.get("id"):
                    self.slots()[caller["id"]] = ("plain", value)
                self.go()
            return True
        elif what == "only-in":
            if not more["turns"]["first"] <= state.turn <= more["turns"]["last"]:
                self.go(more["to"])
                return True
        elif what == "turn":
            turns = more["turns"] or {"first": 1, "last": 1}
            turn = slots["#turn"] + 1 if "#turn" in slots else turns["first"]
            if turn > turns["last"]:
                self.go(more["end"])
                return True
            slots["#turn"] = state.turn = turn
            if "turn" in state.conditions:
                state.conditions["turn"] = turn
            for placement in self.scenario["reinforcements"]:
                at = (placement["spot"] or {}).get("at")
                if "marker" in placement and at and placement["turn"] == turn:
                    back = self.face(placement["marker"], False) != placement["state"] == self.face(placement["marker"], True)
                    state.marks += [(at, placement["marker"], back)] * placement["copies"]
        elif what == "judge" and not step:
            self.judge(more["last"])
        else:
            self.change(what, step, more)
        if state.ended is None or self.state.frames:
            self.go()
        return True

    def change(self, what, step, more):
        state, game, slots = self.state, self.game, self.slots()
        if what == "clear":
            slots[more["slot"]] = None
        elif what == "zero":
            slots[more["slot"]] = 0
        elif what == "keep":
            slots[more["slot"]] = self.ask().value(step["spent"])
        elif what == "let":
            slots[step["id"]] = ("place", [step["place"]]) if "place" in step else ("plain", self.ask().value(step["value"]))
        elif what == "compute":
            total = self.ask(roles=step["roles"]).procedure(game.procedures[step["procedure"]], step["with"])
            slots[step["id"]] = ("plain", total)
        elif what == "look-up":
            result = self.look_up(step)
            slots[step["id"]] = ("plain", result)
            number = re.match("-?[0-9]+", result)
            if step.get("number"):
                slots[step["number"]] = ("plain", int(number.group()) if number else 0)
            if step.get("rest"):
                slots[step["rest"]] = ("plain", result[number.end() if number else 0:])
        elif what in ("lay", "gather"):
            ask, found = self.ask(), []
            for member in ask.several(step["among"]):
                if not step.get("where") or ask.within(member, it=True).value(step["where"]):
                    found.append(member)
            found = [(kind, name[1] if kind == "marker" else name) for kind, name in found]
            if what == "lay":
                slots[more["list"]] = [(kind, [name]) for kind, name in found]
            else:
                slots[step["id"]] = (found[0][0] + "s" if found else "units", [name for _, name in found])
        elif what in ("move", "flip") and step.get("markers"):
            at = slots[step["at"]][1][0] if step.get("at") else None
            to = slots[step["to"]][1][0] if step.get("to") else None
            for marker in slots[step["markers"]][1]:
                self.move_marker(marker, at, to, step.get("state"))
        elif what == "move":
            for unit in slots[step["units"]][1]:
                face = step.get("state")
                states = game.steps(unit)
                now = state.units[unit][1]
                state.units[unit] = (slots[step["to"]][1][0], states.index(face) if face in states else now)
        elif what == "assign":
            asset, owner = slots[step["unit"]][1][0], slots[step["to"]][1][0]
            free = self.free_slots(owner, asset)
            if free:
                state.units[asset] = (free[0], state.units[asset][1])
        elif what == "strength":
            for unit in filter(self.in_play, slots[step["units"]][1]):
                tracks = game.tracks.get(unit, [])
                number = floor(self.ask().within(("unit", unit), it=True).value(step["value"]))
                if tracks:
                    least, most = min(own["from"] for own in tracks), max(own["to"] for own in tracks)
                    state.strengths[unit] = max(least, min(number, most))
        elif what == "judge" and step:
            own = next(own for own in game.rules["victories"] if own["id"] == step["victory"])
            ask = self.ask(roles={})
            answers = {i["id"]: ("plain", ask.answer(i, step["with"])) for i in own["inputs"]}
            if Ask(self, answers, game.sides[0]).value(own["when"]):
                state.ended = own["winner"] or ""
        elif what == "remove":
            for unit in slots[step["units"]][1]:
                self.remove(unit, step["pool"])
        elif what == "flip":
            for unit in filter(self.in_play, slots[step["units"]][1]):
                states = game.steps(unit)
                if step["state"] in states:
                    state.units[unit] = (state.units[unit][0], states.index(step["state"]))
        elif what == "put" and step.get("units"):
            state.status |= {(unit, step["marker"]) for unit in slots[step["units"]][1] if self.in_play(unit)}
        elif what == "take" and step.get("units"):
            state.status -= {(unit, step["marker"]) for unit in slots[step["units"]][1]}
        elif what == "put":
            side = self.ask().value(step["side"]) if step.get("side") else None
            state.marks.append((slots[step["at"]][1][0], step["marker"], self.back(step["marker"], side)))
        elif what == "take":
            at = slots[step["at"]][1][0] if step.get("at") else None
            back = self.back(step["marker"], self.ask().value(step["side"])) if step.get("side") else None
            keep = lambda mark: mark[1] != step["marker"] or at not in (None, mark[0]) or back not in (None, mark[2])
            state.marks = [mark for mark in state.marks if keep(mark)]
        elif what == "control":
            state.control[slots[step["at"]][1][0]] = self.ask().value(step["side"])
        elif what == "set":
            value = self.ask().value(step["value"])
            own = game.conditions[step["condition"]]
            if own["kind"] == "number":
                value = max(value, own["min"]) if own["min"] is not None else value
                value = min(value, own["max"]) if own["max"] is not None else value
            state.conditions[step["condition"]] = value
        elif what == "record":
            for name in slots[step["of"]][1]:
                times, place = state.memory.get((step["event"], name), (0, None))
                place = slots[step["place"]][1][0] if step.get("place") else place
                state.memory[step["event"], name] = (times + 1, place)
        elif what == "forget":
            of = slots[step["of"]][1] if step.get("of") else None
            gone = lambda key: key[0] == step["event"] and (of is None or key[1] in of)
            state.memory = {key: own for key, own in state.memory.items() if not gone(key)}
        elif what == "discard":
            for card in slots[step["cards"]][1]:
                if state.cards[card][1]:
                    state.cards[card][1] -= 1
                    state.cards[card][2] += 1
        elif what == "win":
            state.ended = self.ask().value(step["side"])
        elif what == "end":
            over = lambda key: more["id"] in game.events[key[0]]["until"]
            state.memory = {key: own for key, own in state.memory.items() if not over(key)}
        else:
            raise Dead(f"what is `{what}`?")

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

    # -- zones and supply ----------------------------------------------------------------------------------

    def ground(self):
        """What was worked out of the map as it is."""
        state = self.state
        key = hash((tuple(state.units.items()), tuple(state.control.items()), tuple(state.conditions.items()), tuple(state.strengths.items()),
                    tuple(state.marks), tuple(state.memory.items()), state.turn, frozenset(state.status)))
        if key not in self.grounds:
            if len(self.grounds) > 50:
                self.grounds.clear()
            self.grounds[key] = {}
        return self.grounds[key]

    def stops(self, rule, edge):
        over = edge.get("crossing") and (rule.get("crossings") is None or edge["crossing"] in rule["crossings"])
        return (edge.get("boundary") or "") in rule["not_across"] and not over

    def zone(self, place, wanted):
        """Whether a unit of a side that is wanted exerts a zone of control into a place."""
        rule = self.game.rules.get("zone_of_control")
        for edge in self.game.leading.get(place, []) if rule else ():
            if edge["by"] == "map-edge" or self.stops(rule, edge):
                continue
            for unit in self.state.units.here.get(edge["from"], ()):
                side = self.game.units[unit]["side"]
                if wanted(side) and (not rule["when"] or Ask(self, {}, side, own=unit, edge=edge).value(rule["when"])):
                    return True
        return False

    def played(self, place):
        return self.area is None or self.game.places[place]["kind"] not in ("area", "hex") or place in self.area

    def traced(self, rule, side):
        """The places from which a line can be traced by a rule, with its steps."""
        ground = self.ground()
        if (rule["id"], side) not in ground:
            ground[rule["id"], side] = self.reached(rule, side, ground)
        return ground[rule["id"], side]

    def reached(self, rule, side, ground):
        counts = lambda place: not rule["source_when"] or Ask(self, {}, side, to=place).value(rule["source_when"])
        sources = lambda: [place for place in rule["sources"] if self.played(place) and counts(place)]
        hub = rule.get("hub")
        if not hub:
            return self.flood(rule, side, ground, sources(), rule["range"], [])
        hubs = {}
        for unit in self.state.units:
            place = self.stands(unit)
            if self.game.units[unit]["side"] == side and place is not None:
                ask = Ask(self, {}, side, own=unit, to=place)
                if ask.value(hub["where"]):
                    hubs[place] = max(hubs.get(place, 0), floor(ask.value(hub["range"])))
        if rule["sources"] and hubs:
            lines = self.flood(rule, side, ground, sources(), rule["range"], hub.get("along", []))
            hubs = {place: reach for place, reach in hubs.items() if place in lines}
        best = {}
        for place, reach in hubs.items():
            for at, steps in self.flood(rule, side, ground, [place], reach, []).items():
                best[at] = min(steps, best.get(at, steps))
        return best

    def flood(self, rule, side, ground, ends, reach, along):
        steps = {place: 0 for place in ends}
        paths = [own["path"] for own in rule["exceptions"]]
        excepted = {step for path in paths for step in zip(path, path[1:])}
        known = ground.setdefault((rule["through"]["text"], side), {}) if rule["through"] else {}
        queue = list(steps)
        for place in queue:
            if (reach is not None and steps[place] >= reach) or not self.played(place):
                continue
            for edge in self.game.leading.get(place, []):
                stopped = self.stops(rule, edge) and (edge["from"], place) not in excepted
                follows = not along or any(way in along for way in edge.get("ways", []))
                if edge["from"] in steps or stopped or not follows:
                    continue
                key = (edge["from"], place)
                if rule["through"] and key not in known:
                    known[key] = Ask(self, {}, side, edge=edge).value(rule["through"])
                if not rule["through"] or known[key]:
                    steps[edge["from"]] = steps[place] + 1
                    queue.append(edge["from"])
        return steps

    def line(self, unit):
        """The steps of the shortest line of a unit: none if there is no line, 0 if no rule is for it."""
        side, at = self.game.units[unit]["side"], self.stands(unit)
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side) and self.is_for(rule, unit)]
        if at is None or not rules:
            return 0
        lines = [self.traced(rule, side) for rule in rules]
        return min((line[at] for line in lines if at in line), default=None)

    def overstacks(self, unit, place):
        """Whether a stacking limit would be exceeded with a unit in a place."""
        for rule in self.game.rules["stacking"]:
            if rule["limit"] is None or place not in rule["places"]:
                continue
            points = {}
            for own in sorted(self.state.units.here.get(place, set()) | {unit}, key=self.game.unit_order.get):
                ask = Ask(self, {}, self.game.units[own]["side"], own=own)
                if rule.get("units") and not ask.value(rule["units"]):
                    continue
                side = next(one for one in self.game.sides if not ask.hostile(one, self.game.units[own]["side"]))
                side = side if rule["per"] == "side" else ""
                points[side] = points.get(side, 0) + (ask.value(rule["counts"]) if rule["counts"] else 1)
            if any(own > rule["limit"] for own in points.values()):
                return True
        return False

    def distance(self, place, units):
        """The fewest steps to any of some units; 0 if there are none."""
        goals = {self.stands(unit) for unit in units} - {None}
        seen, ring, steps = {place}, [place], 0
        while ring and goals:
            if goals & set(ring):
                return steps
            touching = [edge["to"] for at in ring for edge in self.game.edges.get(at, []) if edge["by"] in ("border", "hexside", "side", "corner")]
            ring, steps = [to for to in dict.fromkeys(touching) if to not in seen], steps + 1
            seen |= set(ring)
        return 0

    def attackers(self, name, place, side):
        """The units next to a place that a rule of attack lets attack it."""
        rule = next(own for own in self.game.rules["attacks"] if own["id"] == name)
        found = []
        for unit in self.state.units:
            own = self.game.units[unit]
            if Ask(self, {}, side).hostile(own["side"], side) or rule["side"] not in (None, own["side"]):
                continue
            edge = next((one for one in self.game.edges.get(self.state.units[unit][0], []) if one["to"] == place), None)
            if edge is None or not self.played(place):
                continue
            of_type = lambda one: not one["types"] or own["type"] in one["types"]
            bare = Ask(self, {}, own["side"], own=unit, edge=dict(edge, ways=[]))
            costs = [cost for cost in self.game.rules["movement"]["costs"] if cost["id"] in rule.get("entry", []) and of_type(cost)]
            entry = sum(Fraction(cost["points"]) for cost in costs if cost["points"] is not None and (not cost["when"] or bare.value(cost["when"])))
            ask = Ask(self, {}, own["side"], own=unit, edge=edge, entry=entry)
            barred = [bar for bar in rule["bars"] if bar["when"] and of_type(bar) and bar["side"] in (None, own["side"]) and ask.value(bar["when"])]
            if not barred:
                found.append(unit)
        return found

    def is_for(self, rule, unit):
        return not rule.get("units") or Ask(self, {}, self.game.units[unit]["side"], own=unit).value(rule["units"])

    def supplied(self, unit):
        side, at = self.game.units[unit]["side"], self.stands(unit)
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side)]
        rules = [rule for rule in rules if self.is_for(rule, unit)]
        return at is None or not rules or any(at in self.traced(rule, side) for rule in rules)

    def place_supplied(self, place):
        side = self.state.control[place]
        rules = [rule for rule in self.game.rules["supply"] if rule["side"] in (None, side)]
        return bool(side) and (not rules or any(place in self.traced(rule, side) for rule in rules))

    def arrivals(self, step):
        return self.arrivals_of(self.slots()[step["unit"]][1][0])

    def arrivals_of(self, unit):
        own, side = self.game.units[unit], self.game.units[unit]["side"]
        said = next((one for one in self.scenario["reinforcements"] if one.get("unit") == unit), None)
        if said is None and own["arrives"] is None:
            return []
        spot = (said or own["arrives"])["spot"]
        if spot is None:
            entry = next((one for one in self.scenario["entries"] if unit in one["units"]), None)
            places = entry["places"] if entry else []
        else:
            places = [spot["at"]] if "at" in spot else spot["any"]["places"] if "any" in spot else spot.get("line", [])
        narrowed = own["arrives"] or {}
        if narrowed.get("where"):
            places = [place for place in places if Ask(self, {}, side, own=unit, to=place).value(narrowed["where"])]
        if narrowed.get("nearest"):
            steps, queue = {narrowed["nearest"]: 0}, [narrowed["nearest"]]
            for place in queue:
                for edge in self.game.edges.get(place, []):
                    if edge["by"] in ("border", "hexside", "side", "corner") and edge["to"] not in steps:
                        steps[edge["to"]] = steps[place] + 1
                        queue.append(edge["to"])
            least = min((steps[place] for place in places if place in steps), default=None)
            places = [place for place in places if least is not None and steps.get(place) == least]
        return places

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

    def shuffle(self, deck):
        for card in deck["cards"]:
            piles = self.state.cards[card]
            piles[0], piles[2] = piles[0] + piles[2], 0

    def judge(self, last):
        rules = {own["id"]: own for own in self.game.rules["victories"]}
        for name in self.scenario["victory"]:
            own = rules[name]
            turn = own["turn"]
            due = turn is None or (turn > self.state.turn if last else turn == self.state.turn)
            if not due or not own.get("when") or own.get("by"):
                continue
            ask = Ask(self, {}, self.game.sides[0])
            answers = {i["id"]: ("plain", ask.value(i["from"]) if i.get("from") else blank_answer(i)) for i in own["inputs"]}
            holds = Ask(self, answers, self.game.sides[0]).value(own["when"])
            side = own["winner"] if holds else own["otherwise"] if last or turn is not None else None
            if side:
                self.state.ended = side
                return
        if last:
            self.state.ended = ""

    def look_up(self, step):
        table = self.game.tables[step["table"]]
        ask = self.ask(roles=step["roles"])
        answers = {own["id"]: ("plain", ask.answer(own, step["with"])) for own in table["inputs"]}
        inside = Ask(self, answers, self.state.frames[-1][2])
        total = ask.value(step["roll"]) if step.get("roll") else 0
        best = {}
        for at, own in enumerate(table["modifiers"]):
            if not own["when"] or inside.value(own["when"]):
                adds, group = inside.value(own["add"]), own["group"] or at
                if group not in best or abs(adds) > abs(best[group]):
                    best[group] = adds
        total += sum(best.values())
        number = lambda by: total if by == "roll" else answers[by][1] + (sum(best.values()) if not table["dice"] and by == table["down"] else 0)
        part = table["parts"][0]
        if table["by_part"]:
            part = table["parts"][self.band([own["band"] for own in table["parts"]], number(table["by_part"]), table)]
        row = self.band([own["on"] for own in part["rows"]], number(table["down"]), table)
        if row is None:
            return ""
        row = part["rows"][row]
        if not table["across"]:
            return row["result"] or ""
        column = self.band(table["columns"], number(table["across"]), table)
        if table.get("shift"):
            column = max(0, min(len(row["cells"]) - 1, column + floor(inside.value(table["shift"]))))
        return row["cells"][column]

    def band(self, bands, number, table):
        """The row, column or part for a number."""
        def outside(band):
            if band["from"] is not None and number < Fraction(band["from"]):
                return Fraction(band["from"]) - number
            if band["to"] is not None and (number >= Fraction(band["to"]) if band["below"] else number > Fraction(band["to"])):
                return number - Fraction(band["to"])
            return None
        far = [outside(band) for band in bands]
        if None in far:
            return far.index(None)
        return far.index(min(far)) if table["beyond"] == "nearest" else None

    # -- movement, losses, retreats ------------------------------------------------------------------------

    def walkers(self, step, more):
        slots = self.slots()
        units = slots[step["units"]][1]
        here = slots[step["id"]][1][0] if slots[more["slot"] + "made"] else None
        if here is None:
            here = next((self.state.units[unit][0] for unit in units if self.in_play(unit)), None)
        return [unit for unit in units if here and self.state.units[unit][0] == here]

    def walk(self, step, more):
        slots, ask = self.slots(), self.ask()
        made = slots[more["slot"] + "made"]
        least = floor(ask.value(step["least"])) if step.get("least") else 1
        most = floor(ask.value(step["most"])) if step.get("most") else 10**9
        group, found = self.walkers(step, more), []
        if group and made < most and not slots[more["slot"] + "halted"]:
            for edge in self.game.edges.get(self.state.units[group[0]][0], []):
                if edge["to"] not in found and self.played(edge["to"]) and self.price(step, more, group, edge):
                    found.append(edge["to"])
        return found, made >= least

    def price(self, step, more, group, edge):
        rules, slots, saved = self.game.rules["movement"], self.slots(), self.state.units
        spent, first = slots[more["slot"] + "spent"], slots[more["slot"] + "made"] == 0
        first, forced = first and spent == 0, spent == 0 and rules["at_least_one"]
        self.state.units = Units(saved) if len(group) > 1 else saved
        dearest, allowance, halts = [], [], False
        try:
            for unit in group:
                ask = Ask(self, slots, self.game.units[unit]["side"], own=unit, edge=edge, movers=group, spent=spent, first=first)
                own = self.game.units[unit]
                of_type = lambda rule: not rule["types"] or own["type"] in rule["types"]
                for bar in rules["bars"]:
                    if bar["when"] and of_type(bar) and bar["side"] in (None, own["side"]) and ask.value(bar["when"]):
                        return None
                if step.get("where") and not ask.value(step["where"]):
                    return None
                if step.get("cost"):
                    dearest.append(ask.value(step["cost"]))
                else:
                    due = [cost for cost in rules["costs"] if of_type(cost) and (not cost["when"] or ask.value(cost["when"]))]
                    points = [Fraction(cost["points"]) if cost["points"] is not None else None for cost in due]
                    if None in points:
                        dearest.append(None)
                    else:
                        dearest.append(max(points, default=0) if rules["combine"] == "highest" else sum(points))
                if rules["procedure"]:
                    allowance.append(ask.procedure(self.game.procedures[rules["procedure"]], {}))
                else:
                    allowance.append(ask.unit_field(unit, rules["allowance"]))
                halts = halts or any(ask.value(stop["when"]) for stop in rules["stops"])
                forced = forced and (not rules.get("at_least_one_when") or ask.value(rules["at_least_one_when"]))
                if len(group) > 1:
                    self.state.units[unit] = (edge["to"], self.state.units[unit][1])
        finally:
            self.state.units = saved
        least = min(allowance)
        if None not in dearest and spent + max(dearest) <= least:
            return max(dearest), halts
        if (None in dearest and spent == 0) or forced:
            return least, True
        return None

    def outcomes(self, step, unit):
        rule = next(own for own in self.game.rules["losses"] if own["id"] == step["losses"])
        known = self.all_outcomes(rule, unit)
        lead = self.slots()[step["lead"]][1] if step.get("lead") and rule["lead_first"] else []
        some = [own for own in known if own[-1] > 0]
        return some if unit in lead and some else known

    def all_outcomes(self, rule, unit):
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

    def retreats(self, step):
        unit = self.slots()[step["unit"]][1][0]
        kind = step["do"]
        rule = next(own for own in self.game.rules[kind + "s"] if own["id"] == step[kind])
        found = {}
        for edge in self.game.edges.get(self.state.units[unit][0], []):
            if not self.played(edge["to"]):
                continue
            foes = self.slots()[step["attackers"]][1] if step.get("attackers") else ()
            ask = Ask(self, self.slots(), self.game.units[unit]["side"], own=unit, edge=edge, foes=foes)
            barred = rule["bar"] and ask.value(rule["bar"])
            if edge["to"] not in found and not barred and (not step.get("where") or ask.value(step["where"])):
                found[edge["to"]] = ask

        def fitting(wish):
            fits = {to: ask for to, ask in found.items() if not wish["when"] or ask.value(wish["when"])}
            score = {to: ask.value(wish["least"]) if wish["least"] else 0 for to, ask in fits.items()}
            return [to for to in fits if score[to] == min(score.values())]

        for wish in rule.get("preferences", []):
            fits = fitting(wish)
            if fits:
                found = {to: ask for to, ask in found.items() if to in fits}
        if not rule["priorities"]:
            return list(found)
        return next((fits for fits in map(fitting, rule["priorities"]) if fits), [])

    # -- decisions -----------------------------------------------------------------------------------------

    def options(self):
        """The answers to the decision at hand: labels with what they mean."""
        what, step, more = self.instr()
        if what == "choose":
            yield from self.chosen(step)
        elif what == "walk":
            places, may_stop = self.walk(step, more)
            yield from ((place, ("place", place)) for place in places)
            if may_stop:
                yield "done", ("done", None)
        elif what == "losses":
            yield from self.losses(step, more).items()
        elif what in ("retreat", "advance"):
            yield from ((place, ("place", place)) for place in self.retreats(step))
        elif what == "arrive":
            yield from ((place, ("place", place)) for place in self.arrivals(step))
        elif what == "open":
            for name in more["operations"]:
                if self.is_open(name, more["side"]):
                    yield name, ("operation", name)
            if more["again"]:
                yield "done", ("done", None)
        elif what == "set-up":
            yield from ((place, ("place", place)) for place in more["places"])

    def is_open(self, name, side):
        own = self.game.operations[name]
        if own["side"] not in (None, side) or (own["card"] and not self.state.cards[own["card"]][1]):
            return False
        if own["when"] and not Ask(self, {}, side).value(own["when"]):
            return False
        return self.leads_on((name, ("operation", name)))

    def leads_on(self, choice):
        saved = self.state
        inside = 0 if self.instr()[0] == "open" else 1
        depth = len(saved.frames) - inside
        self.state = saved.copy()
        try:
            self.take(choice)
            if not self.until(depth):
                return True
            return self.instr()[0] in ("roll", "draw") or next(iter(self.options()), None) is not None
        finally:
            self.state = saved

    def chosen(self, step):
        ask, slots = self.ask(), self.slots()
        least, most = (floor(ask.value(step[key])) if step.get(key) else None for key in ("least", "most"))
        if step["of"] == "number":
            options = [(str(number), ("plain", number)) for number in range(least, most + 1)]
        elif step["of"] == "yes-no":
            options = [("yes", ("plain", True)), ("no", ("plain", False))]
        elif step["of"] == "option":
            options = [(option, ("plain", option)) for option in step["options"]]
        else:
            options = self.candidates(step, ask, least, most)
        for option in options:
            if not step["ahead"] or self.leads_on(option):
                yield option

    def candidates(self, step, ask, least, most):
        several = least is not None or most is not None
        chosen = list((self.slots()[step["id"]] or ("", []))[1]) if several else []
        if several and len(chosen) >= (least or 0):
            yield "done", ("done", None)
        if several and most is not None and len(chosen) >= most:
            return
        left, seen = list(chosen), set()
        members = list(ask.several(step["among"]))
        for kind, name in members:
            label = name[1] if kind == "marker" else name
            if label in left:
                left.remove(label)
                continue
            if label in seen:
                continue
            inside = self.ask(chosen=(step["id"], chosen) if several else None).within((kind, name), it=True)
            if not step.get("where") or inside.value(step["where"]):
                seen.add(label)
                yield label, (kind, label)

    def take(self, choice):
        """Does what an answer does."""
        what, step, more = self.instr()
        state, slots, (_, (kind, *value)) = self.state, self.slots(), choice
        if what == "choose":
            several = step.get("least") or step.get("most")
            if kind == "plain":
                slots[step["id"]] = ("plain", value[0])
            elif not several:
                slots[step["id"]] = (kind, [value[0]])
            else:
                chosen = list((slots[step["id"]] or ("", []))[1])
                full = kind == "done"
                if not full:
                    most = step.get("most")
                    chosen.append(value[0])
                    full = most and len(chosen) >= floor(self.ask().value(most))
                slots[step["id"]] = (step["of"], chosen)
                if not full:
                    return
            self.go()
        elif what == "walk":
            if kind == "done":
                return self.go(more["end"])
            group = self.walkers(step, more)
            edges = [e for e in self.game.edges[state.units[group[0]][0]] if e["to"] == value[0]]
            edge = next(e for e in edges if self.price(step, more, group, e))
            points, halts = self.price(step, more, group, edge)
            for unit in group:
                self.cross(unit, edge, "move")
            slots[more["slot"] + "spent"] += points
            slots[more["slot"] + "made"] += 1
            slots[more["slot"] + "halted"] = halts
            if step.get("number"):
                slots[step["number"]] = ("plain", slots[more["slot"] + "spent"])
            slots[step["id"]] = ("place", [value[0]])
            self.go()
        elif what == "losses":
            unit, (after, strength, retreats, points) = value
            queue, left = slots[more["slot"]]
            left -= points
            slots[more["slot"]] = (queue[1:] if left > 0 else [], left)
            if after is None:
                self.remove(unit, "eliminated")
            else:
                state.units[unit] = (state.units[unit][0], after)
            if strength is not None:
                state.strengths[unit] = strength
            if retreats:
                slots[step["id"]] = ("units", slots[step["id"]][1] + [unit])
        elif what in ("retreat", "advance"):
            unit = slots[step["unit"]][1][0]
            edge = next(e for e in self.game.edges[state.units[unit][0]] if e["to"] == value[0])
            self.cross(unit, edge, what)
            slots[step["id"]] = ("place", [value[0]])
            self.go()
        elif what == "arrive":
            unit = slots[step["unit"]][1][0]
            state.units[unit] = (value[0], state.units[unit][1])
            slots[step["id"]] = ("place", [value[0]])
            self.go()
        elif what == "open":
            if kind == "done" or not more["again"]:
                self.go()
            if kind == "operation":
                card = self.game.operations[value[0]]["card"]
                if card:
                    state.cards[card][1] -= 1
                    state.cards[card][2] += 1
                state.frames.append([self.game.code[value[0]], 0, more["side"], {}, False])
        elif what == "set-up":
            state.units[more["unit"]] = (value[0], state.units[more["unit"]][1])
            self.go()

    def cross(self, unit, edge, by):
        happened = []
        for event in self.game.events.values():
            ask = Ask(self, {}, self.game.units[unit]["side"], own=unit, edge=edge)
            if by in event["by"] and (not event["when"] or ask.value(event["when"])):
                pair = tuple(sorted((edge["from"], edge["to"]), key=self.game.order.get))
                happened.append((event["id"], {"place": edge["to"], "unit": unit, "connection": pair}[event["of"]]))
        for key in happened:
            self.state.memory[key] = (self.state.memory.get(key, (0, None))[0] + 1, edge["from"])
        self.state.units[unit] = (edge["to"], self.state.units[unit][1])

    def chance(self, line):
        what, step, more = self.instr()
        if what == "roll":
            dice, total = step["dice"], 0
            if len(line["dice"]) != dice["count"] or not all(1 <= die <= dice["sides"] for die in line["dice"]):
                raise Dead("such dice are not thrown")
            for die in line["dice"]:
                total = total * 10 + die if dice["tens_and_units"] else total + die
            self.slots()[step["id"]] = ("plain", total + dice.get("add", 0))
            self.go()
        else:
            piles = self.state.cards[line["drawn"]]
            if not piles[0] or line["drawn"] not in self.game.decks[step["deck"]]["cards"]:
                raise Dead("that card is not in the deck")
            piles[0], piles[1] = piles[0] - 1, piles[1] + 1
            self.slots()[more["slot"]] -= 1

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


class Ask:
    """Formulas on a state: what names mean where they stand."""

    def __init__(self, table, slots, side, own=None, edge=None, movers=(), spent=0, first=True, roles=None, chosen=None, members=(), it=None, outer=None, to=None, foes=(), entry=0):
        self.to, self.foes, self.entry = to, foes, entry
        self.table, self.game, self.state = table, table.game, table.state
        self.slots, self.side, self.own, self.edge, self.movers = slots, side, own, edge, movers
        self.spent, self.first, self.roles, self.chosen, self.members, self.its = spent, first, roles, chosen, members, it
        self.role_slots = slots if outer is None else outer
        self.outer = outer

    def with_(self, **more):
        keys = dict(own=self.own, edge=self.edge, movers=self.movers, spent=self.spent, first=self.first, roles=self.roles,
                    chosen=self.chosen, members=self.members, it=self.its, outer=self.outer, to=self.to, foes=self.foes, entry=self.entry)
        keys.update(more)
        slots, side = keys.pop("slots", self.slots), keys.pop("side", self.side)
        return Ask(self.table, slots, side, **keys)

    def within(self, member, among=None, it=False):
        return self.with_(members=self.members + ((member, among),), it=member if it else self.its)

    def value(self, formula):
        return self.eval(formula["tree"])

    def eval(self, node):
        kind = node["node"]
        if kind == "number":
            return node["value"] if node.get("over", 1) == 1 else Fraction(node["value"], node["over"])
        if kind in ("bool", "text"):
            return node["value"]
        if kind == "name":
            return self.name(node["name"])
        if kind == "list":
            return [self.eval(item) for item in node["items"]]
        if kind == "negate":
            return -self.eval(node["of"])
        if kind == "not":
            return not self.eval(node["of"])
        if kind == "if":
            return self.eval(node["then"] if self.eval(node["test"]) else node["else"])
        if kind == "call":
            numbers = [self.eval(own) for own in node["arguments"]]
            name = node["function"]
            if name == "clamp":
                return max(numbers[1], min(numbers[0], numbers[2]))
            if name == "round":
                return floor(numbers[0] + Fraction(1, 2))
            return {"min": min, "max": max}[name](numbers) if name in ("min", "max") else {"abs": abs, "floor": floor, "ceil": ceil}[name](numbers[0])
        if kind == "over":
            return self.over(node)
        left, operator = self.eval(node["left"]), node["operator"]
        if operator == "and":
            return left and self.eval(node["right"])
        if operator == "or":
            return left or self.eval(node["right"])
        right = self.eval(node["right"])
        if operator in ("==", "!="):
            return (left == right) == (operator == "==")
        if operator == "in":
            return left in right
        if operator in ("<", "<=", ">", ">="):
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]
        if operator in ("/", "%"):
            if right == 0:
                return 0
            return Fraction(left) / right if operator == "/" else left % right
        return {"+": left + right, "-": left - right, "*": left * right}[operator] if operator in "+-*" else None

    def over(self, node):
        members, name, each = list(self.several(node["collection"])), node["function"], node.get("each")
        if each is None:
            return len(members)
        values = (self.within(member, members).eval(each) for member in members)
        if name == "any":
            return any(values)
        if name == "all":
            return all(values)
        if name == "count":
            return sum(1 for value in values if value)
        values = list(values)
        return {"sum": sum, "highest": max, "lowest": min}[name](values) if values else 0

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
            return [("place", own["id"]) for own in self.game.data["places"] if own["kind"] in ("area", "hex") and self.table.played(own["id"])]
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

    def role(self, name):
        slot = self.roles.get(name)
        return self.role_slots[slot][1] if slot else []

    def area(self):
        if self.roles and self.roles.get("at"):
            return self.role_slots[self.roles["at"]][1][0]
        return self.state.units[self.own][0]

    def name(self, name):
        for (kind, own), among in reversed(self.members):
            try:
                return self.field(kind, own, name, among)
            except KeyError:
                pass
        slot = self.slot(name)
        if slot and slot[0] == "plain":
            return slot[1]
        if "." in name:
            return self.dotted(*name.split(".", 1))
        if self.edge and name in ("boundary", "crossing", "by"):
            return self.edge.get(name) or ""
        event = self.game.events.get(name)
        if self.edge and event and event["of"] == "connection":
            pair = tuple(sorted((self.edge["from"], self.edge["to"]), key=self.game.order.get))
            return self.memory(event, pair)
        if self.roles and self.roles.get("unit"):
            try:
                return self.unit_field(self.role("unit")[0], name)
            except KeyError:
                pass
        if self.edge and name == "boundary-name":
            return self.game.rivers.get((self.edge["from"], self.edge["to"]), "")
        if self.edge and name == "way":
            return (self.edge.get("ways") or [""])[0]
        if self.own:
            try:
                return self.unit_field(self.own, name)
            except KeyError:
                pass
        if name in self.state.conditions:
            return self.state.conditions[name]
        if name in ("acting", "side"):
            return self.side
        if name == "opponent":
            sides, at = self.game.sides, self.game.sides.index(self.side)
            return next((side for side in sides[at + 1:] + sides[:at] if self.hostile(side, self.side)), self.side)
        return {"turn": self.state.turn, "spent": self.spent, "first": self.first, "scenario": self.table.scenario["id"], "entry": self.entry}[name]

    def dotted(self, prefix, field):
        if prefix == "procedure":
            unit = next((own for (kind, own), _ in reversed(self.members) if kind == "unit"), None)
            procedure = self.game.procedures[field]
            if unit is None:
                return self.procedure(procedure, {})
            # Within a collection of units it is computed for each.
            roles = {key: own for key, own in (self.roles or {}).items() if key in ("at", "attackers", "defenders")}
            side = self.game.units[unit]["side"]
            return self.with_(own=unit, side=side, roles=roles, members=(), it=None).procedure(procedure, {})
        if prefix == "parameter":
            return next(own["value"] for own in self.game.rules["parameters"] if own["id"] == field)
        if prefix == "hand-size":
            return Ask(self.table, {}, self.side).value(self.game.decks[field]["hand"])
        if prefix == "it":
            return self.field(self.its[0], self.its[1], field, None)
        if prefix in ("from", "to") and (self.edge or self.to):
            return self.place_field(self.edge[prefix] if self.edge else self.to, field)
        if prefix in ("attack-lead", "defence-lead") and self.roles is not None:
            return self.unit_field(self.role(prefix)[0], field)
        if prefix == "area" and self.roles is not None:
            return self.place_field(self.area(), field)
        kind, members = self.slots[prefix]
        return self.field(kind, members[0], field, None)

    def field(self, kind, own, name, among):
        if kind == "unit":
            return self.unit_field(own, name, among)
        if kind == "place":
            return self.place_field(own, name)
        if kind == "card":
            card = self.game.cards[own]
            return card[name] if name in ("id", "title", "deck") else card["attributes"].get(name, self.game.blank(["card"], name))
        own = (None, own, False) if isinstance(own, str) else own
        marker = self.game.markers[own[1]]
        if name == "face":
            return self.game.counters[marker["counter"]]["back" if own[2] else "front"]["state"]
        return {"id": own[1], "side": marker["side"] or "", "formation": marker["formation"] or ""}[name]

    def hostile(self, one, other):
        player = lambda side: next(own.get("player") or own["id"] for own in self.game.data["sides"] if own["id"] == side)
        return player(one) != player(other)

    def memory(self, event, subject):
        times, place = self.state.memory.get((event["id"], subject), (0, None))
        return {"yes-no": times > 0, "number": times, "place": place or ""}[event["kind"]]

    def unit_field(self, unit, name, among=None):
        own, (place, step) = self.game.units[unit], self.state.units[unit]
        event = self.game.events.get(name)
        if event and event["of"] == "unit":
            return self.memory(event, unit)
        if name == "state":
            return own["steps"][step]["state"]
        if name == "at":
            return self.table.stands(unit) or ""
        if name in ("status", "formation-status"):
            alike = lambda other: own["formation"] and self.game.units[other]["formation"] == own["formation"] and self.table.in_play(other)
            of_whom = {unit} | ({other for other, _ in self.state.status if alike(other)} if name == "formation-status" else set())
            mine = [marker for of, marker in self.state.status if of in of_whom]
            return mine + [self.game.markers[marker]["group"] for marker in mine if self.game.markers[marker].get("group")]
        if name in ("boundary", "crossing", "adjacent") and self.roles is not None and self.roles.get("at"):
            edge = next((one for one in self.game.edges.get(self.table.stands(unit), []) if one["to"] == self.area()), None)
            return edge is not None if name == "adjacent" else (edge or {}).get(name) or ""
        if name == "with":
            return self.table.carrier(unit) or ""
        if name == "strength-now":
            return self.table.strength(unit) or 0
        if name == "full-state":
            return own["steps"][0]["state"]
        if name == "supplied":
            return self.table.supplied(unit)
        if name.startswith("supply."):
            rule = next(rule for rule in self.game.rules["supply"] if rule["id"] == name[7:])
            mine = rule["side"] in (None, own["side"]) and self.table.is_for(rule, unit)
            return mine and self.table.stands(unit) in self.table.traced(rule, own["side"])
        if name == "comrades":
            of = [unit] if among is None else [other for _, other in among]
            return sum(1 for other in of if own["formation"] and self.game.units[other]["formation"] == own["formation"])
        printed = name[8:] if name.startswith("printed-") else name
        if printed in self.game.values:
            value = own["steps"][step]["values"].get(printed, 0)
            value = Fraction(value) if isinstance(value, str) else value
            for marker in self.game.markers.values() if printed == name else ():
                change = marker.get("changes", {}).get(name)
                if change and (unit, marker["id"]) in self.state.status:
                    value = Ask(self.table, {name: ("plain", value)}, self.side).value(change)
            return value
        if name in own["attributes"]:
            return own["attributes"][name]
        if name == "arrives":
            return (own["arrives"] or {}).get("turn") or 0
        if name == "groups":
            return self.game.types[own["type"]].get("groups", [])
        if name in ("id", "name", "side", "type", "layout", "independent"):
            return own[name]
        if name in ("formation", "size"):
            return own[name] or ""
        return self.game.blank(["unit"], name)

    def place_field(self, place, name):
        own = self.game.places[place]
        event = self.game.events.get(name)
        if event and event["of"] == "place":
            return self.memory(event, place)
        if name == "id":
            return place
        if name == "control":
            return self.state.control[place] or ""
        if name == "supplied":
            return self.table.place_supplied(place)
        if name in ("unit-supplied", "unit-supply-steps") and self.own:
            saved, self.state.units = self.state.units, Units(self.state.units)
            self.state.units[self.own] = (place, self.state.units[self.own][1])
            try:
                line = self.table.line(self.own)
            finally:
                self.state.units = saved
            return line is not None if name == "unit-supplied" else -1 if line is None else line
        if name == "overstacks" and self.own:
            return self.table.overstacks(self.own, place)
        if name == "attackers-distance":
            return self.table.distance(place, self.foes)
        if name in ("friend-zoc", "enemy-zoc"):
            return self.table.zone(place, lambda side: self.hostile(side, self.side) == (name == "enemy-zoc"))
        here = lambda at: self.state.units.here.get(at, ())
        side = lambda unit: self.game.units[unit]["side"]
        if name.startswith("units-"):
            return sum(1 for unit in here(place) if side(unit) == name[6:])
        if name == "contested":
            sides = [side(unit) for unit in here(place)]
            return any(self.hostile(own, sides[0]) for own in sides)
        if name == "enemies-near-alike":
            alike = [near for near in self.game.near(place) if self.game.places[near].get("class") == own.get("class")]
            return sum(1 for near in alike for unit in here(near) if self.hostile(side(unit), self.side))
        if name == "enemy-areas-near":
            control = [self.state.control[near] for near in self.game.near(place)]
            return sum(1 for own in control if own and self.hostile(own, self.side))
        if name.startswith("supply."):
            rule = next(rule for rule in self.game.rules["supply"] if rule["id"] == name[7:])
            by = rule["side"] or self.state.control[place]
            return bool(by) and place in self.table.traced(rule, by)
        word, _, rest = name.partition("-")
        if word in ("friends", "enemies"):
            counts = lambda unit: self.hostile(side(unit), self.side) == (word == "enemies")
            if rest == "near":
                return sum(1 for near in self.game.near(place) for unit in here(near) if counts(unit))
            face = lambda unit: self.unit_field(unit, "state").replace(" ", "-")
            return sum(1 for unit in here(place) if counts(unit) and (not rest or face(unit) == rest))
        if name in own.get("attributes", {}):
            return own["attributes"][name]
        if name in ("name", "class", "terrain", "map"):
            return own.get(name) or ("hex" if name == "class" and own["kind"] == "hex" else "")
        return self.game.blank(["area", "hex"], name)

    def answer(self, own, with_, viewer=None):
        if own["id"] in with_:
            return self.with_(roles=None).value(with_[own["id"]])
        if own.get("from"):
            alone = self.with_(slots={}, members=(), chosen=None, it=None, outer=self.role_slots, side=viewer or self.side)
            return alone.value(own["from"])
        return blank_answer(own)

    def procedure(self, procedure, with_):
        ask = self if self.roles is not None else self.with_(roles={})
        # Friends and enemies are those of the unit that acts, else of the one that leads the defence, else the attack.
        seen_by = [ask.role(key)[0] for key in ("unit", "defence-lead", "attack-lead") if ask.roles.get(key)]
        viewer = self.game.units[seen_by[0]]["side"] if seen_by else None
        answers = {own["id"]: ("plain", ask.answer(own, with_, viewer)) for own in procedure["inputs"]}
        inside, due, total = Ask(self.table, answers, self.side), [], 0
        for term in procedure["terms"]:
            if not term["when"] or inside.value(term["when"]):
                due.append((term, inside.value(term["value"]) if term.get("value") else None))
        for at, (term, value) in enumerate(due):
            rivals = [(n, v) for n, (t, v) in enumerate(due) if n != at and t["group"] and t["group"] == term["group"] and v is not None]
            if value is not None and any(abs(v) > abs(value) or (abs(v) == abs(value) and n < at) for n, v in rivals):
                continue
            total = total + value if value is not None else total * inside.value(term["times"]) if term.get("times") else total
            rounding = {"down": floor, "up": ceil, "nearest": lambda x: floor(x + Fraction(1, 2))}.get(term.get("round"))
            total = rounding(total) if rounding else total
        total = max(total, procedure["min"]) if procedure["min"] is not None else total
        return min(total, procedure["max"]) if procedure["max"] is not None else total


def plain(value):
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return value


def blank_answer(own):
    if own["default"] is not None:
        return own["default"]
    return {"number": max(own["min"] or 0, 0), "yes-no": False}.get(own["kind"], (own.get("choices") or [""])[0])


def loss_label(unit, states, own):
    step, strength, retreats, points = own
    state = "eliminated" if step is None else states[step]
    state += f" {strength}" if strength is not None else ""
    return f"{unit} {state}{' retreated' if retreats else ''} {points}"


def replay(game, path):
    lines = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    table = Table(game, lines[0]["scenario"])
    for number, line in enumerate(lines[1:], 2):
        options = table.run()
        if "hash" in line:
            mine, theirs = table.snapshot(), line["state"]
            wrong = [key for key in theirs if mine[key] != theirs[key]]
            wrong += ["status"] if mine["status"] and "status" not in theirs else []
            return f"the state differs in {wrong[0]}: {mine[wrong[0]]} is not {theirs[wrong[0]]}" if wrong else None
        if options is None:
            table.chance(line)
            continue
        found = dict(options)
        if line.get("choose") not in found:
            return f"line {number}: {line} is not one of {list(found)} ({table.instr()[0]})"
        table.take((line["choose"], found[line["choose"]]))
    return "the log has no state at its end"


def main():
    game = Game(json.load(open(sys.argv[1], encoding="utf-8")))
    wrong = 0
    for path in sys.argv[2:]:
        problem = replay(game, path)
        print(f"{path}: {problem or 'the same state'}")
        wrong += problem is not None
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
