"use strict";
// The page: what is selected, who looks, what the bar and the keys do.

/** @typedef {"pieces" | "cards" | "tables" | "log"} PanelName */

/** Browsers that keep nothing for pages from the disk are not a reason to fail. */
const KEEP = {
  /** @param {string} key @returns {string | null} */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // It is not kept, then.
    }
  },
};

/** The page. */
class App {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    /** @type {Set<string>} */
    this.selected = new Set();
    /** @type {string | undefined} */
    this.place = undefined;
    /** Who looks at the table; none: somebody who may see everything. @type {string | null} */
    this.viewer = null;
    this.play = new Play(book, book.engine.scenarios[0].id, newSeed());
    this.surface = new Surface(this);
    this.hands = new Hands(this);
    this.strip = new Strip(this);
    this.tip = new Tip(this);
    this.panels = {
      pieces: new PiecesPanel(this),
      cards: new CardsPanel(this),
      tables: new CalculatorPanel(this),
      log: new LogPanel(this),
    };
    /** @type {PanelName} */
    this.panel = "pieces";
    this.dealt = false;
  }

  /** @returns {Position} */
  get position() {
    return this.play.position;
  }

  get keptAs() {
    return `punchboard table ${this.book.game.id}`;
  }

  /** Begins to show a game. @param {Play} play @param {string | null} viewer */
  begin(play, viewer) {
    this.play = play;
    this.viewer = viewer;
    this.selected.clear();
    this.place = undefined;
    this.panels.tables.fight = noFight();
    this.panels.tables.rolled.clear();
    play.watchers = [() => this.changed()];
    const floor = new Floor(this.book, play.position.scenario);
    this.surface.lay(floor);
    renderBoards(this);
    this.dealt = true;
    this.changed();
    const [first] = floor.boards;
    if (first) this.surface.show(first, false);
  }

  /** After every move. */
  changed() {
    for (const id of this.selected) if (!this.position.pieces.has(id)) this.selected.delete(id);
    const focused = document.activeElement?.id;
    this.surface.render();
    this.strip.render();
    renderBar(this);
    this.renderPanel();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    KEEP.set(this.keptAs, this.play.saved());
  }

  /** Does moves, as whoever looks; says why if it cannot. @param {Move[]} moves @returns {Said[]} */
  commit(moves) {
    try {
      return this.play.commit(moves, this.viewer ?? this.book.steps[this.position.step]?.side ?? null);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem), "bad");
      return [];
    }
  }

  /** Goes back or forth in the record. @param {number} cursor */
  goTo(cursor) {
    // What was rolled may not have happened now.
    this.panels.tables.rolled.clear();
    this.play.goTo(cursor);
  }

  /** Whether whoever looks may see what is a side's alone. @param {string | undefined} side */
  sees(side) {
    return side === undefined || (side !== NOBODY && (this.viewer === null || this.viewer === side));
  }

  /** How a piece looks to whoever looks. @param {string} id @returns {{ picture: string, name: string, hidden: boolean }} */
  faceOf(id) {
    const kind = this.book.kindOf(id);
    const face = kind.faces[this.position.piece(id).level] ?? kind.faces[0];
    if (this.sees(this.position.seenBy(id))) return { picture: face.picture, name: kind.name, hidden: false };
    const back = kind.secret && this.position.piece(id).level > 0 ? face.picture : "";
    return { picture: back, name: "A hidden piece", hidden: true };
  }

  /** @param {string[]} ids */
  select(ids) {
    this.selected = new Set(ids);
    this.surface.showSelection();
    this.strip.render();
    if (this.panel === "tables") this.renderPanel();
  }

  /**
   * Selects a piece. `keep` leaves a selection that holds it as it is, `whole` takes its stack, `add` adds to the selection.
   * @param {string} id @param {{ whole?: boolean, add?: boolean, keep?: boolean, stay?: boolean }} how
   */
  pick(id, { whole = false, add = false, keep = false, stay = false }) {
    const standing = this.surface.standing.get(id);
    const ids =
      whole && standing
        ? [...this.surface.standing.values()]
            .filter((one) => one.stack === standing.stack && this.position.piece(one.id).on === null)
            .map((one) => one.id)
        : [id];
    if (!(keep && !whole && this.selected.has(id))) {
      if (!add) this.selected.clear();
      for (const one of ids) {
        if (add && !keep && this.selected.has(one) && ids.length === 1) this.selected.delete(one);
        else this.selected.add(one);
      }
    }
    if (!stay) this.place = this.position.placeOf(id) ?? undefined;
    this.select([...this.selected]);
  }

  /** @param {string | undefined} place @param {boolean} keep whether what is selected stays so */
  choosePlace(place, keep) {
    this.place = place;
    if (!keep) this.selected.clear();
    this.select([...this.selected]);
  }

  /** @param {string[]} ids @param {Target} to */
  move(ids, to) {
    const riders = new Set(
      ids.filter((id) => this.position.piece(id).on !== null && ids.includes(this.position.piece(id).on ?? "")),
    );
    const moved = ids.filter((id) => !riders.has(id));
    const order = (/** @type {string} */ id) => this.surface.standing.get(id)?.layer ?? 0;
    if (
      to &&
      "place" in to &&
      moved.every((id) => this.position.piece(id).place === to.place) &&
      moved.length === this.position.stack(to.place).length
    )
      return;
    this.commit([{ do: "move", pieces: moved.sort((a, b) => order(a) - order(b)), to }]);
    if (to && "place" in to) this.place = to.place;
    this.select(to ? ids : []);
  }

  /** Puts pieces below another of the chosen place, or on top. @param {string[]} ids @param {string} before */
  reorder(ids, before) {
    const { place } = this;
    if (!place) return;
    const rest = this.position.stack(place).filter((id) => !ids.includes(id));
    const at = before === "" ? rest.length : Math.max(rest.indexOf(before), 0);
    if (ids.includes(before)) return;
    const own = ids.filter((id) => this.position.piece(id).on === null);
    /** @type {Move[]} */
    const moves = own.some((id) => this.position.piece(id).place !== place)
      ? [{ do: "move", pieces: own, to: { place } }]
      : [];
    this.commit([...moves, { do: "order", place, pieces: [...rest.slice(0, at), ...own, ...rest.slice(at)] }]);
  }

  /** Shows the next face of pieces. @param {string[]} ids */
  turnOver(ids) {
    /** @type {Move[]} */
    const moves = [];
    for (const id of ids) {
      const { faces } = this.book.kindOf(id);
      if (faces.length > 1)
        moves.push({ do: "face", pieces: [id], level: (this.position.piece(id).level + 1) % faces.length });
    }
    this.commit(moves);
  }

  /** Whether pieces can lie on another: status markers on a unit. @param {string[]} ids @param {string} under */
  canRide(ids, under) {
    return (
      ids.every((id) => this.book.kindOf(id).role === "status") && this.book.kindOf(this.bearer(under)).type === "unit"
    );
  }

  /** The piece itself, or what it lies on. @param {string} id @returns {string} */
  bearer(id) {
    const { on } = this.position.piece(id);
    return on ? this.bearer(on) : id;
  }

  /** @param {any} action */
  act(action) {
    const moves = movesOf(this.position, action);
    if (moves.length === 0) toast(`${action.name}: nothing to do`);
    else this.commit(moves);
  }

  /** @param {string} place */
  drawFrom(place) {
    const box = this.surface.floor?.rooms.get(place)?.box;
    if (!box) return;
    const beside = { x: box.x + box.width / 2, y: box.y + box.height + this.book.game.counter_size };
    this.commit([{ do: "pick", place, to: { at: beside } }]);
    toast(this.lastSaid());
  }

  lastSaid() {
    const said = this.play.lines.at(-1)?.said ?? [];
    return said.map((one) => (one.secret && this.sees(one.secret.side) ? one.secret.text : one.text)).join("; ");
  }

  /** Rolls dice, on a table or not. @param {any} dice @param {string} [table] @param {Record<string, string | boolean>} [answers] */
  roll(dice, table, answers) {
    const [said] = this.commit([{ do: "roll", dice, ...(table ? { table, answers } : {}) }]);
    if (table && said?.result && this.sees(said.secret?.side)) this.panels.tables.rolled.set(table, said.result);
    if (!table) toast(this.lastSaid());
    this.renderPanel();
  }

  /** @param {1 | -1} direction */
  nextStep(direction) {
    const moves = stepMoves(this.position, direction);
    if (moves.length > 0) this.commit(moves);
    else toast(direction > 0 ? "This is the last step of the last turn." : "This is the first step.");
  }

  /** @param {number} x @param {number} y @param {string | undefined} piece */
  menuAt(x, y, piece) {
    if (piece) {
      if (!this.selected.has(piece)) this.pick(piece, {});
      showMenu(x, y, pieceMenu(this, [...this.selected]));
      return;
    }
    const place = this.surface.floor?.placeAt(this.surface.pointAt(x, y));
    if (!place) return;
    this.choosePlace(place, true);
    showMenu(x, y, placeMenu(this, place));
  }

  /** @param {string} id */
  goToPiece(id) {
    const standing = this.surface.standing.get(id);
    if (!standing) return this.select([id]);
    this.pick(id, {});
    this.surface.showPoint(standing);
    return undefined;
  }

  /** @param {string} id */
  goToPlace(id) {
    const room = this.surface.floor?.rooms.get(id);
    this.choosePlace(id, true);
    if (room) this.surface.showPoint(room.centre);
  }

  /** @param {string} id */
  showBoard(id) {
    const board = this.surface.floor?.boards.find((one) => one.id === id);
    if (board) this.surface.show(board);
  }

  showAll() {
    const { floor } = this.surface;
    if (floor) this.surface.show({ x: 0, y: 0, width: floor.width, height: floor.height });
  }

  viewMoved() {
    this.hover(undefined);
    const { floor, viewport } = this.surface;
    const box = viewport.getBoundingClientRect();
    const board = floor?.boardAt(this.surface.pointAt(box.left + box.width / 2, box.top + box.height / 2));
    document
      .querySelectorAll("[data-tab-board]")
      .forEach((tab) => tab.classList.toggle("here", /** @type {HTMLElement} */ (tab).dataset.tabBoard === board?.id));
  }

  /** Tells what is under a resting mouse. @param {Point | undefined} point @param {string} [piece] */
  hover(point, piece) {
    this.tip.hover(point, piece);
  }

  /** @param {PanelName} name */
  showPanel(name) {
    this.panel = name;
    document.body.classList.remove("no-panel");
    this.renderPanel();
  }

  renderPanel() {
    const names = /** @type {[PanelName, string][]} */ ([
      ["pieces", "Pieces"],
      ...(this.book.decks.size > 0 ? [["cards", "Cards"]] : []),
      ["tables", "Tables"],
      ["log", "Log"],
    ]);
    const icons = { pieces: "pieces", cards: "cards", tables: "dice", log: "log" };
    const focused = document.activeElement?.id;
    find("#tabs").replaceChildren(
      ...names.map(([name, label]) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": String(this.panel === name),
            id: `tab-${name}`,
            data: { panel: name },
            onclick: () => this.showPanel(name),
          },
          icon(icons[name]),
          label,
        ),
      ),
    );
    const sheet = find("#sheet");
    const changed = sheet.dataset.panel !== this.panel;
    const { scrollTop } = sheet;
    const open = new Map(
      [...sheet.querySelectorAll("details")].map((one) => [one.querySelector("h3")?.textContent, one.open]),
    );
    sheet.replaceChildren(...this.panels[this.panel].render());
    sheet.dataset.panel = this.panel;
    if (!changed)
      sheet
        .querySelectorAll("details")
        .forEach(
          (/** @type {HTMLDetailsElement} */ one) =>
            (one.open = open.get(one.querySelector("h3")?.textContent) ?? one.open),
        );
    sheet.scrollTop = changed ? 0 : scrollTop;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    const log = find("#log");
    if (log) log.scrollTop = log.scrollHeight;
  }
}
