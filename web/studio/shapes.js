// Polygons, and which one is under a point.

/** @typedef {import("./api.js").Place} Place */

/**
 * @param {number[]} outline x, y, x, y ...
 * @param {number} x
 * @param {number} y
 */
export function inside(outline, x, y) {
  let within = false;
  for (let n = 0, m = outline.length - 2; n < outline.length; m = n, n += 2) {
    const [ax, ay, bx, by] = [outline[n] ?? 0, outline[n + 1] ?? 0, outline[m] ?? 0, outline[m + 1] ?? 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/**
 * The smallest place around a point.
 * @param {Place[]} places
 * @param {number} x
 * @param {number} y
 */
export function placeAt(places, x, y) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    if (!inside(place.outline, x, y)) continue;
    const size = area(place.outline);
    if (size < least) [best, least] = [place, size];
  }
  return best;
}

/** @param {number[]} outline */
function area(outline) {
  let sum = 0;
  for (let n = 0, m = outline.length - 2; n < outline.length; m = n, n += 2)
    sum += (outline[m] ?? 0) * (outline[n + 1] ?? 0) - (outline[n] ?? 0) * (outline[m + 1] ?? 0);
  return Math.abs(sum / 2);
}

/**
 * The path of an outline.
 * @param {number[]} points
 * @param {boolean} [open]
 */
export function path(points, open = false) {
  let text = "";
  for (let n = 0; n < points.length; n += 2) text += `${n ? "L" : "M"}${points[n]} ${points[n + 1]}`;
  return open ? text : `${text}Z`;
}

/**
 * Where a label of a place goes.
 * @param {Place} place
 * @returns {[number, number]}
 */
export function middle(place) {
  if (place.at) return place.at;
  const count = place.outline.length / 2 || 1;
  let [x, y] = [0, 0];
  for (let n = 0; n < place.outline.length; n += 2) [x, y] = [x + (place.outline[n] ?? 0), y + (place.outline[n + 1] ?? 0)];
  return [x / count, y / count];
}

/**
 * The point of a line nearest to a point.
 * @param {[number, number]} a
 * @param {[number, number]} b
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function foot(a, b, x, y) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) : 0;
  return [a[0] + along * dx, a[1] + along * dy];
}
