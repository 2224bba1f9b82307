// Every kind of edit by mouse: what is written to the letter, that it is sound, and that undo restores the bytes.
import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { launch, open } from "../browser/page.mjs";
import { after, openStudio, settled } from "./desk.mjs";
import { SMALL } from "./games.mjs";
import { answer, click, drag, meant, take, tenth } from "./hands.mjs";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([launch(), openStudio(SMALL)]);
});
afterAll(async () => {
  await browser?.close();
  studio?.close();
});

/**
 * Does something on a page of a game. Then the lines that changed must be these, the game must be sound, and undo must
 * bring back what was there.
 * @param {string} game
 * @param {string} name of the page
 * @param {(page: any) => Promise<any>} act
 * @param {string[] | ((told: any, lines: string[]) => string[])} expected the lines, or how they follow from what `act` told
 */
async function edited(game, name, act, expected) {
  const opened = await open(browser, studio.page(game, name));
  const { page } = opened;
  await page.waitForSelector("html[data-number]", { timeout: 120_000 });
  await settled(page);
  try {
    let told;
    await after(page, async () => (told = await act(page)));
    const lines = studio.diff();
    assert.deepEqual(lines, typeof expected === "function" ? expected(told, lines) : expected);
    assert.equal(await page.evaluate(() => document.body.classList.contains("stale")), false, "what was written can be drawn");
    studio.check(game);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await after(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(studio.diff(), [], "undo restores the bytes");
    assert.deepEqual(opened.complaints.filter((text) => !text.includes("/events")), []);
  } finally {
    studio.restore();
    await settled(page);
    await opened.close();
  }
}

/** The middle of a hex of the small hex map. */
const hex = (number) => [20 + (Number(number.slice(0, 2)) - 1) * 20 + (Number(number.slice(2)) % 2 === 0 ? 10 : 0), 20 + (Number(number.slice(2)) - 1) * 10 * Math.sqrt(3)];
/** The middle between two hexes, a little nearer to the first. */
const side = (a, b) => hex(a).map((own, n) => own * 0.55 + hex(b)[n] * 0.45);

test("terrain is painted over several hexes in one stroke", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "terrain");
    await page.selectOption('select[aria-label="Terrain"]', "woods");
    await drag(page, hex("0204"), hex("0304"), hex("0404"));
  }, ['-at = ["0202-0203"]', '+at = ["0202-0203", "0204-0404"]']));

test("terrain is painted away", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "terrain");
    await page.selectOption('select[aria-label="Terrain"]', "clear");
    await click(page, hex("0202"));
  }, ['-at = ["0202-0203"]', '+at = ["0203"]']));

test("a click on a hexside continues a stream", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "hexside");
    await page.selectOption('select[aria-label="Kind"]', "stream");
    await click(page, side("0303", "0304"));
  }, ['-at = ["0303/0403"]', '+at = ["0303/0403", "0303/0304"]']));

test("a second click takes a hexside away, and with it its record", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "hexside");
    await page.selectOption('select[aria-label="Kind"]', "stream");
    await click(page, side("0303", "0403"));
  }, ["-[[hexside]]", '-kind = "stream"', '-at = ["0303/0403"]', "-"]));

test("a bridge is put over a stream", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "hexside");
    await page.selectOption('select[aria-label="Kind"]', "crossing bridge");
    await click(page, side("0303", "0403"));
  }, ["+", "+[[crossing]]", '+kind = "bridge"', '+at = ["0303/0403"]']));

test("a road is drawn on hex by hex", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "way");
    await page.selectOption('select[aria-label="Kind"]', "road");
    await drag(page, hex("0204"), hex("0304"), hex("0404"));
  }, ['-path = ["0104", "0204"]', '+path = ["0104", "0204", "0304", "0404"]']));

test("a road is taken away where one drags along it", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "way");
    await page.selectOption('select[aria-label="Kind"]', "road");
    await drag(page, hex("0104"), hex("0204"));
  }, ["-[[line]]", '-kind = "road"', '-path = ["0104", "0204"]', "-"]));

test("a place is named", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "name");
    await click(page, hex("0602"));
    await answer(page, "Abbey");
  }, ["+", "+[[place]]", '+kind = "town"', '+name = "Abbey"', '+at = ["0602"]']));

test("a place gets another name", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "name");
    await click(page, hex("0404"));
    await answer(page, "Old Mill");
  }, ['-name = "Mill"', '+name = "Old Mill"']));

test("a place without a name goes", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "name");
    await click(page, hex("0404"));
    await answer(page, "");
  }, ["-", "-[[place]]", '-at = "0404"', '-kind = "town"', '-name = "Mill"']));

test("two hexes far from each other are connected", () =>
  edited("hexes", "map", async (page) => {
    await take(page, "link");
    await click(page, hex("0101"), hex("0705"));
  }, ["+", "+[[link]]", '+from = "0101"', '+to = "0705"']));

/** The middle of a square of the small map of squares. */
const square = (number) => [20 * Number(number.slice(0, 2)), 20 * Number(number.slice(2))];

test("squares are painted", () =>
  edited("squares", "map", async (page) => {
    await take(page, "terrain");
    await page.selectOption('select[aria-label="Terrain"]', "house");
    await drag(page, square("0302"), square("0402"), square("0502"));
  }, ['-at = ["0202"]', '+at = ["0202", "0302", "0402", "0502"]']));

test("a side of a square gets a wall", () =>
  edited("squares", "map", async (page) => {
    await take(page, "hexside");
    await page.selectOption('select[aria-label="Kind"]', "wall");
    await click(page, [49, 80]);
  }, ["+", "+[[square-side]]", '+kind = "wall"', '+at = ["0204/0304"]']));

test("rails are laid over squares", () =>
  edited("squares", "map", async (page) => {
    await take(page, "way");
    await page.selectOption('select[aria-label="Kind"]', "tram");
    await drag(page, square("0104"), square("0204"), square("0304"));
  }, ["+", "+[[line]]", '+kind = "tram"', '+path = ["0104", "0204", "0304"]']));

test("three squares fit a grid of squares", () =>
  edited(
    "squares",
    "map",
    async (page) => {
      await take(page, "grid");
      // The scan has squares of 16 mm, and begins at 30, 25; the handles are 0101, 0601 and 0104.
      await drag(page, [20, 20], [30, 25]);
      await drag(page, [130, 25], [110, 25]);
      await drag(page, [30, 85], [30, 73]);
      await page.click("#fit-grid");
      return meant(page, [30, 25]);
    },
    (at, lines) => {
      const written = lines.find((line) => line.startsWith("+square"))?.match(/^\+square = "([\d.]+)mm"$/)?.[1];
      assert.ok(Math.abs(Number(written) - 16) < 0.2, lines.join("; "));
      return ['-square = "20mm"', "-origin = [20, 20]", `+square = "${written}mm"`, `+origin = [${at.map((own) => Math.round(own * 100) / 100).join(", ")}]`];
    },
  ));

test("three squares tell which rows are moved", () =>
  edited(
    "squares",
    "map",
    async (page) => {
      await take(page, "grid");
      await drag(page, [20, 80], [30, 80]);
      assert.equal(await page.locator('select[aria-label="Orientation"]').inputValue(), "pointy");
      await page.click("#fit-grid");
    },
    (_, lines) => {
      assert.deepEqual(lines.filter((line) => /staggered|shift/.test(line)), ['+staggered = "rows"', '+shift = "even"']);
      return lines;
    },
  ));

test("a picture without anything else gets a grid of squares", () =>
  edited("picture", "map", async (page) => {
    await take(page, "grid");
    await page.selectOption('select[aria-label="Cells"]', "square");
    for (const [label, text] of [["columns", "8"], ["rows", "6"], ["Number in the top left square", "A"], ["Number in the top left square", "101"], ["Number in the bottom right square", "806"], ["Number in the top left square", "0101"], ["Number in the bottom right square", "0806"]]) {
      await page.fill(`input[aria-label="${label}"]`, text);
      await page.locator(`input[aria-label="${label}"]`).press("Tab");
    }
    await page.click("#fit-grid");
  }, ["+", "+[grid]", "+columns = 8", "+rows = 6", '+square = "14mm"', "+origin = [14, 14]", '+number = "{column:2}{row:2}"']));

test("the middle of a space is moved", () =>
  edited("points", "map", async (page) => {
    await take(page, "site");
    const to = await meant(page, [96, 30]);
    await drag(page, [90, 25], [96, 30]);
    return to.map(tenth).join(", ");
  }, (at) => ["-point = [90, 25]", `+point = [${at}]`]));

test("connected spaces are parted", () =>
  edited("points", "map", async (page) => {
    await take(page, "link");
    await click(page, [90, 25], [150, 70]);
  }, ["-[[link]]", '-from = "B"', '-to = "C"', "-"]));

/** The three handles of the grid: 0101, 0601 and 0104. */
const HANDLES = ["0101", "0601", "0104"].map(hex);

/** Drags the handles of the grid to where three hexes are printed. */
async function fit(page, wanted) {
  await take(page, "grid");
  await drag(page, HANDLES[0], wanted[0]);
  const moved = HANDLES.map((own) => [own[0] + wanted[0][0] - 20, own[1] + wanted[0][1] - 20]);
  await drag(page, moved[1], wanted[1]);
  await drag(page, moved[2], wanted[2]);
  const points = [];
  for (const own of wanted) points.push(await meant(page, own));
  return points;
}

test("three hexes fit the grid's size and origin", () =>
  edited(
    "hexes",
    "map",
    async (page) => {
      // The scan has hexes of 16 mm, and begins at 30, 25.
      const points = await fit(page, [[30, 25], [110, 25], [38, 25 + 3 * 8 * Math.sqrt(3)]]);
      await page.click("#fit-grid");
      return points;
    },
    ([a], lines) => {
      const written = lines.find((line) => line.startsWith("+hex"))?.match(/^\+hex = "([\d.]+)mm"$/)?.[1];
      assert.ok(Math.abs(Number(written) - 16) < 0.2, lines.join("; "));
      return ['-hex = "20mm"', `+hex = "${written}mm"`, "-origin = [20, 20]", `+origin = [${a.map((own) => Math.round(own * 100) / 100).join(", ")}]`];
    },
  ));

test("three hexes tell which way hexes stand and which columns are moved", () =>
  edited(
    "hexes",
    "map",
    async (page) => {
      // Flat hexes of 18 mm; the first column is moved down, so the sixth begins higher.
      await fit(page, [[25, 30], [25 + 5 * 9 * Math.sqrt(3), 21], [25, 84]]);
      assert.equal(await page.locator('select[aria-label="Orientation"]').inputValue(), "flat");
      assert.equal(await page.locator('select[aria-label="Shift"]').inputValue(), "odd");
      await page.click("#fit-grid");
    },
    (_, lines) => {
      const written = lines.find((line) => line.startsWith("+hex"))?.match(/^\+hex = "([\d.]+)mm"$/)?.[1];
      assert.ok(Math.abs(Number(written) - 18) < 0.2, lines.join("; "));
      assert.deepEqual(lines.filter((line) => /orientation|shift/.test(line)), ['-orientation = "pointy"', '-shift = "even"', '+orientation = "flat"', '+shift = "odd"']);
      return lines;
    },
  ));

test("two printed numbers tell how hexes are numbered", () =>
  edited("blank", "map", async (page) => {
    await take(page, "grid");
    await page.fill('input[aria-label="Number in the top left hex"]', "15.20");
    await page.fill('input[aria-label="Number in the bottom right hex"]', "11.26");
    await page.locator('input[aria-label="Number in the bottom right hex"]').press("Tab");
    await page.click("#fit-grid");
  }, ['-number = "{column:2}{row:2}"', '+number = "{row:2}.{column:2}"', "+first-row = 11", "+first-column = 20", '+rows-from = "south"']));

test("a corner is dragged in every area that shares it", () =>
  edited(
    "areas",
    "map",
    async (page) => {
      await take(page, "corner");
      const to = await meant(page, [76, 56]);
      await drag(page, [70, 50], [76, 56]);
      return to.map(tenth).join(", ");
    },
    (at) => [
      "-polygon = [[10, 10], [70, 10], [70, 50], [10, 50]]",
      `+polygon = [[10, 10], [70, 10], [${at}], [10, 50]]`,
      "-polygon = [[70, 10], [130, 10], [130, 50], [70, 50]]",
      `+polygon = [[70, 10], [130, 10], [130, 50], [${at}]]`,
      "-polygon = [[10, 50], [70, 50], [130, 50], [160, 50], [160, 90], [10, 90]]",
      `+polygon = [[10, 50], [${at}], [130, 50], [160, 50], [160, 90], [10, 90]]`,
    ],
  ));

test("an area is drawn; its corners snap to corners and borders, which get them too", () =>
  edited(
    "areas",
    "map",
    async (page) => {
      await take(page, "draw");
      // A hair off: a corner and a point of a border; then two points outside.
      const points = [];
      for (const own of [[160.6, 70.4], [185, 70], [185, 50]]) points.push((await meant(page, own)).map(tenth));
      await click(page, [160.6, 50.5], [160.6, 70.4], [185, 70], [185, 50]);
      await page.keyboard.press("Enter");
      await answer(page, "5");
      return points;
    },
    ([[, y], c, d]) => [
      "-outline = [[10, 10], [160, 10], [160, 90], [10, 90]]",
      `+outline = [[10, 10], [160, 10], [160, 50], [160, ${y}], [160, 90], [10, 90]]`,
      "-polygon = [[10, 50], [70, 50], [130, 50], [160, 50], [160, 90], [10, 90]]",
      `+polygon = [[10, 50], [70, 50], [130, 50], [160, 50], [160, ${y}], [160, 90], [10, 90]]`,
      "+[[area]]",
      '+id = "5"',
      '+terrain = "open"',
      `+polygon = [[160, 50], [160, ${y}], [${c.join(", ")}], [${d.join(", ")}]]`,
      "+",
    ],
  ));

test("an area is split from border to border", () =>
  edited(
    "areas",
    "map",
    async (page) => {
      await take(page, "split");
      const [x] = (await meant(page, [100, 10])).map(tenth);
      await click(page, [100, 10.4], [100, 49.6]);
      await page.keyboard.press("Enter");
      await answer(page, "2b");
      return x;
    },
    (x) => [
      "-outline = [[10, 10], [160, 10], [160, 90], [10, 90]]",
      `+outline = [[10, 10], [${x}, 10], [160, 10], [160, 90], [10, 90]]`,
      "-polygon = [[70, 10], [130, 10], [130, 50], [70, 50]]",
      `+polygon = [[${x}, 10], [130, 10], [130, 50], [${x}, 50]]`,
      "+",
      "+[[area]]",
      '+id = "2b"',
      '+terrain = "open"',
      `+polygon = [[${x}, 50], [70, 50], [70, 10], [${x}, 10]]`,
      "-polygon = [[10, 50], [70, 50], [130, 50], [160, 50], [160, 90], [10, 90]]",
      `+polygon = [[10, 50], [70, 50], [${x}, 50], [130, 50], [160, 50], [160, 90], [10, 90]]`,
    ],
  ));

test("two areas are merged", () =>
  edited("areas", "map", async (page) => {
    await take(page, "merge");
    await click(page, [90, 20], [145, 30]);
  }, [
    "-polygon = [[70, 10], [130, 10], [130, 50], [70, 50]]",
    "+polygon = [[70, 10], [130, 10], [160, 10], [160, 50], [130, 50], [70, 50]]",
    "-[[area]]",
    '-id = "4"',
    '-terrain = "open"',
    "-polygon = [[130, 10], [160, 10], [160, 50], [130, 50]]",
    "-",
  ]));

test("two areas are connected", () =>
  edited("areas", "map", async (page) => {
    await take(page, "link");
    await click(page, [25, 20], [145, 20]);
  }, ["+", "+[[link]]", '+from = "1"', '+to = "4"']));

test("a box is moved", () =>
  edited("areas", "map", async (page) => {
    await take(page, "frame");
    const [from, to] = [await meant(page, [115, 110]), await meant(page, [125, 108])];
    await drag(page, [115, 110], [125, 108]);
    return [100 + to[0] - from[0], 100 + to[1] - from[1]].map(tenth).join(", ");
  }, (at) => ["-at = [100, 100]", `+at = [${at}]`]));

test("a corner of a box makes it larger", () =>
  edited("areas", "map", async (page) => {
    await take(page, "frame");
    const [from, to] = [await meant(page, [129, 119]), await meant(page, [139, 124])];
    await drag(page, [129, 119], [139, 124]);
    return [30 + to[0] - from[0], 20 + to[1] - from[1]].map(tenth).join(", ");
  }, (size) => ["-size = [30, 20]", `+size = [${size}]`]));

test("a track is moved", () =>
  edited("areas", "map", async (page) => {
    await take(page, "frame");
    const [from, to] = [await meant(page, [30, 109]), await meant(page, [36, 107])];
    await drag(page, [30, 109], [36, 107]);
    return [10 + to[0] - from[0], 100 + to[1] - from[1]].map(tenth).join(", ");
  }, (at) => ["-at = [10, 100]", `+at = [${at}]`]));

test("a box is drawn", () =>
  edited("areas", "map", async (page) => {
    await take(page, "box");
    const [a, b] = [await meant(page, [140, 100]), await meant(page, [165, 120])];
    await drag(page, [140, 100], [165, 120]);
    await answer(page, "reserve");
    return [a.map(tenth).join(", "), [b[0] - a[0], b[1] - a[1]].map(tenth).join(", ")];
  }, ([at, size]) => ["+", "+[[box]]", '+id = "reserve"', '+name = "reserve"', `+at = [${at}]`, `+size = [${size}]`]));

test("a track is drawn; its spaces are nearly squares", () =>
  edited("areas", "map", async (page) => {
    await take(page, "track");
    const [a, b] = [await meant(page, [140, 100]), await meant(page, [180, 120])];
    await drag(page, [140, 100], [180, 120]);
    await answer(page, "supply");
    await answer(page, "0-7");
    return [a.map(tenth).join(", "), [(b[0] - a[0]) / 4, (b[1] - a[1]) / 2].map(tenth).join(", ")];
  }, ([at, cell]) => ["+[[track]]", '+id = "supply"', '+name = "supply"', '+spaces = "0-7"', `+at = [${at}]`, `+cell = [${cell}]`, "+columns = 4", "+"]));

test("a site is moved", () =>
  edited("new-game", "map", async (page) => {
    await take(page, "site");
    const to = await meant(page, [102, 66]);
    await drag(page, [98, 68], [102, 66]);
    return to.map(tenth).join(", ");
  }, (at) => ["-site = [98, 68]", `+site = [${at}]`]));

test("a value of a counter is changed where it stands", () =>
  edited("hexes", "counters", async (page) => {
    await page.click('[data-thing="unit:II"]');
    const field = page.locator("#inspector input.value").first();
    await field.fill("5");
    await field.press("Enter");
  }, ['-  { id = "II", front = [3] },', '+  { id = "II", front = [5] },']));

test("the text of a card is changed where it stands", () =>
  edited("hexes", "counters", async (page) => {
    await page.click('[data-thing="card:rain"]');
    const field = page.locator('#inspector [data-key="effect"]');
    await field.fill("Nobody moves or fights.");
    await field.press("Enter");
  }, ['-effect = "Nobody moves."', '+effect = "Nobody moves or fights."']));

/** Types into a cell of a table. */
async function cell(page, table, key, text) {
  await page.click(`.list [data-id="table:${table}"]`);
  await page.click("text=Change its cells");
  const field = page.locator(`.rows [data-key="${key}"]`);
  await field.fill(text);
  await field.press("Enter");
}

test("a cell of a table is changed where it stands", () =>
  edited("hexes", "tables", (page) => cell(page, "luck", "row.0.cells.1", "no"), ['-  { on = "1-3", cells = ["no", "hit"] },', '+  { on = "1-3", cells = ["no", "no"] },']));

test("a result and its text are changed where they stand", async () => {
  await edited("hexes", "tables", (page) => cell(page, "weather", "row.1.result", "snow"), ['-  { on = "5-6", result = "mud", text = "Nobody moves far." },', '+  { on = "5-6", result = "snow", text = "Nobody moves far." },']);
  await edited("hexes", "tables", (page) => cell(page, "weather", "row.0.text", "All is well."), ['-  { on = "1-4", result = "dry", text = "Nothing happens." },', '+  { on = "1-4", result = "dry", text = "All is well." },']);
});
