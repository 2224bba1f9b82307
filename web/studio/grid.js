// Fitting a hex grid over a scan: three hexes are dragged to where they are printed, two numbers are typed.

import { choice, h } from "./dom.js";
import { edit } from "./edits.js";
import { path } from "./shapes.js";
import { toast } from "./toast.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/** @typedef {import("./api.js").Grid} Grid */

const ROOT = Math.sqrt(3);
/** Pixels within which a handle is taken. */
const NEAR = 16;

/**
 * The centre of a hex.
 * @param {Grid} grid
 * @param {number} column
 * @param {number} row
 * @returns {[number, number]}
 */
export function centre(grid, column, row) {
  const moved = (/** @type {number} */ n) => (grid.shift === "odd" ? n % 2 === 0 : n % 2 === 1);
  const { x, y } = grid.origin;
  const half = (/** @type {number} */ n) => ((Number(moved(n)) - Number(moved(0))) * grid.hex) / 2;
  return grid.stand === "pointy" ? [x + column * grid.hex + half(row), y + (row * grid.hex * ROOT) / 2] : [x + (column * grid.hex * ROOT) / 2, y + row * grid.hex + half(column)];
}

/**
 * The corners of a hex.
 * @param {Grid} grid
 * @param {[number, number]} at
 */
function outline(grid, [x, y]) {
  const radius = grid.hex / ROOT;
  const turn = grid.stand === "pointy" ? 0.5 : 0;
  return Array.from({ length: 6 }, (_, n) => [x + radius * Math.cos(((n + turn) * Math.PI) / 3), y + radius * Math.sin(((n + turn) * Math.PI) / 3)]).flat();
}

/**
 * How hexes are numbered, found from what is printed in the first and in the last one; null if nothing fits.
 * @param {string} first
 * @param {string} last
 * @param {number} columns
 * @param {number} rows
 */
export function numbering(first, last, columns, rows) {
  const parts = (/** @type {string} */ text) => text.match(/^(\d+)[.\s-](\d+)$/)?.slice(1) ?? (/^\d+$/.test(text) && text.length % 2 === 0 ? [text.slice(0, text.length / 2), text.slice(text.length / 2)] : null);
  const between = first.match(/^\d+([.\s-])\d+$/)?.[1] ?? "";
  const [a, b] = [parts(first.trim()), parts(last.trim())];
  if (!a || !b) return null;
  for (const columnFirst of [true, false]) {
    const [ca, ra] = (columnFirst ? a : [...a].reverse()).map(Number);
    const [cb, rb] = (columnFirst ? b : [...b].reverse()).map(Number);
    if (ca === undefined || ra === undefined || cb === undefined || rb === undefined) continue;
    if (Math.abs(cb - ca) !== columns - 1 || Math.abs(rb - ra) !== rows - 1) continue;
    const digits = (/** @type {string | undefined} */ text) => text?.length ?? 2;
    const column = `{column:${digits(columnFirst ? a[0] : a[1])}}`;
    const row = `{row:${digits(columnFirst ? a[1] : a[0])}}`;
    return {
      number: columnFirst ? `${column}${between}${row}` : `${row}${between}${column}`,
      "first-column": Math.min(ca, cb),
      "first-row": Math.min(ra, rb),
      "columns-from": cb >= ca ? "west" : "east",
      "rows-from": rb >= ra ? "north" : "south",
    };
  }
  return null;
}

export class FitGrid {
  /** @param {MapPage} page */
  constructor(page) {
    this.page = page;
    this.hint = "Drag the three handles onto the hexes of the scan where they belong; the grid follows.";
    /** @type {Grid} */
    this.grid = structuredClone(page.board?.grid ?? { columns: 10, rows: 10, hex: 20, stand: "pointy", shift: "even", origin: { x: 20, y: 20 }, number: "{column:2}{row:2}" });
    this.held = -1;
    const { places } = page.board ?? { places: [] };
    const hexes = places.filter((place) => place.kind === "hex");
    this.first = hexes[0]?.label ?? "0101";
    this.last = hexes.at(-1)?.label ?? "";
    /** @type {[number, number][]} */
    this.handles = [];
    /** Handles that somebody put where they are. */
    this.put = new Set();
    this.place();
    this.draw();
  }

  /** Columns and rows between the handles: odd numbers, so that it shows which rows or columns are moved half a hex. */
  get spans() {
    const odd = (/** @type {number} */ n) => Math.max(1, n - 1 - (n % 2));
    return [odd(this.grid.columns), odd(this.grid.rows)];
  }

  place() {
    const [columns = 1, rows = 1] = this.spans;
    this.put.clear();
    this.handles = [centre(this.grid, 0, 0), centre(this.grid, columns, 0), centre(this.grid, 0, rows)];
  }

  options() {
    const number = (/** @type {"columns" | "rows"} */ key) => {
      const field = h("input", { type: "number", min: "1", max: "200", class: "short", value: this.grid[key], "aria-label": key, title: key });
      field.addEventListener("change", () => {
        this.grid[key] = Math.max(1, Math.min(200, Number(field.value) || 1));
        this.place();
        this.draw();
      });
      return field;
    };
    const text = (/** @type {"first" | "last"} */ key, /** @type {string} */ label) => {
      const field = h("input", { type: "text", class: "short", value: this[key], "aria-label": label, title: label });
      field.addEventListener("change", () => (this[key] = field.value));
      return field;
    };
    const stands = [{ id: "pointy", name: "Pointy" }, { id: "flat", name: "Flat" }];
    const shifts = [{ id: "odd", name: "First row moved" }, { id: "even", name: "Second row moved" }];
    return [
      number("columns"),
      "\u00d7",
      number("rows"),
      choice("Orientation", stands, this.grid.stand, (id) => this.change({ stand: /** @type {"pointy" | "flat"} */ (id) })),
      choice("Shift", shifts, this.grid.shift, (id) => this.change({ shift: /** @type {"odd" | "even"} */ (id) })),
      text("first", "Number in the top left hex"),
      text("last", "Number in the bottom right hex"),
      h("button", { class: "main", id: "fit-grid", onclick: () => this.write() }, "Write the grid"),
    ];
  }

  /** @param {Partial<Grid>} change */
  change(change) {
    Object.assign(this.grid, change);
    this.place();
    this.draw();
  }

  draw() {
    const { grid } = this;
    const hexes = [];
    for (let row = 0; row < grid.rows; row += 1) for (let column = 0; column < grid.columns; column += 1) hexes.push(path(outline(grid, centre(grid, column, row))));
    this.page.mark.setAttribute("d", hexes.join(""));
    const r = 7 / this.page.view.scale;
    this.page.pick.setAttribute("d", this.handles.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`).join(""));
  }

  hover() {
    this.draw();
  }

  /** @type {import("./tools.js").Tool["down"]} */
  down(x, y) {
    this.held = this.handles.findIndex(([hx, hy]) => Math.hypot(hx - x, hy - y) * this.page.view.scale < NEAR);
    return this.held >= 0;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const from = this.handles[0] ?? [x, y];
    // The first one takes the others along, as long as they were not put anywhere.
    const along = (/** @type {number} */ n) => this.held === 0 && !this.put.has(n);
    this.handles = this.handles.map((own, n) => (n === this.held ? [x, y] : along(n) ? [own[0] + x - from[0], own[1] + y - from[1]] : own));
    this.put.add(this.held);
    this.fit();
    this.draw();
  }

  /** The grid that fits the handles best: its size and origin, which way hexes stand, and which rows or columns are moved. */
  fit() {
    const [from, ...others] = /** @type {[[number, number], [number, number], [number, number]]} */ (this.handles);
    const moves = others.map(([x, y]) => [x - from[0], y - from[1]]).flat();
    const [columns = 1, rows = 1] = this.spans;
    let least = Infinity;
    for (const stand of /** @type {const} */ (["pointy", "flat"])) {
      for (const shift of /** @type {const} */ (["odd", "even"])) {
        // Where the other two would be if a hex were 1 wide.
        const one = { ...this.grid, stand, shift, hex: 1, origin: { x: 0, y: 0 } };
        const wanted = [...centre(one, columns, 0), ...centre(one, 0, rows)];
        const sum = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.reduce((all, own, n) => all + own * (b[n] ?? 0), 0);
        const hex = Math.max(2, sum(moves, wanted) / sum(wanted, wanted));
        const off = moves.reduce((all, own, n) => all + (own - hex * (wanted[n] ?? 0)) ** 2, 0);
        if (off < least - 1e-9) {
          least = off;
          Object.assign(this.grid, { stand, shift, hex, origin: { x: from[0], y: from[1] } });
        }
      }
    }
  }

  up() {
    this.page.bar();
  }

  write() {
    const { grid, page } = this;
    const found = numbering(this.first, this.last, grid.columns, grid.rows);
    if (!found) return toast(`From ${this.first} to ${this.last} there are not ${grid.columns} columns and ${grid.rows} rows.`, true);
    const unit = page.board?.unit ?? 1;
    const length = (/** @type {number} */ own) => Math.round((own / unit) * 100) / 100;
    const fit = { columns: grid.columns, rows: grid.rows, hex: length(grid.hex), orientation: grid.stand, shift: grid.shift, origin: [length(grid.origin.x), length(grid.origin.y)], ...found };
    edit(page, "the grid fitted", [{ edit: "grid", map: page.board?.id, grid: fit }]);
  }

  stop() {
    this.page.mark.setAttribute("d", "");
  }
}
