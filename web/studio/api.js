// What the studio tells, and how it is asked.

/** @typedef {{ kind: string, source: string | null, note: string | null }} About */
/** @typedef {{ file: string, line: number, column: number, end_line: number, end_column: number, label: string }} Spot */
/** @typedef {Spot & { code: string, name: string, severity: "error" | "warning", message: string, related: Spot[], help: string[] }} Problem */
/** @typedef {{ id: string, name: string, colour: string, ink: string }} Side */
/** @typedef {{ id: string, name: string, kind: string, main: boolean, key: string, width: number, height: number, scale: string | null }} MapInfo */
/** @typedef {{ id: string, name: string, text: string | null, maps: string[] }} Scenario */
/** @typedef {{ id: string, name: string }} Named */
/**
 * @typedef {object} GameInfo
 * @property {string} title
 * @property {string} version
 * @property {string | null} about
 * @property {string | null} designer
 * @property {string | null} publisher
 * @property {Record<string, number>} coverage
 * @property {Side[]} sides
 * @property {MapInfo[]} maps
 * @property {(Named & { key: string })[]} displays
 * @property {Scenario[]} scenarios
 * @property {Named[]} tables
 * @property {Named[]} supply
 * @property {string | null} zones
 * @property {{ counters: number, cards: number, places: number, examples: number }} counts
 */
/**
 * @typedef {object} State
 * @property {string} id
 * @property {string} folder
 * @property {string} editor
 * @property {number} number
 * @property {boolean} fresh
 * @property {boolean} checking
 * @property {number} errors
 * @property {Problem[]} problems
 * @property {{ read: number, preview: number, keys: number, whole: number, worked: number | null }} times
 * @property {GameInfo | null} game
 * @property {{ undo: string | null, redo: string | null }} [edits]
 */
/** @typedef {{ id: string, title: string | null, version: string | null, errors: number }} GameListed */
/**
 * @typedef {object} Place
 * @property {string} id
 * @property {string} label
 * @property {string | null} name
 * @property {string} kind
 * @property {string | null} terrain
 * @property {string | null} terrainName
 * @property {string | null} class
 * @property {string | null} control
 * @property {string | null} code
 * @property {[number, number] | null} at
 * @property {number[]} outline
 * @property {Record<string, string | number | boolean>} attributes
 * @property {string[]} regions
 * @property {About} about
 * @property {string} [unit] the unit whose slot it is
 */
/** @typedef {[from: string, to: string, by: string, boundary: string | null, crossing: string | null, ways: string[], length: number | null, source: string]} Edge */
/** @typedef {[a: string, b: string, kind: string, crossing: string | null, name: string | null, path: number[]]} Border */
/** @typedef {{ columns: number, rows: number, hex?: number, square?: number, stand?: "pointy" | "flat", staggered?: "rows" | "columns", shift?: "odd" | "even", origin: { x: number, y: number }, number: string }} Grid */
/**
 * @typedef {object} Board
 * @property {string} id
 * @property {string} name
 * @property {string} kind
 * @property {number} width
 * @property {number} height
 * @property {number} counter
 * @property {boolean} image whether the map is a picture of the author's
 * @property {Place[]} places
 * @property {Edge[]} edges
 * @property {Border[]} borders
 * @property {[kind: string, name: string | null, path: number[]][]} lines
 * @property {Named[]} terrains
 * @property {(Named & { crossings: string[] })[]} boundaries
 * @property {Named[]} ways
 * @property {Named[]} features
 * @property {number} unit
 * @property {Grid | null} grid
 * @property {[a: string, b: string, x: number, y: number][]} near
 */
/**
 * @typedef {object} Piece
 * @property {string} thing
 * @property {string} name
 * @property {string} counter
 * @property {boolean} unit
 * @property {string | null} side
 * @property {string} up
 * @property {string | null} down
 * @property {number} size
 * @property {string | null} place
 * @property {[number, number] | null} at
 * @property {string} note
 */
/** @typedef {{ scenario: string, pieces: Piece[], beside: Piece[], out: Piece[] }} Setup */
/** @typedef {{ key: string, state: string, label: string, values: { id: string, printed: string | number | null }[] }} Face */
/**
 * @typedef {object} Counter
 * @property {string} id
 * @property {string} thing
 * @property {string} kind
 * @property {string} name
 * @property {string | null} side
 * @property {string | null} formation
 * @property {string} [type]
 * @property {number} copies
 * @property {number} size
 * @property {boolean} replacement
 * @property {Face} front
 * @property {Face | null} back
 * @property {Record<string, string | number | boolean>} [attributes]
 * @property {string | null} [setup]
 * @property {string | null} [arrives]
 * @property {string | null} changed
 * @property {About} about
 */
/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} thing
 * @property {string} name
 * @property {string} text
 * @property {string} deck
 * @property {string} deckName
 * @property {string | null} side
 * @property {number} copies
 * @property {boolean} unused
 * @property {{ key: string }} front
 * @property {{ key: string }} back
 * @property {string | null} changed
 * @property {About} about
 */
/** @typedef {{ id: string, name: string, side: string, colour: string | null, parent: string | null }} Formation */
/** @typedef {{ counters: Counter[], cards: Card[], formations: Formation[], compared: boolean, since: number | null }} Pieces */
/** @typedef {{ id: string, title: string, kind: string, thing: string | null, key: string, width: number, height: number }} Sheet */
/** @typedef {{ id: string, name: string, kind: "number" | "yes-no" | "choice", choices: string[], min: number | null, max: number | null, default: string | number | boolean | null, from: string | null }} Input */
/** @typedef {{ count: number, sides: number, tens_and_units: boolean, add?: number }} Dice */
/** @typedef {{ text: string, side: string | null, dice: Dice, faces: { name: string, value: number }[] | null, against: Dice | null }} Throw */
/**
 * @typedef {object} Table
 * @property {string} id
 * @property {string} name
 * @property {Throw[]} throws
 * @property {string | null} diceText
 * @property {Input[]} inputs
 * @property {{ text: string, add: string, when: string | null, group: string | null }[]} modifiers
 * @property {string[]} columns
 * @property {{ band: string | null, rows: { on: string, result: string | null, text: string | null, cells: string[] }[] }[]} parts
 * @property {string | null} key
 * @property {number | null} width
 * @property {number | null} height
 * @property {About} about
 */
/** @typedef {{ words: string, inner: Line[] }} Line */
/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} name
 * @property {string | null} side
 * @property {string | null} text
 * @property {string | null} card
 * @property {string | null} when
 * @property {Line[]} lines
 * @property {string[]} tables
 * @property {string[]} operations
 * @property {About} about
 */
/** @typedef {{ dice: number | null, total: string, modifier: string, chain: { text: string, adds: string }[], result: string | null, text: string | null }} Rolled */
/** @typedef {{ file: string, path: string, line: number, column: number, text: string, note: string }} SourcePlace */
/** @typedef {{ id: string, label: string, name: string | null, by: string, boundary: string | null, crossing: string | null, ways: string[], cost: { cost: string | null, dear?: boolean, why: string } | null }} Neighbour */
/** @typedef {{ id: string, mover: string | null, control: string | null, inPlay: boolean, neighbours: Neighbour[] }} PlaceFacts */
/** @typedef {{ side: string | null, label: string, places: string[] }} Layer */

const token = document.querySelector('meta[name="punchboard-token"]')?.getAttribute("content") ?? "";

/** What the studio refuses, with its reason. */
export class Refused extends Error {}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
  const answer = await response.json().catch(() => ({ error: `the studio answers ${response.status}` }));
  if (!response.ok) throw new Refused(answer.error ?? `the studio answers ${response.status}`);
  return answer;
}

/**
 * Asks the studio.
 * @param {string} path
 * @param {Record<string, string | null | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function ask(path, query = {}) {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) asked.set(key, value);
  const tail = asked.size ? `?${asked}` : "";
  return read(await fetch(`/api/${path}${tail}`));
}

/**
 * Sends something to the studio.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function send(path, body) {
  const headers = { "Content-Type": "application/json", "X-Punchboard-Token": token };
  return read(await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** @param {string} key */
export const picture = (key) => `/s/${key}.svg`;

/**
 * The address that opens a place in the author's editor.
 * @param {string} editor
 * @param {{ path: string, line: number, column: number }} place
 */
export function inEditor(editor, place) {
  const path = place.path.split("/").map(encodeURIComponent).join("/").replace(/^\//, "");
  return editor
    .replace("{path}", editor.includes("file/{path}") ? path : `/${path}`)
    .replace("{line}", String(place.line))
    .replace("{column}", String(place.column));
}
