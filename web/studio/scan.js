// A scan under the map: what an author traces. It stays in this browser, and is never part of the game.

import { fill, h } from "./dom.js";
import { toast } from "./toast.js";

/** @typedef {{ name: string, data: string, shown: boolean }} Kept */

/** How much of the map is seen over a scan, unless somebody says otherwise. */
const HALF = 50;
/** Larger pictures make pages slow. */
const LARGEST = 60 * 2 ** 20;

/**
 * Does something with the scans that this browser keeps.
 * @param {IDBTransactionMode} mode
 * @param {(scans: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
function scans(mode, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("punchboard-studio", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("scans");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = act(opening.result.transaction("scans", mode).objectStore("scans"));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
  });
}

export class Scan {
  /**
   * @param {HTMLElement} stage
   * @param {HTMLElement} sheet the picture of the map
   */
  constructor(stage, sheet) {
    this.sheet = sheet;
    this.image = h("img", { class: "scan", alt: "", draggable: "false", hidden: true });
    stage.prepend(this.image);
    this.menu = h("details", { class: "menu" });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.menu.open = false;
    });
    this.key = "";
    this.own = false;
    /** @type {Kept | null} */
    this.kept = null;
    this.over = 100;
  }

  /**
   * Shows the scan of a map.
   * @param {string} folder of the game
   * @param {import("./api.js").Board} board
   */
  async of(folder, board) {
    const key = `${folder}#${board.id}`;
    Object.assign(this.image.style, { width: `${board.width}px` });
    if (key === this.key) return;
    this.key = key;
    this.own = board.image;
    this.kept = null;
    this.over = 100;
    this.show();
    // Some browsers keep nothing, when they are told so.
    const kept = await scans("readonly", (own) => own.get(key)).catch(() => null);
    if (this.key !== key || !kept) return;
    this.kept = kept;
    this.over = HALF;
    this.show();
  }

  show() {
    const { kept } = this;
    const seen = Boolean(kept?.shown);
    this.image.hidden = !seen;
    if (kept && this.image.getAttribute("src") !== kept.data) this.image.src = kept.data;
    this.sheet.style.opacity = seen || this.own ? String(this.over / 100) : "";
    const file = h("input", { type: "file", accept: "image/*", "aria-label": "Picture of the scan" });
    file.addEventListener("change", () => file.files?.[0] && this.read(file.files[0]));
    const shown = h("input", { type: "checkbox" });
    shown.checked = seen;
    shown.addEventListener("change", () => kept && this.keep({ ...kept, shown: shown.checked }));
    const over = h("input", { type: "range", min: "0", max: "100", value: this.over, "aria-label": "How much of the map is seen" });
    over.addEventListener("input", () => {
      this.over = Number(over.value);
      if (seen || this.own) this.sheet.style.opacity = String(this.over / 100);
    });
    fill(
      this.menu,
      h("summary", { title: "A picture to trace, under the map" }, "Scan"),
      h(
        "div",
        { class: "menu-body" },
        h("p", { class: "faint" }, this.own ? "The map is a picture of your own. Make it pale to see what lies over it." : "Put a scan under the map to trace it. It stays in this browser, and is not part of the game."),
        !this.own && file,
        kept && h("label", { class: "check" }, shown, `Show ${kept.name}`),
        (kept || this.own) && h("label", {}, h("span", {}, "Map over it"), over),
        kept && h("button", { onclick: () => this.keep(null) }, "Take it away"),
      ),
    );
  }

  /** @param {File} file */
  read(file) {
    if (file.size > LARGEST) return toast("This picture is larger than 60 MB.", true);
    const reader = new FileReader();
    reader.onerror = () => toast("This picture cannot be read.", true);
    reader.onload = async () => {
      const data = String(reader.result);
      const picture = new Image();
      picture.src = data;
      if (!(await picture.decode().then(() => true, () => false))) return toast("This file is not a picture that the browser can show.", true);
      this.over = HALF;
      await this.keep({ name: file.name, data, shown: true });
    };
    reader.readAsDataURL(file);
  }

  /** @param {Kept | null} kept */
  async keep(kept) {
    this.kept = kept;
    this.show();
    await scans("readwrite", (own) => (kept ? own.put(kept, this.key) : own.delete(this.key))).catch(() => toast("The browser does not keep the scan: it is gone when the page is closed.", true));
  }
}
