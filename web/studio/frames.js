// Tools for boxes and tracks.

import { NEAR, corner, edit } from "./edits.js";
import { placeAt } from "./shapes.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./tools.js").Tool} Tool */

export class Frames {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag a box or a track; drag the lower right corner of a box to change its size.";
    /** @type {{ what: string, id: string, box: number[], sizes: boolean, from: number[] } | null} */
    this.held = null;
  }

  /** @param {Place[]} places */
  bounds(places) {
    const xs = places.flatMap((place) => place.outline.filter((_, n) => n % 2 === 0));
    const ys = places.flatMap((place) => place.outline.filter((_, n) => n % 2 === 1));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const place = this.page.board && placeAt(this.page.board.places, x, y);
    if (!place || (place.kind !== "box" && place.kind !== "space")) return false;
    const track = place.id.slice(0, place.id.lastIndexOf(":"));
    const own = place.kind === "box" ? [place] : (this.page.board?.places ?? []).filter((other) => other.kind === "space" && other.id.startsWith(`${track}:`));
    const box = this.bounds(own);
    const sizes = place.kind === "box" && Math.hypot(x - (box[2] ?? 0), y - (box[3] ?? 0)) * this.page.view.scale < NEAR;
    this.held = { what: place.kind === "box" ? "box" : "track", id: place.kind === "box" ? place.id : track, box, sizes, from: [x, y] };
    return true;
  }

  /** @param {number} x @param {number} y */
  now(x, y) {
    const { box, from, sizes } = /** @type {NonNullable<Frames["held"]>} */ (this.held);
    const [dx, dy] = [x - (from[0] ?? 0), y - (from[1] ?? 0)];
    const [left, top, right, bottom] = /** @type {[number, number, number, number]} */ (box);
    return sizes ? [left, top, Math.max(left + 5, right + dx), Math.max(top + 5, bottom + dy)] : [left + dx, top + dy, right + dx, bottom + dy];
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.now(x, y);
    this.page.pick.setAttribute("d", `M${left} ${top}H${right}V${bottom}H${left}Z`);
  }

  /** @param {number} x @param {number} y */
  up(x, y) {
    const held = this.held;
    if (!held) return;
    const [left = 0, top = 0, right = 0, bottom = 0] = this.now(x, y);
    this.held = null;
    this.page.pick.setAttribute("d", "");
    if (Math.hypot(x - (held.from[0] ?? 0), y - (held.from[1] ?? 0)) * this.page.view.scale < 4) return;
    const size = held.sizes ? { size: corner(this.page, right - left, bottom - top) } : {};
    edit(this.page, `${held.what} ${held.id} ${held.sizes ? "resized" : "moved"}`, [{ edit: "frame", map: this.page.board?.id, what: held.what, id: held.id, at: corner(this.page, left, top), ...size }]);
  }
}

/** A rectangle is dragged: a new box, or the spaces of a new track. */
export class NewFrame {
  /**
   * @param {MapPage} page
   * @param {"box" | "track"} what
   */
  constructor(page, what) {
    this.page = page;
    this.what = what;
    this.hint = what === "box" ? "Drag from corner to corner of the new box." : "Drag from corner to corner of the new track.";
    /** @type {[number, number] | null} */
    this.from = null;
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    this.from = [x, y];
    return true;
  }

  /**
   * Left, top, width and height.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number, number, number]}
   */
  room(x, y) {
    const [fx, fy] = this.from ?? [x, y];
    return [Math.min(x, fx), Math.min(y, fy), Math.abs(x - fx), Math.abs(y - fy)];
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const [left, top, width, height] = this.room(x, y);
    this.page.pick.setAttribute("d", `M${left} ${top}h${width}v${height}h${-width}Z`);
  }

  /** @param {number} x @param {number} y */
  up(x, y) {
    const [left, top, width, height] = this.room(x, y);
    this.stop();
    if (Math.min(width, height) * this.page.view.scale < NEAR) return;
    const frame = { edit: "frame", map: this.page.board?.id, what: this.what, at: corner(this.page, left, top) };
    this.page.ask_text(null, `Id of the new ${this.what}`, "", (id) => {
      if (!id) return;
      if (this.what === "box") return void edit(this.page, `box ${id} drawn`, [{ ...frame, id, name: id, size: corner(this.page, width, height) }]);
      this.page.ask_text(null, "Its spaces", "1-10", (spaces) => {
        const [from, to] = spaces.split("-").map(Number);
        const count = Math.abs((to ?? NaN) - (from ?? NaN)) + 1 || spaces.split(",").length;
        const columns = across(count, width, height);
        const cell = corner(this.page, width / columns, height / Math.ceil(count / columns));
        edit(this.page, `track ${id} drawn`, [{ ...frame, id, name: id, spaces, columns, size: cell }]);
      });
    });
  }

  stop() {
    this.from = null;
    this.page.pick.setAttribute("d", "");
  }
}

/**
 * How many spaces stand in a row so that each is nearly a square.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
function across(count, width, height) {
  let best = 1;
  let least = Infinity;
  for (let columns = 1; columns <= count; columns += 1) {
    const off = Math.abs(Math.log(width / columns / (height / Math.ceil(count / columns))));
    if (off < least - 1e-9) [best, least] = [columns, off];
  }
  return best;
}
