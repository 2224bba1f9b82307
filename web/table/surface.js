"use strict";
// The table top: boards and pieces, pan and zoom.

/** Pixels of the page for a millimetre at zoom 1. */
const SCALE = 4;
const ZOOM = { least: 0.08, most: 5 };
const SVG = "http://www.w3.org/2000/svg";

/** The table top. */
class Surface {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.viewport = find("#viewport");
    this.world = find("#world");
    /** @type {Map<string, any>} */
    this.elements = new Map();
    /** @type {Map<string, Standing>} */
    this.standing = new Map();
    this.view = { x: 0, y: 0, zoom: 1 };
    /** @type {number | undefined} */
    this.resting = undefined;
    this.viewport.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.#wheel(event), {
      passive: false,
    });
    new ResizeObserver(() => this.#apply()).observe(this.viewport);
  }

  /** Lays out the boards of a scenario. @param {Floor} floor */
  lay(floor) {
    this.floor = floor;
    this.elements.clear();
    const boards = floor.boards.map((board) => {
      const style = {
        left: `${board.x * SCALE}px`,
        top: `${board.y * SCALE}px`,
        width: `${board.width * SCALE}px`,
        height: `${board.height * SCALE}px`,
      };
      const inside = board.picture
        ? [h("img", { src: board.picture, alt: board.name, draggable: false })]
        : [h("h3", {}, board.name)];
      return h("div.board", { style, data: { board: board.id }, class: board.picture ? "" : "plain" }, ...inside);
    });
    this.marks = document.createElementNS(SVG, "svg");
    this.marks.setAttribute("viewBox", `0 0 ${floor.width} ${floor.height}`);
    Object.assign(this.marks.style, { width: `${floor.width * SCALE}px`, height: `${floor.height * SCALE}px` });
    this.marks.classList.add("marks");
    this.piecesLayer = h("div.pieces");
    const ours = [...floor.rooms.values()].filter((room) => floor.book.places.get(room.id)?.ours);
    const boxes = ours.map(({ id, box }) =>
      h(
        "div.own-box",
        {
          style: {
            left: `${box.x * SCALE}px`,
            top: `${box.y * SCALE}px`,
            width: `${box.width * SCALE}px`,
            height: `${box.height * SCALE}px`,
          },
        },
        floor.book.placeName(id),
      ),
    );
    this.world.replaceChildren(...boards, ...boxes, this.marks, this.piecesLayer);
  }

  /** Shows the position. */
  render() {
    const { floor } = this;
    if (!floor) return;
    this.standing = standings(floor, this.app.position);
    for (const [id, element] of this.elements) {
      if (!this.standing.has(id)) {
        element.remove();
        this.elements.delete(id);
      }
    }
    for (const standing of this.standing.values()) this.#renderPiece(standing);
    this.#renderControl();
    this.#renderDecks();
    this.showSelection();
  }

  /** Decks that have a box on the table lie in it. */
  #renderDecks() {
    this.world.querySelectorAll(".deck-pile").forEach((/** @type {Element} */ pile) => pile.remove());
    const { book, position } = this.app;
    for (const deck of book.decks.values()) {
      const place = book.engine.places.find(
        (/** @type {any} */ own) => own.box_kind === "deck" && (own.side ?? null) === (deck.side ?? null),
      );
      const room = place && this.floor?.rooms.get(place.id);
      const { draw } = position.deck(deck.id);
      if (!room || draw.length === 0) continue;
      const { x, y, height, width } = room.box;
      const tall = Math.min(height * 0.78, width * 1.1);
      const style = {
        left: `${(x + width / 2 - tall * 0.36) * SCALE}px`,
        top: `${(y + height - tall - height * 0.05) * SCALE}px`,
        height: `${tall * SCALE}px`,
      };
      const back = book.pictures.cards[deck.cards[0]]?.[1] ?? "";
      this.piecesLayer.before(
        h(
          "button.deck-pile",
          { type: "button", title: deck.name, tabIndex: -1, style, onclick: () => this.app.showPanel("cards") },
          h("img", { src: back, alt: deck.name, draggable: false, style: { height: style.height } }),
          h("span.count", {}, String(draw.length)),
        ),
      );
    }
  }

  /** @param {Standing} standing */
  #renderPiece(standing) {
    const { id, x, y, size, layer, height, above } = standing;
    let element = this.elements.get(id);
    const fresh = !element;
    if (!element) {
      element = h("div.piece", { data: { id } }, h("img", { alt: "", draggable: false }));
      this.elements.set(id, element);
    }
    const face = this.app.faceOf(id);
    const image = element.firstChild;
    if (element.dataset.picture !== face.picture) {
      element.dataset.picture = face.picture;
      image.hidden = face.picture === "";
      if (face.picture) image.src = face.picture;
      else image.removeAttribute("src");
    }
    element.classList.toggle("hidden-face", face.hidden);
    element.classList.toggle("rider", this.app.position.piece(id).on !== null);
    element.title = "";
    image.alt = face.name;
    const side = size * SCALE;
    element.style.width = element.style.height = `${side}px`;
    element.style.transform = `translate(${x * SCALE - side / 2}px, ${y * SCALE - side / 2}px)`;
    element.style.zIndex = String(Math.round(layer * 2) + 1);
    const badge = element.querySelector(".count");
    if (above === 0 && height > 1 && layer === Math.floor(layer)) {
      if (badge) badge.textContent = String(height);
      else element.append(h("span.count", { title: "Select the whole stack" }, String(height)));
    } else badge?.remove();
    if (fresh) this.piecesLayer.append(element);
  }

  /** A flag in each place whose control players have changed. */
  #renderControl() {
    this.marks?.querySelectorAll(".flag").forEach((/** @type {Element} */ flag) => flag.remove());
    for (const [id, side] of this.app.position.control) {
      const room = this.floor?.rooms.get(id);
      if (!room || !this.marks) continue;
      const flag = document.createElementNS(SVG, "path");
      flag.setAttribute("class", "flag");
      flag.setAttribute("d", outlinePath(room.outline));
      flag.setAttribute("style", `stroke: ${side ? (this.app.book.sides.get(side)?.colour ?? "#888") : "#888"}`);
      this.marks.append(flag);
    }
  }

  /** Marks what is selected. */
  showSelection() {
    for (const [id, element] of this.elements) element.classList.toggle("selected", this.app.selected.has(id));
    this.mark("chosen", this.app.place ? [this.app.place] : []);
  }

  /** Marks places in a way. @param {string} how @param {string[]} places */
  mark(how, places) {
    this.marks?.querySelectorAll(`.${how}`).forEach((/** @type {Element} */ path) => path.remove());
    for (const id of places) {
      const room = this.floor?.rooms.get(id);
      if (!room || !this.marks) continue;
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", how);
      path.setAttribute("d", outlinePath(room.outline));
      this.marks.append(path);
    }
  }

  /** The point of the table below a point of the window, in millimetres. @param {number} clientX @param {number} clientY @returns {Point} */
  pointAt(clientX, clientY) {
    const { left, top } = this.viewport.getBoundingClientRect();
    const { x, y, zoom } = this.view;
    return { x: (clientX - left - x) / zoom / SCALE, y: (clientY - top - y) / zoom / SCALE };
  }

  /** The point of the window above a point of the table. @param {Point} point */
  windowPoint(point) {
    const { left, top } = this.viewport.getBoundingClientRect();
    const { x, y, zoom } = this.view;
    return { x: left + x + point.x * SCALE * zoom, y: top + y + point.y * SCALE * zoom };
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.#apply();
  }

  /** Zooms about a point of the window. @param {number} factor @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const { left, top, width, height } = this.viewport.getBoundingClientRect();
    const [x, y] = [(clientX ?? left + width / 2) - left, (clientY ?? top + height / 2) - top];
    const zoom = Math.min(Math.max(this.view.zoom * factor, ZOOM.least), ZOOM.most);
    const change = zoom / this.view.zoom;
    this.view = { x: x - (x - this.view.x) * change, y: y - (y - this.view.y) * change, zoom };
    this.#apply();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    closeMenu();
    const lines = event.deltaMode === 1 ? 24 : 1;
    // Two fingers on a touchpad pan; a wheel, or a pinch, zooms.
    if (!event.ctrlKey && event.deltaX !== 0 && event.deltaMode === 0) this.pan(-event.deltaX, -event.deltaY);
    else this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
  }

  /** Shows a part of the table. @param {Box} box @param {boolean} [smooth] */
  show(box, smooth = true) {
    const { width, height } = this.viewport.getBoundingClientRect();
    const edge = 16;
    // The buttons of the boards lie over the table.
    const top = find("#boards").offsetHeight > 0 ? find("#boards").offsetHeight + 20 : edge;
    const zoom = Math.min(
      Math.max(
        Math.min((width - 2 * edge) / (box.width * SCALE), (height - edge - top) / (box.height * SCALE)),
        ZOOM.least,
      ),
      ZOOM.most,
    );
    const middle = middleOf(box);
    this.view = {
      x: width / 2 - middle.x * SCALE * zoom,
      y: (height + top - edge) / 2 - middle.y * SCALE * zoom,
      zoom,
    };
    if (smooth) this.#glide();
    else this.world.classList.remove("gliding");
    this.#apply();
  }

  /** Brings a point into sight, not closer than needed. @param {Point} point */
  showPoint(point) {
    const { width, height } = this.viewport.getBoundingClientRect();
    const zoom = Math.max(this.view.zoom, 0.7);
    this.view = { x: width / 2 - point.x * SCALE * zoom, y: height / 2 - point.y * SCALE * zoom, zoom };
    this.#glide();
    this.#apply();
  }

  #glide() {
    this.world.classList.add("gliding");
    setTimeout(() => this.world.classList.remove("gliding"), 320);
  }

  #apply() {
    const { floor, view } = this;
    if (!floor) return;
    const { width, height } = this.viewport.getBoundingClientRect();
    // Something of the table stays in sight.
    const reach = 120;
    view.x = Math.min(Math.max(view.x, reach - floor.width * SCALE * view.zoom), width - reach);
    view.y = Math.min(Math.max(view.y, reach - floor.height * SCALE * view.zoom), height - reach);
    this.world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
    this.world.style.setProperty("--still", String(1 / view.zoom));
    this.world.classList.toggle("far", view.zoom < 0.3);
    // While it moves it is a picture of itself; at rest it is drawn sharp.
    this.world.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.world.classList.remove("moving"), 160);
    this.app.viewMoved();
  }
}

/** @param {Point[]} outline */
const outlinePath = (outline) => `M${outline.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;
