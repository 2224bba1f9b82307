"""Changes every number that examples expect, one at a time: each change must be noticed."""
import copy

from examples import Example

WORDS = ("result", "cell", "state")


def unnoticed(game):
    """How many expectations were changed, and those of which nobody noticed it."""
    changed, missed = 0, []
    for data in game.data["examples"]:
        for number, step in enumerate(data.get("step", []), 1):
            for path in leaves(step.get("expect", {}), ()):
                spoilt = copy.deepcopy(data)
                # What comes behind it does not matter.
                spoilt["step"] = spoilt["step"][:number]
                spoil(spoilt["step"][-1]["expect"], path)
                example = Example(game, spoilt)
                example.replay()
                changed += 1
                if not example.problems:
                    missed.append(f"{data['id']}, step {number} ({step['do']}): nobody looks at {'.'.join(map(str, path))}")
    return changed, missed


def leaves(value, path):
    """Where numbers, yes and no, and words that are results stand."""
    if isinstance(value, dict):
        for key, own in value.items():
            if key not in ("src", "note"):
                yield from leaves(own, path + (key,))
    elif isinstance(value, list):
        for at, own in enumerate(value):
            yield from leaves(own, path + (at,))
    elif not isinstance(value, str) or path[-1] in WORDS or path[0] in ("values", "cost", "left", "total", "modifier", "terms"):
        yield path


def spoil(expect, path):
    for key in path[:-1]:
        expect = expect[key]
    was = expect[path[-1]]
    if isinstance(was, bool):
        expect[path[-1]] = not was
    elif isinstance(was, int):
        expect[path[-1]] = was + 1
    else:
        expect[path[-1]] = was + "?" if path[-1] in WORDS else "997/3"
