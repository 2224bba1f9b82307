// Tools for maps with a grid: terrain, hexsides, ways and names.

import { choice } from "./dom.js";
import { edit } from "./edits.js";
import { middle, path, placeAt } from "./shapes.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./tools.js").Tool} Tool */

/** What hex tools have in common. */
class HexTool {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.kind = "";
  }

  /** @param {number} x @param {number} y */
  hex(x, y) {
    const place = this.page.board && placeAt(this.page.board.places, x, y);
    return place?.kind === "hex" || place?.kind === "square" ? place : null;
  }

  /** The neighbours of a hex. @param {Place} hex */
  near(hex) {
    const ids = new Set();
    for (const [a, b, by] of this.page.board?.edges ?? []) {
      if (by !== "hexside" && by !== "side" && by !== "corner") continue;
      if (a === hex.id) ids.add(b);
      if (b === hex.id) ids.add(a);
    }
    return (this.page.board?.places ?? []).filter((place) => ids.has(place.id));
  }

  /**
   * The hexside nearest to a point: the hexes on both sides.
   * @param {number} x
   * @param {number} y
   * @returns {[Place, Place] | null}
   */
  side(x, y) {
    const hex = this.hex(x, y);
    if (!hex) return null;
    const [hx, hy] = middle(hex);
    let best = null;
    let least = Infinity;
    for (const other of this.near(hex)) {
      const [ox, oy] = middle(other);
      const away = Math.hypot(x - (hx + ox) / 2, y - (hy + oy) / 2);
      if (away < least) [best, least] = [other, away];
    }
    return best ? [hex, best] : null;
  }

  /** The number of a hex on its map. @param {Place} place */
  number(place) {
    return place.id.includes(":") ? place.id.slice(place.id.indexOf(":") + 1) : place.id;
  }

  get map() {
    return this.page.board?.id ?? "";
  }
}

/**
 * The corners that two places share.
 * @param {Place} a
 * @param {Place} b
 */
function shared(a, b) {
  const out = [];
  for (let n = 0; n < a.outline.length; n += 2)
    for (let m = 0; m < b.outline.length; m += 2)
      if (Math.hypot((a.outline[n] ?? 0) - (b.outline[m] ?? 0), (a.outline[n + 1] ?? 0) - (b.outline[m + 1] ?? 0)) < 0.1) out.push(a.outline[n] ?? 0, a.outline[n + 1] ?? 0);
  return out;
}

export class Terrain extends HexTool {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.hint = "Drag over hexes to paint them.";
    this.kind = page.board?.terrains[0]?.id ?? "";
    /** @type {Map<string, Place>} */
    this.painted = new Map();
  }

  options() {
    return choice("Terrain", this.page.board?.terrains ?? [], this.kind, (id) => (this.kind = id));
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    this.painted.clear();
    this.drag(x, y);
    return this.painted.size > 0;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const hex = this.hex(x, y);
    if (hex) this.painted.set(hex.id, hex);
    this.page.pick.setAttribute("d", [...this.painted.values()].map((own) => path(own.outline)).join(""));
  }

  up() {
    const hexes = [...this.painted.values()].filter((own) => own.terrain !== this.kind).map((own) => this.number(own));
    this.painted.clear();
    this.page.pick.setAttribute("d", "");
    const name = this.page.board?.terrains.find((own) => own.id === this.kind)?.name ?? this.kind;
    if (hexes.length) edit(this.page, `${name} in ${hexes.length === 1 ? hexes[0] : `${hexes.length} hexes`}`, [{ edit: "terrain", map: this.map, hexes, terrain: this.kind }]);
  }
}

export class Hexside extends HexTool {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.hint = "Click a hexside to put a river or the like there, or to take it away.";
    this.kind = this.kinds()[0]?.id ?? "";
  }

  kinds() {
    const own = this.page.board?.boundaries ?? [];
    const crossings = [...new Set(own.flatMap((boundary) => boundary.crossings))];
    return [...own, ...crossings.map((id) => ({ id: `crossing ${id}`, name: `Crossing: ${id}` }))];
  }

  options() {
    return choice("Kind", this.kinds(), this.kind, (id) => (this.kind = id));
  }

  /** @type {NonNullable<Tool["hover"]>} */
  hover(x, y) {
    const side = this.side(x, y);
    this.page.pick.setAttribute("d", side ? path(shared(...side), true) : "");
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const side = this.side(x, y);
    if (!side) return false;
    const [a, b] = side;
    const known = this.page.board?.edges.find(([from, to]) => (from === a.id && to === b.id) || (from === b.id && to === a.id));
    const between = [this.number(a), this.number(b)];
    const crossing = this.kind.startsWith("crossing ") ? this.kind.slice(9) : null;
    const on = crossing ? known?.[4] !== crossing : known?.[3] !== this.kind;
    const label = `${crossing ?? this.kind} ${on ? "between" : "taken away between"} ${between.join(" and ")}`;
    edit(this.page, label, [crossing ? { edit: "crossing", map: this.map, between, kind: crossing, on } : { edit: "hexside", map: this.map, between, kind: this.kind, on }]);
    return true;
  }
}

export class Ways extends HexTool {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.hint = "Drag from hex to hex to draw a line; drag along an existing one to take it away.";
    this.kind = page.board?.ways[0]?.id ?? "";
    /** @type {Place[]} */
    this.line = [];
  }

  options() {
    return choice("Kind", this.page.board?.ways ?? [], this.kind, (id) => (this.kind = id));
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const hex = this.hex(x, y);
    this.line = hex ? [hex] : [];
    return Boolean(hex && this.kind);
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const [hex, last] = [this.hex(x, y), this.line.at(-1)];
    if (hex && last && hex.id !== last.id && this.near(last).some((own) => own.id === hex.id)) this.line.push(hex);
    this.page.pick.setAttribute("d", path(this.line.flatMap((own) => middle(own)), true));
  }

  up() {
    const line = this.line;
    this.line = [];
    this.page.pick.setAttribute("d", "");
    const pairs = line.slice(1).map((to, n) => /** @type {[Place, Place]} */ ([line[n], to]));
    if (!pairs.length) return;
    const has = (/** @type {[Place, Place]} */ [a, b]) => this.page.board?.edges.some(([from, to, , , , ways]) => ways.includes(this.kind) && ((from === a.id && to === b.id) || (from === b.id && to === a.id))) ?? false;
    const on = !pairs.every(has);
    const edits = pairs.filter((pair) => has(pair) !== on).map(([a, b]) => ({ edit: "way", map: this.map, between: [this.number(a), this.number(b)], kind: this.kind, on }));
    edit(this.page, `${this.kind} ${on ? "through" : "taken away from"} ${line.map((own) => this.number(own)).join(", ")}`, edits);
  }
}

export class Names extends HexTool {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.hint = "Click a hex to name what is there.";
    this.kind = page.board?.features[0]?.id ?? "";
  }

  options() {
    return choice("Kind of a new place", this.page.board?.features ?? [], this.kind, (id) => (this.kind = id));
  }

  /** @type {Tool["down"]} */
  down(x, y) {
    const hex = this.hex(x, y);
    if (!hex) return false;
    this.page.ask_text(hex, `Name of what is in ${hex.label}`, hex.name ?? "", (name) =>
      edit(this.page, name ? `${hex.label} is ${name}` : `no place in ${hex.label}`, [{ edit: "place", map: this.map, at: this.number(hex), kind: hex.name ? null : this.kind, name: name || null }]),
    );
    return true;
  }
}
