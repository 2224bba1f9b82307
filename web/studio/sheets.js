// Charts, player aids, setup cards and displays as they will be printed.

import { ask, picture } from "./api.js";
import { choice, fill, h } from "./dom.js";
import { facts, inspect } from "./inspector.js";
import { ACTUAL, View } from "./view.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Sheet} Sheet */

/** @type {Record<string, string>} */
const KINDS = { counters: "Counters", cards: "Cards", map: "Map on pages", other: "Other", aid: "Player aid", turns: "Turn record", setup: "Setup cards", display: "Displays", table: "Tables" };
const chosen = { id: "", print: false, paper: "", preset: "" };

class Sheets {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.state = state;
    this.list = h("div", { class: "list", role: "listbox", "aria-label": "Sheets" });
    this.frame = h("div", { class: "frame", tabindex: "0", role: "application", "aria-label": "The sheet. Arrows move it, plus and minus zoom, 0 fits it." });
    this.tools = h("div", { class: "toolbar" });
    fill(root, this.list, h("div", { class: "column" }, this.tools, this.frame));
    this.view = new View(this.frame, { width: 100, height: 100 });
    this.image = h("img", { class: "sheet paper", alt: "", draggable: "false" });
    this.view.stage.append(this.image);
    /** @type {Sheet[]} */
    this.sheets = [];
    /** @type {HTMLElement | null} */
    this.choices = null;
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    this.list.classList.add("busy");
    this.sheets = chosen.print ? await this.pages() : (await ask(`game/${encodeURIComponent(state.id)}/sheets`)).sheets;
    if (!this.sheets.some((own) => own.id === chosen.id)) chosen.id = this.sheets.find((own) => own.kind === "aid")?.id ?? this.sheets[0]?.id ?? "";
    this.list.classList.remove("busy");
    const kinds = [...new Set(this.sheets.map((own) => own.kind))].sort((a, b) => Object.keys(KINDS).indexOf(a) - Object.keys(KINDS).indexOf(b));
    const way = (/** @type {boolean} */ print, /** @type {string} */ name) => h("button", { class: "way", "aria-pressed": String(chosen.print === print), onclick: () => ((chosen.print = print), this.update(this.state)) }, name);
    fill(
      this.list,
      h("div", { class: "ways" }, way(false, "Sheets"), way(true, "Print kit")),
      chosen.print && this.choices,
      kinds.map((kind) => [
        h("h3", {}, KINDS[kind] ?? kind),
        this.sheets
          .filter((own) => own.kind === kind)
          .map((own) =>
            h(
              "button",
              { role: "option", "aria-selected": String(own.id === chosen.id), data: { id: own.id }, onclick: () => this.show(own) },
              h("img", { src: picture(own.key), alt: "", loading: "lazy" }),
              h("span", {}, own.title),
            ),
          ),
      ]),
    );
    const own = this.sheets.find((sheet) => sheet.id === chosen.id);
    if (own) await this.show(own);
    else fill(this.frame, h("p", { class: "empty" }, "This game has no sheets beside its maps."));
  }

  /** The pages of the print kit. @returns {Promise<Sheet[]>} */
  async pages() {
    const told = await ask(`game/${encodeURIComponent(this.state.id)}/print`, { paper: chosen.paper, preset: chosen.preset });
    const named = (/** @type {string[]} */ names) => names.map((name) => ({ id: name, name }));
    this.choices = h(
      "div",
      { class: "choices" },
      choice("Paper", named(told.papers), told.paper ?? "", (id) => ((chosen.paper = id), this.update(this.state))),
      choice("Preset", [{ id: "", name: "As the game says" }, ...named(told.presets)], chosen.preset, (id) => ((chosen.preset = id), this.update(this.state))),
      told.why && h("p", { class: "bad" }, told.why),
    );
    const kind = (/** @type {string} */ file) => (file.startsWith("counters") ? "counters" : file.startsWith("cards") ? "cards" : file.startsWith("map") ? "map" : file.startsWith("player-aid") ? "aid" : file.startsWith("setup") ? "setup" : file.startsWith("display") ? "display" : "other");
    return told.pages.map((/** @type {any} */ page, /** @type {number} */ n) => ({ id: `${page.file} ${n}`, title: page.name, kind: kind(page.file), thing: null, key: page.key, width: page.width, height: page.height }));
  }

  /** @param {Sheet} sheet */
  async show(sheet) {
    const same = chosen.id === sheet.id;
    chosen.id = sheet.id;
    for (const own of this.list.querySelectorAll("button")) own.setAttribute("aria-selected", String(own.dataset.id === sheet.id));
    const next = new Image();
    next.src = picture(sheet.key);
    await next.decode().catch(() => {});
    this.image.src = next.src;
    for (const element of [this.image, this.view.stage]) Object.assign(element.style, { width: `${sheet.width}px`, height: `${sheet.height}px` });
    if (same) this.view.resize(sheet);
    else {
      this.view.size = sheet;
      this.view.fit();
    }
    fill(
      this.tools,
      h("b", {}, sheet.title),
      h("span", { class: "faint" }, `${Math.round(sheet.width)} \u00d7 ${Math.round(sheet.height)} mm`),
      h("span", { class: "push" }),
      sheet.thing && h("button", { onclick: () => inspect(this.state, sheet.thing ?? "", sheet.title, facts([["Kind", KINDS[sheet.kind]]])) }, "Source"),
      h("button", { onclick: () => this.view.zoom(ACTUAL), title: "Real size (1)" }, "100 %"),
      h("button", { onclick: () => this.view.fit(), title: "Whole sheet (0)" }, "Fit"),
    );
  }
}

/** @type {import("./main.js").Opens} */
export async function sheets(root, state) {
  const page = new Sheets(root, state);
  await page.update(state);
  return { update: (next) => page.update(next), close: () => page.view.close(), key: (event) => page.view.key(event) };
}
