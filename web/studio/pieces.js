// Counters on a sheet.

import { picture } from "./api.js";
import { h } from "./dom.js";

/**
 * Lays counters on a sheet. Those that were there move; only faces that changed are fetched.
 * @param {HTMLElement} sheet
 * @param {import("./api.js").Piece[]} pieces
 * @param {boolean} [down] whether the other faces are shown
 */
export function layPieces(sheet, pieces, down = false) {
  const known = new Map([...sheet.children].map((own) => [/** @type {HTMLElement} */ (own).dataset.name, /** @type {HTMLImageElement} */ (own)]));
  /** @type {Map<string, number>} */
  const count = new Map();
  const images = pieces.map((piece) => {
    const n = (count.get(piece.thing) ?? 0) + 1;
    count.set(piece.thing, n);
    const name = `${piece.thing} ${n}`;
    const image = known.get(name) ?? h("img", { class: "piece", alt: piece.name, draggable: "false", data: { name, thing: piece.thing } });
    const src = picture(down ? (piece.down ?? piece.up) : piece.up);
    if (image.getAttribute("src") !== src) image.setAttribute("src", src);
    const [x, y] = piece.at ?? [0, 0];
    Object.assign(image.style, { left: `${x - piece.size / 2}px`, top: `${y - piece.size / 2}px`, width: `${piece.size}px`, height: `${piece.size}px` });
    image.dataset.place = piece.place ?? "";
    return image;
  });
  sheet.replaceChildren(...images);
}
