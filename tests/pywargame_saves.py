"""Reads the saved games of one module with pywargame and looks for their pieces in another one, as VASSAL's
refresher does: by their numbers.

    python tests/pywargame_saves.py OLD.vmod NEW.vmod

Prints one line of counts, or says what is wrong and exits with 1.
"""

import pathlib
import sys
import tempfile
import zipfile

from pywargame.vassal import BuildFile, SaveIO, VMod, WithTraits


def main(old, new):
    with VMod(new, "r") as vmod:
        game = BuildFile(vmod.getBuildFile()).getGame()
        slots = {slot["gpid"]: slot["entryName"] for slot in game.getPieces() + game.getCards()}
    pieces, lost, saves = 0, [], 0
    with zipfile.ZipFile(old) as module, tempfile.TemporaryDirectory() as folder:
        for name in (name for name in module.namelist() if name.endswith(".vsav")):
            path = pathlib.Path(folder, "saved.vsav")
            path.write_bytes(module.read(name))
            _, lines = SaveIO.readSave(str(path))
            saves += 1
            for line in (line for line in lines if line.startswith("+/")):
                piece = WithTraits.decodeAdd2(line)[1][-1]
                if piece.ID == "piece":
                    pieces += 1
                    if piece["gpid"] not in slots:
                        lost.append(f"{name}: {piece['name']!r} has the number {piece['gpid']}, which no slot has")
    if lost or not pieces:
        sys.exit("\n".join(lost) or "no pieces at all")
    print(f"{pieces} pieces of {saves} saved games are among the {len(slots)} slots of the new module")


if __name__ == "__main__":
    main(*sys.argv[1:])
