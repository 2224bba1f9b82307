"""A module of COUNT two-sided pieces, as pywargame makes one: draw each face, add it with its piece, write it."""

import io
from PIL import Image, ImageDraw
from pywargame.vassal import VMod, BuildFile, ModuleData, BasicTrait, LayerTrait

def face(text):
    picture = Image.new("RGB", (94, 94), "#9aa1a3")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((20, 20, 74, 54), outline="black", width=2)
    draw.text((30, 64), text, fill="black")
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()

with VMod("peer.vmod", "w") as module:
    build = BuildFile()
    game = build.addGame(name="Bench", version="1.0.0")
    board = game.addMap(mapName="Map")
    window = game.addPieceWindow(name="Counters")
    shelf = window.addList(entryName="All")
    for n in range(COUNT):
        front, back = f"{n}.png", f"{n}-back.png"
        module.addFile(f"images/{front}", face(f"{n}-5-3"))
        module.addFile(f"images/{back}", face(f"{n}-2-3"))
        traits = [LayerTrait(images=[front, back], newNames=["", "reduced"]), BasicTrait(name=str(n), filename=front, gpid=n)]
        shelf.addPieceSlot(entryName=str(n), gpid=n, traits=traits)
    module.addFile("buildFile.xml", build.encode())
