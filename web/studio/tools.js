// Tools that change the game by hand. Each turns what the pointer does into edits; the studio writes them.

import { Corners, Draw, Pairs, Sites, Split } from "./areas.js";
import { h } from "./dom.js";
import { edit } from "./edits.js";
import { Frames, NewFrame } from "./frames.js";
import { FitGrid } from "./grid.js";
import { Hexside, Names, Terrain, Ways } from "./hexes.js";
import { path, placeAt } from "./shapes.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./dom.js").Child} Child */
/**
 * What the pointer does with a tool. `down` says whether the tool takes the press; without it, the map moves.
 * @typedef {object} Tool
 * @property {string} hint
 * @property {() => Child} [options]
 * @property {(x: number, y: number, event: PointerEvent) => boolean} down
 * @property {(x: number, y: number, event: PointerEvent) => void} [hover]
 * @property {(x: number, y: number, event: PointerEvent) => void} [drag]
 * @property {(x: number, y: number, event: PointerEvent) => void} [up]
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {() => void} [stop]
 */

/**
 * Which boards a tool is for: any, maps, grids, areas, or those that a grid can be fitted over.
 * @type {{ id: string, name: string, for: "any" | "map" | "grid" | "fit" | "area", make: (page: MapPage) => Tool }[]}
 */
export const TOOLS = [
  { id: "", name: "Look", for: "any", make: () => ({ hint: "", down: () => false }) },
  { id: "setup", name: "Set up", for: "any", make: (page) => new SetUp(page) },
  { id: "terrain", name: "Paint terrain", for: "grid", make: (page) => new Terrain(page) },
  { id: "hexside", name: "Hexsides", for: "grid", make: (page) => new Hexside(page) },
  { id: "way", name: "Roads and rails", for: "grid", make: (page) => new Ways(page) },
  { id: "name", name: "Name places", for: "grid", make: (page) => new Names(page) },
  { id: "grid", name: "Fit the grid", for: "fit", make: (page) => new FitGrid(page) },
  { id: "corner", name: "Move corners", for: "area", make: (page) => new Corners(page) },
  { id: "site", name: "Move sites", for: "area", make: (page) => new Sites(page) },
  { id: "draw", name: "Draw an area", for: "area", make: (page) => new Draw(page) },
  { id: "split", name: "Split an area", for: "area", make: (page) => new Split(page) },
  { id: "merge", name: "Merge areas", for: "area", make: (page) => new Pairs(page, "merge") },
  { id: "link", name: "Connect places", for: "map", make: (page) => new Pairs(page, "link") },
  { id: "frame", name: "Move boxes and tracks", for: "map", make: (page) => new Frames(page) },
  { id: "box", name: "Draw a box", for: "map", make: (page) => new NewFrame(page, "box") },
  { id: "track", name: "Draw a track", for: "map", make: (page) => new NewFrame(page, "track") },
];

/** Drags counters to where they start. */
export class SetUp {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag counters to where they start; with Shift the whole stack. Drop them beside the map to put them back on their card.";
    /** @type {import("./api.js").Piece[]} */
    this.held = [];
    /** Whether what is held was taken from beside the map. */
    this.beside = false;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    this.began = [0, 0];
  }

  /** @type {Tool["down"]} */
  down(x, y, event) {
    const piece = this.page.piece_at(x, y);
    if (!piece) return false;
    const stack = this.page.setup.pieces.filter((own) => own.place === piece.place && own.unit === piece.unit && own.side === piece.side);
    this.take(event.shiftKey ? stack : [piece], event);
    return true;
  }

  /**
   * @param {import("./api.js").Piece[]} pieces
   * @param {PointerEvent} event
   * @param {boolean} [beside] whether they lie beside the map
   */
  take(pieces, event, beside = false) {
    this.held = pieces;
    this.beside = beside;
    this.began = [event.clientX, event.clientY];
  }

  /** @type {NonNullable<Tool["drag"]>} */
  drag(x, y, event) {
    const first = this.held[0];
    if (!first) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - (this.began[0] ?? 0), event.clientY - (this.began[1] ?? 0)) < 5) return;
      this.ghost = h("img", { class: "piece ghost", src: `/s/${first.up}.svg`, alt: "", draggable: "false" });
      this.page.view.stage.append(this.ghost);
    }
    Object.assign(this.ghost.style, { left: `${x - first.size / 2}px`, top: `${y - first.size / 2}px`, width: `${first.size}px`, height: `${first.size}px` });
    const place = this.page.board && placeAt(this.page.board.places, x, y);
    this.page.mark.setAttribute("d", place ? path(place.outline) : "");
  }

  /** @type {NonNullable<Tool["up"]>} */
  up(x, y, event) {
    const [held, moved] = [this.held, Boolean(this.ghost)];
    this.stop();
    const first = held[0];
    if (!first) return;
    if (!moved) return this.page.choose_piece(first);
    // Out of the window is nowhere.
    const back = Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(".tray"));
    const place = back || !this.page.board ? null : placeAt(this.page.board.places, x, y);
    if (back ? this.beside : !place) return;
    if (place && place.id === first.place) return;
    const pieces = held.map((piece) => {
      const [kind, id] = [piece.unit ? "unit" : "marker", piece.thing.slice(piece.thing.indexOf(":") + 1)];
      return { [kind]: id, ...(piece.place ? { from: piece.place, copies: 1 } : {}) };
    });
    const names = held.length === 1 ? first.name : `${held.length} pieces`;
    const to = !place ? "card" : place.kind === "slot" ? { with: place.unit } : { at: place.id };
    const label = place ? `${names} to ${place.label}` : `${names} back on the card`;
    edit(this.page, label, [{ edit: "move", scenario: this.page.setup.scenario, pieces, to }]);
  }

  stop() {
    this.held = [];
    this.ghost?.remove();
    this.ghost = null;
  }
}
