#!/usr/bin/env python3
"""A second reader of engine data: replays worked examples and logs of games, knowing only engine.json and docs/engine.md.

    python3 tests/second_reader ENGINE.JSON [--examples] [--spoil] [LOG...]

Every number and outcome that an example prints must come of it; with --spoil each number is changed once, and must be found
wrong. Every choice of a log must be open, decisions with one answer
must not be in it, and the state at its end must be the one that is written. Numbers are exact; nothing here knows a game.
"""
import gc
import json
import sys

from examples import check
from game import Game
from logs import replay
from spoil import unnoticed


def main():
    game = Game(json.load(open(sys.argv[1], encoding="utf-8")))
    gc.freeze()  # the data stays: nobody looks through it again
    wrong = 0
    if "--examples" in sys.argv[2:]:
        asserted, problems = check(game)
        for problem in problems:
            print(problem)
        print(f"{len(game.data['examples'])} examples, {asserted} outcomes, {len(problems)} problems")
        wrong += len(problems)
    if "--spoil" in sys.argv[2:]:
        changed, missed = unnoticed(game)
        for problem in missed:
            print(problem)
        print(f"{changed} changed, {len(missed)} not noticed")
        wrong += len(missed)
    for path in (own for own in sys.argv[2:] if not own.startswith("--")):
        problem = replay(game, path)
        print(f"{path}: {problem or 'the same state'}")
        wrong += problem is not None
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
