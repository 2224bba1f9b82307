// What can be laid over a map.

import { ask } from "./api.js";
import { s } from "./dom.js";
import { middle, path } from "./shapes.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").State} State */
/** @typedef {{ items: SVGElement[], legend: [colour: string, label: string, count: number][], note?: string }} Overlay */

/** Colours that can be told apart, also by the colour-blind. */
const HUES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#7b4fa3", "#555555", "#8b5a2b", "#c2185b", "#00897b"];
/** @type {Record<string, string>} */
const ORIGINS = { rulebook: "#009e73", inferred: "#e69f00", reconstructed: "#d55e00", owner: "#0072b2", "": "#888888" };

export const OVERLAYS = [
  { id: "", name: "No overlay" },
  { id: "adjacency", name: "Adjacency" },
  { id: "terrain", name: "Terrain" },
  { id: "boundaries", name: "Borders and hexsides" },
  { id: "ways", name: "Ways" },
  { id: "control", name: "Control" },
  { id: "zones", name: "Zones of control" },
  { id: "supply", name: "Supply" },
  { id: "sources", name: "Sources" },
  { id: "slivers", name: "Short borders and near misses" },
];

/** Borders shorter than this are easily taken for none, in millimetres. */
const SHORT = 6;

/** @param {number} n */
const hue = (n) => HUES[n % HUES.length] ?? "#000000";

/**
 * Makes an overlay.
 * @param {string} kind
 * @param {Board} board
 * @param {State} state
 * @param {string} scenario
 * @returns {Promise<Overlay>}
 */
export async function overlay(kind, board, state, scenario) {
  switch (kind) {
    case "adjacency":
      return adjacency(board);
    case "terrain":
      return byKind(board, (place) => place.terrain ?? "", board.terrains);
    case "boundaries":
      return boundaries(board);
    case "ways":
      return ways(board);
    case "sources":
      return sources(board);
    case "slivers":
      return slivers(board);
    case "control":
    case "zones":
    case "supply":
      return worked(kind, board, state, scenario);
    default:
      return { items: [], legend: [] };
  }
}

/** @param {Board} board */
function centres(board) {
  return new Map(board.places.map((place) => [place.id, middle(place)]));
}

/** @param {Board} board @returns {Overlay} */
function adjacency(board) {
  const at = centres(board);
  /** @type {Record<string, string>} */
  const colours = { border: hue(0), hexside: hue(0), side: hue(0), corner: hue(3), link: hue(1), "map-edge": hue(2) };
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [from, to, by] of board.edges) {
    const [a, b] = [at.get(from), at.get(to)];
    counts.set(by, (counts.get(by) ?? 0) + 1);
    if (!a || !b) continue;
    const list = paths.get(by) ?? [];
    list.push(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`);
    paths.set(by, list);
  }
  const items = [...paths].map(([by, list]) => s("path", { d: list.join(""), class: "line", stroke: colours[by] }));
  items.push(s("path", { class: "dots", d: [...at.values()].map(([x, y]) => `M${x} ${y}h0`).join("") }));
  return { items, legend: [...counts].map(([by, count]) => [colours[by] ?? "#888", by, count]) };
}

/**
 * @param {Board} board
 * @param {(place: import("./api.js").Place) => string} of
 * @param {import("./api.js").Named[]} kinds
 * @returns {Overlay}
 */
function byKind(board, of, kinds) {
  /** @type {Overlay} */
  const made = { items: [], legend: [] };
  kinds.forEach((kind, n) => {
    const own = board.places.filter((place) => of(place) === kind.id);
    if (!own.length) return;
    made.items.push(s("path", { d: own.map((place) => path(place.outline)).join(""), class: "tint", fill: hue(n) }));
    made.legend.push([hue(n), kind.name, own.length]);
  });
  return made;
}

/** @param {Board} board @returns {Overlay} */
function boundaries(board) {
  /** @type {Overlay} */
  const made = { items: [], legend: [] };
  board.boundaries.forEach((kind, n) => {
    const own = board.borders.filter((border) => border[2] === kind.id);
    if (!own.length) return;
    made.items.push(s("path", { d: own.map((border) => path(border[5], true)).join(""), class: "line broad", stroke: hue(n) }));
    made.legend.push([hue(n), kind.name, own.length]);
  });
  const crossed = board.borders.filter((border) => border[3]);
  const points = crossed.map((border) => {
    const half = Math.floor(border[5].length / 4) * 2;
    return `M${border[5][half]} ${border[5][half + 1]}h0`;
  });
  made.items.push(s("path", { d: points.join(""), class: "dots large" }));
  if (crossed.length) made.legend.push(["#222222", "crossings", crossed.length]);
  return made;
}

/** @param {Board} board @returns {Overlay} */
function ways(board) {
  /** @type {Overlay} */
  const made = { items: [], legend: [] };
  board.ways.forEach((kind, n) => {
    const own = board.lines.filter((line) => line[0] === kind.id);
    if (!own.length) return;
    made.items.push(s("path", { d: own.map((line) => path(line[2], true)).join(""), class: "line broad", stroke: hue(n) }));
    made.legend.push([hue(n), kind.name, own.length]);
  });
  return made;
}

/** @param {Board} board @returns {Overlay} */
function sources(board) {
  /** @type {Overlay} */
  const made = { items: [], legend: [] };
  for (const [kind, colour] of Object.entries(ORIGINS)) {
    const own = board.places.filter((place) => place.about.kind === kind);
    if (!own.length) continue;
    made.items.push(s("path", { d: own.map((place) => path(place.outline)).join(""), class: "tint", fill: colour }));
    made.legend.push([colour, kind || "nothing is said", own.length]);
  }
  return made;
}

/** @param {Board} board @returns {Overlay} */
function slivers(board) {
  const at = centres(board);
  const short = board.edges.filter((edge) => edge[6] !== null && edge[6] < SHORT);
  /** @type {SVGElement[]} */
  const items = [];
  for (const [from, to] of short) {
    const border = board.borders.find((own) => (own[0] === from && own[1] === to) || (own[0] === to && own[1] === from));
    const [a, b] = [at.get(from), at.get(to)];
    if (border) items.push(s("path", { d: path(border[5], true), class: "line broad", stroke: hue(1) }));
    else if (a && b) items.push(s("path", { d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, class: "line", stroke: hue(1) }));
  }
  for (const [, , x, y] of board.near) items.push(s("circle", { cx: x, cy: y, r: 2.5, class: "ring", stroke: hue(7) }));
  return {
    items,
    legend: [
      [hue(1), `borders shorter than ${SHORT} mm`, short.length],
      [hue(7), "areas that nearly touch", board.near.length],
    ],
  };
}

/**
 * What takes a position to work out.
 * @param {string} kind
 * @param {Board} board
 * @param {State} state
 * @param {string} scenario
 * @returns {Promise<Overlay>}
 */
async function worked(kind, board, state, scenario) {
  const answer = await ask(`game/${encodeURIComponent(state.id)}/overlay`, { map: board.id, scenario, kind });
  const byId = new Map(board.places.map((place) => [place.id, place]));
  /** @type {Overlay} */
  const made = { items: [], legend: [], note: answer.why };
  /** @type {string[]} */
  const all = answer.layers.flatMap((/** @type {import("./api.js").Layer} */ layer) => layer.places);
  // Colours that lie over each other make a third one, which means nothing: lines let both be seen.
  const several = new Set(all).size < all.length;
  answer.layers.forEach((/** @type {import("./api.js").Layer} */ layer, /** @type {number} */ n) => {
    const side = state.game?.sides.find((own) => own.id === layer.side);
    const bare = layer.side === null;
    const colour = bare ? "#c62828" : answer.layers.length > 2 && kind === "supply" ? hue(n) : (side?.colour ?? hue(n));
    const shapes = layer.places.map((id) => byId.get(id)).filter((place) => place !== undefined);
    if (!shapes.length) return;
    const label = kind === "supply" && side ? `${layer.label} (${side.name})` : layer.label;
    const shape = { d: shapes.map((place) => path(place.outline)).join("") };
    if (bare) made.items.push(s("path", { ...shape, class: "ring", stroke: colour }));
    else if (several) made.items.push(hatch(n, colour), s("path", { ...shape, class: "hatched", fill: `url(#hatch-${n})`, stroke: colour }));
    else made.items.push(s("path", { ...shape, class: "tint strong", fill: colour, stroke: colour }));
    made.legend.push([colour, label, shapes.length]);
  });
  if (!made.legend.length && !made.note) made.note = kind === "control" ? "Nobody controls a place at the start." : "There is none at the start of this scenario.";
  return made;
}

/**
 * Slanting lines to fill shapes with; each number has its own slant.
 * @param {number} n
 * @param {string} colour
 */
function hatch(n, colour) {
  const [apart, turn] = [4.5, 45 + 90 * (n % 2) + 22 * Math.floor(n / 2)];
  const pattern = s("pattern", { id: `hatch-${n}`, patternUnits: "userSpaceOnUse", width: apart, height: apart, patternTransform: `rotate(${turn})` }, s("path", { d: `M0 0V${apart}`, stroke: colour, "stroke-width": apart * 0.55 }));
  return s("defs", {}, pattern);
}
