// Fitting a grid of hexes or squares over a scan: three of them are dragged to where they are printed, two numbers are typed.

import { choice, h } from "./dom.js";
import { edit } from "./edits.js";
import { path } from "./shapes.js";
import { toast } from "./toast.js";

/** @typedef {import("./map.js").MapPage} MapPage */
/**
 * A grid while it is fitted. Squares that are staggered have straight rows (pointy) or columns (flat), as hexes have.
 * @typedef {object} Fit
 * @property {number} columns
 * @property {number} rows
 * @property {"hex" | "square"} cell
 * @property {number} size
 * @property {boolean} staggered
 * @property {"pointy" | "flat"} stand
 * @property {"odd" | "even"} shift
 * @property {{ x: number, y: number }} origin
 */

const ROOT = Math.sqrt(3);
/** Pixels within which a handle is taken. */
const NEAR = 16;

/**
 * The centre of a hex or square.
 * @param {Fit} grid
 * @param {number} column
 * @param {number} row
 * @returns {[number, number]}
 */
export function centre(grid, column, row) {
  const moved = (/** @type {number} */ n) => grid.staggered && (grid.shift === "odd" ? n % 2 === 0 : n % 2 === 1);
  const { size, origin } = grid;
  const half = (/** @type {number} */ n) => ((Number(moved(n)) - Number(moved(0))) * size) / 2;
  // Rows of hexes, or columns of flat ones, reach into each other.
  const next = grid.cell === "hex" ? (size * ROOT) / 2 : size;
  return grid.stand === "pointy" ? [origin.x + column * size + half(row), origin.y + row * next] : [origin.x + column * next, origin.y + row * size + half(column)];
}

/**
 * The corners of a hex or square.
 * @param {Fit} grid
 * @param {[number, number]} at
 */
function outline(grid, [x, y]) {
  if (grid.cell === "square") {
    const half = grid.size / 2;
    return [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
  }
  const radius = grid.size / ROOT;
  const turn = grid.stand === "pointy" ? 0.5 : 0;
  return Array.from({ length: 6 }, (_, n) => [x + radius * Math.cos(((n + turn) * Math.PI) / 3), y + radius * Math.sin(((n + turn) * Math.PI) / 3)]).flat();
}

/**
 * The grid of a map, or one to begin with.
 * @param {import("./api.js").Board | null} board
 * @returns {Fit}
 */
function begin(board) {
  const grid = board?.grid;
  const size = Math.round((board?.width ?? 200) / 12);
  if (!grid) return { columns: 10, rows: 10, cell: "hex", size, staggered: true, stand: "pointy", shift: "even", origin: { x: size, y: size } };
  const staggered = Boolean(grid.hex || grid.staggered);
  const stand = grid.stand ?? (grid.staggered === "columns" ? "flat" : "pointy");
  const { columns, rows, origin } = grid;
  return { columns, rows, cell: grid.hex ? "hex" : "square", size: grid.hex ?? grid.square ?? size, staggered, stand, shift: grid.shift ?? "even", origin: { ...origin } };
}

/**
 * How cells are numbered, found from what is printed in the first and in the last one; null if nothing fits.
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
    this.hint = "Drag the three handles onto the hexes or squares of the scan where they belong; the grid follows. Then type the numbers printed in the first and in the last.";
    this.grid = begin(page.board);
    /** Whether the map has a grid already: hexes stay hexes. */
    this.known = Boolean(page.board?.grid);
    this.held = -1;
    const { places } = page.board ?? { places: [] };
    const cells = places.filter((place) => place.kind === "hex" || place.kind === "square");
    this.first = cells[0]?.label ?? "0101";
    this.last = cells.at(-1)?.label ?? "";
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
    const { cell, staggered, stand } = this.grid;
    const hexes = cell === "hex";
    const rows = stand === "pointy" ? "row" : "column";
    const cells = [{ id: "hex", name: "Hexes" }, { id: "square", name: "Squares" }];
    const stands = hexes ? [{ id: "pointy", name: "Pointy" }, { id: "flat", name: "Flat" }] : [{ id: "", name: "In rows and columns" }, { id: "pointy", name: "Rows moved" }, { id: "flat", name: "Columns moved" }];
    const shifts = [{ id: "odd", name: `First ${rows} moved` }, { id: "even", name: `Second ${rows} moved` }];
    return [
      !this.known && choice("Cells", cells, cell, (id) => (this.change({ cell: /** @type {"hex" | "square"} */ (id), staggered: id === "hex" }), this.page.bar())),
      number("columns"),
      "\u00d7",
      number("rows"),
      choice("Orientation", stands, staggered ? stand : "", (id) => (this.change({ staggered: id !== "", stand: id === "flat" ? "flat" : "pointy" }), this.page.bar())),
      staggered && choice("Shift", shifts, this.grid.shift, (id) => this.change({ shift: /** @type {"odd" | "even"} */ (id) })),
      text("first", `Number in the top left ${cell}`),
      text("last", `Number in the bottom right ${cell}`),
      h("button", { class: "main", id: "fit-grid", onclick: () => this.write() }, "Write the grid"),
    ];
  }

  /** @param {Partial<Fit>} change */
  change(change) {
    Object.assign(this.grid, change);
    this.place();
    this.draw();
  }

  draw() {
    const { grid } = this;
    const cells = [];
    for (let row = 0; row < grid.rows; row += 1) for (let column = 0; column < grid.columns; column += 1) cells.push(path(outline(grid, centre(grid, column, row))));
    this.page.mark.setAttribute("d", cells.join(""));
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

  /** The ways in which cells can lie. @returns {Pick<Fit, "staggered" | "stand" | "shift">[]} */
  get ways() {
    const moved = /** @type {const} */ (["pointy", "flat"]).flatMap((stand) => /** @type {const} */ (["odd", "even"]).map((shift) => ({ staggered: true, stand, shift })));
    return this.grid.cell === "hex" ? moved : [{ staggered: false, stand: "pointy", shift: "even" }, ...moved];
  }

  /** The grid that fits the handles best: its size and origin, which way hexes stand, and which rows or columns are moved. */
  fit() {
    const [from, ...others] = /** @type {[[number, number], [number, number], [number, number]]} */ (this.handles);
    const moves = others.map(([x, y]) => [x - from[0], y - from[1]]).flat();
    const [columns = 1, rows = 1] = this.spans;
    let least = Infinity;
    for (const way of this.ways) {
      // Where the other two would be if a cell were 1 wide.
      const one = { ...this.grid, ...way, size: 1, origin: { x: 0, y: 0 } };
      const wanted = [...centre(one, columns, 0), ...centre(one, 0, rows)];
      const sum = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.reduce((all, own, n) => all + own * (b[n] ?? 0), 0);
      const size = Math.max(2, sum(moves, wanted) / sum(wanted, wanted));
      const off = moves.reduce((all, own, n) => all + (own - size * (wanted[n] ?? 0)) ** 2, 0);
      if (off < least - 1e-9) {
        least = off;
        Object.assign(this.grid, { ...way, size, origin: { x: from[0], y: from[1] } });
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
    const { columns, rows, cell, shift, origin } = grid;
    const staggered = cell === "square" && grid.staggered;
    const fit = { columns, rows, [cell]: length(grid.size), staggered, orientation: grid.stand, shift, origin: [length(origin.x), length(origin.y)], ...found };
    edit(page, "the grid fitted", [{ edit: "grid", map: page.board?.id, grid: fit }]);
  }

  stop() {
    this.page.mark.setAttribute("d", "");
  }
}
