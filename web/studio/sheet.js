// The picture of a map: parts that lie one above the other. When the map changes, only parts that changed are fetched.

import { ask, picture } from "./api.js";
import { h } from "./dom.js";

export class MapSheet {
  constructor() {
    this.element = h("div", { class: "sheet" });
    this.key = "";
  }

  /**
   * Shows a map; nothing changes before all of it can be seen.
   * @param {import("./api.js").State} state
   * @param {{ id: string, key: string }} map
   */
  async show(state, map) {
    const key = `${state.id} ${map.key}`;
    if (this.key === key) return;
    this.key = key;
    /** @type {{ parts: string[] }} */
    const { parts } = await ask(`game/${encodeURIComponent(state.id)}/sheet`, { map: map.id, key: map.key });
    const had = /** @type {HTMLImageElement[]} */ ([...this.element.children]);
    const images = parts.map((part) => {
      const same = had.findIndex((own) => own.dataset.part === part);
      if (same >= 0) return /** @type {HTMLImageElement} */ (had.splice(same, 1)[0]);
      return h("img", { src: picture(part), alt: "", draggable: "false", data: { part } });
    });
    await Promise.all(images.filter((own) => !own.isConnected).map((own) => own.decode().catch(() => {})));
    // Another map was asked for meanwhile.
    if (this.key !== key) return;
    for (const old of had) old.remove();
    images.forEach((own, n) => this.element.children[n] !== own && this.element.insertBefore(own, this.element.children[n] ?? null));
    this.element.dataset.key = map.key;
  }
}
