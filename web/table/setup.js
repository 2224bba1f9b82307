"use strict";
// What stands where at the start of a scenario, and what comes later.

/**
 * A piece that a player has still to place, or that arrives.
 * @typedef {{ piece: string, turn: number | undefined, when: string | undefined, places: string[], text: string, arrives: boolean }} Due
 */

/**
 * A new position with the setup of its scenario, and what is due.
 * @param {Book} book @param {string} id the scenario's id @param {string} seed
 * @returns {{ position: Position, due: Due[] }}
 */
function setUp(book, id, seed) {
  const scenario = book.scenarios.get(id);
  if (!scenario) throw new MoveError(`there is no scenario \`${id}\` in this edition of the game`);
  const position = new Position(book, scenario, seed);
  /** @type {Due[]} */
  const due = [];
  const all = [
    ...scenario.setup.map((/** @type {any} */ own) => ({ own, arrives: own.turn !== undefined && own.turn !== null })),
    ...scenario.reinforcements.map((/** @type {any} */ own) => ({ own, arrives: true })),
  ];
  /** @type {Map<string, string[]>} */
  const free = new Map();
  const taken = (/** @type {string} */ key) => {
    if (!free.has(key))
      free.set(
        key,
        position.pool(key).map((piece) => piece.id),
      );
    return free.get(key)?.shift();
  };
  for (const { own, arrives } of all) {
    const key = own.unit !== undefined ? `unit:${own.unit}` : `marker:${own.marker}`;
    const kind = book.kinds.get(key);
    if (!kind) continue;
    const level = Math.max(
      kind.faces.findIndex((face) => face.state === own.state),
      0,
    );
    for (let n = 0; n < own.copies; n += 1) {
      const piece = taken(key);
      if (!piece) break;
      position.apply({ do: "face", pieces: [piece], level });
      const place = arrives ? waitingSpace(book, kind, own) : own.spot?.at;
      if (place) position.apply({ do: "move", pieces: [piece], to: { place } });
      if (arrives || !place) due.push({ piece, ...whereTo(book, scenario, kind, own), arrives });
    }
  }
  return { position, due };
}

/** When and where a piece may come. @param {Book} book @param {any} scenario @param {Kind} kind @param {any} own */
function whereTo(book, scenario, kind, own) {
  const { spot } = own;
  const entry = scenario.entries.find(
    (/** @type {any} */ one) => one.side === kind.side && one.units.includes(kind.id),
  );
  const places = spot?.at ? [spot.at] : (spot?.any?.places ?? spot?.line ?? entry?.places ?? []);
  const regions = (spot?.any?.regions ?? []).map((/** @type {string} */ id) => book.regions.get(id)?.name ?? id);
  const listed =
    places.length <= 4
      ? places.map((/** @type {string} */ id) => book.placeName(id)).join(", ")
      : `${places.length} places`;
  const text = spot ? regions.join(", ") || listed : (entry?.text ?? listed);
  return { turn: own.turn ?? undefined, when: own.when ?? undefined, places, text };
}

/** The space on which a piece waits for its turn, if the game has one. @param {Book} book @param {Kind} kind @param {any} own @returns {string | undefined} */
function waitingSpace(book, kind, own) {
  const displays = byId(book.engine.displays);
  if (own.when && !own.spot) {
    const reserve = book.engine.places.find(
      (/** @type {any} */ place) =>
        place.box_kind === "reserve" && place.display && (place.side ?? undefined) === kind.side,
    );
    if (reserve) return reserve.id;
  }
  if (own.turn === undefined || own.turn === null) return undefined;
  const mine = book.engine.tracks.find((/** @type {any} */ track) => {
    const display = track.display ? displays.get(track.display) : undefined;
    return track.kind === "turn" && display && kind.side && (track.side ?? display.side) === kind.side;
  });
  const track = mine ?? book.engine.tracks.find((/** @type {any} */ one) => one.reinforcements);
  return track?.spaces.find((/** @type {string} */ id) => book.places.get(id)?.label === String(own.turn));
}

/**
 * What an action of the rules does now, as moves. Actions of each piece are done to one.
 * @param {Position} position @param {any} action @param {string} [only] the piece
 * @returns {Move[]}
 */
function movesOf(position, action, only) {
  const { book } = position;
  if (action.then?.length) {
    const all = byId(book.engine.rules.actions);
    return action.then.flatMap((/** @type {string} */ id) => (all.has(id) ? movesOf(position, all.get(id), only) : []));
  }
  const keys = new Set([
    ...action.units.map((/** @type {string} */ id) => `unit:${id}`),
    ...action.markers.map((/** @type {string} */ id) => `marker:${id}`),
  ]);
  /** @type {Map<number, string[]>} */
  const flips = new Map();
  /** @type {string[]} */
  const moved = [];
  for (const piece of position.pieces.values()) {
    const kind = book.kindOf(piece.id);
    if (!keys.has(kind.key) || !position.inPlay(piece) || (only !== undefined && piece.id !== only)) continue;
    const level = action.flip ? kind.faces.findIndex((face) => face.state === action.flip) : -1;
    if (action.flip && (level < 0 || level === piece.level)) continue;
    if (action.flip) flips.set(level, [...(flips.get(level) ?? []), piece.id]);
    if ((action.to && piece.place !== action.to) || action.remove) moved.push(piece.id);
  }
  /** @type {Move[]} */
  const moves = [...flips].map(([level, pieces]) => ({ do: "face", pieces, level }));
  if (moved.length > 0) moves.push({ do: "move", pieces: moved, to: action.remove ? null : { place: action.to } });
  return moves;
}

/** Whether a step takes place in a turn. @param {Step} step @param {number} turn */
const isDue = (step, turn) => !step.turns || (turn >= (step.turns.first ?? turn) && turn <= (step.turns.last ?? turn));

/**
 * The next step of the sequence, or the one before, as moves: the marker on the turn track goes along.
 * @param {Position} position @param {1 | -1} direction
 * @returns {Move[]}
 */
function stepMoves(position, direction) {
  const { book, scenario } = position;
  const count = Math.max(book.steps.length, 1);
  let [turn, step] = [position.turn, position.step];
  for (let n = 0; n <= count; n += 1) {
    step += direction;
    if (step >= count) [turn, step] = [turn + 1, 0];
    if (step < 0) [turn, step] = [turn - 1, count - 1];
    if (!book.steps[step] || isDue(book.steps[step], turn)) break;
  }
  if (turn < (scenario.turns?.first ?? 1) || turn > (scenario.turns?.last ?? turn)) return [];
  return [{ do: "step", turn, step }, ...(turn === position.turn ? [] : turnMarker(position, turn))];
}

/** Moves the markers on the turn track to the space of a turn. @param {Position} position @param {number} turn @returns {Move[]} */
function turnMarker(position, turn) {
  const { book, scenario } = position;
  const track = book.tracks.get(scenario.track ?? book.engine.rules.sequence?.track);
  const space = (/** @type {number} */ of) =>
    track?.spaces.find((/** @type {string} */ id) => book.places.get(id)?.label === String(of));
  const [from, to] = [space(position.turn), space(turn)];
  if (!from || !to) return [];
  const markers = position.stack(from).filter((id) => book.kindOf(id).role === "track");
  return markers.length > 0 ? [{ do: "move", pieces: markers, to: { place: to } }] : [];
}
