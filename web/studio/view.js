// A window on a large sheet: pan and zoom with mouse, wheel, touch and keys. Lengths on the sheet are millimetres.

import { h } from "./dom.js";

/** Pixels of a millimetre at 100 %, as CSS defines them. */
export const ACTUAL = 96 / 25.4;
const LEAST = 0.15;
const MOST = 60;

export class View {
  /**
   * @param {HTMLElement} frame
   * @param {{ width: number, height: number }} size
   */
  constructor(frame, size) {
    this.frame = frame;
    this.size = size;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.stage = h("div", { class: "stage" });
    frame.append(this.stage);
    /** @type {() => void} */
    this.moved = () => {};
    /**
     * Whether a press begins something else than moving the sheet.
     * @type {(event: PointerEvent) => boolean}
     */
    this.grabs = () => false;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.up(event));
    this.watch = new ResizeObserver(() => this.fitted && this.fit());
    this.watch.observe(frame);
    this.fitted = true;
    this.fit();
  }

  /** @param {{ width: number, height: number }} size */
  resize(size) {
    const same = size.width === this.size.width && size.height === this.size.height;
    this.size = size;
    if (!same) this.fit();
    else this.apply();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || !height) return;
    this.scale = Math.max(LEAST, Math.min((width - 24) / this.size.width, (height - 24) / this.size.height));
    this.x = (width - this.size.width * this.scale) / 2;
    this.y = (height - this.size.height * this.scale) / 2;
    this.fitted = true;
    this.apply();
  }

  /**
   * @param {number} scale
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(scale, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(LEAST, scale));
    this.x = x - ((x - this.x) * next) / this.scale;
    this.y = y - ((y - this.y) * next) / this.scale;
    this.scale = next;
    this.fitted = false;
    this.apply();
  }

  /**
   * Brings a point of the sheet into the middle.
   * @param {number} x
   * @param {number} y
   * @param {number} [scale]
   */
  centre(x, y, scale = this.scale) {
    this.scale = scale;
    this.x = this.frame.clientWidth / 2 - x * scale;
    this.y = this.frame.clientHeight / 2 - y * scale;
    this.fitted = false;
    this.apply();
  }

  apply() {
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.style.setProperty("--pixel", String(1 / this.scale));
    this.moved();
  }

  /**
   * Where on the sheet an event is.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {[number, number]}
   */
  point(event) {
    const box = this.frame.getBoundingClientRect();
    return [(event.clientX - box.left - this.x) / this.scale, (event.clientY - box.top - this.y) / this.scale];
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    if (event.shiftKey) {
      this.x -= event.deltaY || event.deltaX;
      this.fitted = false;
      this.apply();
      return;
    }
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(this.scale * Math.exp(-event.deltaY * lines * 0.0016), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1 || this.grabs(event)) return;
    this.fingers.set(event.pointerId, event);
    this.frame.setPointerCapture(event.pointerId);
    this.frame.classList.add("moving");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers.values()].filter((own) => own.pointerId !== event.pointerId);
    const other = others[0];
    if (other) {
      const box = this.frame.getBoundingClientRect();
      const span = (/** @type {PointerEvent} */ a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      const x = (event.clientX + other.clientX) / 2 - box.left;
      const y = (event.clientY + other.clientY) / 2 - box.top;
      this.x += (event.clientX - before.clientX) / 2;
      this.y += (event.clientY - before.clientY) / 2;
      this.zoom((this.scale * span(event)) / span(before), x, y);
    } else {
      this.x += event.clientX - before.clientX;
      this.y += event.clientY - before.clientY;
      this.fitted = false;
      this.apply();
    }
    this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.frame.classList.remove("moving");
  }

  /**
   * Arrows move the sheet, `+` and `-` zoom, `0` fits it, `1` shows it at its real size.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const step = event.shiftKey ? 240 : 80;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move) {
      this.x += move[0] ?? 0;
      this.y += move[1] ?? 0;
      this.fitted = false;
      this.apply();
    } else if (event.key === "+" || event.key === "=") this.zoom(this.scale * 1.25);
    else if (event.key === "-") this.zoom(this.scale / 1.25);
    else if (event.key === "0") this.fit();
    else if (event.key === "1") this.zoom(ACTUAL);
    else return false;
    return true;
  }

  close() {
    this.watch.disconnect();
  }
}
