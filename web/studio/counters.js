// Counters and cards: a gallery by side and formation.

import { ask, picture } from "./api.js";
import { choice, fill, h, later } from "./dom.js";
import { facts, inspect, origin } from "./inspector.js";
import { field } from "./values.js";
import { ACTUAL } from "./view.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Counter} Counter */
/** @typedef {import("./api.js").Card} Card */

const chosen = { side: "", kind: "", text: "", zoom: 1, backs: true, changed: false };

const ZOOMS = [
  { id: "1", name: "100 %" },
  { id: "1.5", name: "150 %" },
  { id: "2", name: "200 %" },
  { id: "3", name: "300 %" },
];

class Gallery {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   */
  constructor(root, state) {
    this.state = state;
    this.tools = h("div", { class: "toolbar", role: "toolbar", "aria-label": "Counters" });
    this.body = h("div", { class: "gallery" });
    this.count = h("span", { class: "faint" });
    fill(root, this.tools, this.body);
    /** @type {import("./api.js").Pieces} */
    this.pieces = { counters: [], cards: [], formations: [], compared: false, since: null };
    this.number = 0;
    this.chosen = "";
    this.order = "";
    /** @type {Map<string, { shows: string, button: HTMLElement }>} */
    this.buttons = new Map();
  }

  bar() {
    const sides = [{ id: "", name: "All sides" }, ...(this.state.game?.sides ?? []), { id: "-", name: "No side" }];
    const kinds = [
      { id: "", name: "Everything" },
      { id: "unit", name: "Units" },
      { id: "marker", name: "Markers" },
      ...(this.pieces.cards.length ? [{ id: "card", name: "Cards" }] : []),
    ];
    const search = h("input", { type: "search", placeholder: "Find by name, type, value \u2026", value: chosen.text, "aria-label": "Find", id: "find" });
    search.addEventListener("input", later(80, () => ((chosen.text = search.value), this.lay())));
    const box = (/** @type {"backs" | "changed"} */ what, /** @type {string} */ label) => {
      const input = h("input", { type: "checkbox" });
      input.checked = chosen[what];
      input.addEventListener("change", () => {
        chosen[what] = input.checked;
        if (what === "changed") this.update(this.state);
        else this.lay();
      });
      return h("label", { class: "check" }, input, label);
    };
    fill(
      this.tools,
      search,
      choice("Side", sides, chosen.side, (id) => ((chosen.side = id), this.lay())),
      choice("Kind", kinds, chosen.kind, (id) => ((chosen.kind = id), this.lay())),
      box("backs", "Backs"),
      box("changed", "Changed since the last commit"),
      h("span", { class: "push" }),
      this.count,
      choice("Size", ZOOMS, String(chosen.zoom), (id) => ((chosen.zoom = Number(id)), this.lay())),
    );
  }

  /** @param {State} state */
  async update(state) {
    this.state = state;
    const since = this.number && !this.pieces.compared ? String(this.number) : null;
    this.take(await ask(`game/${encodeURIComponent(state.id)}/pieces`, { compare: chosen.changed ? "yes" : null, since }));
    this.number = state.number;
    if (!this.tools.childElementCount) this.bar();
    this.lay();
    const again = this.pieces.counters.find((own) => own.thing === this.chosen);
    if (again && !document.getElementById("inspector")?.hidden) this.show(again);
  }

  /** Takes what the studio tells: all pieces, or those that changed. @param {import("./api.js").Pieces} told */
  take(told) {
    if (told.since == null) return void (this.pieces = told);
    /** @template {{ thing: string, id: string }} P @param {P[]} all @param {P[]} changed */
    const mixed = (all, changed) => {
      const news = new Map(changed.map((own) => [`${own.thing} ${own.id}`, own]));
      return all.map((own) => news.get(`${own.thing} ${own.id}`) ?? own);
    };
    this.pieces = { ...told, counters: mixed(this.pieces.counters, told.counters), cards: mixed(this.pieces.cards, told.cards) };
  }

  /** @param {Counter | Card} piece */
  fits(piece) {
    const kind = "kind" in piece ? piece.kind : "card";
    if (chosen.kind && chosen.kind !== kind) return false;
    if (chosen.side && chosen.side !== (piece.side ?? "-")) return false;
    if (chosen.changed && !piece.changed) return false;
    if (!chosen.text) return true;
    const formation = "formation" in piece ? this.pieces.formations.find((own) => own.id === piece.formation)?.name : "";
    const values = "kind" in piece ? piece.front.values.map((own) => own.printed).join("-") : piece.text;
    const all = [piece.id, piece.name, formation, "type" in piece ? piece.type : "", values].join(" ").toLowerCase();
    return chosen.text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
  }

  lay() {
    const counters = this.pieces.counters.filter((own) => this.fits(own));
    const cards = this.pieces.cards.filter((own) => this.fits(own));
    /** @type {Map<string, (Counter | Card)[]>} */
    const groups = new Map();
    for (const own of [...counters, ...cards]) {
      const name = this.group(own);
      groups.set(name, [...(groups.get(name) ?? []), own]);
    }
    const copies = [...counters, ...cards].reduce((sum, own) => sum + own.copies, 0);
    this.count.textContent = `${copies} pieces, ${counters.length + cards.length} different`;
    const none = chosen.changed ? (this.pieces.compared ? "Nothing changed since the last commit." : "There is no commit to compare with.") : "Nothing fits.";
    const order = JSON.stringify([...groups].map(([name, own]) => [name, own.map((piece) => `${piece.thing} ${piece.id}`)]));
    if (groups.size && order === this.order) {
      // Nothing came, went or moved: only what looks different is put in.
      for (const piece of [...counters, ...cards]) {
        const old = this.buttons.get(`${piece.thing} ${piece.id}`)?.button;
        const own = this.one(piece);
        if (old && old !== own) old.replaceWith(own);
      }
      return;
    }
    this.order = order;
    fill(
      this.body,
      !groups.size && h("p", { class: "empty" }, none),
      [...groups].map(([name, own]) => h("section", {}, h("h2", {}, name, h("small", {}, ` ${own.length}`)), h("div", { class: "faces" }, own.map((piece) => this.one(piece))))),
    );
  }

  /** @param {Counter | Card} piece */
  group(piece) {
    const side = this.state.game?.sides.find((own) => own.id === piece.side)?.name;
    if (!("kind" in piece)) return piece.deckName;
    if (piece.kind === "marker") return side ? `${side} markers` : "Markers";
    const formation = this.pieces.formations.find((own) => own.id === piece.formation)?.name;
    return [side, formation].filter(Boolean).join(": ");
  }

  /** The button of a piece; one that shows the same stays, so that nothing is fetched again. @param {Counter | Card} piece */
  one(piece) {
    const shows = JSON.stringify([piece.front.key, piece.back?.key, piece.copies, piece.changed, chosen.zoom, chosen.backs]);
    const known = this.buttons.get(`${piece.thing} ${piece.id}`);
    const button = known?.shows === shows ? known.button : this.button(piece);
    this.buttons.set(`${piece.thing} ${piece.id}`, { shows, button });
    return button;
  }

  /** @param {Counter | Card} piece */
  button(piece) {
    const faces = [piece.front.key, chosen.backs ? piece.back?.key : null];
    const counter = "kind" in piece;
    const size = Math.round((counter ? piece.size : 63) * ACTUAL * chosen.zoom * (counter ? 1 : 0.75));
    return h(
      "button",
      {
        class: `piece-card ${piece.changed ?? ""}`,
        title: `${piece.name}${piece.copies > 1 ? ` (${piece.copies} copies)` : ""}`,
        data: { thing: piece.thing },
        onclick: () => this.show([...this.pieces.counters, ...this.pieces.cards].find((own) => own.thing === piece.thing && own.id === piece.id) ?? piece),
      },
      h("span", { class: "pair" }, faces.map((key) => key && h("img", { src: picture(key), alt: "", loading: "lazy", width: size, height: counter ? size : null }))),
      h("span", { class: "caption" }, piece.id, piece.copies > 1 && h("small", {}, ` \u00d7${piece.copies}`)),
    );
  }

  /** @param {Counter | Card} piece */
  show(piece) {
    this.chosen = piece.thing;
    const formation = "formation" in piece ? this.pieces.formations.find((own) => own.id === piece.formation)?.name : null;
    const large = h("div", { class: "pair large" }, [piece.front.key, piece.back?.key].map((key) => key && h("img", { src: picture(key), alt: "", width: 150 })));
    if (!("kind" in piece)) {
      const text = (/** @type {string} */ key, /** @type {string} */ value) => field(this.state, { of: { card: piece.id }, key: [key], value, label: `${piece.name}, ${key}`, words: true, wide: true });
      inspect(this.state, piece.thing, piece.name, large, facts([["Title", text("title", piece.name)], ["Effect", text("effect", piece.text)], ["Deck", piece.deckName], ["Copies", piece.copies], ...origin(piece.about)]));
      return;
    }
    const [unit, single] = [piece.kind === "unit", !piece.id.includes("#") && !piece.replacement];
    const face = (/** @type {import("./api.js").Face | null} */ own, /** @type {string} */ side) =>
      own &&
      own.values.map((value, n) =>
        h("label", { class: "short-value" }, h("span", {}, value.id), unit && single ? field(this.state, { of: { unit: piece.thing.slice(5) }, key: [side, n], value: value.printed, label: `${piece.name}, ${own.state} ${value.id}` }) : (value.printed ?? "\u2013")),
      );
    inspect(
      this.state,
      piece.thing,
      piece.name,
      large,
      facts([
        ["Side", this.state.game?.sides.find((own) => own.id === piece.side)?.name],
        ["Formation", formation],
        ["Type", piece.type],
        ["Copies", piece.copies],
        [piece.front.state || "Front", face(piece.front, "front")],
        [piece.back?.state || "Back", face(piece.back, "back")],
        ["Starts", piece.setup],
        ["Arrives", piece.arrives],
        ...Object.entries(piece.attributes ?? {}).map(([key, value]) => /** @type {[string, string]} */ ([key, String(value)])),
        ...origin(piece.about),
      ]),
    );
  }
}

/** @type {import("./main.js").Opens} */
export async function counters(root, state) {
  const page = new Gallery(root, state);
  await page.update(state);
  return {
    update: (next) => page.update(next),
    told: (next) => (page.state = next),
    key: (event) => {
      if (event.key !== "/") return false;
      document.getElementById("find")?.focus();
      return true;
    },
  };
}
