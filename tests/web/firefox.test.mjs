// The table in Firefox: opened from the disk, and a unit moved and taken back.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { firefox, launchFirefox } from "../browser/firefox.mjs";
import { games, web } from "./games.mjs";
import { drag, lonely, placeOf } from "./hands.mjs";

const skip = firefox ? false : "there is no Firefox here, or Node does not know WebSocket";
let opened;
before(async () => {
  if (!skip) opened = await launchFirefox();
});
after(() => opened?.close());

for (const game of games) {
  test(`${game}: the table opens in Firefox, and a unit is dragged and taken back`, { skip }, async () => {
    const { page, complaints } = opened;
    await page.goto(`file://${web(game)}/index.html`);
    await page.waitForFunction(() => document.querySelector(".scenario") !== null);
    await page.evaluate(() => document.querySelector(".scenario").click());
    await page.waitForFunction(() => document.querySelector(".piece") !== null);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === "lazy"));
    const found = await lonely(page);
    if (found) {
      await drag(page, found.piece, found.to);
      await page.waitForFunction(([id, place]) => window.table.position.placeOf(id) === place, [found.piece, found.to]);
    }
    if (process.env.PUNCHBOARD_SHOTS) writeFileSync(`${process.env.PUNCHBOARD_SHOTS}/firefox-table-${game}.png`, await page.screenshot());
    if (found) {
      await page.keyboard.press("Control+z");
      assert.equal(await placeOf(page, found.piece), found.from);
    }
    assert.deepEqual(complaints, []);
  });
}
