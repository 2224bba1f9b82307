// Values that can be changed where they stand.

import { send } from "./api.js";
import { h } from "./dom.js";
import { toast } from "./toast.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {{ unit: string } | { marker: string } | { card: string } | { table: string } | { scenario: string }} Record */

/**
 * A value as its file would have it: numbers are numbers, the rest is text.
 * @param {string} text
 * @param {boolean} [words] whether it is a text in any case
 */
function scalar(text, words = false) {
  if (text === "") return null;
  return !words && /^-?\d+$/.test(text) ? Number(text) : text;
}

/**
 * A field that writes what is typed into the file, on Enter or when one leaves it.
 * @param {State} state
 * @param {{ of: Record, key: (string | number)[], value: string | number | null, label: string, words?: boolean, wide?: boolean }} what
 */
export function field(state, what) {
  const before = what.value === null || what.value === undefined ? "" : String(what.value);
  const input = h("input", { type: "text", class: what.wide ? "value wide" : "value", value: before, "aria-label": what.label, title: `${what.label}: Enter writes it`, data: { key: what.key.join(".") } });
  const write = async () => {
    if (input.value === before || input.disabled) return;
    input.disabled = true;
    try {
      const edit = { edit: "value", of: what.of, key: what.key, value: scalar(input.value.trim(), what.words) };
      const answer = await send(`game/${encodeURIComponent(state.id)}/edit`, { label: `${what.label}: ${before || "nothing"} to ${input.value || "nothing"}`, edits: [edit] });
      toast(`${what.label} written into ${answer.files.join(", ")}. Ctrl+Z takes it back.`);
    } catch (why) {
      input.disabled = false;
      input.classList.add("wrong");
      toast(why instanceof Error ? why.message : String(why), true);
    }
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") write();
    if (event.key === "Escape") {
      input.value = before;
      input.blur();
    }
    event.stopPropagation();
  });
  input.addEventListener("change", write);
  return input;
}
