// A short message at the foot of the page.

import { byId } from "./dom.js";

let timer = 0;

/**
 * @param {string} text
 * @param {boolean} [bad]
 */
export function toast(text, bad = false) {
  const box = byId("toast");
  box.textContent = text;
  box.className = bad ? "bad" : "";
  box.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => (box.hidden = true), bad ? 8000 : 3000);
}
