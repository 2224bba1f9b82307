"use strict";
// Where pieces stand: stacks on the spots of their place, as docs/engine.md tells.

/**
 * A piece on the table: its middle and its size in millimetres, and the stack it is in.
 * @typedef {{ id: string, x: number, y: number, size: number, layer: number, stack: string, height: number, above: number }} Standing
 */

/** How far a stack leans, for each counter. */
const LEAN = { x: 0.85, y: -1.02 };

/** All pieces on the table, the lowest of each stack first. @param {Floor} floor @param {Position} position @returns {Map<string, Standing>} */
function standings(floor, position) {
  /** @type {Map<string, Standing>} */
  const all = new Map();
  for (const [place, pieces] of position.stacks) {
    const room = floor.rooms.get(place);
    if (room) layPlace(all, floor, position, room, pieces);
  }
  for (const piece of position.pieces.values()) {
    if (piece.at) layStack(all, position, [piece.id], piece.at, `free:${piece.id}`);
  }
  /** @type {Map<string, number>} */
  const riding = new Map();
  for (const piece of position.pieces.values()) {
    if (piece.on) layRider(all, position, piece, riding);
  }
  return all;
}

/** @param {Map<string, Standing>} all @param {Floor} floor @param {Position} position @param {Room} room @param {string[]} pieces */
function layPlace(all, floor, position, room, pieces) {
  const { book } = floor;
  const place = book.places.get(room.id);
  if (isCell(place)) return layStack(all, position, pieces, room.centre, room.id);
  if (place.kind === "area") {
    const sides = [...book.sides.keys()];
    const group = (/** @type {string} */ id) => {
      const own = book.kindOf(id);
      return own.type === "unit" ? sides.indexOf(own.side ?? "") : sides.length;
    };
    for (let n = 0; n <= sides.length; n += 1) {
      const own = pieces.filter((id) => group(id) === n);
      const spot = room.spots[n] ?? { x: room.centre.x + (n - sides.length / 2) * 6, y: room.centre.y + 4 };
      if (own.length > 0) layStack(all, position, own, spot, `${room.id}/${n}`);
    }
    return undefined;
  }
  return layBox(all, position, room, pieces);
}

/** Boxes and spaces: equal pieces in one stack, on their pale picture if there is one, else in rows. @param {Map<string, Standing>} all @param {Position} position @param {Room} room @param {string[]} pieces */
function layBox(all, position, room, pieces) {
  const { book } = position;
  const size = Math.max(...pieces.map((id) => book.kindOf(id).size));
  /** @type {Map<string, string[]>} */
  let groups = new Map();
  /** @type {Map<string, string[]>} */
  const onPale = new Map();
  const into = (/** @type {Map<string, string[]>} */ map, /** @type {string} */ key, /** @type {string} */ id) =>
    map.set(key, [...(map.get(key) ?? []), id]);
  for (const id of pieces) {
    const kind = book.kindOf(id);
    const pale = kind.counters.map((counter) => room.pale.get(counter)).find((spot) => spot !== undefined);
    into(pale ? onPale : groups, kind.key, id);
    if (pale) layStack(all, position, onPale.get(kind.key) ?? [], pale, `${room.id}/${kind.key}`);
  }
  const most = roomFor(room, size);
  if (groups.size > most) {
    const bySide = new Map();
    for (const own of groups.values())
      for (const id of own) into(bySide, `${book.kindOf(id).type} ${book.kindOf(id).side ?? ""}`, id);
    groups = bySide;
  }
  const spots = spotsInBox(room, size, groups.size);
  [...groups.values()].forEach((own, n) => layStack(all, position, own, spots[n], `${room.id}/${n}`));
}

/** How many stacks stand side by side in a box. @param {Room} room @param {number} size */
function roomFor({ box, pale }, size) {
  const height = pale.size > 0 ? box.height / 2 : box.height;
  return Math.max(Math.floor(box.width / (size + 0.6)), 1) * Math.max(Math.floor(height / (size + 0.6)), 1);
}

/** Points for so many stacks in a box: those of the engine data, else rows from the bottom. @param {Room} room @param {number} size @param {number} count @returns {Point[]} */
function spotsInBox(room, size, count) {
  if (room.spots.length >= count) return room.spots;
  const { x, y, width, height } = room.box;
  const columns = Math.max(Math.min(Math.floor(width / (size + 0.6)), count), 1);
  const rows = Math.ceil(count / columns);
  const across = Math.min((width - size) / Math.max(columns - 1, 1), size + 0.8);
  const down = Math.min(Math.max(height - size, 0) / Math.max(rows - 1, 1), size + 0.8);
  const left = x + width / 2 - (across * (columns - 1)) / 2;
  const bottom = y + height - Math.min(size / 2 + 1, height / 2);
  return Array.from({ length: count }, (_, n) => ({
    x: left + across * (n % columns),
    y: bottom - down * Math.floor(n / columns),
  }));
}

/** @param {Map<string, Standing>} all @param {Position} position @param {string[]} pieces @param {Point} at @param {string} stack */
function layStack(all, position, pieces, at, stack) {
  // High stacks lean less.
  const lean = Math.min(1, 8 / pieces.length);
  pieces.forEach((id, n) => {
    const { size } = position.book.kindOf(id);
    const [x, y] = [at.x + LEAN.x * n * lean, at.y + LEAN.y * n * lean];
    all.set(id, { id, x, y, size, layer: n, stack, height: pieces.length, above: pieces.length - 1 - n });
  });
}

/** A marker that lies on a piece: small, at its upper edge. @param {Map<string, Standing>} all @param {Position} position @param {Piece} piece @param {Map<string, number>} riding */
function layRider(all, position, piece, riding) {
  const below = piece.on ? all.get(piece.on) : undefined;
  if (!below || !piece.on) return;
  const n = riding.get(piece.on) ?? 0;
  riding.set(piece.on, n + 1);
  const size = below.size * 0.46;
  const [x, y] = [below.x - below.size * 0.33 + size * 0.75 * n, below.y - below.size * 0.36];
  all.set(piece.id, {
    id: piece.id,
    x,
    y,
    size,
    layer: below.layer + 0.5,
    stack: below.stack,
    height: 1,
    above: below.above,
  });
}
