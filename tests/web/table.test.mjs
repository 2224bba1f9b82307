// The table in a real browser, opened from the disk as by a double click.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, open } from "../browser/page.mjs";
import { games, web } from "./games.mjs";
import { drag, lonely, placeOf } from "./hands.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens a game from the disk and starts a scenario. */
async function table(game, { scenario, viewer, options } = {}) {
  const opened = await open(browser, `file://${web(game)}/index.html`, options);
  const { page } = opened;
  await page.waitForSelector(".scenario");
  if (viewer) await page.selectOption("#start-viewer", viewer);
  await page.fill("#seed", "TEST-SEED");
  await page.click(scenario ? `[data-scenario="${scenario}"]` : ".scenario");
  await page.waitForSelector(".piece");
  return opened;
}

/** Whatever makes a position: pieces and where they are, decks, turn. */
const position = (page) =>
  page.evaluate(() => {
    const { position: own } = window.table;
    const decks = [...own.decks].map(([id, deck]) => [id, deck.draw, deck.discard, deck.play, [...deck.hands]]);
    return JSON.stringify([own.turn, own.step, [...own.pieces.values()], [...own.stacks].sort(), decks, own.chances]);
  });

/** Where a piece is in the window, zoomed so that it can be grabbed. */
async function grabbable(page, piece) {
  await page.evaluate((id) => {
    const app = window.table;
    app.surface.show(
      { x: app.surface.standing.get(id).x - 60, y: app.surface.standing.get(id).y - 60, width: 120, height: 120 },
      false,
    );
    app.choosePlace(undefined, false);
  }, piece);
  await page.waitForTimeout(60);
  return page.evaluate((id) => window.table.surface.windowPoint(window.table.surface.standing.get(id)), piece);
}

/** Lets another side look. */
async function handOver(page, side) {
  await page.selectOption("#viewer", side);
  assert.ok(await page.isHidden("#viewport"), "a curtain hides the table while it is handed over");
  await page.click("#curtain-up");
  await page.waitForSelector("body:not(.curtain)");
}

for (const game of games) {
  test(`${game}: every scenario opens without a complaint, and pieces stand in their places`, async () => {
    const engine = JSON.parse(readFileSync(`${web(game)}/../engine.json`, "utf8"));
    for (const scenario of engine.scenarios) {
      const { page, complaints, close } = await table(game, { scenario: scenario.id });
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || image.loading === "lazy"),
      );
      const strayed = await page.evaluate(() => {
        const { surface, position: own } = window.table;
        return [...surface.standing.values()]
          .filter((one) => one.layer === 0 && own.piece(one.id).place !== null)
          .filter((one) => surface.floor.placeAt(one) !== own.piece(one.id).place)
          .map((one) => `${one.id}: ${own.piece(one.id).place}, seen in ${surface.floor.placeAt(one)}`);
      });
      assert.deepEqual(strayed, [], scenario.id);
      const [drawn, wanted] = await page.evaluate(() => [
        document.querySelectorAll(".piece").length,
        [...window.table.position.pieces.values()].filter((piece) => piece.place).length,
      ]);
      assert.equal(drawn, wanted, scenario.id);
      const atStart = scenario.setup
        .filter((own) => own.spot?.at && own.turn === undefined)
        .reduce((sum, own) => sum + own.copies, 0);
      assert.ok(drawn >= atStart, `${drawn} of ${atStart}`);
      for (const panel of ["tables", "log", "pieces"]) await page.click(`[data-panel=${panel}]`);
      assert.deepEqual(complaints, [], scenario.id);
      await close();
    }
  });

  test(`${game}: drag, flip, undo, save and open again`, async () => {
    const { page, complaints, close } = await table(game);
    const start = await position(page);
    const found = await lonely(page);
    if (found) {
      await drag(page, found.piece, found.to);
      assert.equal(await placeOf(page, found.piece), found.to);
      const at = await grabbable(page, found.piece);
      await page.mouse.dblclick(at.x, at.y);
      assert.equal(await page.evaluate((id) => window.table.position.piece(id).level, found.piece), 1);
    } else {
      await page.keyboard.press("n");
      await page.evaluate(() => window.table.move([...window.table.selected], { at: { x: 5, y: 5 } }));
    }
    await page.click("[data-panel=log]");
    await page.click("[data-act=roll-dice]");
    const played = await position(page);
    assert.notEqual(played, start);
    const downloading = page.waitForEvent("download");
    await page.keyboard.press("Control+s");
    const saved = readFileSync(await (await downloading).path(), "utf8");
    // Undone to the start, and redone, it is the same: dice included.
    while (await page.isEnabled("#undo")) await page.click("#undo");
    assert.equal(await position(page), start);
    while (await page.isEnabled("#redo")) await page.click("#redo");
    assert.equal(await position(page), played);
    // Another player opens the file.
    const other = await table(game);
    const chooser = other.page.waitForEvent("filechooser");
    await other.page.click("#main-menu");
    await other.page.getByText("Open a file").click();
    await (await chooser).setFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(saved) });
    await other.page.waitForFunction(() => window.table.play.entries.length > 0);
    assert.equal(await position(other.page), played);
    assert.equal(await other.page.evaluate(() => window.table.play.saved()), saved);
    assert.deepEqual([...complaints, ...other.complaints], []);
    await other.close();
    await close();
  });
}

test("files that are not games are refused, and the game stays as it is", async () => {
  const { page, complaints, close } = await table(games[0]);
  const start = await position(page);
  const good = await page.evaluate(() => JSON.parse(window.table.play.saved()));
  const entry = (move) => ({ ...good, entries: [{ by: null, moves: [move] }] });
  const bad = [
    "",
    "{",
    "[]",
    "null",
    '{"file":"other"}',
    JSON.stringify({ ...good, game: "another" }),
    JSON.stringify({ ...good, version: 99 }),
    JSON.stringify({ ...good, scenario: "none" }),
    JSON.stringify({ ...good, entries: [null] }),
    JSON.stringify({ ...good, entries: [{ moves: [null] }] }),
    JSON.stringify(entry({ do: "move", pieces: ["unit:none#1"], to: null })),
    JSON.stringify(entry({ do: "move", pieces: [], to: { place: "none" } })),
    JSON.stringify(entry({ do: "explode" })),
    JSON.stringify(entry({ do: "roll", dice: null })),
  ];
  for (const text of bad) {
    assert.equal(await page.evaluate((own) => openText(window.table, own), text), false, text);
    assert.equal(await position(page), start, text);
  }
  assert.ok((await page.locator(".toast.bad").count()) > 0);
  assert.deepEqual(complaints, []);
  await close();
});

test("a game with cards: a turn is played, and hands stay closed to the other side", async (t) => {
  const game = games.find((name) => readFileSync(`${web(name)}/game.js`, "utf8").includes('"decks":[{'));
  if (!game) return t.skip("no game has cards");
  const { page, complaints, close } = await table(game);
  const [deck, other] = await page.evaluate(() =>
    [...window.table.book.decks.values()].map(({ id, side }) => ({ id, side })),
  );
  await page.click("[data-panel=cards]");
  await page.click(`[data-act="fill-${deck.side}"]`);
  await page.click(`[data-act="draw-${other.side}"]`);
  const titles = await page.$$eval(`[data-hand="${deck.side}"] [data-card]`, (cards) =>
    cards.map((card) => card.title),
  );
  assert.ok(titles.length >= 3);
  // The other side looks: no front and no title of the hand is anywhere in the page.
  await handOver(page, other.side);
  assert.equal(await page.locator(`[data-hand="${deck.side}"] [data-card]`).count(), 0);
  assert.equal(await page.locator(`[data-hand="${deck.side}"] .card`).count(), titles.length);
  assert.equal(await page.locator(`[data-hand="${other.side}"] [data-card]`).count(), 1);
  await page.click("[data-panel=log]");
  const own = await page.$$eval(`.log li`, (lines) => lines.map((line) => line.textContent).join("\n"));
  for (const title of titles) {
    const theirs = await page.evaluate(
      (side) =>
        [...window.table.position.decks.values()]
          .flatMap((one) => one.hands.get(side) ?? [])
          .map((card) => cardTitle(window.table.book, card)),
      other.side,
    );
    if (!theirs.includes(title)) assert.ok(!own.includes(title), title);
  }
  const html = await page.content();
  const front = await page.evaluate(
    (id) =>
      window.table.position
        .deck(id)
        .hands.values()
        .next()
        .value.map((card) => window.table.book.pictures.cards[card.slice(0, card.lastIndexOf("#"))][0]),
    deck.id,
  );
  const discarded = await page.evaluate(() =>
    [...window.table.position.decks.values()].flatMap((one) => [...one.discard, ...one.play]),
  );
  assert.deepEqual(discarded, []);
  for (const picture of front)
    if (
      !(await page.evaluate(
        ([id, side]) =>
          [...window.table.position.decks.values()].some((one) =>
            (one.hands.get(side) ?? []).some(
              (card) => window.table.book.pictures.cards[card.slice(0, card.lastIndexOf("#"))][0] === id,
            ),
          ),
        [picture, other.side],
      ))
    )
      assert.ok(!html.includes(`src="${picture}"`), picture);
  // Back to its owner: a card is played, units move and fire, the turn goes on.
  await handOver(page, deck.side);
  await page.click("[data-panel=cards]");
  await page.click(`[data-hand="${deck.side}"] [data-card]`);
  await page.getByRole("menuitem", { name: "Play", exact: true }).click();
  assert.equal(await page.evaluate((id) => window.table.position.deck(id).play.length, deck.id), 1);
  const moved = await lonely(page);
  assert.ok(moved);
  await drag(page, moved.piece, moved.to);
  assert.equal(await placeOf(page, moved.piece), moved.to);
  // A fight: attackers and defenders are taken from what is selected.
  const fight = await page.evaluate(() => {
    const { position: own, book } = window.table;
    const units = [...own.stacks]
      .filter(([place]) => book.places.get(place).map && book.places.get(place).kind !== "space")
      .map(([place, stack]) => [place, stack.filter((id) => book.kindOf(id).type === "unit")])
      .filter(([, stack]) => stack.length > 0);
    const side = (id) => book.kindOf(id).side;
    for (const [place, stack] of units) {
      for (const { to } of book.neighbours.get(place) ?? []) {
        const theirs = own.stack(to).filter((id) => book.kindOf(id).type === "unit" && side(id) !== side(stack[0]));
        if (theirs.length > 0) return { attackers: stack, defenders: theirs };
      }
    }
    return undefined;
  });
  assert.ok(fight);
  await page.click("[data-panel=tables]");
  const combat = await page.evaluate(
    () =>
      [...window.table.book.tables.values()].find(
        (one) => one.dice && one.inputs.some((input) => input.from?.text.includes("attackers")),
      ).id,
  );
  await page.click(`[data-table="${combat}"]`);
  await page.evaluate((ids) => window.table.select(ids), fight.attackers);
  await page.click('[data-role="attackers"]');
  await page.evaluate((ids) => window.table.select(ids), fight.defenders);
  await page.click('[data-role="defenders"]');
  assert.ok((await page.locator(".tag.told").count()) >= 2, "the table answers inputs from the pieces");
  await page.click('[data-act="roll-table"]');
  assert.ok((await page.locator(".outcome b").innerText()).length > 0);
  assert.ok((await page.locator(".outcome .die").count()) > 0);
  assert.ok((await page.locator("tr.here").count()) === 1);
  // The next turn: the marker goes along.
  const turn = await page.evaluate(() => window.table.position.turn);
  for (let n = 0; n < 100 && (await page.evaluate(() => window.table.position.turn)) === turn; n += 1)
    await page.click("#step-after");
  const marker = await page.evaluate(() => {
    const { position: own, book } = window.table;
    const space = book.tracks
      .get(own.scenario.track)
      .spaces.find((id) => book.places.get(id).label === String(own.turn));
    return own.stack(space).filter((id) => book.kindOf(id).role === "track").length;
  });
  assert.equal(marker, 1);
  assert.deepEqual(complaints, []);
  return close();
});

test("a large hex game: a turn is played with status markers, steps, losses and tables", async (t) => {
  const game = games.find((name) => readFileSync(`${web(name)}/game.js`, "utf8").includes('"use":"status","group"'));
  if (!game) return t.skip("no game has groups of status markers");
  const { page, complaints, close } = await table(game);
  const found = await lonely(page);
  assert.ok(found);
  await drag(page, found.piece, found.to);
  // Status by the menu: of one group a unit has at most one.
  const group = await page.evaluate(() => {
    const status = [...window.table.book.kinds.values()].filter((kind) => kind.role === "status" && !kind.side);
    const own = status.filter((kind) => kind.group && kind.group === status.find((one) => one.group)?.group);
    return own.slice(0, 2).map((kind) => kind.name);
  });
  for (const name of group) {
    await page.evaluate((id) => window.table.goToPiece(id), found.piece);
    await page.focus("#viewport");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name }).click();
  }
  const riders = await page.evaluate(
    (id) => window.table.position.riders(id).map((rider) => window.table.book.kindOf(rider.id).name),
    found.piece,
  );
  assert.deepEqual(riders, group.slice(-1));
  // What lies on a unit moves with it.
  await drag(page, found.piece, found.from);
  assert.equal(
    await page.evaluate((id) => window.table.position.placeOf(window.table.position.riders(id)[0].id), found.piece),
    found.from,
  );
  // By keyboard: flip, move to a typed place, eliminate.
  await page.focus("#viewport");
  await page.keyboard.press("f");
  assert.equal(await page.evaluate((id) => window.table.position.piece(id).level, found.piece), 1);
  await page.keyboard.press("m");
  const label = await page.evaluate((id) => window.table.book.places.get(id).label, found.to);
  await page.keyboard.type(label);
  await page.keyboard.press("Enter");
  assert.equal(await placeOf(page, found.piece), found.to);
  await page.keyboard.press("Delete");
  assert.equal(await placeOf(page, found.piece), null);
  assert.equal(
    await page.evaluate(() => [...window.table.position.pieces.values()].filter((piece) => piece.on !== null).length),
    0,
  );
  await page.keyboard.press("Control+z");
  assert.equal(await placeOf(page, found.piece), found.to);
  // A stack is put in another order in the strip.
  const stack = await page.evaluate(() => {
    const { position: own, book } = window.table;
    const [place, pieces] = [...own.stacks].find(([at, ids]) => ids.length >= 2 && book.places.get(at).kind === "hex");
    window.table.goToPlace(place);
    return { place, pieces };
  });
  await page.waitForTimeout(350);
  const last = page.locator(`[data-fan="${stack.pieces.at(-1)}"]`);
  await last.dragTo(page.locator(`[data-fan="${stack.pieces[0]}"]`));
  assert.equal(await page.evaluate((place) => window.table.position.stack(place)[0], stack.place), stack.pieces.at(-1));
  // Reinforcements come from the panel, by dragging.
  await page.click("[data-panel=pieces]");
  const arriving = await page.evaluate(() => {
    const { due } = window.table.play;
    const one = due.find(
      (own) => own.places.length > 0 && !window.table.position.inPlay(window.table.position.piece(own.piece)),
    );
    if (one) window.table.goToPlace(one.places[0]);
    return one && { piece: one.piece, place: one.places[0] };
  });
  if (arriving) {
    await page.waitForTimeout(350);
    const to = await page.evaluate(
      (id) => window.table.surface.windowPoint(window.table.surface.floor.rooms.get(id).centre),
      arriving.place,
    );
    const tile = page.locator(`[data-tile="${arriving.piece}"]`);
    await tile.scrollIntoViewIfNeeded();
    const box = await tile.boundingBox();
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x - 30, box.y + 20, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    assert.equal(await placeOf(page, arriving.piece), arriving.place);
  }
  // A table without a position: inputs by hand.
  await page.click("[data-panel=tables]");
  const id = await page.evaluate(
    () =>
      [...window.table.book.tables.values()].find(
        (one) =>
          one.dice && one.inputs.length > 0 && one.inputs.every((input) => input.kind === "number" && !input.from),
      )?.id,
  );
  if (id) {
    await page.click(`[data-table="${id}"]`);
    for (const field of await page.$$(".stepper input")) await field.fill("3");
    await page.click('[data-act="roll-table"]');
    assert.equal(await page.locator(".outcome").count(), 1);
  }
  const before = await page.evaluate(() => window.table.position.turn);
  for (let n = 0; n < 100 && (await page.evaluate(() => window.table.position.turn)) === before; n += 1)
    await page.click("#step-after");
  assert.equal(await page.evaluate(() => window.table.position.turn), before + 1);
  assert.deepEqual(complaints, []);
  return close();
});

test("hidden pieces are hidden: in private boxes, and secret markers with their backs up", async (t) => {
  const game = games.find((name) => readFileSync(`${web(name)}/game.js`, "utf8").includes('"box_kind":"private"'));
  if (!game) return t.skip("no game has a private box");
  const { page, complaints, close } = await table(game);
  const { side, other, piece, name, picture } = await page.evaluate(() => {
    const { book, position: own } = window.table;
    const box = [...book.places.values()].find((place) => place.box_kind === "private");
    const kind = [...book.kinds.values()].find((one) => one.secret);
    const id = `${kind.key}#1`;
    window.table.commit([
      { do: "move", pieces: [id], to: { place: box.id } },
      { do: "face", pieces: [id], level: 0 },
    ]);
    return {
      side: box.side,
      other: [...book.sides.keys()].find((one) => one !== box.side),
      piece: id,
      name: kind.name,
      picture: kind.faces[0].picture,
      own: own.turn,
    };
  });
  assert.equal(await page.evaluate((id) => window.table.faceOf(id).hidden, piece), false);
  await handOver(page, other);
  assert.equal(await page.evaluate((id) => window.table.faceOf(id).hidden, piece), true);
  const shown = await page.evaluate((id) => window.table.surface.elements.get(id).outerHTML, piece);
  assert.ok(!shown.includes(picture) && !shown.includes(name), shown);
  await page.click("[data-panel=log]");
  assert.ok(!(await page.innerText("#log")).includes(name));
  await handOver(page, side);
  assert.ok((await page.innerText("#log")).includes(name));
  assert.deepEqual(complaints, []);
  return close();
});

test("what is drawn by chance lies face down, and is drawn from the seed", async (t) => {
  const game = games.find((name) => readFileSync(`${web(name)}/game.js`, "utf8").includes('"draw":"random"'));
  if (!game) return t.skip("no game has such a box");
  const engine = JSON.parse(readFileSync(`${web(game)}/../engine.json`, "utf8"));
  const place = engine.places.find((own) => own.draw === "random").id;
  const filled = (one) => one.setup.filter((own) => own.spot?.at === place).length > 1;
  const { page, complaints, close } = await table(game, { scenario: engine.scenarios.find(filled).id });
  const hidden = () =>
    page.evaluate(
      (id) => window.table.position.stack(id).filter((piece) => window.table.faceOf(piece).hidden).length,
      place,
    );
  const count = await hidden();
  assert.equal(count, await page.evaluate((id) => window.table.position.stack(id).length, place));
  assert.ok(count > 1);
  const drawn = async () => {
    await page.evaluate((id) => window.table.drawFrom(id), place);
    return page.evaluate(() => window.table.play.entries.at(-1).moves[0].piece);
  };
  const first = await drawn();
  assert.equal(await hidden(), count - 1);
  assert.equal(await page.evaluate((id) => window.table.faceOf(id).hidden, first), false);
  await page.click("#undo");
  assert.equal(await hidden(), count);
  assert.equal(await drawn(), first, "an undone draw comes out the same");
  assert.deepEqual(complaints, []);
  return close();
});

test("nothing in the bar lies over anything else, however wide the window is", async () => {
  const { page, close } = await table(games[0], {});
  for (const width of [1280, 1100, 1024, 960, 820, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll("#bar button, #bar select")]
        .filter((own) => own.checkVisibility())
        .filter((own) => {
          const box = own.getBoundingClientRect();
          return [0.1, 0.5, 0.9].some((part) => !own.contains(document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2)));
        })
        .map((own) => own.title || own.textContent),
    );
    assert.deepEqual(covered, [], `at ${width} px`);
  }
  await close();
});

test("names of boards can be told apart", async () => {
  for (const game of games) {
    const { page, close } = await table(game, {});
    const names = await page.locator(".board-tab").allTextContents();
    const shown = names.map((own) => own.replace(/^\d/, ""));
    assert.equal(new Set(shown).size, shown.length, shown.join("; "));
    const clipped = await page.locator(".board-tab").evaluateAll((all) => all.filter((own) => own.scrollWidth > own.clientWidth).map((own) => own.textContent));
    assert.deepEqual(clipped, []);
    await close();
  }
});

test("a tablet: the table fits, fingers select, pan and zoom", async () => {
  const { page, complaints, close } = await table(games[0], {
    options: { viewport: { width: 810, height: 1080 }, hasTouch: true },
  });
  const piece = await page.evaluate(
    () =>
      [...window.table.surface.standing.values()].find(
        (one) => one.above === 0 && window.table.book.kindOf(one.id).type === "unit",
      ).id,
  );
  const at = await grabbable(page, piece);
  await page.touchscreen.tap(at.x, at.y);
  assert.ok(await page.evaluate((id) => window.table.selected.has(id), piece));
  assert.ok(await page.isVisible("#strip"));
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const zoom = await page.evaluate(() => window.table.surface.view.zoom);
  await touch("touchStart", [
    [300, 500],
    [400, 500],
  ]);
  await touch("touchMove", [
    [250, 500],
    [450, 500],
  ]);
  await touch("touchMove", [
    [200, 500],
    [500, 500],
  ]);
  await touch("touchEnd", []);
  assert.ok((await page.evaluate(() => window.table.surface.view.zoom)) > zoom * 1.5);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 810, `${wide}`);
  assert.deepEqual(complaints, []);
  await close();
});
