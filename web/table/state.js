"use strict";
// The position, and the moves that change it. A game is its scenario, its seed and a list of moves: everything else
// follows, so that a saved game is short and can be verified.

/**
 * A piece: on the table in a place, free on the table (`at`), on another piece (`on`), or else in the pool.
 * @typedef {{ id: string, level: number, place: string | null, at: Point | null, on: string | null }} Piece
 * @typedef {{ place: string } | { at: Point } | { on: string } | null} Target
 * @typedef {{ do: "move", pieces: string[], to: Target, under?: boolean }} MoveMove
 * @typedef {{ do: "face", pieces: string[], level: number }} FaceMove
 * @typedef {{ do: "order", place: string, pieces: string[] }} OrderMove
 * @typedef {{ do: "control", place: string, side: string | null }} ControlMove
 * @typedef {{ do: "roll", table?: string, answers?: Record<string, string | boolean>, dice: any, faces?: number[], shift?: string }} RollMove
 * @typedef {{ do: "draw", deck: string, side: string, count: number }} DrawMove
 * @typedef {{ do: "card", cards: string[], to: string }} CardMove
 * @typedef {{ do: "shuffle", deck: string }} ShuffleMove
 * @typedef {{ do: "step", turn: number, step: number }} StepMove
 * @typedef {{ do: "condition", id: string, value: any }} ConditionMove
 * @typedef {{ do: "note", text: string }} NoteMove
 * @typedef {{ do: "pick", place: string, to: Target, piece?: string }} PickMove
 * @typedef {MoveMove | FaceMove | OrderMove | ControlMove | RollMove | DrawMove | CardMove | ShuffleMove | StepMove | ConditionMove | NoteMove | PickMove} Move
 * What became of a deck: its cards from the top down.
 * @typedef {{ draw: string[], discard: string[], removed: string[], play: string[], hands: Map<string, string[]> }} DeckState
 */

/** Why a move cannot be made. */
class MoveError extends Error {}

/** A position. */
class Position {
  /** @param {Book} book @param {any} scenario @param {string} seed */
  constructor(book, scenario, seed) {
    this.book = book;
    this.scenario = scenario;
    this.seed = seed;
    /** How often chance was asked. */
    this.chances = 0;
    this.turn = scenario.turns?.first ?? 1;
    this.step = 0;
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** Pieces in each place, the lowest first. @type {Map<string, string[]>} */
    this.stacks = new Map();
    /** @type {Map<string, string | null>} */
    this.control = new Map();
    /** @type {Map<string, any>} */
    this.conditions = new Map();
    /** @type {Map<string, DeckState>} */
    this.decks = new Map();
    /** The pieces of each kind. @type {Map<string, Piece[]>} */
    this.copies = new Map();
    for (const kind of book.kinds.values()) {
      /** @type {Piece[]} */
      const copies = [];
      this.copies.set(kind.key, copies);
      for (let n = 1; n <= kind.copies; n += 1) {
        const id = `${kind.key}#${n}`;
        const piece = { id, level: 0, place: null, at: null, on: null };
        this.pieces.set(id, piece);
        copies.push(piece);
      }
    }
    for (const deck of book.decks.values()) this.decks.set(deck.id, this.#newDeck(deck));
  }

  /** @param {any} deck @returns {DeckState} */
  #newDeck(deck) {
    const played = deck.cards
      .map((/** @type {string} */ id) => this.book.cards.get(id))
      .filter((/** @type {any} */ card) => !card.unused);
    const cards = played.flatMap((/** @type {any} */ card) =>
      Array.from({ length: card.copies }, (_, n) => `${card.id}#${n + 1}`),
    );
    return { draw: this.chance().shuffled(cards), discard: [], removed: [], play: [], hands: new Map() };
  }

  /** Dice as they fall: one's own, then those of the other side. @param {any} dice @returns {number[]} */
  #faces(dice) {
    const chance = this.chance();
    const thrown = (/** @type {any} */ some) => chance.dice(Math.min(some.count, 100), some.sides);
    return dice.against ? [...thrown(dice), ...thrown(dice.against)] : thrown(dice);
  }

  /** Chance for the next event. */
  chance() {
    this.chances += 1;
    return new Chance(this.seed, this.chances - 1);
  }

  /** @param {string} id @returns {Piece} */
  piece(id) {
    const piece = this.pieces.get(id);
    if (!piece) throw new MoveError(`there is no piece \`${id}\` in this edition of the game`);
    return piece;
  }

  /** The pieces in a place, the lowest first. @param {string} place */
  stack(place) {
    return this.stacks.get(place) ?? [];
  }

  /** What lies on a piece. @param {string} id */
  riders(id) {
    return [...this.pieces.values()].filter((piece) => piece.on === id);
  }

  /** The place of a piece, or of what it lies on. @param {string} id @returns {string | null} */
  placeOf(id) {
    const piece = this.piece(id);
    return piece.on ? this.placeOf(piece.on) : piece.place;
  }

  /** Whether a piece is on the table. @param {Piece} piece */
  inPlay(piece) {
    return piece.place !== null || piece.at !== null || piece.on !== null;
  }

  /** The pieces that still lie in the pool, of a kind. @param {string} key */
  pool(key) {
    return (this.copies.get(key) ?? []).filter((piece) => !this.inPlay(piece));
  }

  /** Who controls a place: as players said, as a marker there says, or as at the start. @param {string} id @returns {string | null} */
  controlOf(id) {
    const said = this.control.get(id);
    if (said !== undefined) return said;
    for (const piece of [...this.stack(id)].reverse()) {
      const side = this.book.kindOf(piece).faces[this.piece(piece).level]?.side;
      if (side) return side;
    }
    return this.book.places.get(id)?.control ?? null;
  }

  /** The side that may look at a piece; none: everybody. @param {string} id @returns {string | undefined} */
  seenBy(id) {
    const kind = this.book.kindOf(id);
    if (kind.secret && this.piece(id).level > 0) return kind.side;
    return this.book.privateTo(this.placeOf(id));
  }

  /** Changes the position. Throws, and changes nothing that matters, if it cannot be done. @param {Move} move */
  apply(move) {
    switch (move.do) {
      case "move":
        return this.#move(move);
      case "face":
        for (const id of move.pieces) {
          const piece = this.piece(id);
          piece.level = Math.min(Math.max(move.level, 0), this.book.kindOf(id).faces.length - 1);
        }
        return;
      case "order": {
        const own = this.stack(move.place);
        const order = move.pieces.filter((id) => own.includes(id));
        this.stacks.set(move.place, [...order, ...own.filter((id) => !order.includes(id))]);
        return;
      }
      case "control":
        this.control.set(move.place, move.side);
        return;
      case "condition":
        this.conditions.set(move.id, move.value);
        return;
      case "step":
        [this.turn, this.step] = [move.turn, move.step];
        return;
      case "roll":
        move.faces = this.#faces(move.dice);
        return;
      case "draw":
      case "card":
      case "shuffle":
        return this.#cards(move);
      case "pick": {
        const own = this.stack(move.place);
        move.piece = own[this.chance().below(Math.max(own.length, 1))];
        if (move.piece) this.#move({ do: "move", pieces: [move.piece], to: move.to });
        return;
      }
      case "note":
        return;
      default:
        throw new MoveError("this file holds a move that this page does not know");
    }
  }

  /** @param {MoveMove} move */
  #move({ pieces, to, under }) {
    if (to && "place" in to && !this.book.places.has(to.place))
      throw new MoveError(`there is no place \`${to.place}\` in this edition of the game`);
    for (const id of pieces) {
      const piece = this.piece(id);
      if (to && "on" in to && this.#liesOn(to.on, id)) throw new MoveError("a piece cannot lie on itself");
      this.#takeUp(piece);
      if (!to) this.riders(id).forEach((rider) => this.#takeUp(rider));
      else if ("on" in to) piece.on = this.piece(to.on).id;
      else if ("at" in to) piece.at = to.at;
      else piece.place = to.place;
    }
    if (to && "place" in to)
      this.stacks.set(to.place, under ? [...pieces, ...this.stack(to.place)] : [...this.stack(to.place), ...pieces]);
  }

  /** Whether a piece is, or lies on, another. @param {string} id @param {string} other @returns {boolean} */
  #liesOn(id, other) {
    const { on } = this.piece(id);
    return id === other || (on !== null && this.#liesOn(on, other));
  }

  /** @param {Piece} piece */
  #takeUp(piece) {
    if (piece.place !== null) {
      const rest = this.stack(piece.place).filter((id) => id !== piece.id);
      if (rest.length > 0) this.stacks.set(piece.place, rest);
      else this.stacks.delete(piece.place);
    }
    [piece.place, piece.at, piece.on] = [null, null, null];
  }

  /** @param {string} id @returns {DeckState} */
  deck(id) {
    const deck = this.decks.get(id);
    if (!deck) throw new MoveError(`there is no deck \`${id}\` in this edition of the game`);
    return deck;
  }

  /** The hand that a side has of a deck. @param {string} deck @param {string} side */
  hand(deck, side) {
    return this.deck(deck).hands.get(side) ?? [];
  }

  /** @param {DrawMove | CardMove | ShuffleMove} move */
  #cards(move) {
    if (move.do === "shuffle") {
      const deck = this.deck(move.deck);
      deck.draw = this.chance().shuffled([...deck.draw, ...deck.discard]);
      deck.discard = [];
      return;
    }
    if (move.do === "draw") {
      const deck = this.deck(move.deck);
      for (let n = 0; n < move.count; n += 1) {
        if (
          deck.draw.length === 0 &&
          deck.discard.length > 0 &&
          this.book.decks.get(move.deck)?.reshuffle !== "never"
        ) {
          deck.draw = this.chance().shuffled(deck.discard);
          deck.discard = [];
        }
        const card = deck.draw.shift();
        if (card) deck.hands.set(move.side, [...this.hand(move.deck, move.side), card]);
      }
      return;
    }
    for (const id of move.cards) {
      const record = this.book.cards.get(id.slice(0, id.lastIndexOf("#")));
      if (!record) throw new MoveError(`there is no card \`${id}\` in this edition of the game`);
      const deck = this.deck(record.deck);
      for (const pile of [deck.draw, deck.discard, deck.removed, deck.play, ...deck.hands.values()]) {
        const at = pile.indexOf(id);
        if (at >= 0) pile.splice(at, 1);
      }
      if (move.to.startsWith("hand:")) {
        const side = move.to.slice(5);
        deck.hands.set(side, [...this.hand(record.deck, side), id]);
      } else if (move.to === "draw") deck.draw.unshift(id);
      else if (move.to === "removed") deck.removed.unshift(id);
      else if (move.to === "play") deck.play.push(id);
      else deck.discard.unshift(id);
    }
  }
}
