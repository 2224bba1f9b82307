// What a person does with a mouse on the table.

/** Drags a piece to a place with the mouse. Both must lie within reach of each other. */
export async function drag(page, piece, place) {
  await page.evaluate(
    ([id, to]) => {
      const app = window.table;
      const [a, b] = [app.surface.standing.get(id), app.surface.floor.rooms.get(to).centre];
      const [x, y] = [Math.min(a.x, b.x) - 25, Math.min(a.y, b.y) - 25];
      app.choosePlace(undefined, false);
      app.surface.show({ x, y, width: Math.abs(a.x - b.x) + 50, height: Math.abs(a.y - b.y) + 50 }, false);
    },
    [piece, place],
  );
  await page.waitForTimeout(250);
  const [from, to] = await page.evaluate(
    ([id, at]) => {
      const { surface } = window.table;
      return [surface.windowPoint(surface.standing.get(id)), surface.windowPoint(surface.floor.rooms.get(at).centre)];
    },
    [piece, place],
  );
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

/** Where a piece is. */
export const placeOf = (page, piece) => page.evaluate((id) => window.table.position.placeOf(id), piece);

/** A single unit on a map, and a neighbouring place without pieces. */
export const lonely = (page) =>
  page.evaluate(() => {
    const { position: own, book, surface } = window.table;
    for (const [place, stack] of own.stacks) {
      const kind = book.kindOf(stack[0]);
      if (stack.length !== 1 || kind.type !== "unit" || !book.places.get(place).map || kind.faces.length < 2) continue;
      const edge = (book.neighbours.get(place) ?? []).find(
        ({ to }) => own.stack(to).length === 0 && surface.floor.rooms.get(to)?.ground,
      );
      if (edge) return { piece: stack[0], from: place, to: edge.to };
    }
    return undefined;
  });
