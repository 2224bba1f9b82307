// What is chosen: facts about it, and the lines that made it.

import { ask, inEditor } from "./api.js";
import { byId, fill, h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

let turn = 0;

/**
 * Shows what is known of a thing, and then the lines that made it.
 * @param {import("./api.js").State} state
 * @param {string} thing
 * @param {string} title
 * @param {...Child} facts
 */
export async function inspect(state, thing, title, ...facts) {
  const own = ++turn;
  const panel = byId("inspector");
  const lines = h("div", { class: "lines" }, h("p", { class: "faint" }, "\u2026"));
  panel.hidden = false;
  document.body.classList.add("inspecting");
  fill(
    panel,
    h("header", {}, h("h2", {}, title), h("button", { class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: hideInspector }, "\u2715")),
    h("div", { class: "facts" }, facts),
    thing && h("h3", {}, "Source"),
    thing && lines,
  );
  if (!thing) return;
  const answer = await ask(`game/${encodeURIComponent(state.id)}/source`, { thing });
  if (own === turn) fill(lines, places(state, answer.places));
}

/**
 * Lines of files, each with a link into the author's editor.
 * @param {import("./api.js").State} state
 * @param {import("./api.js").SourcePlace[]} found
 */
export function places(state, found) {
  if (!found.length) return h("p", { class: "faint" }, "No line names it: it follows from others.");
  return found.map((place) =>
    h(
      "figure",
      { class: place.note ? "made" : "mention" },
      h("figcaption", {}, h("a", { href: inEditor(state.editor, place), title: "Open in your editor" }, `${place.file}:${place.line}`), place.note && h("span", {}, place.note)),
      code(place.text),
    ),
  );
}

/** @param {string} text */
export function code(text) {
  const out = h("pre", { tabindex: "0" });
  for (const line of text.split("\n")) {
    const parts = line.match(/"(?:[^"\\]|\\.)*"|#.*$|\[\[?[\w.-]+\]\]?|[\w-]+(?=\s*=)|-?\d+(?:\.\d+)?|[^"#[\w-]+|./g) ?? [];
    for (const part of parts) {
      const kind = part.startsWith('"') ? "str" : part.startsWith("#") ? "com" : /^\[\[?[\w.-]+\]/.test(part) ? "head" : /^-?\d/.test(part) ? "num" : "";
      out.append(kind ? h("span", { class: kind }, part) : part);
    }
    out.append("\n");
  }
  return out;
}

/**
 * A list of names and values; those without a value are left out.
 * @param {[string, Child][]} pairs
 */
export function facts(pairs) {
  const said = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
  return h("dl", {}, said.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/**
 * Where a record comes from.
 * @param {import("./api.js").About | null | undefined} about
 * @returns {[string, Child][]}
 */
export function origin(about) {
  if (!about) return [];
  return [
    ["Source", about.kind && h("span", { class: `origin ${about.kind}` }, about.source ?? about.kind)],
    ["Note", about.note],
  ];
}

export function hideInspector() {
  turn += 1;
  byId("inspector").hidden = true;
  document.body.classList.remove("inspecting");
}
