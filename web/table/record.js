"use strict";
// The game that is played: its moves in order, undo and redo, and the file that another player opens.

/** @typedef {{ by: string | null, moves: Move[] }} Entry */
/** @typedef {{ n: number, by: string | null, turn: number, said: Said[], undone: boolean }} Line */

const FILE = "punchboard table";
const FILE_VERSION = 1;
/** No file of a game comes near. */
const LARGEST_FILE = 32_000_000;
const MOST_ENTRIES = 100_000;

/** The record of a game. */
class Play {
  /** @param {Book} book @param {string} scenario @param {string} seed */
  constructor(book, scenario, seed) {
    this.book = book;
    this.scenario = scenario;
    this.seed = seed;
    /** @type {Entry[]} */
    this.entries = [];
    this.cursor = 0;
    /** Called after each change. @type {(() => void)[]} */
    this.watchers = [];
    const { position, due } = setUp(book, scenario, seed);
    this.position = position;
    this.due = due;
    /** @type {Line[]} */
    this.lines = [];
  }

  /** Does moves as one step that can be undone. @param {Move[]} moves @param {string | null} by @returns {Said[]} */
  commit(moves, by) {
    if (moves.length === 0) return [];
    const entry = { by, moves };
    try {
      this.#do(entry);
    } catch (problem) {
      // Half of it may be done.
      this.#replay();
      throw problem;
    }
    this.entries.length = this.cursor;
    this.entries.push(entry);
    this.cursor += 1;
    this.#tell();
    return this.lines.at(-1)?.said ?? [];
  }

  /** @param {Entry} entry */
  #do(entry) {
    const { position } = this;
    const { turn } = position;
    const said = entry.moves.map((move) => sayAndApply(position, move, entry.by)).filter((one) => one !== undefined);
    this.lines.push({ n: this.lines.length, by: entry.by, turn, said: /** @type {Said[]} */ (said), undone: false });
  }

  /** From the start up to the cursor. */
  #replay() {
    const { position, due } = setUp(this.book, this.scenario, this.seed);
    Object.assign(this, { position, due, lines: [] });
    for (const entry of this.entries.slice(0, this.cursor)) this.#do(entry);
  }

  /** Undoes or redoes entries until so many are done. @param {number} cursor */
  goTo(cursor) {
    const to = Math.min(Math.max(cursor, 0), this.entries.length);
    if (to === this.cursor) return;
    const before = this.cursor;
    this.cursor = to;
    if (to === before + 1) this.#do(this.entries[before]);
    else this.#replay();
    this.#tell();
  }

  #tell() {
    this.watchers.forEach((watcher) => watcher());
  }

  /** The game as a file. @returns {string} */
  saved() {
    const { id, version } = this.book.game;
    const { scenario, seed, cursor } = this;
    const head = { file: FILE, version: FILE_VERSION, game: id, edition: version, scenario, seed, cursor };
    const entries = this.entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)},\n"entries":[\n${entries}\n]}\n`;
  }

  /**
   * Reads a file that `saved` wrote. Throws with a reason if it cannot be read.
   * @param {Book} book @param {string} text
   * @returns {Play}
   */
  static opened(book, text) {
    if (text.length > LARGEST_FILE) throw new MoveError("this file is too large to be a saved game");
    /** @type {any} */
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      throw new MoveError("this file is not a saved game");
    }
    if (file?.file !== FILE || !Array.isArray(file.entries)) throw new MoveError("this file is not a saved game");
    if (file.version > FILE_VERSION) throw new MoveError("this game was saved by a newer table");
    if (file.game !== book.game.id)
      throw new MoveError(`this is a game of \`${file.game}\`, not of \`${book.game.id}\``);
    if (file.entries.length > MOST_ENTRIES) throw new MoveError("this file has too many moves");
    const play = new Play(book, String(file.scenario), String(file.seed));
    file.entries.forEach((/** @type {any} */ entry, /** @type {number} */ n) => {
      if (!Array.isArray(entry?.moves)) throw new MoveError(`move ${n + 1} of the file cannot be read`);
      const by = typeof entry.by === "string" ? entry.by : null;
      try {
        play.#do({ by, moves: entry.moves });
      } catch (problem) {
        const why = problem instanceof MoveError ? problem.message : "it cannot be read";
        throw new MoveError(`move ${n + 1} of the file: ${why}`);
      }
      play.entries.push({ by, moves: entry.moves });
    });
    play.cursor = play.entries.length;
    if (Number.isInteger(file.cursor)) play.goTo(file.cursor);
    return play;
  }
}
