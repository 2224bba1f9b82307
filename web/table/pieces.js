"use strict";
// The panel of pieces: what is to be placed, what arrives, and the pool of everything else.

/** The panel of pieces. */
class PiecesPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.search = "";
    this.side = "";
  }

  /** @returns {Node[]} */
  render() {
    const { app } = this;
    const field = h("input", {
      type: "search",
      placeholder: "Find a unit, marker or place",
      value: this.search,
      "aria-label": "Find a unit, marker or place",
      id: "find",
    });
    const results = h("div");
    field.addEventListener("input", () => {
      this.search = field.value;
      results.replaceChildren(...this.#results());
    });
    results.replaceChildren(...this.#results());
    const actions = app.book.engine.rules.actions.filter((/** @type {any} */ action) => !action.each);
    const buttons = actions.map((/** @type {any} */ action) =>
      h(
        "button.button",
        { type: "button", title: action.text ?? action.name, onclick: () => app.act(action) },
        action.name,
      ),
    );
    return [
      h("div.panel-head", {}, h("div.field", {}, icon("search"), field)),
      results,
      buttons.length > 0 ? h("section.group", {}, h("h3", {}, "Actions"), h("div.buttons", {}, ...buttons)) : "",
    ];
  }

  /** @returns {Node[]} */
  #results() {
    return this.search.trim() === "" ? this.#waiting() : this.#found(this.search.trim().toLowerCase());
  }

  /** What is to be placed, then what arrives turn by turn, then the pool. @returns {Node[]} */
  #waiting() {
    const { app } = this;
    const { position } = app;
    const first = position.scenario.turns?.first ?? 1;
    const due = app.play.due.filter((one) => {
      const piece = position.piece(one.piece);
      const place = piece.place ? app.book.places.get(piece.place) : undefined;
      return (
        !position.inPlay(piece) ||
        (one.arrives && place?.kind === "space") ||
        (one.arrives && place?.box_kind === "reserve")
      );
    });
    const setup = due.filter((one) => !one.arrives);
    const turns = [...new Set(due.filter((one) => one.arrives).map((one) => one.turn ?? Infinity))].sort(
      (a, b) => a - b,
    );
    const groups = [];
    if (setup.length > 0) groups.push(this.#dueGroup("To place before play", setup, true));
    for (const turn of turns) {
      const own = due.filter((one) => one.arrives && (one.turn ?? Infinity) === turn);
      const now = turn <= Math.max(position.turn, first);
      groups.push(this.#dueGroup(turn === Infinity ? "Arrive when a rule says" : `Arrive on turn ${turn}`, own, now));
    }
    const known = new Set(due.map((one) => one.piece));
    const left = (/** @type {Kind} */ kind) => position.pool(kind.key).filter((piece) => !known.has(piece.id));
    const pool = [...app.book.kinds.values()].filter((kind) => left(kind).length > 0);
    const markers = pool.filter((kind) => kind.type === "marker");
    const units = pool.filter((kind) => kind.type === "unit");
    if (markers.length > 0) groups.push(this.#poolGroup("Markers", markers, left, true));
    if (units.length > 0) groups.push(this.#poolGroup("Units off the table", units, left, false));
    return groups;
  }

  /** @param {string} title @param {Due[]} due @param {boolean} open */
  #dueGroup(title, due, open) {
    /** @type {Map<string, Due[]>} */
    const byText = new Map();
    for (const one of due) {
      const key = [sideOfPiece(this.app, one.piece), one.when ?? "", one.text].join("|");
      byText.set(key, [...(byText.get(key) ?? []), one]);
    }
    const rows = [...byText.values()].map((own) => {
      const [{ text, when, piece, places }] = own;
      const side = this.app.book.kindOf(piece).side;
      const head = h(
        "p.where",
        {
          onmouseenter: () => this.app.surface.mark("open", places),
          onmouseleave: () => this.app.surface.mark("open", []),
        },
        h("b", {}, this.app.book.sideName(side)),
        text ? ` · ${text}` : "",
        when ? ` · ${when}` : "",
      );
      return h("div", {}, head, h("div.tray", {}, ...own.map((one) => this.tile(one.piece, places))));
    });
    return h(
      "details.group",
      { open },
      h("summary", {}, h("h3", {}, title), h("span.number", {}, String(due.length))),
      ...rows,
    );
  }

  /** @param {string} title @param {Kind[]} kinds @param {(kind: Kind) => Piece[]} left @param {boolean} open */
  #poolGroup(title, kinds, left, open) {
    const tiles = kinds.map((kind) => {
      const [piece, ...rest] = left(kind);
      return this.tile(piece.id, [], rest.length + 1);
    });
    return h(
      "details.group",
      { open, data: { drop: "pool" } },
      h("summary", {}, h("h3", {}, title), h("span.number", {}, String(kinds.length))),
      h("div.tray", {}, ...tiles),
    );
  }

  /** @param {string} text @returns {Node[]} */
  #found(text) {
    const { app } = this;
    const fits = (/** @type {string | undefined | null} */ own) => own?.toLowerCase().includes(text);
    const pieces = [...app.position.pieces.values()].filter((piece) => {
      const kind = app.book.kindOf(piece.id);
      return (
        !app.faceOf(piece.id).hidden &&
        (fits(kind.name) || fits(kind.id) || fits(app.book.formations.get(kind.record.formation)?.name))
      );
    });
    const places = [...app.book.places.values()].filter(
      (place) => app.surface.floor?.rooms.has(place.id) && place.kind !== "slot" && fits(app.book.placeName(place.id)),
    );
    const rows = pieces.slice(0, 60).map((piece) => {
      const where = piece.on || piece.place || piece.at ? standsAt(app.position, piece.id) : "off the table";
      const tile = this.tile(piece.id, []);
      return h(
        "div.found",
        {},
        tile,
        h(
          "button.link",
          { type: "button", onclick: () => app.goToPiece(piece.id) },
          h("b", {}, app.book.kindOf(piece.id).name),
          h("span", {}, where),
        ),
      );
    });
    const links = places
      .slice(0, 40)
      .map((place) =>
        h(
          "button.link.place-link",
          { type: "button", onclick: () => app.goToPlace(place.id) },
          h("b", {}, app.book.placeName(place.id)),
          h("span", {}, placeKind(app.book, place)),
        ),
      );
    if (rows.length + links.length === 0) return [h("p.empty", {}, "Nothing of that name.")];
    return [h("section.group", {}, ...rows, ...links)];
  }

  /** A piece in the panel; it can be dragged to the table. @param {string} id @param {string[]} places where it may go @param {number} [count] */
  tile(id, places, count) {
    const { app } = this;
    const face = app.faceOf(id);
    const inPlay = app.position.inPlay(app.position.piece(id));
    const tile = h(
      "button.tile",
      {
        type: "button",
        title: `${face.name}${count && count > 1 ? ` (${count})` : ""}`,
        data: { tile: id },
        class: inPlay ? "on-table" : "",
      },
      face.picture ? h("img", { src: face.picture, alt: face.name, draggable: false, loading: "lazy" }) : face.name,
      count && count > 1 ? h("span.count", {}, String(count)) : false,
    );
    tile.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) =>
      dragFrom(
        app,
        event,
        () => [id],
        () => app.surface.mark("open", places),
      ),
    );
    tile.addEventListener("click", () => (inPlay ? app.goToPiece(id) : app.select([id])));
    tile.addEventListener("mouseenter", () => app.surface.mark("open", places));
    tile.addEventListener("mouseleave", () => app.surface.mark("open", []));
    tile.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      app.menuAt(event.clientX, event.clientY, id);
    });
    return tile;
  }
}

/** @param {App} app @param {string} piece */
const sideOfPiece = (app, piece) => app.book.kindOf(piece).side ?? "";

/** @param {Book} book @param {any} place */
function placeKind(book, place) {
  if (place.kind === "area" || isCell(place)) {
    const terrain =
      book.maps.get(place.map)?.terrains.find((/** @type {any} */ one) => one.id === place.terrain)?.name ?? "";
    return [place.kind === "hex" ? "Hex" : place.kind === "square" ? "Square" : "Area", terrain]
      .filter(Boolean)
      .join(", ");
  }
  return place.kind === "space" ? "Space of a track" : place.kind === "slot" ? "Slot" : "Box";
}

/**
 * Starts to carry pieces from a panel when the pointer moves away; a finger that moves along the list scrolls it.
 * @param {App} app @param {PointerEvent} event @param {() => string[]} ids @param {() => void} [begun]
 */
function dragFrom(app, event, ids, begun) {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  const move = (/** @type {PointerEvent} */ now) => {
    const [dx, dy] = [now.clientX - start.x, now.clientY - start.y];
    if (Math.hypot(dx, dy) < TREMBLE) return;
    stop();
    if (event.pointerType !== "mouse" && Math.abs(dy) > Math.abs(dx)) return;
    begun?.();
    app.hands.carry(now, ids());
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}
