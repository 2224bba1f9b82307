"use strict";
// Tables and sums, as `src/play` computes them: dice, modifiers, row, column, part; terms in order.

/**
 * One link of a chain of modifiers or terms.
 * @typedef {{ id: string, text: string, adds: Fraction, group?: string | null }} Link
 * @typedef {Map<string, Value>} Answers
 * @typedef {{ text: string, from: number | string | null, to: number | string | null, below: boolean }} Band
 * @typedef {{ chain: Link[], modifier: Fraction, total: Fraction, part: number, row: number | undefined,
 *   column: number | undefined, cell: string | undefined, result: string | undefined, text: string | undefined }} Looked
 */

/** @param {Answers} answers @returns {Env} */
const envOf = (answers) => ({ value: (name) => answers.get(name) });

/** Whether a formula holds; none always does. @param {Formula | null | undefined} formula @param {Env} env */
const holds = (formula, env) => !formula || conditionOf(formula.tree, env);

/** What is assumed of an input that nobody answers. @param {any} input @returns {Value} */
function blankAnswer(input) {
  if (input.default !== null && input.default !== undefined) {
    return typeof input.default === "number" ? new Fraction(input.default) : input.default;
  }
  if (input.kind === "number") return new Fraction(Math.max(input.min ?? 0, 0));
  if (input.kind === "yes-no") return false;
  return input.choices?.[0] ?? "";
}

/**
 * What a table rolls: one throw, or one for each side. A throw is dice, the record of the die whose faces they show (`kind`),
 * and what the other side rolls (`against`).
 * @param {any} table @param {Map<string, any>} kinds dice with faces of their own
 * @returns {any[]}
 */
function throwsOf(table, kinds) {
  const own = table.dice ? [table] : (table.dice_by_side ?? []);
  return own.map((/** @type {any} */ one) => ({
    ...one.dice,
    die: one.die ?? undefined,
    against: one.against ?? undefined,
    kind: one.die ? kinds.get(one.die) : undefined,
    side: table.dice ? undefined : one.side,
  }));
}

/** The totals that dice can come to. @param {any} dice @returns {number[]} */
function totalsOf(dice) {
  if (!dice.against) return ownTotals(dice);
  const other = totalsOf(dice.against);
  return [...new Set(ownTotals(dice).flatMap((total) => other.map((less) => total - less)))];
}

/** The totals without those of the other side. @param {any} dice @returns {number[]} */
function ownTotals(dice) {
  const add = dice.add ?? 0;
  if (dice.kind) {
    let sums = [add];
    for (let n = 0; n < dice.count; n += 1)
      sums = [...new Set(sums.flatMap((sum) => dice.kind.faces.map((/** @type {any} */ face) => sum + face.value)))];
    return sums;
  }
  if (!dice.tens_and_units) {
    return Array.from({ length: dice.count * (dice.sides - 1) + 1 }, (_, n) => dice.count + n + add);
  }
  let totals = [0];
  for (let n = 0; n < dice.count; n += 1) {
    totals = totals.flatMap((total) => Array.from({ length: dice.sides }, (_, face) => total * 10 + face + 1));
  }
  return totals.map((total) => total + add);
}

/** `2d6`, `d66`, `d6+1`, `3 Battle`, `1d6 against 1d8`. @param {any} dice @returns {string} */
function diceText(dice) {
  if (dice.against) return `${diceText({ ...dice, against: undefined })} against ${diceText(dice.against)}`;
  const add = dice.add ? (dice.add < 0 ? `−${-dice.add}` : `+${dice.add}`) : "";
  if (dice.kind) return `${dice.count} ${dice.kind.name}${add}`;
  if (dice.tens_and_units) return `d${String(dice.sides).repeat(dice.count)}${add}`;
  return `${dice.count === 1 ? "" : dice.count}d${dice.sides}${add}`;
}

/** What faces come to; those of the other side stand behind one's own. @param {any} dice @param {number[]} faces @returns {number} */
function diceTotal(dice, faces) {
  const own = faces.slice(0, dice.count);
  const worth = (/** @type {number} */ face) => (dice.kind ? (dice.kind.faces[face - 1]?.value ?? 0) : face);
  const sum = own.reduce((total, face) => (dice.tens_and_units ? total * 10 + face : total + worth(face)), 0);
  const less = dice.against ? diceTotal(dice.against, faces.slice(dice.count)) : 0;
  return sum + (dice.add ?? 0) - less;
}

/** The names of faces, or their numbers. @param {any} dice @param {number[]} faces @returns {string} */
const faceNames = (dice, faces) =>
  faces.map((face, n) => (n < dice.count ? (dice.kind?.faces[face - 1]?.name ?? face) : face)).join(", ");

/**
 * The row, column or part for a number: the one that contains it, or the nearest if the table says so.
 * @param {(Band | null)[]} bands @param {Fraction} number @param {string | null} beyond
 * @returns {number | undefined}
 */
function findBand(bands, number, beyond) {
  const edge = (/** @type {number | string | null} */ value) => (value === null ? undefined : Fraction.read(value));
  const contains = (/** @type {Band | null} */ band) => {
    if (!band) return false;
    const [from, to] = [edge(band.from), edge(band.to)];
    return (!from || number.compare(from) >= 0) && (!to || number.compare(to) < (band.below ? 0 : 1));
  };
  const fitting = bands.findIndex(contains);
  if (fitting >= 0) return fitting;
  if (beyond !== "nearest") return undefined;
  /** @type {{ n: number, far: Fraction } | undefined} */
  let nearest;
  bands.forEach((band, n) => {
    const [from, to] = [band && edge(band.from), band && edge(band.to)];
    const far =
      from && number.compare(from) < 0
        ? from.minus(number)
        : to && number.compare(to) >= 0
          ? number.minus(to)
          : undefined;
    if (far && (!nearest || far.compare(nearest.far) < 0)) nearest = { n, far };
  });
  return nearest?.n;
}

/** The modifiers that apply; of one group only the strongest. @param {any[]} modifiers @param {Env} env @returns {Link[]} */
function modifiersOf(modifiers, env) {
  /** @type {Link[]} */
  const chain = [];
  for (const { when, add, text, group } of modifiers) {
    if (!holds(when, env)) continue;
    const link = { id: "", text, adds: numberOf(add.tree, env), group };
    if (link.adds.n === 0n) continue;
    const rival = group ? chain.findIndex((one) => one.group === group) : -1;
    if (rival < 0) chain.push(link);
    else if (chain[rival].adds.abs().compare(link.adds.abs()) < 0) chain[rival] = link;
  }
  return chain;
}

/**
 * Looks a table up. Throws if there is no result.
 * @param {any} table @param {number | undefined} roll @param {Answers} answers
 * @returns {Looked}
 */
function lookUp(table, roll, answers) {
  const env = envOf(answers);
  const chain = modifiersOf(table.modifiers, env);
  const modifier = chain.reduce((sum, link) => sum.plus(link.adds), Fraction.ZERO);
  const throws = table.throws ?? throwsOf(table, new Map());
  const words = throws.map(diceText).join(" or ");
  if (throws.length > 0 && roll === undefined) throw new FormulaError(`${table.name} needs a roll of ${words}`);
  if (throws.length === 0 && roll !== undefined) throw new FormulaError(`${table.name} has no dice`);
  const possible = (/** @type {any} */ dice) => totalsOf(dice).includes(/** @type {number} */ (roll));
  if (throws.length > 0 && !throws.some(possible)) throw new FormulaError(`${words} cannot come to ${roll}`);
  const total = new Fraction(roll ?? 0).plus(modifier);
  const entered = (/** @type {string} */ by) => {
    if (by === "roll") return total;
    const number = answers.get(by);
    if (!(number instanceof Fraction)) throw new FormulaError(`\`${by}\` has no number`);
    return throws.length === 0 && by === table.down ? number.plus(modifier) : number;
  };
  const bands = table.parts.map((/** @type {any} */ part) => part.band);
  const part = table.by_part ? findBand(bands, entered(table.by_part), table.beyond) : 0;
  if (part === undefined) throw new FormulaError(`no part of ${table.name} fits ${entered(table.by_part)}`);
  const { rows } = table.parts[part];
  const down = entered(table.down);
  const row = findBand(
    rows.map((/** @type {any} */ one) => one.on),
    down,
    table.beyond,
  );
  if (row === undefined && table.beyond !== "nothing") throw new FormulaError(`${table.name} has no row for ${down}`);
  const own = row === undefined ? undefined : rows[row];
  let column;
  if (table.across && own) {
    const number = entered(table.across);
    const found = findBand(table.columns, number, table.beyond);
    if (found === undefined) throw new FormulaError(`${table.name} has no column for ${number}`);
    const shift = table.shift ? numberOf(table.shift.tree, env).floor().toNumber() : 0;
    column = Math.min(Math.max(found + shift, 0), Math.max(own.cells.length - 1, 0));
  }
  const cell = column === undefined ? undefined : own.cells[column];
  const code = cell ?? own?.result ?? undefined;
  const text = own?.text ?? (code === undefined ? undefined : table.results[code]);
  return {
    chain,
    modifier,
    total: table.dice ? total : down,
    part,
    row,
    column,
    cell,
    result: own?.result ?? undefined,
    text,
  };
}

/**
 * Computes a sum of terms. Throws if a term cannot be computed.
 * @param {any} procedure @param {Answers} answers
 * @returns {{ chain: Link[], total: Fraction }}
 */
function compute(procedure, answers) {
  const env = envOf(answers);
  const due = procedure.terms
    .filter((/** @type {any} */ term) => holds(term.when, env))
    .map((/** @type {any} */ term) => ({ term, value: term.value ? numberOf(term.value.tree, env) : undefined }));
  // Of one group only the strongest counts, wherever it stands; the first of equals.
  const loses = (/** @type {any} */ own, /** @type {number} */ n) =>
    own.value !== undefined &&
    own.term.group &&
    due.some((/** @type {any} */ other, /** @type {number} */ m) => {
      if (m === n || other.term.group !== own.term.group || other.value === undefined) return false;
      const order = other.value.abs().compare(own.value.abs());
      return order > 0 || (order === 0 && m < n);
    });
  let total = Fraction.ZERO;
  /** @type {Link[]} */
  const chain = [];
  due.forEach((/** @type {any} */ one, /** @type {number} */ n) => {
    if (loses(one, n)) return;
    const { term, value } = one;
    let after = value ? total.plus(value) : term.times ? total.times(numberOf(term.times.tree, env)) : total;
    if (term.round === "down") after = after.floor();
    if (term.round === "up") after = after.ceil();
    if (term.round === "nearest") after = after.round();
    chain.push({ id: term.id, text: term.text, adds: after.minus(total) });
    total = after;
  });
  if (procedure.min !== null) total = greater(total, new Fraction(procedure.min));
  if (procedure.max !== null) total = lesser(total, new Fraction(procedure.max));
  return { chain, total };
}
