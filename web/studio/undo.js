// Taking edits back, and making them again.

import { send } from "./api.js";
import { toast } from "./toast.js";

let game = "";

/** Says which game is shown. @param {string} id */
export function undoes(id) {
  game = id;
}

/** Takes the last edit back, or makes it again. @param {boolean} forward */
export async function undo(forward) {
  try {
    const answer = await send(`game/${encodeURIComponent(game)}/${forward ? "redo" : "undo"}`, {});
    toast(answer.done);
  } catch (why) {
    toast(why instanceof Error ? why.message : String(why), true);
  }
}
