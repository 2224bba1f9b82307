// Operations as numbered procedures, as the player aid prints them.

import { ask } from "./api.js";
import { fill, h } from "./dom.js";
import { facts, origin, places } from "./inspector.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Operation} Operation */
/** @typedef {import("./api.js").Line} Line */

/** How lines are counted: numbers, then letters, then dashes. */
const MARKS = ["decimal", "lower-alpha"];

/**
 * @param {Line[]} lines
 * @param {number} [depth]
 * @returns {HTMLElement | null}
 */
function numbered(lines, depth = 0) {
  if (!lines.length) return null;
  return h("ol", { css: { listStyleType: MARKS[depth] ?? '"\u2013 "' } }, lines.map((line) => h("li", {}, line.words, numbered(line.inner, depth + 1))));
}

/**
 * An operation, with ways to what it uses.
 * @param {State} state
 * @param {Operation} operation
 * @param {{ table: (id: string) => void, operation: (id: string) => void, names: Map<string, string> }} go
 */
export function procedure(state, operation, go) {
  const links = (/** @type {string[]} */ ids, /** @type {"table" | "operation"} */ kind) =>
    ids.length ? h("span", { class: "links" }, ids.map((id) => h("button", { data: { go: `${kind}:${id}` }, onclick: () => go[kind](id) }, go.names.get(`${kind}:${id}`) ?? id))) : null;
  const made = h("div", {}, h("p", { class: "faint" }, "\u2026"));
  ask(`game/${encodeURIComponent(state.id)}/source`, { thing: `operation:${operation.id}` }).then(
    (answer) => fill(made, places(state, answer.places)),
    () => fill(made),
  );
  return [
    h("header", {}, h("h2", {}, operation.name), operation.side && h("span", { class: "faint" }, operation.side)),
    operation.text && h("p", { class: "said" }, operation.text),
    h(
      "div",
      { class: "split" },
      h("div", { class: "procedure" }, numbered(operation.lines) ?? h("p", { class: "faint" }, "Nothing but what its sentence says.")),
      h(
        "div",
        { class: "lines" },
        facts([
          ["Card", operation.card],
          ["When", operation.when && h("code", {}, operation.when)],
          ["Tables", links(operation.tables, "table")],
          ["Leads to", links(operation.operations, "operation")],
          ...origin(operation.about),
        ]),
        made,
      ),
    ),
  ];
}
