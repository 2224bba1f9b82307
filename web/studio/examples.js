// Worked examples of the rulebook, step by step on the map, green or red.

import { ask } from "./api.js";
import { fill, h, s } from "./dom.js";
import { hideInspector, inspect, places } from "./inspector.js";
import { layPieces } from "./pieces.js";
import { MapSheet } from "./sheet.js";
import { ACTUAL, View } from "./view.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Piece} Piece */
/** @typedef {{ action: string, good: boolean, problems: import("./api.js").Problem[], source: import("./api.js").SourcePlace | null }} Step */
/** @typedef {{ id: string, name: string, good: boolean, problems: import("./api.js").Problem[], map: string | null, steps: Step[] }} Example */

const chosen = { id: "", step: 0 };

class Examples {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.state = state;
    this.list = h("div", { class: "list", role: "listbox", "aria-label": "Examples" });
    this.frame = h("div", { class: "frame", tabindex: "0", role: "application", "aria-label": "The map" });
    this.steps = h("div", { class: "steps" });
    this.tools = h("div", { class: "toolbar" });
    fill(root, this.list, h("div", { class: "column" }, this.tools, this.frame), this.steps);
    this.view = new View(this.frame, { width: 100, height: 100 });
    this.sheet = new MapSheet();
    this.image = this.sheet.element;
    this.layer = s("svg", { class: "layer", "aria-hidden": "true" });
    this.pieces = h("div", { class: "pieces" });
    this.view.stage.append(this.image, this.layer, this.pieces);
    /** @type {Example[]} */
    this.examples = [];
    /** @type {Piece[]} */
    this.before = [];
    this.map = "";
    this.home = "";
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    this.examples = (await ask(`game/${encodeURIComponent(state.id)}/examples`)).examples;
    if (!this.examples.some((own) => own.id === chosen.id)) Object.assign(chosen, { id: (this.examples.find((own) => !own.good) ?? this.examples[0])?.id ?? "", step: 0 });
    fill(
      this.list,
      this.examples.map((own) =>
        h("button", { role: "option", data: { id: own.id }, "aria-selected": String(own.id === chosen.id), onclick: () => this.show(own, 0) }, h("i", { class: own.good ? "dot good" : "dot bad", title: own.good ? "as the rulebook says" : "otherwise than the rulebook says" }), h("span", {}, own.name)),
      ),
    );
    const own = this.examples.find((example) => example.id === chosen.id);
    if (own) await this.show(own, chosen.step);
    else fill(this.steps, h("p", { class: "empty" }, "This game has no worked examples."));
  }

  /**
   * @param {Example} example
   * @param {number} step
   */
  async show(example, step) {
    const other = chosen.id !== example.id || this.home !== example.id;
    if (other) this.before = [];
    Object.assign(chosen, { id: example.id, step: Math.max(0, Math.min(step, example.steps.length)) });
    for (const own of this.list.querySelectorAll("button")) own.setAttribute("aria-selected", String(own.dataset.id === example.id));
    const scene = await ask(`game/${encodeURIComponent(this.state.id)}/scene`, { example: example.id, step: String(chosen.step) });
    const map = this.state.game?.maps.find((own) => own.id === scene.map);
    if (!map) return;
    if (this.map !== map.key) {
      await this.sheet.show(this.state, map);
      this.layer.setAttribute("viewBox", `0 0 ${map.width} ${map.height}`);
      for (const element of [this.image, this.layer, this.pieces, this.view.stage]) Object.assign(element.style, { width: `${map.width}px`, height: `${map.height}px` });
      this.view.size = map;
      this.map = map.key;
    }
    layPieces(this.pieces, scene.pieces);
    this.arrows(scene.pieces);
    if (other || !this.sees(scene.pieces)) this.look(scene.pieces);
    this.home = example.id;
    this.before = scene.pieces;
    this.tell(example);
  }

  /** What went from one place to another. @param {Piece[]} now */
  arrows(now) {
    const was = new Map(this.before.map((piece) => [piece.thing, piece]));
    const moved = now.filter((piece) => was.get(piece.thing) && was.get(piece.thing)?.place !== piece.place);
    const turned = now.filter((piece) => was.get(piece.thing) && was.get(piece.thing)?.up !== piece.up);
    this.layer.replaceChildren(
      ...moved.map((piece) => {
        const [[ax, ay], [bx, by]] = [was.get(piece.thing)?.at ?? [0, 0], piece.at ?? [0, 0]];
        return s("path", { class: "line broad", stroke: "#d5380d", d: arrow(ax, ay, bx, by, piece.size) });
      }),
      ...turned.map((piece) => {
        const [x, y] = piece.at ?? [0, 0];
        return s("circle", { class: "ring", stroke: "#d5380d", cx: x, cy: y, r: piece.size * 0.75 });
      }),
    );
  }

  /** Whether all pieces that moved or turned are in sight. @param {Piece[]} pieces */
  sees(pieces) {
    const { x, y, scale } = this.view;
    const was = new Map(this.before.map((piece) => [piece.thing, `${piece.place} ${piece.up}`]));
    const changed = pieces.filter((piece) => was.get(piece.thing) !== `${piece.place} ${piece.up}`);
    return changed.every(({ at, size }) => {
      if (!at) return true;
      const [left, top, room] = [x + at[0] * scale, y + at[1] * scale, (size * scale) / 2];
      return left > room && top > room && left < this.frame.clientWidth - room && top < this.frame.clientHeight - room;
    });
  }

  /** Brings the pieces into sight. @param {Piece[]} pieces */
  look(pieces) {
    const at = pieces.map((piece) => piece.at).filter((own) => own !== null);
    if (!at.length) return this.view.fit();
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs) - 40, Math.max(...xs) + 40, Math.min(...ys) - 40, Math.max(...ys) + 40];
    const scale = Math.min(ACTUAL * 1.2, this.frame.clientWidth / (right - left), this.frame.clientHeight / (bottom - top));
    this.view.centre((left + right) / 2, (top + bottom) / 2, scale);
  }

  /** @param {Example} example */
  tell(example) {
    fill(
      this.tools,
      h("b", {}, example.name),
      h("span", { class: `pill ${example.good ? "good" : "bad"}` }, example.good ? "as the rulebook says" : "differs"),
      h("span", { class: "push" }),
      h("button", { onclick: () => this.show(example, chosen.step - 1), title: "Back (\u2190)", "aria-label": "Step back" }, "\u2190"),
      h("span", { class: "faint" }, `${chosen.step} of ${example.steps.length}`),
      h("button", { onclick: () => this.show(example, chosen.step + 1), title: "On (\u2192)", id: "next", "aria-label": "Next step" }, "\u2192"),
      h("button", { onclick: () => inspect(this.state, `example:${example.id}`, example.name) }, "Source"),
    );
    const told = (/** @type {import("./api.js").Problem[]} */ found) => found.map((problem) => h("p", { class: "bad" }, `${problem.message}${problem.label ? `: ${problem.label}` : ""}`));
    fill(
      this.steps,
      h("button", { class: "step", "aria-current": chosen.step === 0 ? "step" : null, onclick: () => this.show(example, 0) }, h("b", {}, "The start"), told(example.problems)),
      example.steps.map((step, n) =>
        h(
          "div",
          { class: `step ${step.good ? "good" : "bad"}`, "aria-current": chosen.step === n + 1 ? "step" : null, onclick: () => this.show(example, n + 1) },
          h("b", {}, h("i", { class: step.good ? "dot good" : "dot bad" }), `${n + 1}. ${step.action}`),
          told(step.problems),
          step.source && h("div", { class: "lines" }, places(this.state, [step.source])),
        ),
      ),
    );
    this.steps.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const own = this.examples.find((example) => example.id === chosen.id);
    if (!own || !["ArrowLeft", "ArrowRight"].includes(event.key) || event.shiftKey) return this.view.key(event);
    this.show(own, chosen.step + (event.key === "ArrowRight" ? 1 : -1));
    return true;
  }
}

/**
 * A line that ends with a point before a counter.
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 * @param {number} size of the counter
 */
function arrow(ax, ay, bx, by, size) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  // The edge of a square in this direction.
  const edge = size / 2 / Math.max(Math.abs(ux), Math.abs(uy)) + size * 0.12;
  const [ex, ey] = length > edge ? [bx - ux * edge, by - uy * edge] : [bx, by];
  const [back, wide] = [size * 0.3, size * 0.18];
  const barb = (/** @type {number} */ side) => `${ex - ux * back - side * uy * wide} ${ey - uy * back + side * ux * wide}`;
  return `M${ax} ${ay}L${ex} ${ey}M${barb(1)}L${ex} ${ey}L${barb(-1)}`;
}

/** @type {import("./main.js").Opens} */
export async function examples(root, state) {
  hideInspector();
  const page = new Examples(root, state);
  await page.update(state);
  return { update: (next) => page.update(next), close: () => page.view.close(), key: (event) => page.key(event) };
}
