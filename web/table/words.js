"use strict";
// Moves in words, for the log: what everybody may read, and what only one side may.

/** @typedef {{ text: string, secret?: { side: string, text: string }, result?: RollShown }} Said */
/** @typedef {{ table: any, dice: any, faces: number[], total: string, looked: Looked | undefined, error: string | undefined }} RollShown */

/** Names of pieces, at most a few; those that a reader may not know are not named. @param {Position} position @param {string[]} pieces @param {boolean} all */
function namesOf(position, pieces, all) {
  const hidden = (/** @type {string} */ id) => !all && position.seenBy(id) !== undefined;
  const name = (/** @type {string} */ id) => (hidden(id) ? "a hidden piece" : position.book.kindOf(id).name);
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const id of pieces) count.set(name(id), (count.get(name(id)) ?? 0) + 1);
  const names = [...count].map(([text, times]) => (times > 1 ? `${times} × ${text}` : text));
  return names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
}

/** @param {Position} position @param {string[]} pieces */
const oneSecret = (position, pieces) => pieces.map((id) => position.seenBy(id)).find((side) => side !== undefined);

/** Where a piece is, in words. @param {Position} position @param {string} id @returns {string} */
function standsAt(position, id) {
  const piece = position.piece(id);
  if (piece.on) return `on ${position.book.kindOf(piece.on).name}`;
  if (piece.place) return position.book.placeName(piece.place);
  return piece.at ? "the table" : "the pool";
}

/**
 * Says what a move does, and does it.
 * @param {Position} position @param {Move} move @param {string | null} by whose move it is
 * @returns {Said | undefined}
 */
function sayAndApply(position, move, by) {
  const { book } = position;
  switch (move.do) {
    case "move": {
      const secret =
        oneSecret(position, move.pieces) ?? (move.to && "place" in move.to ? book.privateTo(move.to.place) : undefined);
      const [open, full] = [namesOf(position, move.pieces, secret === undefined), namesOf(position, move.pieces, true)];
      const from = move.pieces.length > 0 ? standsAt(position, move.pieces[0]) : "";
      position.apply(move);
      const to = move.pieces.length > 0 ? standsAt(position, move.pieces[0]) : "";
      const way = move.to === null ? `taken off the table (from ${from})` : `${from} → ${to}`;
      const hiddenNow = secret ?? oneSecret(position, move.pieces);
      const shown =
        secret !== undefined && oneSecret(position, move.pieces) === undefined
          ? namesOf(position, move.pieces, false)
          : open;
      return hiddenNow !== undefined
        ? { text: `${shown}: ${way}`, secret: { side: hiddenNow, text: `${full}: ${way}` } }
        : { text: `${full}: ${way}` };
    }
    case "face": {
      const before = oneSecret(position, move.pieces);
      const full = namesOf(position, move.pieces, true);
      const open = namesOf(position, move.pieces, false);
      position.apply(move);
      const state =
        move.pieces.length > 0 ? book.kindOf(move.pieces[0]).faces[position.piece(move.pieces[0]).level]?.state : "";
      const secret = before ?? oneSecret(position, move.pieces);
      const now = oneSecret(position, move.pieces) !== undefined ? open : full;
      return {
        text: `${now}: ${state}`,
        ...(secret !== undefined && now !== full ? { secret: { side: secret, text: `${full}: ${state}` } } : {}),
      };
    }
    case "order":
      position.apply(move);
      return { text: `${book.placeName(move.place)}: the stack is put in another order` };
    case "control":
      position.apply(move);
      return { text: `${book.placeName(move.place)} is ${move.side ? `${book.sideName(move.side)}` : "nobody's"}` };
    case "condition": {
      position.apply(move);
      const condition = book.engine.rules.conditions.find((/** @type {any} */ one) => one.id === move.id);
      const value = move.value === true ? "yes" : move.value === false ? "no" : move.value;
      return { text: `${condition?.name ?? move.id}: ${value}` };
    }
    case "step": {
      position.apply(move);
      const step = book.steps[move.step];
      return { text: `Turn ${move.turn}${step ? `: ${[...step.path, step.name].join(" › ")}` : ""}` };
    }
    case "roll":
      return sayRoll(position, move, by);
    case "draw": {
      const before = new Set(position.hand(move.deck, move.side));
      position.apply(move);
      const drawn = position.hand(move.deck, move.side).filter((card) => !before.has(card));
      const titles = drawn.map((card) => cardTitle(book, card)).join(", ");
      const text = `${book.sideName(move.side)} draws ${drawn.length === 1 ? "a card" : `${drawn.length} cards`} of ${book.decks.get(move.deck)?.name ?? move.deck}`;
      return { text, secret: { side: move.side, text: `${text}: ${titles}` } };
    }
    case "card": {
      const hands = [...position.decks.values()].flatMap((deck) => [...deck.hands]);
      const owner = hands.find(([, cards]) => move.cards.some((card) => cards.includes(card)))?.[0];
      position.apply(move);
      const titles = move.cards.map((card) => cardTitle(book, card)).join(", ");
      const to = move.to.startsWith("hand:")
        ? `to the hand of ${book.sideName(move.to.slice(5))}`
        : ({ draw: "put on top of the deck", removed: "taken out of the game", play: "played", discard: "discarded" }[
            move.to
          ] ?? move.to);
      const closed = owner !== undefined && (move.to === "draw" || move.to.startsWith("hand:"));
      return closed
        ? { text: `${move.cards.length} card ${to}`, secret: { side: owner, text: `${titles}: ${to}` } }
        : { text: `${titles}: ${to}` };
    }
    case "pick": {
      position.apply(move);
      const drawn = (/** @type {boolean} */ all) => (move.piece ? namesOf(position, [move.piece], all) : "nothing");
      const text = (/** @type {boolean} */ all) => `${book.placeName(move.place)}: ${drawn(all)} is drawn by chance`;
      const secret = move.piece ? oneSecret(position, [move.piece]) : undefined;
      return { text: text(false), ...(secret !== undefined ? { secret: { side: secret, text: text(true) } } : {}) };
    }
    case "shuffle":
      position.apply(move);
      return { text: `${book.decks.get(move.deck)?.name ?? move.deck} is shuffled with its discards` };
    case "note":
      position.apply(move);
      return { text: `“${move.text}”` };
    default:
      position.apply(move);
      return undefined;
  }
}

/** @param {Book} book @param {string} card */
const cardTitle = (book, card) => book.cards.get(card.slice(0, card.lastIndexOf("#")))?.title ?? card;

/** @param {Position} position @param {RollMove} move @param {string | null} by @returns {Said} */
function sayRoll(position, move, by) {
  const { book } = position;
  const kept = move.faces;
  position.apply(move);
  const faces = move.faces ?? [];
  const dice = { ...move.dice, kind: move.dice.die ? book.dice.get(move.dice.die) : undefined };
  const total = diceTotal(dice, faces);
  const named = dice.kind || dice.against ? `${faceNames(dice, faces)} = ` : "";
  const rolled = `${diceText(dice)} = ${named}${total}`;
  const differs =
    kept !== undefined && kept.join() !== faces.join() ? " (the file says otherwise; the seed gives this)" : "";
  const table = move.table ? book.tables.get(move.table) : undefined;
  if (!table)
    return {
      text: `${rolled}${faces.length > 1 && !named ? ` (${faces.join(", ")})` : ""}${differs}`,
      result: { table: undefined, dice, faces, total: "", looked: undefined, error: undefined },
    };
  const answers = readAnswers(table, move.answers ?? {});
  /** @type {Looked | undefined} */
  let looked;
  /** @type {string | undefined} */
  let error;
  try {
    looked = lookUp(table, total, answers);
  } catch (problem) {
    error = problem instanceof Error ? problem.message : String(problem);
  }
  const outcome = looked ? (looked.cell ?? looked.result ?? looked.text ?? "no effect") : error;
  const modified = looked && looked.modifier.n !== 0n ? ` ${looked.modifier.signed()} = ${looked.total}` : "";
  const text = `${table.name}: ${rolled}${modified} → ${outcome}${looked?.text && looked.text !== outcome ? ` (${looked.text})` : ""}${differs}`;
  const result = { table, dice, faces, total: String(looked?.total ?? ""), looked, error };
  if (!table.secret) return { text, result };
  return { text: `${table.name}: rolled in secret`, secret: { side: table.side ?? by ?? "", text } };
}

/** Answers as they are saved, and back. @param {any} record a table or procedure @param {Record<string, any>} given @returns {Answers} */
function readAnswers(record, given) {
  return new Map(
    record.inputs.map((/** @type {any} */ input) => {
      const own = given[input.id];
      if (own === undefined) return [input.id, blankAnswer(input)];
      if (input.kind === "number") return [input.id, Fraction.read(own) ?? blankAnswer(input)];
      return [input.id, input.kind === "yes-no" ? own === true : String(own)];
    }),
  );
}
