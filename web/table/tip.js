"use strict";
// What a resting mouse is told: the place, and the pieces of its stack.

/** The note beside the mouse. */
class Tip {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Tells what is under a resting mouse. @param {Point | undefined} point @param {string} [piece] */
  hover(point, piece) {
    const tip = find("#tip");
    clearTimeout(this.timer);
    const place =
      point &&
      (piece
        ? this.app.position.placeOf(piece)
        : this.app.surface.floor?.placeAt(this.app.surface.pointAt(point.x, point.y)));
    if (tip.dataset.place === (place ?? "") && !tip.hidden && place) return;
    tip.hidden = true;
    if (!point || !place || place === this.app.place || find("#menu")) return;
    this.timer = setTimeout(() => {
      tip.dataset.place = place;
      const pieces = this.app.position.stack(place);
      const pictures = pieces
        .slice(-12)
        .map((id) => this.app.faceOf(id))
        .map((face) =>
          h(
            "figure",
            {},
            face.picture ? h("img", { src: face.picture, alt: "" }) : h("span.blank", {}, "?"),
            h("figcaption", {}, face.name),
          ),
        );
      tip.replaceChildren(
        h("strong", {}, this.app.book.placeName(place)),
        h("span", {}, placeFacts(this.app, place)),
        pieces.length > 0 ? h("div.tip-pieces", {}, ...pictures) : "",
      );
      tip.hidden = false;
      const { width, height } = tip.getBoundingClientRect();
      tip.style.left = `${Math.max(6, Math.min(point.x + 18, innerWidth - width - 8))}px`;
      tip.style.top = `${point.y + 22 + height > innerHeight ? Math.max(6, point.y - height - 14) : point.y + 22}px`;
    }, 420);
  }
}
