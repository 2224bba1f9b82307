"use strict";
// The game as it comes in game.js, indexed: pieces, places, boards.

/**
 * A face of a piece.
 * @typedef {{ state: string, label: string, picture: string, side: string | undefined, values: { value: string, printed: any }[] }} Face
 *
 * What pieces are copies of: a unit or a marker.
 * @typedef {{ key: string, type: "unit" | "marker", id: string, name: string, side: string | undefined, copies: number, size: number,
 *   faces: Face[], role: string, group: string | undefined, secret: boolean, record: any, counters: string[] }} Kind
 *
 * A map or a sheet, and where it lies on the table, in millimetres.
 * @typedef {{ id: string, name: string, picture: string | undefined, x: number, y: number, width: number, height: number, side: string | undefined }} Board
 *
 * Where a place is on the table, in millimetres.
 * @typedef {{ id: string, board: Board, outline: Point[], box: Box, centre: Point, ground: boolean, spots: Point[], pale: Map<string, Point> }} Room
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ id: string, name: string, path: string[], side: string | undefined, text: string | undefined, turns: { first: number, last: number } | null }} Step
 */

/** Everything of a list by its id. @param {any[]} list @returns {Map<string, any>} */
const byId = (list) => new Map(list.map((one) => [one.id, one]));

/** Whether a place is a hex or a square. @param {any} place */
const isCell = (place) => place?.kind === "hex" || place?.kind === "square";

/** No side: nobody sees it. */
const NOBODY = "";

/** Between boards on the table, in millimetres. */
const GAP = 24;

/** The game. */
class Book {
  /** @param {{ engine: any, pictures: any }} data */
  constructor({ engine, pictures }) {
    this.engine = engine;
    this.pictures = pictures;
    this.game = engine.game;
    this.sides = byId(engine.sides);
    this.counters = byId(engine.counters);
    this.places = byId(engine.places);
    this.tracks = byId(engine.tracks);
    /** Dice with faces of their own, and the pictures of those. @type {Map<string, any>} */
    this.dice = byId((engine.dice ?? []).map((/** @type {any} */ die) => ({ ...die, pictures: pictures.dice?.[die.id] })));
    this.tables = byId(
      engine.tables.map((/** @type {any} */ table) => ({ ...table, throws: throwsOf(table, this.dice) })),
    );
    this.procedures = byId(engine.rules.procedures);
    this.decks = byId(engine.decks);
    this.cards = byId(engine.cards);
    this.maps = byId(engine.maps);
    this.scenarios = byId(engine.scenarios);
    this.formations = byId(engine.formations);
    this.types = byId(engine.types);
    this.regions = byId(engine.regions);
    /** @type {Map<string, any[]>} */
    this.neighbours = new Map();
    for (const edge of engine.edges) {
      const own = this.neighbours.get(edge.from);
      if (own) own.push(edge);
      else this.neighbours.set(edge.from, [edge]);
    }
    /** @type {Map<string, Kind>} */
    this.kinds = new Map();
    for (const unit of engine.units) this.#add(this.#unit(unit));
    for (const marker of engine.markers) this.#add(this.#marker(marker));
    this.steps = flatSteps(engine.rules.sequence?.steps ?? [], [], undefined);
    for (const side of engine.sides) this.#boxForLosses(side);
  }

  /** @param {Kind} kind */
  #add(kind) {
    if (kind.faces.length > 0) this.kinds.set(kind.key, kind);
  }

  /** @param {any} unit @returns {Kind} */
  #unit(unit) {
    const faces = unit.steps.map((/** @type {any} */ step) => this.#face(step.counter, step.back, step.state));
    const counters = [...new Set(unit.steps.map((/** @type {any} */ step) => step.counter))];
    const size = this.counters.get(counters[0])?.size ?? this.game.counter_size;
    const own = {
      type: /** @type {"unit"} */ ("unit"),
      id: unit.id,
      name: unit.name,
      side: unit.side,
      copies: unit.copies,
      size,
    };
    return {
      ...own,
      key: `unit:${unit.id}`,
      faces,
      role: "unit",
      group: undefined,
      secret: false,
      record: unit,
      counters,
    };
  }

  /** @param {any} marker @returns {Kind} */
  #marker(marker) {
    const counter = this.counters.get(marker.counter);
    const faces = [this.#face(marker.counter, false)];
    if (counter.back) faces.push(this.#face(marker.counter, true));
    const side = marker.side ?? this.formations.get(marker.formation)?.side ?? undefined;
    const size = counter.size ?? this.game.counter_size;
    const own = {
      type: /** @type {"marker"} */ ("marker"),
      id: marker.id,
      name: marker.name,
      side,
      copies: marker.copies,
      size,
      faces,
    };
    const { use: role, group, secret = false } = marker;
    return { ...own, key: `marker:${marker.id}`, role, group, secret, record: marker, counters: [marker.counter] };
  }

  /** @param {string} id @param {boolean} back @param {string} [state] @returns {Face} */
  #face(id, back, state) {
    const counter = this.counters.get(id);
    const face = (back ? counter?.back : counter?.front) ?? counter?.front;
    const [front, behind] = this.pictures.counters[id] ?? ["", null];
    const picture = (back ? behind : front) ?? front;
    return {
      state: state ?? face?.state ?? "",
      label: face?.label ?? "",
      picture,
      side: face?.side ?? undefined,
      values: face?.values ?? [],
    };
  }

  /** A box for what is eliminated, if the game has none. @param {any} side */
  #boxForLosses(side) {
    const has = this.engine.places.some(
      (/** @type {any} */ place) => place.box_kind === "eliminated" && (!place.side || place.side === side.id),
    );
    if (has) return;
    const id = `eliminated by the table: ${side.id}`;
    this.places.set(id, {
      id,
      label: "",
      name: `${side.name} losses`,
      kind: "box",
      box_kind: "eliminated",
      side: side.id,
      outline: [],
      attributes: {},
      ours: true,
    });
  }

  /** What a place is called. @param {string | null | undefined} id @returns {string} */
  placeName(id) {
    const place = id ? this.places.get(id) : undefined;
    if (!place) return id ?? "";
    if (place.kind === "space") return `${this.tracks.get(place.track)?.name ?? place.track} ${place.label}`;
    if (place.kind === "slot") return `slot of ${place.unit}`;
    if (place.kind === "box") return place.name ?? place.label;
    return place.name && place.name !== place.label ? `${place.label} ${place.name}` : place.label;
  }

  /** @param {string | null | undefined} id @returns {string} */
  sideName(id) {
    return (id && this.sides.get(id)?.name) || "Everybody";
  }

  /** The kind of a piece, by the piece's id. @param {string} piece @returns {Kind} */
  kindOf(piece) {
    return /** @type {Kind} */ (this.kinds.get(piece.slice(0, piece.lastIndexOf("#"))));
  }

  /** The side that sees what lies in a place, or `NOBODY`; none: everybody. @param {string | null} id @returns {string | undefined} */
  privateTo(id) {
    const place = id ? this.places.get(id) : undefined;
    if (place?.draw === "random") return NOBODY;
    return place?.box_kind === "private" ? (place.side ?? undefined) : undefined;
  }
}

/** The steps of the sequence that have no steps inside, in order. @param {any[]} steps @param {string[]} path @param {string | undefined} side @returns {Step[]} */
function flatSteps(steps, path, side) {
  return steps.flatMap((step) => {
    const own = step.side ?? side;
    if (step.steps?.length) return flatSteps(step.steps, [...path, step.name], own);
    return [{ id: step.id, name: step.name, path, side: own, text: step.text ?? undefined, turns: step.turns }];
  });
}

/** The boards of a scenario on the table, and the room of each place. */
class Floor {
  /** @param {Book} book @param {any} scenario */
  constructor(book, scenario) {
    this.book = book;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {Map<string, Room>} */
    this.rooms = new Map();
    this.#lay(this.#maps(scenario), this.#sheets());
    this.#mapRooms();
    this.#sheetRooms();
    this.width = Math.max(...this.boards.map((board) => board.x + board.width), 100);
    this.height = Math.max(...this.boards.map((board) => board.y + board.height), 100);
    // What lies over something else is asked first.
    this.order = [...this.rooms.values()].sort((a, b) => Number(a.ground) - Number(b.ground));
  }

  /** @param {any} scenario @returns {Board[]} */
  #maps(scenario) {
    const used = this.book.engine.maps.filter(
      (/** @type {any} */ map) => scenario.maps.length === 0 || scenario.maps.includes(map.id),
    );
    const rank = (/** @type {any} */ map) => (map.main ? 0 : map.enlarges ? 2 : 1);
    used.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b));
    return used.map((/** @type {any} */ map) => {
      const { id, name, width, height } = map;
      return {
        id: `map:${id}`,
        name,
        picture: this.book.pictures.maps[id],
        x: 0,
        y: 0,
        width,
        height,
        side: undefined,
      };
    });
  }

  /** @returns {Board[]} */
  #sheets() {
    const displays = byId(this.book.engine.displays);
    /** @type {Board[]} */
    const sheets = this.book.engine.sheets.map((/** @type {any} */ sheet) => {
      const { id, width, height } = sheet;
      const display = displays.get(sheet.display);
      return {
        id: `sheet:${id}`,
        name: display?.name ?? id,
        picture: this.book.pictures.sheets[id],
        x: 0,
        y: 0,
        width,
        height,
        side: display?.side ?? undefined,
      };
    });
    const ours = [...this.book.places.values()].filter((place) => place.ours);
    if (ours.length > 0) {
      sheets.push({
        id: "sheet:ours",
        name: "Losses",
        picture: undefined,
        x: 0,
        y: 0,
        width: 190,
        height: 74 * ours.length + 10,
        side: undefined,
      });
    }
    return sheets;
  }

  /** Maps in a row, sheets in columns beside them, as wide as a screen is. @param {Board[]} maps @param {Board[]} sheets */
  #lay(maps, sheets) {
    let x = 0;
    for (const map of maps) {
      map.x = x;
      x += map.width + GAP;
    }
    const tall = Math.max(...maps.map((map) => map.height), 200);
    const tries = [1, 1.3, 1.6, 2, 2.5, 3, 4].map((more) => {
      let [left, top, widest, deepest] = [x, 0, 0, tall];
      const spots = sheets.map((sheet) => {
        if (top > 0 && top + sheet.height > tall * more + 1) [left, top, widest] = [left + widest + GAP, 0, 0];
        const spot = { x: left, y: top };
        top += sheet.height + GAP;
        widest = Math.max(widest, sheet.width);
        deepest = Math.max(deepest, top - GAP);
        return spot;
      });
      return { spots, shape: Math.abs(Math.log((left + widest) / deepest / 1.7)) };
    });
    const best = tries.reduce((a, b) => (b.shape < a.shape - 0.01 ? b : a));
    sheets.forEach((sheet, n) => Object.assign(sheet, best.spots[n]));
    this.boards = [...maps, ...sheets];
  }

  #mapRooms() {
    const spots = new Map(this.book.engine.spots.map((/** @type {any} */ own) => [own.place, own.at]));
    const boards = byId(this.boards);
    for (const place of this.book.places.values()) {
      const board = place.map ? boards.get(`map:${place.map}`) : undefined;
      if (!board || place.outline.length < 3) continue;
      const moved = (/** @type {Point} */ { x, y }) => ({ x: x + board.x, y: y + board.y });
      const outline = place.outline.map(moved);
      const box = boxAround(outline);
      const centre = place.centre ? moved(place.centre) : middleOf(box);
      const ground = isCell(place) || (place.kind === "area" && !place.boxed);
      this.rooms.set(place.id, {
        id: place.id,
        board,
        outline,
        box,
        centre,
        ground,
        spots: (spots.get(place.id) ?? []).map(moved),
        pale: new Map(),
      });
    }
  }

  #sheetRooms() {
    const boards = byId(this.boards);
    for (const sheet of this.book.engine.sheets) {
      const board = boards.get(`sheet:${sheet.id}`);
      for (const { place, x, y, width, height } of sheet.places)
        this.#roomOnSheet(board, place, { x: x + board.x, y: y + board.y, width, height });
      for (const { counter, at } of sheet.counters) {
        const point = { x: at.x + board.x, y: at.y + board.y };
        const room = [...this.rooms.values()].find((own) => own.board === board && contains(own.box, point));
        if (room && !room.pale.has(counter)) room.pale.set(counter, point);
      }
    }
    const ours = boards.get("sheet:ours");
    if (!ours) return;
    [...this.book.places.values()]
      .filter((place) => place.ours)
      .forEach((place, n) =>
        this.#roomOnSheet(ours, place.id, {
          x: ours.x + 8,
          y: ours.y + 10 + 74 * n,
          width: ours.width - 16,
          height: 64,
        }),
      );
  }

  /** @param {Board} board @param {string} id @param {Box} box */
  #roomOnSheet(board, id, box) {
    const { x, y, width, height } = box;
    const outline = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
    this.rooms.set(id, { id, board, outline, box, centre: middleOf(box), ground: false, spots: [], pale: new Map() });
  }

  /** The place at a point of the table; one that another map shows larger gives way to it. @param {Point} point @returns {string | undefined} */
  placeAt(point) {
    const room = this.order.find((own) => contains(own.box, point) && insideOutline(own.outline, point));
    const larger = room && this.book.places.get(room.id)?.enlarged;
    return larger && this.rooms.has(larger) ? larger : room?.id;
  }

  /** The board at a point of the table. @param {Point} point */
  boardAt(point) {
    return this.boards.find((board) => contains(board, point));
  }
}

/** @param {Point[]} outline @returns {Box} */
function boxAround(outline) {
  const [xs, ys] = [outline.map((point) => point.x), outline.map((point) => point.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Box} box @returns {Point} */
const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** @param {Box} box @param {Point} point */
const contains = (box, { x, y }) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** @param {Point[]} outline @param {Point} point */
function insideOutline(outline, { x, y }) {
  let inside = false;
  for (let n = 0, last = outline.length - 1; n < outline.length; last = n, n += 1) {
    const [a, b] = [outline[n], outline[last]];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
