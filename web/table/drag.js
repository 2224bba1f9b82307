"use strict";
// Hands: what pointers do on the table and with pieces, wherever they lie.

/** Pixels that a pointer may tremble. */
const TREMBLE = 5;
/** Milliseconds after which a finger that rests opens the menu. */
const LONG = 480;

/** What pointers do. */
class Hands {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Pointers on the table, and where they are. @type {Map<number, Point>} */
    this.down = new Map();
    /** @type {{ ids: string[], ghost: any, spring: number | undefined, over: any, edge: number | undefined } | undefined} */
    this.carried = undefined;
    const { viewport } = app.surface;
    viewport.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#press(event));
    viewport.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#hover(event));
    viewport.addEventListener("pointerleave", () => app.hover(undefined));
    viewport.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      if (!this.carried) app.menuAt(event.clientX, event.clientY, pieceUnder(event.target));
    });
    viewport.addEventListener("dblclick", (/** @type {MouseEvent} */ event) => {
      const id = pieceUnder(event.target);
      if (id && !isCount(event.target)) app.turnOver([id]);
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button > 1) return;
    const { app } = this;
    /** @type {HTMLElement} */ (app.surface.viewport).focus({ preventScroll: true });
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.down.size === 2) return;
    const id = event.button === 0 ? pieceUnder(event.target) : undefined;
    const whole = isCount(event.target) || event.altKey;
    const start = { x: event.clientX, y: event.clientY };
    let moved = false;
    let last = start;
    const timer =
      event.pointerType === "mouse"
        ? undefined
        : setTimeout(() => {
            if (moved || this.down.size > 1) return;
            stop();
            app.menuAt(start.x, start.y, id);
          }, LONG);
    const move = (/** @type {PointerEvent} */ now) => {
      if (!this.down.has(now.pointerId)) return;
      if (this.down.size === 2) return this.#pinch(now);
      if (now.pointerId !== event.pointerId) return;
      if (!moved && Math.hypot(now.clientX - start.x, now.clientY - start.y) < TREMBLE) return;
      if (!moved) {
        moved = true;
        clearTimeout(timer);
        if (id) {
          stop();
          app.pick(id, { whole, add: now.shiftKey, keep: true });
          this.carry(now, [...app.selected]);
          return;
        }
        app.surface.viewport.classList.add("panning");
      }
      app.surface.pan(now.clientX - last.x, now.clientY - last.y);
      last = { x: now.clientX, y: now.clientY };
      this.down.set(now.pointerId, last);
    };
    const up = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== event.pointerId) {
        this.down.delete(now.pointerId);
        return;
      }
      stop();
      if (!moved && now.type === "pointerup") {
        if (id) app.pick(id, { whole, add: now.shiftKey || now.ctrlKey || now.metaKey });
        else app.choosePlace(app.surface.floor?.placeAt(app.surface.pointAt(now.clientX, now.clientY)), false);
      }
    };
    const stop = () => {
      clearTimeout(timer);
      this.down.delete(event.pointerId);
      app.surface.viewport.classList.remove("panning");
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** Two fingers: zoom and pan. @param {PointerEvent} event */
  #pinch(event) {
    const before = [...this.down.values()];
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...this.down.values()];
    const [a, b, c, d] = [...before, ...after];
    const far = (/** @type {Point} */ one, /** @type {Point} */ other) =>
      Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
    const middle = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    this.app.surface.pan(middle.x - (a.x + b.x) / 2, middle.y - (a.y + b.y) / 2);
    this.app.surface.zoom(far(c, d) / far(a, b), middle.x, middle.y);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "mouse" && !this.carried && this.down.size === 0) {
      this.app.hover({ x: event.clientX, y: event.clientY }, pieceUnder(event.target));
    }
  }

  /** Carries pieces from now on, wherever they were taken. @param {PointerEvent} event @param {string[]} ids */
  carry(event, ids) {
    if (ids.length === 0 || this.carried) return;
    const { app } = this;
    const size = Math.max(app.book.kindOf(ids[0]).size * SCALE * Math.max(app.surface.view.zoom, 0.45), 34);
    const shown = ids.slice(0, 6).map((id, n) =>
      h("img", {
        src: app.faceOf(id).picture || "",
        style: { width: `${size}px`, height: `${size}px`, left: `${n * 5}px`, top: `${-n * 5}px` },
      }),
    );
    const ghost = h("div.carried", {}, ...shown, ids.length > 1 ? h("span.count", {}, String(ids.length)) : false);
    document.body.append(ghost);
    this.carried = { ids, ghost, spring: undefined, over: undefined, edge: undefined };
    for (const id of ids) app.surface.elements.get(id)?.classList.add("away");
    document.body.classList.add("carrying");
    app.hover(undefined);
    const place = (/** @type {{ clientX: number, clientY: number }} */ now) => {
      ghost.style.transform = `translate(${now.clientX - size / 2}px, ${now.clientY - size / 2}px)`;
      this.#over(now);
    };
    place(event);
    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId === event.pointerId) place(now);
    };
    const key = (/** @type {KeyboardEvent} */ now) => {
      if (now.key === "Escape") end(undefined);
    };
    const end = (/** @type {PointerEvent | undefined} */ now) => {
      if (now && now.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", key, true);
      const carried = this.carried;
      this.#letGo();
      if (carried && now?.type === "pointerup") this.#drop(now, carried.ids);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", key, true);
  }

  #letGo() {
    const { carried, app } = this;
    if (!carried) return;
    clearTimeout(carried.spring);
    clearInterval(carried.edge);
    carried.ghost.remove();
    document.body.classList.remove("carrying");
    for (const element of app.surface.elements.values()) element.classList.remove("away");
    app.surface.mark("target", []);
    document.querySelectorAll(".drop-here").forEach((element) => element.classList.remove("drop-here"));
    this.carried = undefined;
  }

  /** What is below what is carried. @param {{ clientX: number, clientY: number }} now */
  #over({ clientX, clientY }) {
    const { carried, app } = this;
    if (!carried) return;
    const below = document.elementFromPoint(clientX, clientY);
    const tab = below?.closest("[data-tab-board]");
    if (tab !== carried.over) {
      clearTimeout(carried.spring);
      carried.over = tab;
      if (tab)
        carried.spring = setTimeout(() => app.showBoard(/** @type {HTMLElement} */ (tab).dataset.tabBoard ?? ""), 450);
    }
    document.querySelectorAll(".drop-here").forEach((element) => element.classList.remove("drop-here"));
    below?.closest("[data-drop]")?.classList.add("drop-here");
    const onTable = app.surface.viewport.contains(below);
    const place = onTable ? app.surface.floor?.placeAt(app.surface.pointAt(clientX, clientY)) : undefined;
    app.surface.mark("target", place ? [place] : []);
    clearInterval(carried.edge);
    if (!onTable) return;
    const box = app.surface.viewport.getBoundingClientRect();
    const push = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
      at < from + 28 ? 12 : at > to - 28 ? -12 : 0;
    const [dx, dy] = [push(clientX, box.left, box.right), push(clientY, box.top, box.bottom)];
    if (dx || dy) carried.edge = setInterval(() => app.surface.pan(dx, dy), 16);
  }

  /** @param {PointerEvent} event @param {string[]} ids */
  #drop(event, ids) {
    const { app } = this;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const drop = /** @type {HTMLElement | null} */ (below?.closest("[data-drop]") ?? null)?.dataset.drop;
    if (drop === "pool") return app.move(ids, null);
    if (drop?.startsWith("before:")) return app.reorder(ids, drop.slice(7));
    if (!app.surface.viewport.contains(below)) return undefined;
    const point = app.surface.pointAt(event.clientX, event.clientY);
    const under = pieceUnder(below);
    if (under && !ids.includes(under) && app.canRide(ids, under))
      return app.commit(rideMoves(app, ids, app.bearer(under)));
    const place = app.surface.floor?.placeAt(point);
    if (place) return app.move(ids, { place });
    return app.move(ids, { at: { x: Math.round(point.x * 10) / 10, y: Math.round(point.y * 10) / 10 } });
  }
}

/** The piece that an element belongs to. @param {EventTarget | null} target @returns {string | undefined} */
const pieceUnder = (target) =>
  /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest?.(".piece") ?? null)?.dataset.id;

/** Whether it is the number of a stack. @param {EventTarget | null} target */
const isCount = (target) => Boolean(/** @type {Element | null} */ (target)?.classList?.contains("count"));
