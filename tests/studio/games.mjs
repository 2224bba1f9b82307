// Small games for tests of edits: their files are short, so that a test can say what is written to the letter.

const GAME = (id) => `src = "reconstructed"
[game]
id = "${id}"
title = "${id}"
version = "1.0.0"
[[side]]
id = "blue"
name = "Blue"
colour = "#a9c3d9"
[[side]]
id = "red"
name = "Red"
colour = "#dcb0a0"
[[size]]
id = "corps"
name = "Corps"
mark = "XXX"
[[type]]
id = "infantry"
name = "Infantry"
[[value]]
id = "attack"
name = "Attack"
[[layout]]
id = "unit"
front = { state = "full", values = ["attack"] }
`;

const COUNTERS = `src = "reconstructed"
[[units]]
side = "blue"
type = "infantry"
size = "corps"
layout = "unit"
independent = true
unit = [
  { id = "I", front = [4] },
  { id = "II", front = [3] },
]
[[units]]
side = "red"
type = "infantry"
size = "corps"
layout = "unit"
independent = true
unit = [
  { id = "1", front = [2] },
  { id = "2", front = [2] },
]
`;

const CARDS = `src = "reconstructed"
[[deck]]
id = "luck"
name = "Luck"
[[card]]
id = "rain"
deck = "luck"
title = "Rain"
effect = "Nobody moves."
`;

const HEXES = `src = "reconstructed"
[map]
id = "field"
name = "Field"
kind = "hex"
size = ["170mm", "130mm"]

[grid]
columns = 7
rows = 5
hex = "20mm"
orientation = "pointy"
shift = "even"
origin = [20, 20]
number = "{column:2}{row:2}"
terrain = "clear"

[[terrain]]
id = "clear"
name = "Clear"
look = "clear"

[[terrain]]
id = "woods"
name = "Woods"
look = "forest"

[[boundary]]
id = "stream"
name = "Stream"
look = "river"
crossings = ["bridge"]

[[way]]
id = "road"
name = "Road"
look = "road"

[[feature]]
id = "town"
name = "Town"
look = "town"

[[hexes]]
terrain = "woods"
at = ["0202-0203"]

[[hexside]]
kind = "stream"
at = ["0303/0403"]

[[line]]
kind = "road"
path = ["0104", "0204"]

[[place]]
at = "0404"
kind = "town"
name = "Mill"
`;

const AREAS = `src = "reconstructed"
[map]
id = "parish"
name = "Parish"
kind = "area"
size = ["200mm", "130mm"]

[[terrain]]
id = "open"
name = "Open"
look = "clear"

[[boundary]]
id = "field"
name = "Field"
look = "open"
default = true

[land]
outline = [[10, 10], [160, 10], [160, 90], [10, 90]]

[[area]]
id = "1"
terrain = "open"
polygon = [[10, 10], [70, 10], [70, 50], [10, 50]]

[[area]]
id = "2"
terrain = "open"
polygon = [[70, 10], [130, 10], [130, 50], [70, 50]]

[[area]]
id = "3"
terrain = "open"
polygon = [[10, 50], [70, 50], [130, 50], [160, 50], [160, 90], [10, 90]]

[[area]]
id = "4"
terrain = "open"
polygon = [[130, 10], [160, 10], [160, 50], [130, 50]]

[[track]]
id = "turn"
name = "Turn"
kind = "turn"
spaces = "1-4"
at = [10, 100]
cell = [18, 18]

[[box]]
id = "dead"
name = "Dead"
kind = "eliminated"
at = [100, 100]
size = [30, 20]
`;

const SQUARES = `src = "reconstructed"
[map]
id = "yard"
name = "Yard"
kind = "square"
size = ["170mm", "130mm"]

[grid]
columns = 7
rows = 5
square = "20mm"
origin = [20, 20]
number = "{column:2}{row:2}"
terrain = "clear"

[[terrain]]
id = "clear"
name = "Clear"
look = "clear"

[[terrain]]
id = "house"
name = "House"
look = "urban"

[[boundary]]
id = "wall"
name = "Wall"
look = "ravine"

[[way]]
id = "tram"
name = "Tram"
look = "rail"

[[squares]]
terrain = "house"
at = ["0202"]
`;

/** A map of which there is only a picture. */
const PICTURE = `src = "owner"
[map]
id = "scan"
image = "art/scan.svg"
size = ["170mm", "130mm"]
`;

const POINTS = `src = "reconstructed"
[map]
id = "front"
name = "The Front"
size = ["180mm", "100mm"]

[[way]]
id = "rail"
name = "Railway"
look = "rail"

[[area]]
id = "A"
point = [25, 50]

[[area]]
id = "B"
point = [90, 25]

[[area]]
id = "C"
point = [150, 70]

[[link]]
from = "A"
to = "B"
way = "rail"

[[link]]
from = "B"
to = "C"

[[link]]
from = "A"
to = "C"
`;

const TABLES = `src = "reconstructed"
[[table]]
id = "luck"
name = "Luck"
dice = "1d6"
across = { by = "odds", bands = ["<1", "1+"] }
input = [{ id = "odds", name = "Odds", kind = "number", min = 0 }]
row = [
  { on = "1-3", cells = ["no", "hit"] },
  { on = "4-6", cells = ["hit", "hit"] },
]

[[table]]
id = "weather"
name = "Weather"
dice = "1d6"
row = [
  { on = "1-4", result = "dry", text = "Nothing happens." },
  { on = "5-6", result = "mud", text = "Nobody moves far." },
]
`;

/** Where counters lie beside the map: a box, a track, and a strength track for each blue unit. */
const DISPLAYS = `src = "reconstructed"
[[display]]
id = "staff"
name = "Staff"
side = "blue"
size = ["150mm", "150mm"]

[[display.box]]
id = "camp"
name = "Camp"

[[display.track]]
id = "fame"
name = "Fame"
kind = "general"
spaces = "0-4"

[[display.strength]]
id = "strength"
where = "side == 'blue'"
from = 0
to = 4
start = 3
marker = "strong"
slots = 1
`;

const MARKERS = `[[marker]]
id = "strong"
name = "Strength"
count = 4
front = { label = "Strength" }
`;

const SCENARIO = (map, places) => `src = "reconstructed"
[[scenario]]
id = "first"
name = "First"
maps = ["${map}"]
first = "blue"
turns = 4

[[scenario.place]]
units = ["I", "II"]
at = "${places[0]}"

[[scenario.place]]
units = ["1"]
at = "${places[1]}"

[[scenario.place]]
units = ["2"]
at = "${places[2]}"
`;

/** The files of each game. */
export const SMALL = {
  hexes: { "game.toml": GAME("hexes"), "counters.toml": COUNTERS, "cards.toml": CARDS, "tables.toml": TABLES, "map.toml": HEXES, "scenarios.toml": SCENARIO("field", ["0101", "0305", "0505"]) },
  blank: { "game.toml": GAME("blank"), "counters.toml": COUNTERS, "map.toml": HEXES.slice(0, HEXES.indexOf("[[hexes]]")) },
  squares: { "game.toml": GAME("squares"), "counters.toml": COUNTERS, "map.toml": SQUARES },
  picture: { "game.toml": GAME("picture"), "counters.toml": COUNTERS, "map.toml": PICTURE, "art/scan.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 170 130"><rect width="170" height="130" fill="#e8e2c8"/></svg>\n' },
  points: { "game.toml": GAME("points"), "counters.toml": COUNTERS, "map.toml": POINTS },
  staff: { "game.toml": GAME("staff"), "counters.toml": COUNTERS + MARKERS, "displays.toml": DISPLAYS, "map.toml": AREAS, "scenarios.toml": SCENARIO("parish", ["1", "2", "3"]) },
  areas: { "game.toml": GAME("areas"), "counters.toml": COUNTERS, "cards.toml": CARDS, "map.toml": AREAS, "scenarios.toml": SCENARIO("parish", ["1", "2", "3"]) },
};
