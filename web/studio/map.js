// The map: its picture, the pieces of a scenario, what a place is, and overlays.

import { ask, picture } from "./api.js";
import { choice, fill, h, later, s } from "./dom.js";
import { facts, inspect, origin } from "./inspector.js";
import { OVERLAYS, overlay } from "./overlays.js";
import { layPieces } from "./pieces.js";
import { heading, neighbours } from "./place.js";
import { Scan } from "./scan.js";
import { MapSheet } from "./sheet.js";
import { path, placeAt } from "./shapes.js";
import { SetUp, TOOLS } from "./tools.js";
import { Tray } from "./tray.js";
import { undo } from "./undo.js";
import { ACTUAL, View } from "./view.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Piece} Piece */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Setup} Setup */

/** What was chosen on this page, kept while one looks at others. */
const chosen = { map: "", scenario: "", overlay: "", down: false, pieces: true, tool: "" };

export class MapPage {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.root = root;
    this.state = state;
    this.tools = h("div", { class: "toolbar", role: "toolbar", "aria-label": "Map" });
    this.frame = h("div", { class: "frame", tabindex: "0", role: "application", "aria-label": "The map. Arrows move it, plus and minus zoom, 0 fits it." });
    this.hover = h("div", { class: "hover", hidden: true });
    this.legend = h("div", { class: "legend", hidden: true });
    this.tray = new Tray({ choose: (piece) => this.choose_piece(piece), take: (piece, event) => this.take(piece, event) });
    this.hint = h("p", { class: "hint", hidden: true });
    this.zoomer = h("div", { class: "zoomer", role: "group", "aria-label": "Size" });
    fill(root, this.tools, this.hint, h("div", { class: "board" }, this.frame, this.hover, this.legend, this.zoomer), this.tray.element);
    this.view = new View(this.frame, { width: 100, height: 100 });
    this.zoomed = h("button", { class: "zoom", title: "Real size (1)", onclick: () => this.view.zoom(ACTUAL) });
    fill(
      this.zoomer,
      h("button", { title: "Smaller (\u2212)", "aria-label": "Smaller", onclick: () => this.view.zoom(this.view.scale / 1.25) }, "\u2212"),
      this.zoomed,
      h("button", { title: "Larger (+)", "aria-label": "Larger", onclick: () => this.view.zoom(this.view.scale * 1.25) }, "+"),
      h("button", { title: "Whole map (0)", onclick: () => this.view.fit() }, "Fit"),
    );
    this.view.moved = () => (this.zoomed.textContent = `${Math.round((this.view.scale / ACTUAL) * 100)} %`);
    this.sheet = new MapSheet();
    this.image = this.sheet.element;
    this.layer = s("svg", { class: "layer", "aria-hidden": "true" });
    this.over = s("g", {});
    this.mark = s("path", { class: "mark" });
    this.pick = s("path", { class: "pick" });
    this.layer.append(this.over, this.mark, this.pick);
    this.pieces = h("div", { class: "pieces" });
    this.view.stage.append(this.image, this.layer, this.pieces);
    this.scan = new Scan(this.view.stage, this.image);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Setup} */
    this.setup = { scenario: "", pieces: [], beside: [], out: [] };
    this.key = "";
    /** @type {Place | null} */
    this.under = null;
    /** @type {Piece | null} */
    this.piece = null;
    /** @type {Piece | null} */
    this.above = null;
    this.frame.addEventListener("pointermove", (event) => this.point(event));
    this.frame.addEventListener("pointerleave", () => this.leave());
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("pointerdown", (event) => (this.press = [event.clientX, event.clientY]));
    /** @type {number[]} */
    this.press = [0, 0];
    this.costs = later(60, () => this.tell());
    /** @type {import("./tools.js").Tool} */
    this.tool = { hint: "", down: () => false };
    this.dragging = false;
    this.view.grabs = (event) => this.grabs(event);
    this.frame.addEventListener("pointerup", (event) => this.drop(event));
    this.frame.addEventListener("pointercancel", () => this.let_go());
    // Browsers drag pictures on their own, and take the pointer away.
    this.frame.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Whether the tool takes a press. @param {PointerEvent} event */
  grabs(event) {
    if (event.button !== 0 || !this.state.fresh) return false;
    this.dragging = this.tool.down(...this.view.point(event), event);
    if (this.dragging) this.frame.setPointerCapture(event.pointerId);
    return this.dragging;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    if (!this.dragging) return;
    this.dragging = false;
    this.tool.up?.(...this.view.point(event), event);
  }

  /** The browser took the pointer away: nothing is dropped. */
  let_go() {
    this.dragging = false;
    if (this.tool instanceof SetUp) this.tool.stop();
  }

  /** @param {string} id */
  use(id) {
    this.tool.stop?.();
    this.pick.setAttribute("d", "");
    const found = TOOLS.find((own) => own.id === id && this.fits(own)) ?? TOOLS[0];
    chosen.tool = found?.id ?? "";
    if (found) this.tool = found.make(this);
    this.hint.hidden = !this.tool.hint;
    this.hint.textContent = this.tool.hint;
    this.frame.classList.toggle("tooled", Boolean(chosen.tool));
    this.fill_tray();
    this.bar();
  }

  /** Whether a tool is for this kind of map. @param {{ for: string }} tool */
  fits(tool) {
    const { kind, places } = this.board ?? { kind: "", places: [] };
    const grid = kind === "hex" || kind === "square";
    switch (tool.for) {
      case "any":
        return true;
      case "map":
        return kind !== "display";
      case "grid":
        return grid;
      // A map of which nothing but the picture is known may get one.
      case "fit":
        return grid || (kind === "area" && !places.some((own) => own.kind === "area"));
      default:
        return tool.for === kind;
    }
  }

  /**
   * Asks for a text in a small window.
   * @param {Place | null} _at
   * @param {string} question
   * @param {string} text
   * @param {(text: string) => void} done
   */
  ask_text(_at, question, text, done) {
    const field = h("input", { type: "text", value: text, "aria-label": question });
    const box = h("dialog", { class: "ask" }, h("form", { method: "dialog" }, h("label", {}, h("span", {}, question), field), h("div", { class: "go" }, h("button", { class: "main", value: "yes" }, "Write it"), h("button", { value: "" }, "Cancel"))));
    box.addEventListener("close", () => {
      box.remove();
      if (box.returnValue === "yes") done(field.value.trim());
    });
    document.body.append(box);
    box.showModal();
    field.select();
  }

  get game() {
    const game = this.state.game;
    if (!game) throw new Error("there is no game");
    return game;
  }

  get url() {
    return `game/${encodeURIComponent(this.state.id)}`;
  }

  /** Maps and displays. @returns {{ id: string, name: string, key: string }[]} */
  get boards() {
    return [...this.game.maps, ...this.game.displays];
  }

  /** The maps of the chosen scenario come first. */
  choose() {
    const { maps, scenarios } = this.game;
    if (!scenarios.some((own) => own.id === chosen.scenario)) chosen.scenario = scenarios[0]?.id ?? "";
    const wanted = scenarios.find((own) => own.id === chosen.scenario)?.maps ?? [];
    const main = maps.find((own) => own.main) ?? maps.find((own) => wanted.includes(own.id)) ?? maps[0];
    if (!this.boards.some((own) => own.id === chosen.map)) chosen.map = main?.id ?? "";
  }

  bar() {
    const { scenarios } = this.game;
    const display = this.board?.kind === "display";
    fill(
      this.tools,
      this.boards.length > 1 && choice("Map", this.boards, chosen.map, (id) => ((chosen.map = id), this.update(this.state))),
      scenarios.length > 0 && choice("Scenario", scenarios, chosen.scenario, (id) => ((chosen.scenario = id), this.update(this.state))),
      !display && choice("Overlay", OVERLAYS.filter((own) => this.has(own.id)), chosen.overlay, (id) => ((chosen.overlay = id), this.lay())),
      choice("Tool", TOOLS.filter((own) => this.fits(own)), chosen.tool, (id) => this.use(id)),
      this.tool.options?.(),
      h("label", { class: "check" }, this.toggle("pieces"), "Pieces"),
      h("label", { class: "check" }, this.toggle("down"), "Other faces"),
      !display && this.scan.menu,
      h("span", { class: "push" }),
      h(
        "span",
        { class: "group" },
        this.state.edits?.undo && h("button", { id: "undo", title: `Take back: ${this.state.edits.undo} (Ctrl+Z)`, "aria-label": "Take back", onclick: () => undo(false) }, "\u21b6"),
        this.state.edits?.redo && h("button", { id: "redo", title: `Make again: ${this.state.edits.redo} (Ctrl+Shift+Z)`, "aria-label": "Make again", onclick: () => undo(true) }, "\u21b7"),
      ),
    );
  }

  /** @param {"pieces" | "down"} what */
  toggle(what) {
    const box = h("input", { type: "checkbox" });
    box.checked = chosen[what];
    box.addEventListener("change", () => ((chosen[what] = box.checked), this.lay_pieces()));
    return box;
  }

  /** Whether an overlay has something to show in this game. @param {string} id */
  has(id) {
    if (id === "zones") return Boolean(this.game.zones);
    if (id === "supply") return this.game.supply.length > 0;
    return true;
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    if (!state.game) return;
    this.choose();
    this.bar();
    const map = this.boards.find((own) => own.id === chosen.map);
    if (!map) {
      fill(this.root, h("p", { class: "empty" }, "This game has no map."));
      return;
    }
    const [board, setup] = await Promise.all([
      this.key === map.key ? this.board : ask(`${this.url}/board`, { map: map.id, key: map.key }),
      chosen.scenario ? ask(`${this.url}/setup`, { map: map.id, scenario: chosen.scenario }) : this.setup,
      this.sheet.show(state, map),
    ]);
    const fresh = this.board?.id !== map.id;
    this.board = board;
    this.setup = setup;
    this.key = map.key;
    const { width, height } = board;
    this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const element of [this.image, this.layer, this.pieces, this.view.stage]) Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
    this.scan.of(state.folder, board);
    if (fresh) {
      this.view.size = { width, height };
      this.view.fit();
    } else this.view.resize({ width, height });
    this.lay_pieces();
    if (fresh) this.use(chosen.tool);
    else this.bar();
    await this.lay();
  }

  lay_pieces() {
    layPieces(this.pieces, chosen.pieces ? this.setup.pieces : [], chosen.down);
    this.fill_tray();
  }

  fill_tray() {
    // Who sets up a scenario can also take what it leaves out so far.
    const beside = [...this.setup.beside, ...(chosen.tool === "setup" ? this.setup.out : [])];
    this.tray.fill(beside, chosen.tool === "setup", this.board?.kind === "display" ? "display" : "map");
  }

  /** Takes a piece from beside the map. @param {Piece} piece @param {PointerEvent} event */
  take(piece, event) {
    if (!(this.tool instanceof SetUp) || event.button !== 0) return;
    event.preventDefault();
    this.tool.take([piece], event, true);
    this.dragging = true;
    this.frame.setPointerCapture(event.pointerId);
  }

  async lay() {
    if (!this.board) return;
    const made = await overlay(this.board.kind === "display" ? "" : chosen.overlay, this.board, this.state, chosen.scenario);
    this.over.replaceChildren(...made.items);
    this.legend.hidden = !made.legend.length && !made.note;
    fill(
      this.legend,
      made.legend.map(([colour, label, count]) => h("div", {}, h("i", { css: { background: colour } }), h("span", {}, label), h("b", {}, count))),
      made.note && h("p", {}, made.note),
    );
  }

  /**
   * The topmost piece at a point.
   * @param {number} x
   * @param {number} y
   */
  piece_at(x, y) {
    if (!chosen.pieces) return null;
    for (const piece of [...this.setup.pieces].reverse()) {
      const [px, py] = piece.at ?? [0, 0];
      if (Math.abs(x - px) <= piece.size / 2 && Math.abs(y - py) <= piece.size / 2) return piece;
    }
    return null;
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.board || this.view.fingers.size) return;
    const [x, y] = this.view.point(event);
    if (this.dragging) return this.tool.drag?.(x, y, event);
    this.tool.hover?.(x, y, event);
    const place = placeAt(this.board.places, x, y);
    const piece = this.piece_at(x, y);
    this.frame.style.cursor = piece ? "pointer" : "";
    if (place === this.under && piece === this.above) return;
    this.under = place;
    this.above = piece;
    this.mark.setAttribute("d", place ? path(place.outline) : "");
    this.hover.hidden = !place && !piece;
    if (place || piece) this.show_hover(null);
    if (place) this.costs();
  }

  leave() {
    this.under = null;
    this.mark.setAttribute("d", "");
    this.hover.hidden = true;
  }

  /** @param {import("./api.js").PlaceFacts | null} told */
  show_hover(told) {
    const { under: place, above: piece } = this;
    fill(
      this.hover,
      piece && h("div", { class: "over-piece" }, h("img", { src: picture(piece.up), alt: "", width: 72, height: 72 }), piece.down && h("img", { src: picture(piece.down), alt: "", width: 72, height: 72 }), h("b", {}, piece.name)),
      place && h("h3", {}, heading(place)),
      place && h("p", {}, [place.terrainName ?? place.kind, place.class, told?.control && `controlled by ${told.control}`, told && !told.inPlay && "not in play"].filter(Boolean).join(" \u00b7 ")),
      place && Object.keys(place.attributes).length > 0 && h("p", { class: "faint" }, Object.entries(place.attributes).map(([key, value]) => `${key} ${value}`).join(", ")),
      told && neighbours(told),
    );
  }

  /** Asks for neighbours and costs. */
  async tell() {
    const place = this.under;
    if (!place) return;
    const unit = this.piece?.unit ? this.piece.thing.slice(5) : null;
    const told = await ask(`${this.url}/place`, { place: place.id, scenario: chosen.scenario, unit }).catch(() => null);
    if (place === this.under) this.show_hover(told);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const [x0, y0] = this.press;
    if (chosen.tool || !this.board || Math.hypot(event.clientX - (x0 ?? 0), event.clientY - (y0 ?? 0)) > 4) return;
    const [x, y] = this.view.point(event);
    const piece = this.piece_at(x, y);
    const place = placeAt(this.board.places, x, y);
    if (piece) this.choose_piece(piece);
    else if (place) this.choose_place(place);
  }

  /** @param {Piece} piece */
  choose_piece(piece) {
    this.piece = piece;
    const [x, y] = piece.at ?? [0, 0];
    const half = piece.size / 2;
    this.pick.setAttribute("d", piece.at ? `M${x - half} ${y - half}h${piece.size}v${piece.size}h${-piece.size}Z` : "");
    inspect(
      this.state,
      piece.thing,
      piece.name,
      h("div", { class: "pair" }, [piece.up, piece.down].map((key) => key && h("img", { src: picture(key), alt: "", width: 128, height: 128 }))),
      facts([
        ["Place", piece.place ?? piece.note],
        ["Side", this.game.sides.find((own) => own.id === piece.side)?.name],
      ]),
      piece.unit && h("p", { class: "faint" }, "Point at a place to see what it costs this unit to go on from there."),
    );
  }

  /** @param {Place} place */
  choose_place(place) {
    this.piece = null;
    this.pick.setAttribute("d", path(place.outline));
    const here = this.setup.pieces.filter((piece) => piece.place === place.id);
    inspect(
      this.state,
      `place:${place.id}`,
      heading(place),
      facts([
        ["Kind", place.kind],
        ["Terrain", place.terrainName],
        ["Class", place.class],
        ["Code", place.code],
        ["Control", this.game.sides.find((own) => own.id === place.control)?.name],
        ...Object.entries(place.attributes).map(([key, value]) => /** @type {[string, string]} */ ([key, String(value)])),
        ["Regions", place.regions.join(", ")],
        ["Pieces", here.length ? h("span", { class: "here" }, here.map((piece) => h("img", { src: picture(piece.up), alt: piece.name, title: piece.name, width: 44, height: 44 }))) : null],
        ...origin(place.about),
      ]),
    );
  }

  close() {
    this.view.close();
  }
}

/** @type {import("./main.js").Opens} */
export async function map(root, state, asked) {
  if (asked.get("map")) chosen.map = asked.get("map") ?? "";
  if (asked.get("scenario")) chosen.scenario = asked.get("scenario") ?? "";
  const page = new MapPage(root, state);
  await page.update(state);
  const wanted = page.board?.places.find((place) => place.id === asked.get("place"));
  if (wanted?.at) {
    page.view.centre(wanted.at[0], wanted.at[1], ACTUAL);
    page.choose_place(wanted);
  }
  return { update: (next) => page.update(next), told: (next) => (page.state = next), close: () => page.close(), key: (event) => (page.tool.key?.(event) ?? false) || page.view.key(event) };
}
