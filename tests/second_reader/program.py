"""Operations and the sequence of play as instructions with jumps."""


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
