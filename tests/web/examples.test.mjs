// Formulas, tables and sums of the page agree with the worked examples of every game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { games, web } from "./games.mjs";

const context = vm.createContext({ crypto: globalThis.crypto });
context.window = context;
for (const file of ["expr", "tables", "random", "book", "state", "setup", "words", "record", "ask", "layout"]) {
  vm.runInContext(readFileSync(`${web(games[0])}/${file}.js`, "utf8"), context, { filename: `${file}.js` });
}
const page = vm.runInContext(
  "({ evaluate, Fraction, Members, lookUp, compute, blankAnswer, Book, Position, Ask, noFight, Chance, Play, setUp })",
  context,
);
const { Fraction } = page;

function bookOf(game) {
  vm.runInContext(readFileSync(`${web(game)}/game.js`, "utf8"), context);
  return new page.Book(context.PUNCHBOARD);
}

/** A position as an example describes it. */
function positionOf(book, example) {
  const scenario = book.scenarios.get(example.scenario) ?? book.engine.scenarios[0];
  const position = new page.Position(book, { ...scenario, id: example.scenario ?? "" }, "seed");
  const [unit, marker] = [(id) => `unit:${id}#1`, (id, n) => `marker:${id}#${n}`];
  const place = (at) => String([].concat(at)[0]);
  for (const own of example.units ?? []) {
    const id = unit(own.unit);
    if (!position.pieces.has(id)) return undefined;
    if (own.at !== undefined && !book.places.has(place(own.at))) return undefined;
    if (own.at !== undefined) position.apply({ do: "move", pieces: [id], to: { place: place(own.at) } });
    const level = book.kindOf(id).faces.findIndex((face) => face.state === own.state);
    if (level >= 0) position.apply({ do: "face", pieces: [id], level });
    for (const status of [].concat(own.status ?? [])) {
      const [free] = position.pool(`marker:${status}`);
      position.apply({ do: "move", pieces: [free.id], to: { on: id } });
    }
  }
  for (const own of example.markers ?? []) {
    for (const at of [].concat(own.at)) {
      const [free] = position.pool(`marker:${own.marker}`);
      position.apply({ do: "move", pieces: [free.id], to: { place: String(at) } });
    }
  }
  for (const { side, at } of example.control ?? []) for (const id of [].concat(at)) position.control.set(id, side);
  for (const [id, value] of Object.entries(example.conditions ?? {})) {
    if (id === "turn") position.turn = value;
    position.conditions.set(id, value);
  }
  return { position, unit, marker };
}

function fightOf({ unit, marker }, step) {
  const all = (ids, name) => (ids ?? []).map((id) => name(id, 1));
  return {
    at: step.at,
    attackers: all(step.attackers, unit),
    defenders: all(step.defenders, unit),
    attackLead: step["attack-lead"] && unit(step["attack-lead"]),
    defenceLead: step["defence-lead"] && unit(step["defence-lead"]),
    attackMarkers: all(step["attack-markers"], marker),
    defenceMarkers: all(step["defence-markers"], marker),
    unit: step.unit && unit(step.unit),
  };
}

const same = (value, wanted) => wanted === undefined || String(value) === String(Fraction.read(wanted) ?? wanted);

function checkStep(record, step, answers, where) {
  const { expect } = step;
  if (step.table) {
    const looked = page.lookUp(record, step.roll, answers);
    assert.ok(same(looked.modifier, expect.modifier), `${where}: modifier ${looked.modifier}`);
    assert.ok(same(looked.total, expect.total), `${where}: total ${looked.total}`);
    if (expect.result !== undefined) assert.equal(looked.result, expect.result, where);
    if (expect.cell !== undefined) assert.equal(looked.cell, expect.cell, where);
    return;
  }
  const { total, chain } = page.compute(record, answers);
  assert.ok(same(total, expect.total), `${where}: total ${total}`);
  for (const [id, adds] of Object.entries(expect.terms ?? {})) {
    assert.ok(same(chain.find((link) => link.id === id)?.adds ?? Fraction.ZERO, adds), `${where}: term ${id}`);
  }
}

for (const game of games) {
  test(`${game}: tables and sums come to what the worked examples say`, () => {
    const book = bookOf(game);
    let [compared, all] = [0, 0];
    for (const example of book.engine.examples) {
      const set = positionOf(book, example);
      let untouched = set !== undefined;
      for (const [n, step] of example.step.entries()) {
        if (!["roll", "compute"].includes(step.do)) {
          untouched = false;
          continue;
        }
        all += 1;
        const record = step.table ? book.tables.get(step.table) : book.procedures.get(step.procedure);
        const given = step.with ?? {};
        const asked = record.inputs.filter((input) => input.from && !(input.id in given));
        if (asked.length > 0 && !untouched) continue;
        const ask = asked.length > 0 ? new page.Ask(set.position, fightOf(set, step)) : undefined;
        const told = new Map(asked.map((input) => [input.id, ask.answer(input)]));
        // Supply, zones and events are not for the table to say: a player answers.
        if ([...told.values()].includes(undefined)) continue;
        const answer = (input) =>
          told.get(input.id) ??
          (input.id in given ? (Fraction.read(given[input.id]) ?? given[input.id]) : page.blankAnswer(input));
        const answers = new Map(record.inputs.map((input) => [input.id, answer(input)]));
        checkStep(record, step, answers, `${example.id}, step ${n + 1}`);
        compared += 1;
      }
    }
    // What happens before a step may change the position, and the table moves nothing by itself: those are left out.
    assert.ok(compared >= all / 3, `${compared} of ${all} compared`);
  });
}

test("numbers keep to the rules of engine.md", () => {
  const of = (n, d = 1) => new Fraction(n, d);
  assert.equal(String(of(6, 2)), "3");
  assert.equal(String(of(1, -4)), "-0.25");
  assert.equal(String(of(-2, 6)), "-1/3");
  assert.equal(String(of(5, 0)), "0");
  assert.equal(String(of(5, 2).round()), "3");
  assert.equal(String(of(-5, 2).round()), "-2");
  assert.equal(String(of(-1).modulo(of(6))), "5");
  assert.equal(String(of(1).over(of(0))), "0");
  assert.equal(String(of(1).modulo(of(0))), "0");
  assert.equal(String(of(10n ** 18n)), "1000000000000000");
  assert.equal(String(of(2_499_999_992, 999_999_997).round()), "2");
  assert.equal(Fraction.read("1/3")?.toString(), "1/3");
  assert.equal(Fraction.read("two"), undefined);
});

test("dice add what they add, and are read as they are read", () => {
  const { totalsOf, diceText, diceTotal } = vm.runInContext("({ totalsOf, diceText, diceTotal })", context);
  const two = { count: 2, sides: 6, tens_and_units: false, add: -2 };
  assert.deepEqual(
    [totalsOf(two)[0], totalsOf(two).at(-1), diceText(two), diceTotal(two, [3, 4])],
    [0, 10, "2d6−2", 5],
  );
  const d66 = { count: 2, sides: 6, tens_and_units: true };
  assert.deepEqual(
    [totalsOf(d66).length, totalsOf(d66)[0], diceText(d66), diceTotal(d66, [3, 4])],
    [36, 11, "d66", 34],
  );
});

test("dice with faces count what their faces count, and the other side's roll is subtracted", () => {
  const { totalsOf, diceText, diceTotal, faceNames, throwsOf, lookUp } = vm.runInContext(
    "({ totalsOf, diceText, diceTotal, faceNames, throwsOf, lookUp })",
    context,
  );
  const face = (name, value) => ({ name, value });
  const battle = { id: "battle", name: "Battle", faces: [face("Hit", 2), face("Flag", 0), face("Miss", -1)] };
  const kinds = new Map([["battle", battle]]);
  const plain = (sides) => ({ count: 1, sides, tens_and_units: false });
  const [charge] = throwsOf({ dice: { ...plain(3), count: 2 }, die: "battle" }, kinds);
  assert.deepEqual([...totalsOf(charge)].sort((a, b) => a - b), [-2, -1, 0, 1, 2, 4]);
  assert.deepEqual([diceText(charge), diceTotal(charge, [1, 3]), faceNames(charge, [1, 3])], ["2 Battle", 1, "Hit, Miss"]);
  const [duel] = throwsOf({ dice: plain(6), against: plain(8) }, kinds);
  assert.deepEqual([diceText(duel), diceTotal(duel, [2, 7]), totalsOf(duel).length], ["d6 against d8", -5, 13]);
  const rally = { dice: null, dice_by_side: [{ side: "blue", dice: { ...plain(6), count: 2 } }, { side: "red", dice: plain(6) }] };
  assert.deepEqual(throwsOf(rally, kinds).map((own) => [own.side, diceText(own)]), [["blue", "2d6"], ["red", "d6"]]);
  const row = { on: { text: "1+", from: 1, to: null, below: false }, result: "r", cells: [] };
  const table = { ...rally, name: "Rally", modifiers: [], parts: [{ rows: [row] }], columns: [], down: "roll", results: {} };
  assert.throws(() => lookUp(table, undefined, new Map()), /Rally needs a roll of 2d6 or d6/);
  assert.throws(() => lookUp(table, 13, new Map()), /2d6 or d6 cannot come to 13/);
  assert.equal(lookUp(table, 12, new Map()).result, "r");
});

test("chance is fair, and the same for the same seed", () => {
  const rolled = Array.from({ length: 6000 }, (_, n) => new page.Chance("seed", n).dice(1, 6)[0]);
  for (let face = 1; face <= 6; face += 1) {
    const share = rolled.filter((own) => own === face).length;
    assert.ok(share > 850 && share < 1150, `${face}: ${share} of 6000`);
  }
  assert.deepEqual([...new page.Chance("a", 3).dice(5, 6)], [...new page.Chance("a", 3).dice(5, 6)]);
  assert.notDeepEqual([...new page.Chance("a", 3).dice(20, 6)], [...new page.Chance("b", 3).dice(20, 6)]);
  const mixed = new page.Chance("a", 0).shuffled([1, 2, 3, 4, 5]);
  assert.deepEqual([...mixed].sort(), [1, 2, 3, 4, 5]);
});

for (const game of games) {
  test(`${game}: a setup puts every piece where engine.json says`, () => {
    const book = bookOf(game);
    for (const scenario of book.engine.scenarios) {
      const { position, due } = page.setUp(book, scenario.id, "seed");
      const wanted = new Map();
      for (const own of scenario.setup) {
        if (own.turn !== undefined || !own.spot?.at) continue;
        const kind = own.unit !== undefined ? `unit:${own.unit}` : `marker:${own.marker}`;
        const key = JSON.stringify([own.spot.at, kind, own.state]);
        wanted.set(key, (wanted.get(key) ?? 0) + own.copies);
      }
      for (const [key, copies] of wanted) {
        const [place, kind, state] = JSON.parse(key);
        const standing = position.stack(place).filter((id) => {
          const own = book.kindOf(id);
          return own.key === kind && own.faces[position.piece(id).level].state === state;
        });
        assert.ok(standing.length >= copies, `${scenario.id}: ${key}`);
      }
      const later = scenario.setup
        .filter((own) => own.turn !== undefined || !own.spot?.at)
        .concat(scenario.reinforcements);
      assert.equal(
        due.length,
        later.reduce((sum, own) => sum + own.copies, 0),
        scenario.id,
      );
    }
  });
}
