"use strict";
// What is in the chosen place, fanned out: to look at, to take single pieces from, and to put in another order.

/** The strip below the table. */
class Strip {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = find("#strip");
  }

  render() {
    const { app, element } = this;
    const place = app.place;
    element.hidden = !place;
    if (!place) return;
    const pieces = app.position.stack(place).flatMap((id) => [id, ...app.position.riders(id).map((rider) => rider.id)]);
    const head = h(
      "header",
      {},
      h("div", {}, h("strong", {}, app.book.placeName(place)), h("span", {}, placeFacts(app, place))),
      h(
        "button.button.square",
        { type: "button", "aria-label": "Close", onclick: () => app.choosePlace(undefined, false) },
        icon("close"),
      ),
    );
    const shown = pieces.map((id) => this.#piece(id));
    const order = pieces.length > 1 ? h("p.hint", {}, "Lowest on the left. Drag to reorder or to move.") : false;
    element.replaceChildren(
      head,
      pieces.length > 0 ? h("div.fan", {}, ...shown, h("span.end", { data: { drop: "before:" } })) : "",
      order || "",
    );
  }

  /** @param {string} id */
  #piece(id) {
    const { app } = this;
    const face = app.faceOf(id);
    const rider = app.position.piece(id).on !== null;
    const values = face.hidden ? "" : valuesText(app, id);
    const item = h(
      "button.fan-piece",
      {
        type: "button",
        data: { fan: id, ...(rider ? {} : { drop: `before:${id}` }) },
        class: `${app.selected.has(id) ? "selected" : ""} ${rider ? "rider" : ""}`,
        title: face.name,
      },
      face.picture ? h("img", { src: face.picture, alt: face.name, draggable: false }) : h("span.blank", {}, "?"),
      h("span", {}, face.name),
      values ? h("small", {}, values) : false,
    );
    item.addEventListener("click", (/** @type {MouseEvent} */ event) =>
      app.pick(id, { add: event.shiftKey || event.ctrlKey || event.metaKey, stay: true }),
    );
    item.addEventListener("dblclick", () => app.turnOver([id]));
    item.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) =>
      dragFrom(app, event, () => (app.selected.has(id) ? [...app.selected] : [id])),
    );
    item.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      app.menuAt(event.clientX, event.clientY, id);
    });
    return item;
  }
}

/** The face up, in words. @param {App} app @param {string} id */
function valuesText(app, id) {
  const kind = app.book.kindOf(id);
  const face = kind.faces[app.position.piece(id).level];
  return kind.faces.length > 1 ? (face?.state ?? "") : "";
}

/** What is known of a place, in a line. @param {App} app @param {string} id */
function placeFacts(app, id) {
  const place = app.book.places.get(id);
  if (!place) return "";
  const facts = [placeKind(app.book, place)];
  const control = app.position.controlOf(id);
  if (control) facts.push(`${app.book.sideName(control)} control`);
  const units = app.position.stack(id).filter((piece) => app.book.kindOf(piece).type === "unit").length;
  if (units > 0) facts.push(`${units} ${units === 1 ? "unit" : "units"}`);
  for (const info of app.book.engine.attributes) {
    const value = place.attributes?.[info.id];
    if (value === true) facts.push(info.name);
    else if (value !== undefined && value !== false && value !== 0 && value !== "") facts.push(`${info.name} ${value}`);
  }
  return facts.filter(Boolean).join(" · ");
}
