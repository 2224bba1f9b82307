// What a person does with a mouse on the map of the studio.

/**
 * Where a point of the sheet is in the window.
 * @param {any} page
 * @param {number[]} at
 */
export const pixel = (page, at) =>
  page.evaluate((own) => {
    const stage = document.querySelector(".stage");
    const box = stage.getBoundingClientRect();
    const scale = box.width / stage.offsetWidth;
    // A mouse points at whole pixels.
    return [Math.round(box.left + own[0] * scale), Math.round(box.top + own[1] * scale)];
  }, at);

/** The point of the sheet that a mouse really points at when it is to point at another: its pixels are whole. */
export const meant = (page, at) =>
  page.evaluate((own) => {
    const stage = document.querySelector(".stage");
    const box = stage.getBoundingClientRect();
    const scale = box.width / stage.offsetWidth;
    return [(Math.round(box.left + own[0] * scale) - box.left) / scale, (Math.round(box.top + own[1] * scale) - box.top) / scale];
  }, at);

/** Lengths as they are written: pages send hundredths, and a file of whole numbers gets tenths. */
export const tenth = (length) => Math.round(Math.round(length * 100) / 10) / 10;

/** Drags along points of the sheet. */
export async function drag(page, ...points) {
  const [first, ...others] = points;
  await page.mouse.move(...(await pixel(page, first)));
  await page.mouse.down();
  for (const point of others) await page.mouse.move(...(await pixel(page, point)), { steps: 6 });
  await page.mouse.up();
}

/** Clicks points of the sheet, one after the other. */
export async function click(page, ...points) {
  for (const point of points) {
    const at = await pixel(page, point);
    await page.mouse.move(...at);
    await page.mouse.click(...at);
    // Two clicks at once would be a double click.
    await page.waitForTimeout(600);
  }
}

/** Chooses a tool of the map, and waits until the map has found its room beside what the tool shows. */
export async function take(page, tool) {
  await page.selectOption('select[aria-label="Tool"]', tool);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Answers what a small window asks. */
export async function answer(page, text) {
  await page.fill("dialog.ask input", text);
  await page.click("dialog.ask button.main");
}
