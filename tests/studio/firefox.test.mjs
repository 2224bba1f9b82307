// The pages in Firefox: shown, pointed at, dragged on and written in.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after as afterAll, before, test } from "node:test";
import { firefox, launchFirefox } from "../browser/firefox.mjs";
import { after, openStudio, settled } from "./desk.mjs";
import { SMALL } from "./games.mjs";
import { drag, meant, pixel, take, tenth } from "./hands.mjs";

const skip = firefox ? false : "there is no Firefox here, or Node does not know WebSocket";
let opened;
let studio;
before(async () => {
  if (!skip) [opened, studio] = await Promise.all([launchFirefox(), openStudio(SMALL)]);
});
afterAll(async () => {
  await opened?.close();
  studio?.close();
});

/** Opens a page and waits until it is shown. */
async function show(game, name, query = "") {
  const { page } = opened;
  await page.goto("about:blank");
  await page.goto(studio.page(game, name, query));
  await settled(page);
  await page.waitForFunction((own) => document.documentElement.dataset.page === own, name);
  return page;
}

/** Keeps a picture of the page for people to look at, if they said where. */
async function keep(page, name) {
  if (process.env.PUNCHBOARD_SHOTS) writeFileSync(`${process.env.PUNCHBOARD_SHOTS}/firefox-${name}.png`, await page.screenshot());
}

test("every page is shown in Firefox without a complaint", { skip }, async () => {
  for (const game of ["hexes", "areas", "staff"]) {
    for (const name of ["map", "counters", "sheets", "tables", "examples", "problems"]) {
      const page = await show(game, name);
      await page.waitForFunction(() => [...document.images].every((image) => image.hidden || image.loading === "lazy" || (image.complete && image.naturalWidth > 0)));
      await keep(page, `${game}-${name}`);
    }
  }
  assert.deepEqual(opened.complaints.filter((text) => !text.includes("/events")), []);
});

test("a place is pointed at, and a key makes the map larger", { skip }, async () => {
  const page = await show("areas", "map");
  await page.mouse.move(...(await pixel(page, [40, 30])));
  await page.waitForFunction(() => /next to/.test(document.querySelector(".hover").textContent));
  const before = await page.evaluate(() => document.querySelector(".zoom").textContent);
  await page.evaluate(() => document.querySelector(".frame").focus());
  await page.keyboard.press("=");
  assert.notEqual(await page.evaluate(() => document.querySelector(".zoom").textContent), before);
});

test("a counter is dragged, from the map and from beside it, and undo restores the bytes", { skip }, async () => {
  const page = await show("areas", "map");
  await take(page, "setup");
  const at = async () => (await studio.json("game/areas/setup?map=parish&scenario=first")).pieces.find((own) => own.thing === "unit:1");
  await after(page, async () => drag(page, (await at()).at, [115, 110]));
  assert.deepEqual(studio.diff(), ['-at = "2"', '+at = "dead"']);
  const tray = await page.evaluate(() => {
    const box = document.querySelector(".tray").getBoundingClientRect();
    return [box.x + 300, box.y + box.height / 2];
  });
  await after(page, async () => {
    await page.mouse.move(...(await pixel(page, (await at()).at)));
    await page.mouse.down();
    await page.mouse.move(...tray, { steps: 6 });
    await page.mouse.up();
  });
  assert.equal(await at(), undefined);
  const waiting = await page.evaluate(() => {
    const box = document.querySelector('.waiting[data-thing="unit:1"]').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await after(page, async () => {
    await page.mouse.move(...waiting);
    await page.mouse.down();
    await page.mouse.move(...(await pixel(page, [55, 109])), { steps: 6 });
    await page.mouse.up();
  });
  assert.equal((await at()).place, "turn:3");
  for (let n = 0; n < 3; n += 1) await after(page, () => page.keyboard.press("Control+z"));
  assert.deepEqual(studio.diff(), []);
});

test("a corner is dragged, and a value is typed", { skip }, async () => {
  const page = await show("areas", "map");
  await take(page, "corner");
  const to = (await meant(page, [76, 56])).map(tenth).join(", ");
  await after(page, () => drag(page, [70, 50], [76, 56]));
  assert.ok(studio.diff().includes(`+polygon = [[10, 10], [70, 10], [${to}], [10, 50]]`), studio.diff().join("\n"));
  await after(page, () => page.keyboard.press("Control+z"));
  assert.deepEqual(studio.diff(), []);
  const counters = await show("hexes", "counters");
  await counters.evaluate(() => document.querySelector('[data-thing="unit:II"]').click());
  await counters.waitForFunction(() => document.querySelector("#inspector input.value") !== null);
  await after(counters, async () => {
    await counters.evaluate(() => document.querySelector("#inspector input.value").select());
    await counters.keyboard.type("5");
    await counters.keyboard.press("Enter");
  });
  assert.deepEqual(studio.diff(), ['-  { id = "II", front = [3] },', '+  { id = "II", front = [5] },']);
  studio.restore();
  await settled(counters);
});
