// Tools for areas, sites and connections.

import { choice } from "./dom.js";
import { NEAR, corner, edit } from "./edits.js";
import { foot, path, placeAt } from "./shapes.js";
import { toast } from "./toast.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./tools.js").Tool} Tool */

export class Corners {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag a corner of an outline. It snaps to corners nearby, and moves in every area that shares it.";
    /** @type {[number, number] | null} */
    this.from = null;
  }

  /**
   * The corner nearest to a point.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number] | null}
   */
  nearest(x, y) {
    let best = null;
    let least = NEAR / this.page.view.scale;
    for (const place of this.page.board?.places ?? []) {
      for (let n = 0; n < place.outline.length; n += 2) {
        const [px, py] = [place.outline[n] ?? 0, place.outline[n + 1] ?? 0];
        const away = Math.hypot(px - x, py - y);
        if (away < least) [best, least] = [/** @type {[number, number]} */ ([px, py]), away];
      }
    }
    return best;
  }

  /**
   * The point of a border nearest to a point.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number] | null}
   */
  border(x, y) {
    let best = null;
    let least = NEAR / this.page.view.scale;
    for (const { outline } of this.page.board?.places ?? []) {
      for (let n = 0, m = outline.length - 2; n < outline.length; m = n, n += 2) {
        const at = foot([outline[m] ?? 0, outline[m + 1] ?? 0], [outline[n] ?? 0, outline[n + 1] ?? 0], x, y);
        const away = Math.hypot(at[0] - x, at[1] - y);
        if (away < least) [best, least] = [at, away];
      }
    }
    return best;
  }

  /** @type {NonNullable<Tool["hover"]>} */
  hover(x, y) {
    this.show(this.nearest(x, y));
  }

  /** @param {[number, number] | null} at */
  show(at) {
    const r = 4 / this.page.view.scale;
    this.page.pick.setAttribute("d", at ? `M${at[0] - r} ${at[1]}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0` : "");
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    this.from = this.nearest(x, y);
    return this.from !== null;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    this.show([x, y]);
  }

  /** @param {number} x @param {number} y */
  up(x, y) {
    const from = this.from;
    this.from = null;
    this.show(null);
    const unit = this.page.board?.unit ?? 1;
    const snap = NEAR / this.page.view.scale / unit;
    if (from && Math.hypot(from[0] - x, from[1] - y) * this.page.view.scale > 3)
      edit(this.page, "corner moved", [{ edit: "corner", map: this.page.board?.id, from: corner(this.page, ...from), to: corner(this.page, x, y), snap }]);
  }
}

export class Sites {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag the point that an area is grown from, or the middle of a space.";
    /** @type {Place | null} */
    this.place = null;
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const place = this.page.board && placeAt(this.page.board.places, x, y);
    this.place = place?.kind === "area" ? place : null;
    return this.place !== null;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const r = 5 / this.page.view.scale;
    this.page.pick.setAttribute("d", `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`);
  }

  /** @param {number} x @param {number} y */
  up(x, y) {
    const place = this.place;
    this.place = null;
    this.page.pick.setAttribute("d", "");
    if (place && placeAt(this.page.board?.places ?? [], x, y)) edit(this.page, `site of ${place.label} moved`, [{ edit: "site", map: this.page.board?.id, area: place.id, to: corner(this.page, x, y) }]);
  }
}

/** Points that are clicked one after the other; Enter or a double click ends them. */
class Points {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.snap = new Corners(page);
    /** @type {[number, number][]} */
    this.points = [];
    this.least = 2;
  }

  /** @type {NonNullable<Tool["hover"]>} */
  hover(x, y) {
    const at = this.at(x, y);
    this.page.pick.setAttribute("d", path([...this.points, at].flat(), true));
  }

  /** @type {Tool["down"]} */
  down(x, y, event) {
    if (event.detail > 1) return this.end(), true;
    this.points.push(this.at(x, y));
    return true;
  }

  /** A corner nearby, else a point of a border nearby. @param {number} x @param {number} y @returns {[number, number]} */
  at(x, y) {
    return this.snap.nearest(x, y) ?? this.snap.border(x, y) ?? [x, y];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter") this.end();
    else if (event.key === "Escape") this.stop();
    else return false;
    return true;
  }

  end() {
    const points = this.points;
    this.stop();
    if (points.length >= this.least) this.ended(points);
  }

  /** @param {[number, number][]} _points */
  ended(_points) {}

  stop() {
    this.points = [];
    this.page.pick.setAttribute("d", "");
  }
}

export class Draw extends Points {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.least = 3;
    this.terrain = page.board?.terrains[0]?.id ?? "";
    this.hint = "Click the corners of the outline; they snap to existing corners and borders. Enter or a double click ends it, Escape gives up.";
  }

  options() {
    return choice("Terrain", this.page.board?.terrains ?? [], this.terrain, (id) => (this.terrain = id));
  }

  /** @param {[number, number][]} points */
  ended(points) {
    this.page.ask_text(null, "Id of the new area", "", (id) => {
      if (id) edit(this.page, `area ${id} drawn`, [{ edit: "add-area", map: this.page.board?.id, id, terrain: this.terrain || null, polygon: points.map(([x, y]) => corner(this.page, x, y)), snap: 0.5 }]);
    });
  }
}

export class Split extends Points {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.hint = "Click a line from border to border. Enter or a double click ends it, Escape gives up.";
  }

  /** @param {[number, number][]} points */
  ended(points) {
    const [a, b] = [points[0], points[1]];
    const within = a && b && this.page.board ? placeAt(this.page.board.places, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2) : null;
    if (!within) return toast("The line does not lie in an area.", true);
    this.page.ask_text(within, `Id of the other part of ${within.label}`, "", (id) => {
      const snap = NEAR / this.page.view.scale / (this.page.board?.unit ?? 1);
      if (id) edit(this.page, `${within.label} split`, [{ edit: "split-area", map: this.page.board?.id, area: within.id, line: points.map(([x, y]) => corner(this.page, x, y)), id, snap }]);
    });
  }
}

/** Two places, one clicked after the other. */
export class Pairs {
  /**
   * @param {MapPage} page
   * @param {"merge" | "link"} what
   */
  constructor(page, what) {
    this.page = page;
    this.what = what;
    this.hint = what === "merge" ? "Click the area that stays, then the one that goes." : "Click two places to connect them, or to part them if they are connected.";
    /** @type {Place | null} */
    this.first = null;
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const place = this.page.board && placeAt(this.page.board.places, x, y);
    if (!place) return false;
    const first = this.first;
    if (!first || first.id === place.id) {
      this.first = place;
      this.page.pick.setAttribute("d", path(place.outline));
      return true;
    }
    this.stop();
    const map = this.page.board?.id;
    if (this.what === "merge") edit(this.page, `${place.label} merged into ${first.label}`, [{ edit: "merge-areas", map, area: first.id, with: place.id }]);
    else {
      const known = this.page.board?.edges.some(([a, b, by]) => by === "link" && ((a === first.id && b === place.id) || (a === place.id && b === first.id)));
      edit(this.page, `${first.label} and ${place.label} ${known ? "parted" : "connected"}`, [{ edit: "link", map, from: first.id, to: place.id, on: !known }]);
    }
    return true;
  }

  stop() {
    this.first = null;
    this.page.pick.setAttribute("d", "");
  }
}
