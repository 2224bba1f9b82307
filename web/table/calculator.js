"use strict";
// The panel of tables and sums: inputs, modifiers, roll, result, and where it stands in the table.

/** Names of a fight, and the part of it they belong to. @type {Record<string, string>} */
const ROLE_OF = {
  attackers: "attackers",
  "attack-lead": "attackers",
  "attack-assets": "attackers",
  "attack-markers": "attackers",
  defenders: "defenders",
  "defence-lead": "defenders",
  "defence-assets": "defenders",
  "defence-markers": "defenders",
  area: "place",
  "area-markers": "place",
  "area-units": "place",
  "area-near": "place",
};

/** All names in a formula. @param {any} tree @param {Set<string>} names */
function collectNames(tree, names) {
  if (Array.isArray(tree)) tree.forEach((one) => collectNames(one, names));
  else if (tree && typeof tree === "object") {
    if (tree.node === "name") names.add(tree.name);
    if (tree.node === "over") {
      names.add(tree.collection);
      return;
    }
    Object.values(tree).forEach((one) => collectNames(one, names));
  }
}

/** The panel of tables and sums. */
class CalculatorPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{ record: any, isTable: boolean } | undefined} */
    this.current = undefined;
    /** What players answered by hand, of each table. @type {Map<string, Map<string, Value>>} */
    this.byHand = new Map();
    /** The last roll on each table. @type {Map<string, RollShown>} */
    this.rolled = new Map();
    this.fight = noFight();
  }

  /** @returns {Node[]} */
  render() {
    return this.current ? this.#one(this.current.record, this.current.isTable) : this.#list();
  }

  /** @returns {Node[]} */
  #list() {
    const { tables, procedures } = this.app.book;
    const row = (/** @type {any} */ record, /** @type {boolean} */ isTable) => {
      const hint = record.throws?.length > 0 ? record.throws.map(diceText).join(", ") : isTable ? "look up" : "sum";
      return h(
        "button.list-row",
        { type: "button", data: { table: record.id }, onclick: () => this.open(record.id, isTable) },
        h("span", {}, record.name),
        h("span.tag", {}, hint),
      );
    };
    const part = (/** @type {string} */ title, /** @type {any[]} */ records, /** @type {boolean} */ isTable) =>
      records.length > 0
        ? h("section.group", {}, h("h3", {}, title), ...records.map((record) => row(record, isTable)))
        : "";
    return [part("Tables", [...tables.values()], true), part("Sums", [...procedures.values()], false)].filter(Boolean);
  }

  /** @param {string} id @param {boolean} isTable */
  open(id, isTable) {
    const record = (isTable ? this.app.book.tables : this.app.book.procedures).get(id);
    if (record) this.current = { record, isTable };
    this.app.showPanel("tables");
  }

  /** @param {any} record */
  #hand(record) {
    const known = this.byHand.get(record.id) ?? new Map();
    this.byHand.set(record.id, known);
    return known;
  }

  /** The answers: by hand, else from the position, else what is assumed. @param {any} record @returns {{ answers: Answers, told: Answers }} */
  #answers(record) {
    const told = new Ask(this.app.position, this.fight).answers(
      record.inputs.filter((/** @type {any} */ input) => this.#filled(input)),
    );
    const hand = this.#hand(record);
    const answers = new Map(
      record.inputs.map((/** @type {any} */ input) => [
        input.id,
        hand.get(input.id) ?? told.get(input.id) ?? blankAnswer(input),
      ]),
    );
    return { answers, told };
  }

  /** @param {any} record @param {boolean} isTable @returns {Node[]} */
  #one(record, isTable) {
    const { answers, told } = this.#answers(record);
    const head = h(
      "div.panel-head",
      {},
      h(
        "div.row",
        {},
        h(
          "button.button.square",
          { type: "button", "aria-label": "All tables", title: "All tables", onclick: () => this.#close() },
          icon("left"),
        ),
        h("h2", {}, record.name),
      ),
      record.source?.rest && record.source.rest !== "reconstructed"
        ? h("span.rule", {}, `Rule ${record.source.rest.replace("inferred: ", "")}`)
        : false,
    );
    const body = h("div");
    const again = () => body.replaceChildren(...this.#working(record, isTable, this.#answers(record).answers));
    const inputs = record.inputs.map((/** @type {any} */ input) =>
      this.#input(record, input, answers.get(input.id), told.get(input.id), again),
    );
    again();
    const text = record.text ? h("p.note", {}, record.text) : false;
    return [
      head,
      text,
      this.#roles(record),
      inputs.length > 0 ? h("section.group.inputs", {}, h("h3", {}, "Inputs"), ...inputs) : "",
      body,
    ].filter(Boolean);
  }

  #close() {
    this.current = undefined;
    this.app.renderPanel();
  }

  /** Which parts of a fight a table asks for. @param {any} record @param {Set<string>} [seen] @returns {Set<string>} */
  #rolesOf(record, seen = new Set()) {
    const names = new Set();
    for (const input of record.inputs) if (input.from) collectNames(input.from.tree, names);
    const roles = new Set();
    for (const name of /** @type {Set<string>} */ (names)) {
      const [prefix, rest] = [name.split(".")[0], name.slice(name.indexOf(".") + 1)];
      const known = this.app.book.engine.rules.conditions.some((/** @type {any} */ one) => one.id === name);
      if (ROLE_OF[prefix]) roles.add(ROLE_OF[prefix]);
      else if (prefix === "procedure" && name !== prefix && !seen.has(rest) && this.app.book.procedures.has(rest)) {
        seen.add(rest);
        this.#rolesOf(this.app.book.procedures.get(rest), seen).forEach((role) => roles.add(role));
      } else if (!name.includes(".") && !known && name !== "units" && name !== "scenario") roles.add("unit");
    }
    return roles;
  }

  /** Whether everything of the fight that an input asks for is said. @param {any} input */
  #filled(input) {
    const { fight } = this;
    const said = {
      attackers: fight.attackers.length > 0,
      defenders: fight.defenders.length > 0,
      unit: fight.unit !== undefined,
      place: (fight.at ?? fight.unit) !== undefined,
    };
    return [...this.#rolesOf({ inputs: [input] })].every((role) => said[/** @type {keyof typeof said} */ (role)]);
  }

  /** Who fights whom, where: taken from what is selected. @param {any} record */
  #roles(record) {
    const roles = this.#rolesOf(record);
    if (roles.size === 0) return "";
    const { app, fight } = this;
    const named = (/** @type {string[]} */ ids) => (ids.length > 0 ? namesOf(app.position, ids, true) : "nobody");
    const row = (
      /** @type {string} */ title,
      /** @type {string} */ shown,
      /** @type {() => void} */ take,
      /** @type {string} */ role,
    ) =>
      h(
        "div.role",
        {},
        h("b", {}, title),
        h("span", {}, shown),
        h("button.button", { type: "button", data: { role }, onclick: () => (take(), app.renderPanel()) }, "Take"),
      );
    const units = () => [...app.selected].filter((id) => app.book.kindOf(id).type === "unit");
    const markers = () => [...app.selected].filter((id) => app.book.kindOf(id).type === "marker");
    const rows = [];
    if (roles.has("place"))
      rows.push(
        row(
          "Place",
          fight.at ? app.book.placeName(fight.at) : "none",
          () => (fight.at = app.place ?? undefined),
          "place",
        ),
      );
    if (roles.has("unit"))
      rows.push(row("Unit", fight.unit ? named([fight.unit]) : "none", () => (fight.unit = units()[0]), "unit"));
    if (roles.has("attackers")) {
      rows.push(
        row(
          "Attackers",
          named([...fight.attackers, ...fight.attackMarkers]),
          () => Object.assign(fight, { attackers: units(), attackLead: units()[0], attackMarkers: markers() }),
          "attackers",
        ),
      );
      if (fight.attackers.length > 1) rows.push(this.#lead("attackLead", fight.attackers));
    }
    if (roles.has("defenders")) {
      const take = () =>
        Object.assign(fight, {
          defenders: units(),
          defenceLead: units()[0],
          defenceMarkers: markers(),
          at: (units()[0] && app.position.placeOf(units()[0])) ?? fight.at,
        });
      rows.push(row("Defenders", named([...fight.defenders, ...fight.defenceMarkers]), take, "defenders"));
      if (fight.defenders.length > 1) rows.push(this.#lead("defenceLead", fight.defenders));
    }
    return h(
      "section.group.roles",
      {},
      h("h3", { title: "Select pieces or a place on the table, then take them." }, "From the table"),
      ...rows,
    );
  }

  /** @param {"attackLead" | "defenceLead"} which @param {string[]} ids */
  #lead(which, ids) {
    const select = h(
      "select",
      {
        "aria-label": "Lead unit",
        onchange: () => {
          this.fight[which] = select.value;
          this.app.renderPanel();
        },
      },
      ...ids.map((id) => h("option", { value: id, selected: this.fight[which] === id }, this.app.book.kindOf(id).name)),
    );
    return h("div.role", {}, h("b", {}, "Lead"), select);
  }

  /** @param {any} record @param {any} input @param {Value | undefined} value @param {Value | undefined} told @param {() => void} again */
  #input(record, input, value, told, again) {
    const hand = this.#hand(record);
    const id = `input-${record.id}-${input.id}`;
    const set = (/** @type {Value | undefined} */ given, redraw = false) => {
      if (given === undefined) hand.delete(input.id);
      else hand.set(input.id, given);
      this.rolled.delete(record.id);
      if (redraw || told !== undefined) this.app.renderPanel();
      else again();
    };
    const overruled = hand.has(input.id) && told !== undefined;
    const hint =
      told === undefined
        ? false
        : overruled
          ? h(
              "button.link.tag",
              { type: "button", title: "Use what the table says", onclick: () => set(undefined, true) },
              `table says ${shownValue(told)}`,
            )
          : h("span.tag.told", { title: "Worked out from the pieces on the table" }, "from the table");
    return h("div.input", {}, h("label", { htmlFor: id }, input.name), this.#control(id, input, value, set), hint);
  }

  /** @param {string} id @param {any} input @param {Value | undefined} value @param {(value: Value | undefined) => void} set */
  #control(id, input, value, set) {
    if (input.kind === "yes-no") {
      const box = h("input", { type: "checkbox", id, checked: value === true, onchange: () => set(box.checked) });
      return box;
    }
    if (input.kind === "choice") {
      const select = h(
        "select",
        { id, onchange: () => set(select.value) },
        ...input.choices.map((/** @type {string} */ choice) =>
          h("option", { value: choice, selected: value === choice }, choice),
        ),
      );
      return select;
    }
    const field = h("input", {
      type: "text",
      inputMode: "decimal",
      id,
      value: String(value ?? ""),
      autocomplete: "off",
    });
    const read = () => {
      const number = Fraction.read(field.value);
      field.setAttribute("aria-invalid", String(!number));
      if (number) set(within(number, input));
    };
    const step = (/** @type {number} */ by) => () => {
      const number = (Fraction.read(field.value) ?? Fraction.ZERO).plus(new Fraction(by));
      field.value = String(within(number, input));
      read();
    };
    field.addEventListener("input", read);
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowUp") step(1)();
      else if (event.key === "ArrowDown") step(-1)();
      else return;
      event.preventDefault();
    });
    return h(
      "span.stepper",
      {},
      h("button.button.square", { type: "button", "aria-label": "Less", onclick: step(-1) }, icon("minus")),
      field,
      h("button.button.square", { type: "button", "aria-label": "More", onclick: step(1) }, icon("plus")),
    );
  }

  /** What comes of the answers. @param {any} record @param {boolean} isTable @param {Answers} answers @returns {Node[]} */
  #working(record, isTable, answers) {
    try {
      return isTable ? this.#table(record, answers) : this.#sum(record, answers);
    } catch (problem) {
      if (problem instanceof FormulaError) return [h("p.bad", {}, problem.message)];
      throw problem;
    }
  }

  /** @param {any} procedure @param {Answers} answers @returns {Node[]} */
  #sum(procedure, answers) {
    const { chain, total } = compute(procedure, answers);
    return [
      h(
        "section.group",
        {},
        chainList(chain),
        h(
          "div.outcome",
          { data: { outcome: String(total) } },
          h("b", {}, String(total)),
          h("span", {}, procedure.name),
        ),
      ),
    ];
  }

  /** @param {any} table @param {Answers} answers @returns {Node[]} */
  #table(table, answers) {
    const chain = modifiersOf(table.modifiers, envOf(answers));
    const modifier = chain.reduce((sum, link) => sum.plus(link.adds), Fraction.ZERO);
    const last = this.rolled.get(table.id);
    const looked = table.throws.length > 0 ? last?.looked : lookUp(table, undefined, answers);
    const parts = [];
    if (table.modifiers.length > 0)
      parts.push(
        h(
          "section.group",
          {},
          h("h3", {}, "Modifiers"),
          chain.length > 0 ? chainList(chain) : h("p.empty", {}, "None applies."),
        ),
      );
    for (const dice of table.throws) {
      const side = dice.side ? `${this.app.book.sides.get(dice.side)?.name ?? dice.side}: ` : "";
      const label = `${side}Roll ${diceText(dice)}${modifier.n === 0n ? "" : ` ${modifier.signed()}`}`;
      parts.push(
        h(
          "button.button.primary.roll",
          { type: "button", data: { act: "roll-table" }, onclick: () => this.#roll(table, dice, answers) },
          icon("dice"),
          label,
        ),
      );
    }
    if (last?.error) parts.push(h("p.bad", {}, last.error));
    if (looked) parts.push(this.#outcome(table, looked, last));
    parts.push(h("section.group", {}, tableGrid(table, looked)));
    return parts;
  }

  /** @param {any} table @param {any} dice @param {Answers} answers */
  #roll(table, dice, answers) {
    /** @type {Record<string, string | boolean>} */
    const kept = {};
    for (const [id, value] of answers) kept[id] = typeof value === "boolean" ? value : String(value);
    const { kind: _, side: __, ...thrown } = dice;
    this.app.roll(thrown, table.id, kept);
  }

  /** @param {any} table @param {Looked} looked @param {RollShown | undefined} last */
  #outcome(table, looked, last) {
    const result = looked.cell ?? looked.result ?? looked.text ?? "no effect";
    const text = looked.text && looked.text !== result ? looked.text : table.results[result];
    const sum = last
      ? h(
          "div.sum",
          {},
          diceFaces(last.faces, last.dice),
          looked.modifier.n === 0n ? "" : ` ${looked.modifier.signed()}`,
          ` = ${looked.total}`,
        )
      : false;
    return h("div.outcome", { data: { outcome: result } }, sum, h("b", {}, result), text ? h("span", {}, text) : false);
  }
}
