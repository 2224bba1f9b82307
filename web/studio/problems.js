// Everything that is wrong, with the lines and the long story of each code.

import { ask, inEditor } from "./api.js";
import { fill, h } from "./dom.js";
import { markdown } from "./markdown.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Problem} Problem */

class Problems {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.root = root;
    this.state = state;
    this.chosen = "";
    this.page = h("div", { class: "explain" });
    this.list = h("div", { class: "problems" });
    fill(root, this.list, this.page);
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    const { problems, errors, checking, game, times } = state;
    const total = Object.values(game?.coverage ?? {}).reduce((sum, own) => sum + own, 0);
    fill(
      this.list,
      problems.length === 0 && h("div", { class: "all-good" }, h("b", {}, checking ? "Checking \u2026" : "Nothing is wrong."), h("p", {}, `${game?.counts.examples ?? 0} worked examples replayed. Read ${times.read} ms, compiled ${times.preview} ms, all checks ${times.whole} ms.`)),
      problems.length > 0 && h("h2", {}, `${errors} ${errors === 1 ? "error" : "errors"}, ${problems.length - errors} ${problems.length - errors === 1 ? "warning" : "warnings"}`),
      problems.map((problem) => this.one(problem)),
      total > 0 && game && coverage(game.coverage, total),
    );
    const known = problems.find((own) => own.code === this.chosen) ?? problems[0];
    if (known) this.explain(known.code);
    else fill(this.page);
  }

  /** @param {Problem} problem */
  one(problem) {
    const short = problem.file.split("/").pop() ?? problem.file;
    const path = `${this.state.folder}/${inFolder(problem.file, this.state)}`;
    const where = (/** @type {import("./api.js").Spot} */ spot) => h("a", { href: inEditor(this.state.editor, { path: `${this.state.folder}/${inFolder(spot.file, this.state)}`, line: spot.line, column: spot.column }) }, `${spot.file.split("/").pop()}:${spot.line}:${spot.column}`);
    return h(
      "article",
      { class: problem.severity, tabindex: "0", data: { code: problem.code }, onclick: () => this.explain(problem.code), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.explain(problem.code) },
      h("header", {}, h("span", { class: `code ${problem.severity}` }, problem.code), h("b", {}, problem.message)),
      h("p", {}, h("a", { href: inEditor(this.state.editor, { path, line: problem.line, column: problem.column }), title: "Open in your editor" }, `${short}:${problem.line}:${problem.column}`), problem.label && ` ${problem.label}`),
      problem.related.map((own) => h("p", { class: "related" }, where(own), ` ${own.label}`)),
      problem.help.map((text) => h("p", { class: "help" }, text)),
    );
  }

  /** @param {string} wanted */
  async explain(wanted) {
    if (this.chosen === wanted && this.page.childElementCount) return;
    this.chosen = wanted;
    const answer = await ask(`explain/${wanted}`).catch(() => null);
    if (answer && this.chosen === wanted) fill(this.page, markdown(answer.page));
  }
}

/**
 * The path of a file in the game's folder.
 * @param {string} file
 * @param {State} state
 */
function inFolder(file, state) {
  const name = state.folder.split("/").pop() ?? "";
  const at = file.lastIndexOf(`${name}/`);
  return at >= 0 ? file.slice(at + name.length + 1) : file;
}

/**
 * @param {Record<string, number>} parts
 * @param {number} total
 */
function coverage(parts, total) {
  const share = (/** @type {number} */ own) => (own / total) * 100;
  return h(
    "section",
    { class: "coverage" },
    h("h3", {}, "Where the facts come from"),
    h("div", { class: "bar" }, Object.entries(parts).map(([kind, own]) => own > 0 && h("i", { class: kind, css: { width: `${share(own)}%` }, title: `${kind}: ${own}` }))),
    h("p", {}, Object.entries(parts).map(([kind, own]) => own > 0 && h("span", { class: `origin ${kind}` }, `${kind} ${Math.round(share(own))} %`))),
  );
}

/** @type {import("./main.js").Opens} */
export function problems(root, state) {
  const page = new Problems(root, state);
  page.update(state);
  return { update: (next) => page.update(next) };
}
