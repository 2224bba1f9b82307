"""Reads a built module with pywargame, which knows nothing of Punchboard, and holds it against the engine data.

    python tests/pywargame_check.py MODULE.vmod ENGINE.json

Prints one line of counts, or says what is wrong and exits with 1.
"""

import contextlib
import io
import json
import pathlib
import re
import sys
import tempfile

from pywargame import version
from pywargame.vassal import BuildFile, SaveIO, VMod, WithTraits

# Kinds of traits that VASSAL has and pywargame has no class for. It has one for each that we write.
NO_CLASS = set()

wrong = []


def check(good, message):
    if not good:
        wrong.append(message)
    return good


def plain(text):
    """A name as the module spells it: without what VASSAL takes for its own."""
    return " ".join(re.sub(r"[${}|\\<>\x00-\x1f\x7f]", " ", text.replace(";", ",")).split())


def copies(records):
    return sum(record["copies"] for record in records)


def is_sheet(traits):
    """Whether a piece is a sheet for sums."""
    return any(trait.ID == "mark" and trait["name"] == "Sheet" for trait in traits)


def decode(what, code, unknown):
    """The traits of a piece. pywargame prints what it does not understand, so anything printed is a fault."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            identity, traits = WithTraits.decodeAdd2(code)
            again = WithTraits.encodeAdd(*traits, iden=identity)
        except Exception as error:  # whatever it fails with, it could not read the piece
            check(False, f"{what}: pywargame fails: {error!r}")
            return None, []
    kinds = set(re.findall(r"Unknown trait '(.*)'", said.getvalue()))
    unknown |= kinds
    check(kinds <= NO_CLASS, f"{what}: pywargame does not know the traits {sorted(kinds - NO_CLASS)}")
    rest = [line for line in said.getvalue().splitlines() if "Unknown trait" not in line]
    check(not rest, f"{what}: pywargame says {rest}")
    for trait in traits:
        # VASSAL adds fields at the end from version to version; none that pywargame knows may be missing.
        fields, names = len(trait._type), len(trait._tnames)
        check(fields >= names, f"{what}: {trait.ID} has {fields} fields, pywargame expects {names}")
    # A backslash at the end belongs to the list of commands.
    same = again.rstrip("\\") == code.rstrip("\\")
    check(kinds or same, f"{what}: pywargame writes it back differently:\n  {code!r}\n  {again!r}")
    return identity, traits


def check_save(name, path, maps, expected, decks, unknown):
    """Reads a save; returns how many pieces it has."""
    try:
        _, lines = SaveIO.readSave(str(path))
        # pywargame makes a character of each byte.
        lines = [line.encode("latin-1").decode("utf-8") for line in lines]
    except Exception as error:
        check(False, f"{name}: pywargame fails: {error!r}")
        return 0
    check(lines[0] == "begin_save", f"{name} begins with {lines[0]!r}")
    # Once the game is set up, only the chat is told something.
    end = lines.index("end_save") if "end_save" in lines else len(lines)
    check(end < len(lines), f"{name} has no end_save")
    for line in lines[end + 1:]:
        check(line.startswith("CHAT"), f"{name} goes on after end_save with {line!r}")
    ids, members, labels, sheets = [], [], [], []
    for number, line in ((number, line) for number, line in enumerate(lines) if line.startswith("+/")):
        what = f"{name}, command {number}"
        identity, traits = decode(what, line, unknown)
        last = traits[-1] if traits else None
        if last is None or not check(last.ID in ("piece", "stack", "deck"), f"{what} ends with trait {last.ID}"):
            continue
        if last.ID == "piece":
            # What counts the cards of a deck is a label, and a sheet for sums fills its window: neither lies in a stack.
            kind = sheets if is_sheet(traits) else labels if last["name"].startswith("Count of ") else ids
            kind.append(identity)
            where = last["map"].replace("\\/", "/")
            check(where in maps, f"{what}: {last['name']!r} is on {where!r}, which is not a map")
        else:
            members += last._state[3:-1] if last.ID == "stack" else ",".join(last._state[4:]).split(",")
    check(len(ids) == expected, f"{name} has {len(ids)} pieces, the engine data say {expected}")
    check(len(labels) == decks, f"{name} has {len(labels)} labels for {decks} decks")
    every = ids + labels + sheets
    check(len(set(every)) == len(every), f"{name} has two pieces of one identity")
    check(sorted(filter(None, members)) == sorted(ids), f"{name}: not every piece is in exactly one stack or deck")
    return len(ids)


def main(module, data):
    engine = json.loads(pathlib.Path(data).read_text(encoding="utf-8"))
    unknown, traits = set(), 0
    with VMod(module, "r") as vmod, tempfile.TemporaryDirectory() as directory:
        game = BuildFile(vmod.getBuildFile()).getGame()
        maps = game.getMaps()
        boards = [board for one in maps.values() for board in one.getBoards(asdict=False)]
        zones = [zone["name"] for board in boards for zone in board.getZones(asdict=False) or []]
        for one in engine["maps"]:
            check(plain(one["name"]) in maps, f"no map {one['name']!r}")
        for place in (place for place in engine["places"] if place["kind"] == "area"):
            label, name = place["label"], place["name"]
            zone = plain(label if name in (None, label) else f"{label} {name}")
            check(zone in zones or f"{zone} ({plain(place['id'])})" in zones, f"no zone {zone!r}")

        prototypes = [one for parent in game.getPrototypes(single=False) for one in parent.getPrototypes(asdict=False)]
        slots, cards = game.getPieces(), game.getCards()
        sheets = 0
        for one in prototypes + slots + cards:
            what = one["name"] or f"slot {one['gpid']}, {one['entryName']!r}"
            found = decode(what, one.getText(), unknown)[1]
            sheets += is_sheet(found)
            traits += len(found)
            check(found and found[-1].ID == "piece", f"{what}: the last trait is not the basic piece")
        labels = [one for one in slots if one["entryName"].startswith("Count of ")]
        check(len(labels) == len(engine["decks"]), f"{len(labels)} labels for {len(engine['decks'])} decks")
        counters = len(engine["units"]) + len(engine["markers"])
        found = len(slots) - len(labels) - sheets
        check(found == counters, f"{found} piece slots, {counters} units and markers in the engine data")
        deck = copies(card for card in engine["cards"] if not card["unused"])
        check(len(cards) == deck, f"{len(cards)} card slots, {deck} cards in the engine data")
        gpids = {one["gpid"] for one in slots + cards}
        check(len(gpids) == len(slots + cards), "two slots have the same gpid")

        setups = [one for one in game.getPredefinedSetups(asdict=False) if one["file"]]
        files = [name for name in vmod.getFileNames() if name.endswith(".vsav")]
        check(sorted(files) == sorted(one["file"] for one in setups), f"the saves {files} are not those of the setups")
        names = [plain(one["name"]) for one in engine["scenarios"]]
        check([one["name"] for one in setups] == names, f"the setups are not the scenarios {names}")
        pieces = []
        for setup, scenario in zip(setups, engine["scenarios"]):
            path = pathlib.Path(directory, "save.vsav")
            path.write_bytes(vmod.getFiles(setup["file"]).get(setup["file"], b""))
            expected = copies(scenario["setup"]) + copies(scenario["reinforcements"]) + deck
            pieces.append(check_save(setup["file"], path, maps, expected, len(engine["decks"]), unknown))

    if wrong:
        sys.exit("\n".join([f"{module}: pywargame {version} finds {len(wrong)} faults", *wrong[:20]]))
    print(
        f"{pathlib.Path(module).name}: pywargame {version} reads {len(maps)} maps, {len(boards)} boards, "
        f"{len(zones)} zones, {len(prototypes)} prototypes, {len(slots)} piece slots, {len(cards)} cards, "
        f"{traits} traits, {len(pieces)} saves with {pieces} pieces; traits it has no class for: "
        f"{', '.join(sorted(unknown)) or 'none'}"
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(sys.argv[1], sys.argv[2])
