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

/** Drags what lies at a point of the sheet beside the map; with Shift the whole stack. */
async function putAway(page, at, stack = false) {
  const tray = await page.locator(".tray").boundingBox();
  await page.mouse.move(...(await pixel(page, at)));
  if (stack) await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(tray.x + 60, tray.y + tray.height / 2, { steps: 4 });
  await page.mouse.up();
  if (stack) await page.keyboard.up("Shift");
}

/** Opens the map of a scenario to set it up. */
async function settingUp(studio, game, scenario, map) {
  const opened = await open(browser, studio.page(game, "map", `?map=${map}&scenario=${scenario}`));
  await opened.page.waitForSelector("html[data-number]", { timeout: 120_000 });
  await settled(opened.page);
  await take(opened.page, "setup");
  return { ...opened, setup: () => studio.json(`game/${game}/setup?map=${map}&scenario=${scenario}`) };
}

/**
 * Drags units of a shipped scenario off the map, stack by stack, and each of them back to where it was.
 * @param {number} most how many places
 */
async function thereAndBack(studio, game, scenario, map, most = Infinity) {
  const before = studio.engine(game);
  const { page, complaints, setup, close } = await settingUp(studio, game, scenario, map);
  const units = (await setup()).pieces.filter((own) => own.unit);
  const board = await studio.json(`game/${game}/board?map=${map}`);
  const places = [...new Set(units.map((own) => own.place))];
  // Some from everywhere on the map.
  const chosen = places.filter((_, n) => n % Math.max(1, Math.ceil(places.length / most)) === 0);
  const sides = (place) => [...new Set(units.filter((own) => own.place === place).map((own) => own.side))];
  const away = units.filter((own) => chosen.includes(own.place));
  assert.ok(away.length > 2, "there is something to set up");
  for (const place of chosen) {
    for (const side of sides(place)) {
      const top = (await setup()).pieces.findLast((own) => own.unit && own.place === place && own.side === side);
      await after(page, () => putAway(page, top.at, true));
    }
  }
  const left = (await setup()).pieces.filter((own) => own.unit);
  assert.equal(left.length, units.length - away.length, "all that was dragged away is gone");
  for (const own of away) await after(page, async () => lay(page, own.thing, board.places.find((other) => other.id === own.place).at));
  assert.ok(studio.engine(game) === before, `${game}: the scenario is not what it was:\n${studio.diff().join("\n")}`);
  assert.deepEqual(complaints.filter((text) => !text.includes("/events")), []);
  await close();
  return away.length;
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

test("shipped scenarios are set up by hand: one is dragged off its map and back to the last unit, of others a part", async () => {
  const studio = await openStudio();
  try {
    assert.equal(await thereAndBack(studio, "pivot", "campaign", "volga"), 29);
    assert.deepEqual(studio.diff(), []);
    await thereAndBack(studio, "storm", "october", "stalingrad", 5);
    await thereAndBack(studio, "verdun", "standard", "stalingrad", 5);
    await thereAndBack(studio, "iron-ring", "uranus", "campaign", 4);
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
    await after(page, async () => putAway(page, await from("unit:1")));
    assert.equal(await at("unit:1"), undefined);
    assert.deepEqual(studio.diff(), ['+without = [{ units = ["1"] }]', "-[[scenario.place]]", '-units = ["1"]', '-at = "2"', "-"]);
    for (let n = 0; n < 3; n += 1) await after(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(studio.diff(), []);
    await opened.close();
  } finally {
    studio.close();
  }
});

test("counters are laid on a display: in a box, on a track, into a slot, and along a strength track", async () => {
  const studio = await openStudio(SMALL);
  try {
    const { page, complaints, setup, close } = await settingUp(studio, "staff", "first", "display:staff");
    const board = await studio.json("game/staff/board?map=display:staff");
    const spot = (id) => board.places.find((own) => own.id === id).at;
    const at = async (thing) => (await setup()).pieces.filter((own) => own.thing === thing).map((own) => own.place);
    // Every blue unit has a marker at its start.
    assert.deepEqual((await at("marker:strong")).sort(), ["strength/I:3", "strength/II:3"]);
    const marker = (await setup()).pieces.find((own) => own.place === "strength/I:3");
    await after(page, () => drag(page, marker.at, spot("strength/I:1")));
    assert.deepEqual((await at("marker:strong")).sort(), ["strength/I:1", "strength/II:3"]);
    assert.deepEqual(studio.diff(), ["+", "+[[scenario.place]]", '+marker = "strong"', '+at = "strength/I:1"']);
    // It is the scenario's own now, and moves on.
    const moved = (await setup()).pieces.find((own) => own.place === "strength/I:1");
    await after(page, () => drag(page, moved.at, spot("strength/I:2")));
    assert.deepEqual(studio.diff(), ["+", "+[[scenario.place]]", '+marker = "strong"', '+at = "strength/I:2"']);
    for (let n = 0; n < 2; n += 1) await after(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(studio.diff(), []);
    // From the map, which lies beside the display now.
    await after(page, () => lay(page, "unit:1", spot("camp")));
    assert.deepEqual(await at("unit:1"), ["camp"]);
    assert.deepEqual(studio.diff(), ['-at = "2"', '+at = "camp"']);
    const camped = (await setup()).pieces.find((own) => own.thing === "unit:1");
    await after(page, () => drag(page, camped.at, spot("fame:3")));
    assert.deepEqual(studio.diff(), ['-at = "2"', '+at = "fame:3"']);
    const famous = (await setup()).pieces.find((own) => own.thing === "unit:1");
    await after(page, () => drag(page, famous.at, spot("strength/II/1")));
    assert.deepEqual(await at("unit:1"), ["strength/II/1"]);
    assert.deepEqual(studio.diff(), ['-at = "2"', '+with = "II"']);
    studio.check("staff");
    const asset = (await setup()).pieces.find((own) => own.thing === "unit:1");
    await after(page, () => putAway(page, asset.at));
    assert.deepEqual(await at("unit:1"), []);
    for (let n = 0; n < 4; n += 1) await after(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(studio.diff(), []);
    assert.deepEqual(complaints.filter((text) => !text.includes("/events")), []);
    await close();
  } finally {
    studio.close();
  }
});

test("what is taken from beside the map and dropped there again stays as it is, and so does what leaves the window", async () => {
  const studio = await openStudio(SMALL);
  try {
    const { page, setup, close } = await settingUp(studio, "areas", "first", "parish");
    const piece = (await setup()).pieces.find((own) => own.unit);
    await after(page, () => putAway(page, piece.at));
    const lines = studio.diff();
    const waiting = await page.locator(".waiting").first().boundingBox();
    await page.mouse.move(waiting.x + 20, waiting.y + 20);
    await page.mouse.down();
    await page.mouse.move(waiting.x + 300, waiting.y + 20, { steps: 4 });
    await page.mouse.up();
    const other = (await setup()).pieces.find((own) => own.unit);
    await page.mouse.move(...(await pixel(page, other.at)));
    await page.mouse.down();
    await page.mouse.move(-40, 300, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(500);
    assert.deepEqual(studio.diff(), lines);
    await close();
  } finally {
    studio.close();
  }
});

test("a press goes through the message that an edit shows", async () => {
  const studio = await openStudio(SMALL);
  try {
    const { page, setup, close } = await settingUp(studio, "areas", "first", "parish");
    const piece = (await setup()).pieces.find((own) => own.unit);
    await after(page, () => putAway(page, piece.at));
    await page.waitForSelector("#toast:not([hidden])");
    const through = await page.evaluate(() => {
      const box = document.querySelector("#toast").getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id !== "toast";
    });
    assert.ok(through);
    await close();
  } finally {
    studio.close();
  }
});
