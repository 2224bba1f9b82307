// Tables: fill in what they ask for, roll, and see the chain of modifiers. Operations: what is done, step by step.

import { ask, picture, send } from "./api.js";
import { fill, h } from "./dom.js";
import { facts, inspect, origin } from "./inspector.js";
import { procedure } from "./operations.js";
import { field } from "./values.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Input} Input */

/** What is shown: `table:` or `operation:`, and its id. */
const chosen = { id: "" };
/** Tables whose cells are shown. @type {Set<string>} */
const open = new Set();
/** @type {Record<string, Record<string, any>>} */
const answers = {};

/** A number from 1 to `sides`, each as likely as the others. @param {number} sides */
function die(sides) {
  const most = Math.floor(2 ** 32 / sides) * sides;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= most);
  return ((drawn[0] ?? 0) % sides) + 1;
}

/**
 * What is shown, and what it comes to: the sum of the faces, less what the other side rolls.
 * @param {import("./api.js").Throw} what
 * @returns {{ thrown: (string | number)[], total: number }}
 */
function throwDice({ dice, faces, against }) {
  const thrown = Array.from({ length: dice.count }, () => die(dice.sides));
  const worth = (/** @type {number} */ own) => faces?.[own - 1]?.value ?? own;
  const total = dice.tens_and_units ? (thrown[0] ?? 0) * 10 + (thrown[1] ?? 0) : thrown.reduce((sum, own) => sum + worth(own), 0);
  const shown = thrown.map((own) => faces?.[own - 1]?.name ?? own);
  const other = against ? throwDice({ text: "", side: null, dice: against, faces: null, against: null }) : { thrown: [], total: 0 };
  return { thrown: other.thrown.length > 0 ? [...shown, "against", ...other.thrown] : shown, total: total + (dice.add ?? 0) - other.total };
}

class Tables {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.state = state;
    this.list = h("div", { class: "list", role: "listbox", "aria-label": "Tables" });
    this.body = h("div", { class: "table-page" });
    fill(root, this.list, this.body);
    /** @type {Table[]} */
    this.tables = [];
    /** @type {import("./api.js").Operation[]} */
    this.operations = [];
    this.result = h("div", { class: "result", role: "status", "aria-live": "polite" });
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    const [{ tables }, { operations }] = await Promise.all([ask(`game/${encodeURIComponent(state.id)}/tables`), ask(`game/${encodeURIComponent(state.id)}/operations`)]);
    Object.assign(this, { tables, operations });
    const option = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string | null} */ beside) => h("button", { role: "option", data: { id }, onclick: () => this.open(id) }, h("span", {}, name), h("small", {}, beside));
    fill(
      this.list,
      this.tables.length > 0 && h("h3", {}, "Tables"),
      this.tables.map((own) => option(`table:${own.id}`, own.name, own.diceText)),
      this.operations.length > 0 && h("h3", {}, "Operations"),
      this.operations.map((own) => option(`operation:${own.id}`, own.name, own.side)),
    );
    this.open(chosen.id);
  }

  /**
   * Shows a table or an operation; the first, if there is none of that name.
   * @param {string} id
   * @returns {void}
   */
  open(id) {
    const table = this.tables.find((own) => `table:${own.id}` === id);
    const operation = this.operations.find((own) => `operation:${own.id}` === id);
    const first = this.tables[0] ? `table:${this.tables[0].id}` : this.operations[0] && `operation:${this.operations[0].id}`;
    if (!table && !operation) return first ? this.open(first) : fill(this.body, h("p", { class: "empty" }, "This game has no tables and no operations."));
    if (chosen.id !== id) fill(this.result);
    chosen.id = id;
    for (const own of this.list.querySelectorAll("button")) own.setAttribute("aria-selected", String(own.dataset.id === id));
    if (table) this.show(table);
    else if (operation) this.tell(operation);
  }

  /** @param {import("./api.js").Operation} operation */
  tell(operation) {
    const names = new Map([...this.tables.map((own) => /** @type {[string, string]} */ ([`table:${own.id}`, own.name])), ...this.operations.map((own) => /** @type {[string, string]} */ ([`operation:${own.id}`, own.name]))]);
    const go = (/** @type {string} */ kind) => (/** @type {string} */ id) => {
      this.open(`${kind}:${id}`);
      this.list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    };
    fill(this.body, procedure(this.state, operation, { table: go("table"), operation: go("operation"), names }));
    this.body.scrollTop = 0;
  }

  /** @param {Table} table */
  show(table) {
    const form = h("form", { class: "inputs" }, table.inputs.map((input) => this.field(table, input)));
    const number = h("input", { type: "number", class: "short", placeholder: "roll", "aria-label": "The roll, if you rolled yourself" });
    form.append(
      h(
        "div",
        { class: "go" },
        table.throws.map((own, n) => h("button", { class: "main", type: "submit", value: String(n), id: n === 0 ? "roll" : `roll-${n}` }, `${own.side ? `${own.side}: ` : ""}Roll ${own.text}`)),
        table.throws.length > 0 ? number : h("button", { class: "main", type: "submit", id: "roll" }, "Look up"),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
      this.roll(table, table.throws[Number(pressed?.value ?? 0)], number.value === "" ? null : Number(number.value));
    });
    fill(
      this.body,
      h("header", {}, h("h2", {}, table.name), h("button", { onclick: () => inspect(this.state, `table:${table.id}`, table.name, facts([["Dice", table.diceText], ...origin(table.about)])) }, "Source")),
      this.rows(table),
      h("div", { class: "split" }, h("div", {}, form, this.result), table.key && h("img", { class: "paper", src: picture(table.key), alt: table.name, width: Math.round((table.width ?? 100) * 3.78) })),
    );
  }

  /** The rows, to be changed where they stand. @param {Table} table */
  rows(table) {
    const cell = (/** @type {(string | number)[]} */ key, /** @type {string | null} */ value, /** @type {string} */ label, wide = false) => h("td", {}, field(this.state, { of: { table: table.id }, key, value, label, words: true, wide }));
    const whole = table.parts.length === 1 && table.parts[0]?.band === null;
    const rows = table.parts.flatMap((part, p) =>
      part.rows.map((row, n) => {
        const base = whole ? ["row", n] : ["part", p, "row", n];
        const cells = row.cells.length ? row.cells.map((own, c) => cell([...base, "cells", c], own, `${row.on}, ${table.columns[c] ?? c}`)) : [cell([...base, "result"], row.result, `result of ${row.on}`), cell([...base, "text"], row.text, `text of ${row.on}`, true)];
        return h("tr", {}, !whole && h("th", {}, n === 0 ? part.band : ""), h("th", {}, row.on), cells);
      }),
    );
    const columns = table.columns.length ? table.columns : ["result", "text"];
    const box = h("details", { class: "rows" }, h("summary", {}, "Change its cells"), h("table", {}, h("thead", {}, h("tr", {}, !whole && h("th", {}), h("th", {}), columns.map((own) => h("th", {}, own)))), h("tbody", {}, rows)));
    box.open = open.has(table.id);
    box.addEventListener("toggle", () => (box.open ? open.add(table.id) : open.delete(table.id)));
    return box;
  }

  /**
   * @param {Table} table
   * @param {Input} input
   */
  field(table, input) {
    const own = (answers[`${this.state.id}/${table.id}`] ??= {});
    const keep = (/** @type {any} */ value) => (own[input.id] = value);
    const given = own[input.id] ?? input.default;
    if (input.kind === "yes-no") {
      const box = h("input", { type: "checkbox", name: input.id });
      box.checked = given === true;
      box.addEventListener("change", () => keep(box.checked));
      return h("label", { class: "check" }, box, input.name);
    }
    if (input.kind === "choice") {
      const list = h("select", { name: input.id }, input.choices.map((choice) => h("option", { value: choice }, choice)));
      list.value = String(given ?? input.choices[0] ?? "");
      list.addEventListener("change", () => keep(list.value));
      return h("label", {}, h("span", {}, input.name), list);
    }
    const field = h("input", { type: "text", inputmode: "numeric", class: "short", name: input.id, value: given ?? Math.max(0, input.min ?? 0) });
    field.addEventListener("input", () => keep(field.value));
    const { min, max } = input;
    const range = min === null && max === null ? null : h("small", {}, max === null ? `${min} or more` : min === null ? `${max} or less` : `${min} to ${max}`);
    return h("label", {}, h("span", {}, input.name), field, range);
  }

  /**
   * @param {Table} table
   * @param {import("./api.js").Throw | undefined} what
   * @param {number | null} by_hand
   */
  async roll(table, what, by_hand) {
    const rolled = what && by_hand === null ? throwDice(what) : null;
    const dice = what ? (by_hand ?? rolled?.total ?? null) : null;
    try {
      const told = /** @type {import("./api.js").Rolled} */ (await send(`game/${encodeURIComponent(this.state.id)}/roll`, { table: table.id, dice, with: answers[`${this.state.id}/${table.id}`] ?? {} }));
      const plus = (/** @type {string} */ adds) => (adds.startsWith("-") ? adds.replace("-", "\u2212") : `+${adds}`);
      fill(
        this.result,
        what && h("div", { class: "dice" }, (rolled?.thrown ?? []).map((own) => h("span", {}, own)), h("b", {}, `${what.text} = ${told.dice}`)),
        h("table", { class: "chain" }, h("tbody", {}, told.chain.map((link) => h("tr", {}, h("td", { class: "num" }, plus(link.adds)), h("td", {}, link.text))), h("tr", { class: "total" }, h("td", { class: "num" }, told.total), h("td", {}, "total")))),
        h("p", { class: "outcome" }, told.result && h("b", {}, told.result), told.result && told.text && " \u2013 ", told.text),
      );
    } catch (why) {
      fill(this.result, h("p", { class: "bad" }, why instanceof Error ? why.message : String(why)));
    }
  }
}

/** @type {import("./main.js").Opens} */
export async function tables(root, state) {
  const page = new Tables(root, state);
  await page.update(state);
  return { update: (next) => page.update(next) };
}
