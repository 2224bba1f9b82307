// What lies beside the map: pieces of the scenario that are elsewhere, arrive later, or are left out.

import { picture } from "./api.js";
import { fill, h } from "./dom.js";
import { ACTUAL } from "./view.js";

/** @typedef {import("./api.js").Piece} Piece */

/** With fewer, one sees them all. */
const MANY = 20;

export class Tray {
  /**
   * @param {{ choose: (piece: Piece) => void, take: (piece: Piece, event: PointerEvent) => void }} acts what a click and a press do
   */
  constructor(acts) {
    this.acts = acts;
    this.element = h("details", { class: "tray" });
    this.find = h("input", { type: "search", placeholder: "Find", "aria-label": "Find beside the map" });
    this.find.addEventListener("input", () => this.filter());
    this.room = h("div", { class: "beside" });
    this.shows = "";
  }

  /**
   * @param {Piece[]} pieces
   * @param {boolean} setting whether a scenario is set up
   * @param {"map" | "display"} board what they lie beside
   */
  fill(pieces, setting, board) {
    this.element.hidden = !pieces.length && !setting;
    // It is open while it is needed; who opened it otherwise, closes it.
    if (this.element.classList.contains("setting") !== setting) this.element.open = setting;
    this.element.classList.toggle("setting", setting);
    // Pictures that are put in again would be asked for again.
    const shows = board + JSON.stringify(pieces);
    if (shows === this.shows) return;
    this.shows = shows;
    const many = pieces.length > MANY;
    if (!many) this.find.value = "";
    const [scrolled, searched] = [this.room.scrollTop, document.activeElement === this.find];
    fill(this.room, pieces.map((piece) => this.piece(piece)));
    fill(this.element, h("summary", {}, h("span", {}, `Beside the ${board}: ${pieces.length} ${pieces.length === 1 ? "piece" : "pieces"}`), many && this.find), this.room);
    this.filter();
    this.room.scrollTop = scrolled;
    if (searched) this.find.focus();
  }

  /** @param {Piece} piece */
  piece(piece) {
    const size = Math.min(46, Math.round(piece.size * ACTUAL));
    return h(
      "button",
      {
        class: "waiting",
        title: `${piece.name}: ${piece.note}`,
        data: { thing: piece.thing, text: `${piece.name} ${piece.thing} ${piece.note}`.toLowerCase() },
        onclick: () => this.acts.choose(piece),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.acts.take(piece, event),
      },
      h("img", { src: picture(piece.up), alt: piece.name, draggable: "false", loading: "lazy", width: size, height: size }),
      h("span", {}, piece.note),
    );
  }

  filter() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const own of /** @type {Iterable<HTMLElement>} */ (this.room.children)) own.hidden = !words.every((word) => own.dataset.text?.includes(word));
  }
}
