// Charts, player aids, setup cards and displays as they will be printed.

import { ask, picture } from "./api.js";
import { fill, h } from "./dom.js";
import { facts, inspect } from "./inspector.js";
import { ACTUAL, View } from "./view.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Sheet} Sheet */

/** @type {Record<string, string>} */
const KINDS = { aid: "Player aid", turns: "Turn record", setup: "Setup cards", display: "Displays", table: "Tables" };
const chosen = { id: "" };

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
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    this.sheets = (await ask(`game/${encodeURIComponent(state.id)}/sheets`)).sheets;
    if (!this.sheets.some((own) => own.id === chosen.id)) chosen.id = this.sheets.find((own) => own.kind === "aid")?.id ?? this.sheets[0]?.id ?? "";
    const kinds = [...new Set(this.sheets.map((own) => own.kind))].sort((a, b) => Object.keys(KINDS).indexOf(a) - Object.keys(KINDS).indexOf(b));
    fill(
      this.list,
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
