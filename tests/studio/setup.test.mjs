// Whole scenarios set up by dragging: in the end they are the ones in the data.
import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { launch, open } from "../browser/page.mjs";
import { after, openStudio, settled } from "./desk.mjs";
import { SMALL } from "./games.mjs";
import { drag, pixel, take } from "./hands.mjs";

let browser;
before(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Where each unit starts. */
const starts = (setup) => setup.pieces.filter((own) => own.unit).map((own) => `${own.thing} in ${own.place}`).sort();

/** Drags a piece from beside the map to a point of the sheet. */
async function lay(page, thing, at) {
  const waiting = page.locator(`.waiting[data-thing="${thing}"]`).first();
  await waiting.scrollIntoViewIfNeeded();
  const box = await waiting.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await pixel(page, at)), { steps: 6 });
  await page.mouse.up();
}

/** Takes all units of a scenario off its map, then drags each back to where it was. */
async function byHand(studio, game, scenario, map) {
  const opened = await open(browser, studio.page(game, "map", `?map=${map}&scenario=${scenario}`));
  const { page } = opened;
  await page.waitForSelector("html[data-number]", { timeout: 120_000 });
  await settled(page);
  await take(page, "setup");
  const ask = (what) => studio.json(`game/${game}/${what}`);
  const setup = () => ask(`setup?map=${map}&scenario=${scenario}`);
  const before = await setup();
  const board = await ask(`board?map=${map}`);
  const units = before.pieces.filter((own) => own.unit);
  assert.ok(units.length > 2, "there is something to set up");
  // All back on their cards, as one step.
  await after(page, () =>
    page.evaluate(
      async ({ game, scenario, pieces }) => {
        const { send } = await import("/web/api.js");
        await send(`game/${game}/edit`, { label: "all away", edits: [{ edit: "move", scenario, pieces, to: "card" }] });
      },
      { game, scenario, pieces: units.map((own) => ({ unit: own.thing.slice(5), from: own.place, copies: 1 })) },
    ),
  );
  assert.deepEqual(starts(await setup()), []);
  for (const own of units) {
    const place = board.places.find((other) => other.id === own.place);
    await after(page, () => lay(page, own.thing, place.at));
  }
  assert.deepEqual(starts(await setup()), starts(before));
  studio.check(game);
  assert.deepEqual(opened.complaints.filter((text) => !text.includes("/events")), []);
  return { page, units, close: () => opened.close() };
}

/** A scenario that is the only one is written where its units stand. */
const written = ([first, second, third]) => [
  '-  { id = "I", front = [4] },',
  '-  { id = "II", front = [3] },',
  `+  { id = "I", front = [4], setup = "${first}" },`,
  `+  { id = "II", front = [3], setup = "${first}" },`,
  '-  { id = "1", front = [2] },',
  '-  { id = "2", front = [2] },',
  `+  { id = "1", front = [2], setup = "${second}" },`,
  `+  { id = "2", front = [2], setup = "${third}" },`,
  ...[['"I", "II"', first], ['"1"', second], ['"2"', third]].flatMap(([units, place]) => ["-", "-[[scenario.place]]", `-units = [${units}]`, `-at = "${place}"`]),
];

test("the scenarios of small games are set up by hand, and undo restores the bytes", async () => {
  const studio = await openStudio(SMALL);
  try {
    for (const [game, map, places] of [["hexes", "field", ["0101", "0305", "0505"]], ["areas", "parish", ["1", "2", "3"]]]) {
      const { page, units, close } = await byHand(studio, game, "first", map);
      assert.deepEqual(studio.diff(), written(places));
      for (let n = 0; n <= units.length; n += 1) await after(page, () => page.keyboard.press("Control+z"));
      assert.deepEqual(studio.diff(), []);
      await close();
    }
  } finally {
    studio.close();
  }
});

test("the scenario of a new game is set up by hand", async () => {
  const studio = await openStudio(SMALL);
  try {
    const { game } = await studio.json("game/new-game/state");
    const { close } = await byHand(studio, "new-game", game.scenarios[0].id, game.maps[0].id);
    await close();
  } finally {
    studio.close();
  }
});

test("counters are dropped in a box, on a track, and back on their card", async () => {
  const studio = await openStudio(SMALL);
  try {
    const opened = await open(browser, studio.page("areas", "map"));
    const { page } = opened;
    await page.waitForSelector("html[data-number]", { timeout: 120_000 });
    await settled(page);
    await take(page, "setup");
    const at = async (thing) => (await studio.json("game/areas/setup?map=parish&scenario=first")).pieces.find((own) => own.thing === thing);
    const from = async (thing) => (await at(thing)).at;
    await after(page, async () => drag(page, await from("unit:1"), [115, 110]));
    assert.equal((await at("unit:1")).place, "dead");
    assert.deepEqual(studio.diff(), ['-at = "2"', '+at = "dead"']);
    await after(page, async () => drag(page, await from("unit:1"), [55, 109]));
    assert.equal((await at("unit:1")).place, "turn:3");
    assert.deepEqual(studio.diff(), ['-at = "2"', '+at = "turn:3"']);
    const tray = await page.locator(".tray").boundingBox();
    await after(page, async () => {
      await page.mouse.move(...(await pixel(page, await from("unit:1"))));
      await page.mouse.down();
      await page.mouse.move(tray.x + 60, tray.y + tray.height / 2, { steps: 6 });
      await page.mouse.up();
    });
    assert.equal(await at("unit:1"), undefined);
    assert.deepEqual(studio.diff(), ['+without = [{ units = ["1"] }]', "-[[scenario.place]]", '-units = ["1"]', '-at = "2"', "-"]);
    for (let n = 0; n < 3; n += 1) await after(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(studio.diff(), []);
    await opened.close();
  } finally {
    studio.close();
  }
});
