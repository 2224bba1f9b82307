#!/usr/bin/env python3
"""Plays games in the terminal with a simple aim against a random opponent: can a side that random play lets lose win?

    aims.py PUNCHBOARD AIM COUNT        aims: assault (Verdun), volga (Pivot), south (Iron Ring, scenario 1)

A player with an aim says no more than where to go and that it likes to fight; everything else is chance. Run it in the
folder of the project. Nothing here is a test: it tells a game that is hard for blind players from one that is broken.
"""
import os
import random
import re
import subprocess
import sys

VICTORY_AREAS = {"4", "12", "13", "25", "34", "35", "36", "47", "49", "58", "59", "61"}


def number(pattern, text, none):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else none


def best(answers, score):
    top = max(score(answer) for answer in answers)
    return [answer for answer in answers if score(answer) == top]


def assault(question, answers, more):
    """Germans who assault whenever they may, and enter areas that count."""
    if "Assault" in answers:
        return ["Assault"]
    if "Where to with" in question:
        return [answer for answer in more if answer.split()[0] in VICTORY_AREAS] or answers
    if "of their own will" in question:
        return ["no more"] if "no more" in answers else answers
    if "same side" in question:
        return ["no"]
    return more


def volga(question, answers, more):
    """Axis units that go east, but for those in Kharkov."""
    if "withdraw" in question or "leaves a battle" in question:
        return ["no more"] if "no more" in answers else answers
    if "Where to with" in question:
        return best(more, lambda answer: -number(r"^\d\d(\d\d)", answer, 99)) if more else answers
    if "Unit that moves" in question:
        return [answer for answer in more if "Kharkov" not in answer] or answers
    return [answer for answer in more if answer != "nothing more"] or answers


def south(question, answers, more):
    """Soviets who go south and off the map, the southernmost first; their Supply Units start with the HQs of the attack."""
    if "Where to with" in question:
        return best(more, lambda answer: 99 if "exited" in answer else number(r"^(\d\d)\d\d", answer, -1)) if more else answers
    if "Unit that" in question:
        return best(more, lambda answer: number(r"in (\d\d)\d\d", answer, -1)) if more else answers
    if question.endswith("starts"):
        return [answer for answer in answers if answer.startswith(("1416", "0718"))] or answers
    if "in reserve" in question:
        return ["no"]
    if "move with it" in question:
        return ["no more"] if "no more" in answers else answers
    return more


AIMS = {
    "assault": (assault, ["data/verdun", "--scenario", "campaign", "--side", "soviet=random"]),
    "volga": (volga, ["data/pivot", "--side", "soviet=random"]),
    "south": (south, ["data/iron-ring", "--scenario", "uranus", "--side", "axis=random"]),
}


def play(program, aim, seed):
    """The last line that the game says."""
    wish, game = AIMS[aim]
    chance = random.Random(seed)
    table = subprocess.Popen(
        [program, "play", *game, "--seed", str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    said = b""
    while read := os.read(table.stdout.fileno(), 65536):
        said += read
        if not said.endswith(b"\n> ") and said != b"> ":
            continue
        lines = said.decode().split("\n")
        listed = [re.match(r" *\d+  (.*)", line) for line in lines]
        first = max(at for at, line in enumerate(lines) if re.match(r"[A-Z]\w*: ", line))
        answers = [found.group(1) for found in listed[first + 1:] if found]
        more = [answer for answer in answers if answer not in ("no more", "no")] or answers
        wanted = wish(lines[first], answers, more)
        table.stdin.write(f"{answers.index(chance.choice(wanted)) + 1}\n".encode())
        table.stdin.flush()
        said = b""
    table.wait()
    return said.decode().strip().split("\n")[-1]


def main():
    program, aim, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for seed in range(1, count + 1):
        print(seed, play(program, aim, seed), flush=True)


main()
