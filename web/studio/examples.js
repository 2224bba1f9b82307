// Worked examples of the rulebook, step by step.

import { fill, h } from "./dom.js";

/** @type {import("./main.js").Opens} */
export async function examples(root) {
  fill(root, h("p", { class: "empty" }, "Worked examples are tried with every change; see Problems."));
  return { update: () => {} };
}
