// Edits: sent as one step, and what all tools need for them.

import { send } from "./api.js";
import { toast } from "./toast.js";

/** @typedef {import("./map.js").MapPage} MapPage */

/**
 * Sends edits as one step.
 * @param {MapPage} page
 * @param {string} label
 * @param {Record<string, any>[]} edits
 */
export async function edit(page, label, edits) {
  try {
    const answer = await send(`game/${encodeURIComponent(page.state.id)}/edit`, { label, edits });
    toast(answer.files.length ? `${label}: ${answer.files.join(", ")}. Ctrl+Z takes it back.` : "Nothing to change.");
    return true;
  } catch (why) {
    toast(why instanceof Error ? why.message : String(why), true);
    return false;
  }
}

/** Pixels within which something is taken for what was meant. */
export const NEAR = 12;

/**
 * A point in the unit of the map's file.
 * @param {MapPage} page
 * @param {number} x
 * @param {number} y
 */
export function corner(page, x, y) {
  const unit = page.board?.unit ?? 1;
  return [Math.round((x / unit) * 100) / 100, Math.round((y / unit) * 100) / 100];
}
