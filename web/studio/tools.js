// Tools that change the game by hand. Each turns what the pointer does into edits; the studio writes them.

import { send } from "./api.js";
import { choice, h } from "./dom.js";
import { middle, path, placeAt } from "./shapes.js";
import { toast } from "./toast.js";

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

/** @type {{ id: string, name: string, for: "any" | "grid" | "area", make: (page: MapPage) => Tool }[]} */
export const TOOLS = [
  { id: "", name: "Look", for: "any", make: () => ({ hint: "", down: () => false }) },
  { id: "setup", name: "Set up", for: "any", make: (page) => new SetUp(page) },
  { id: "terrain", name: "Paint terrain", for: "grid", make: (page) => new Terrain(page) },
  { id: "hexside", name: "Hexsides", for: "grid", make: (page) => new Hexside(page) },
  { id: "way", name: "Roads and rails", for: "grid", make: (page) => new Ways(page) },
  { id: "name", name: "Name places", for: "grid", make: (page) => new Names(page) },
  { id: "corner", name: "Move corners", for: "area", make: (page) => new Corners(page) },
  { id: "site", name: "Move sites", for: "area", make: (page) => new Sites(page) },
  { id: "draw", name: "Draw an area", for: "area", make: (page) => new Draw(page) },
  { id: "split", name: "Split an area", for: "area", make: (page) => new Split(page) },
  { id: "merge", name: "Merge areas", for: "area", make: (page) => new Pairs(page, "merge") },
  { id: "link", name: "Connect places", for: "any", make: (page) => new Pairs(page, "link") },
  { id: "frame", name: "Move boxes and tracks", for: "any", make: (page) => new Frames(page) },
];

/**
 * Sends edits as one step.
 * @param {MapPage} page
 * @param {string} label
 * @param {Record<string, any>[]} edits
 */
export async function edit(page, label, edits) {
  try {
    const answer = await send(`game/${encodeURIComponent(page.state.id)}/edit`, { label, edits });
    toast(answer.files.length ? `${label}: ${answer.files.join(", ")}. Ctrl+Z takes it back.` : "Nothing to change.");
    return true;
  } catch (why) {
    toast(why instanceof Error ? why.message : String(why), true);
    return false;
  }
}

/** Pixels within which something is taken for what was meant. */
const NEAR = 12;

/**
 * A point in the unit of the map's file.
 * @param {MapPage} page
 * @param {number} x
 * @param {number} y
 */
function corner(page, x, y) {
  const unit = page.board?.unit ?? 1;
  return [Math.round((x / unit) * 100) / 100, Math.round((y / unit) * 100) / 100];
}

/** Drags counters to where they start. */
export class SetUp {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag counters to where they start; with Shift the whole stack. Drop them beside the map to put them back on their card.";
    /** @type {import("./api.js").Piece[]} */
    this.held = [];
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
   */
  take(pieces, event) {
    this.held = pieces;
    this.began = [event.clientX, event.clientY];
  }

  /** @type {NonNullable<Tool["drag"]>} */
  drag(x, y, event) {
    const first = this.held[0];
    if (!first) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - (this.began[0] ?? 0), event.clientY - (this.began[1] ?? 0)) < 5) return;
      this.ghost = h("img", { class: "piece ghost", src: `/s/${first.up}.svg`, alt: "" });
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
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const back = below?.closest(".tray") !== null;
    const place = back || !this.page.board ? null : placeAt(this.page.board.places, x, y);
    if (!back && !place) return;
    if (place && place.id === first.place) return;
    const pieces = held.map((piece) => {
      const [kind, id] = [piece.unit ? "unit" : "marker", piece.thing.slice(piece.thing.indexOf(":") + 1)];
      return { [kind]: id, ...(piece.place ? { from: piece.place, copies: 1 } : {}) };
    });
    const names = held.length === 1 ? first.name : `${held.length} pieces`;
    const label = place ? `${names} to ${place.label}` : `${names} back on the card`;
    edit(this.page, label, [{ edit: "move", scenario: this.page.setup.scenario, pieces, to: place ? { at: place.id } : "card" }]);
  }

  stop() {
    this.held = [];
    this.ghost?.remove();
    this.ghost = null;
  }
}

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

class Terrain extends HexTool {
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

class Hexside extends HexTool {
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

class Ways extends HexTool {
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

class Names extends HexTool {
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

class Corners {
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

class Sites {
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
    const at = this.snap.nearest(x, y) ?? [x, y];
    this.page.pick.setAttribute("d", path([...this.points, at].flat(), true));
  }

  /** @type {Tool["down"]} */
  down(x, y, event) {
    if (event.detail > 1) return this.end(), true;
    this.points.push(this.snap.nearest(x, y) ?? [x, y]);
    return true;
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

class Draw extends Points {
  /** @param {MapPage} page */
  constructor(page) {
    super(page);
    this.least = 3;
    this.hint = "Click the corners of the outline; they snap to existing ones. Enter or a double click ends it, Escape gives up.";
  }

  /** @param {[number, number][]} points */
  ended(points) {
    this.page.ask_text(null, "Id of the new area", "", (id) => {
      if (id) edit(this.page, `area ${id} drawn`, [{ edit: "add-area", map: this.page.board?.id, id, polygon: points.map(([x, y]) => corner(this.page, x, y)), snap: 0.5 }]);
    });
  }
}

class Split extends Points {
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
class Pairs {
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

class Frames {
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
