"""Replays logs of games."""
import json

from play import Table


def replay(game, path):
    """Replays a log; what is wrong with it, if anything is."""
    lines = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    table = Table(game, lines[0]["scenario"])
    table.start()
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
