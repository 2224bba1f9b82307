"use strict";
// Menus of pieces and places, and the dialogs of the page.

/** The menu of pieces. @param {App} app @param {string[]} ids @returns {MenuItem[]} */
function pieceMenu(app, ids) {
  const { book, position } = app;
  const [id] = ids;
  const kind = book.kindOf(id);
  const piece = position.piece(id);
  const title = ids.length > 1 ? `${ids.length} pieces` : app.faceOf(id).name;
  /** @type {MenuItem[]} */
  const items = [{ title }];
  const faces = kind.faces.length > 1 && ids.every((one) => book.kindOf(one).key === kind.key);
  if (ids.some((one) => book.kindOf(one).faces.length > 1))
    items.push({ label: kind.faces.length > 2 ? "Next step" : "Flip", hint: "F", run: () => app.turnOver(ids) });
  if (faces && kind.faces.length > 2) {
    kind.faces.forEach((face, level) =>
      items.push({
        label: face.state,
        picture: face.picture,
        checked: piece.level === level,
        run: () => app.commit([{ do: "face", pieces: ids, level }]),
      }),
    );
  }
  const statuses = [...book.kinds.values()].filter(
    (one) => one.role === "status" && (!one.side || one.side === kind.side),
  );
  if (kind.type === "unit" && position.inPlay(piece) && statuses.length > 0) {
    items.push("line", { title: "Status" });
    for (const status of statuses) items.push(statusItem(app, ids, status));
  }
  const each = book.engine.rules.actions.filter(
    (/** @type {any} */ action) => action.each && ids.some((one) => movesOf(position, action, one).length > 0),
  );
  const lost = [...book.places.values()].filter(
    (place) =>
      place.box_kind === "eliminated" &&
      (!place.side || place.side === kind.side) &&
      app.surface.floor?.rooms.has(place.id),
  );
  items.push("line");
  for (const action of each)
    items.push({ label: action.name, run: () => app.commit(ids.flatMap((one) => movesOf(position, action, one))) });
  for (const place of lost)
    if (piece.place !== place.id && kind.type === "unit")
      items.push({ label: `To: ${book.placeName(place.id)}`, run: () => app.move(ids, { place: place.id }) });
  items.push({ label: "Move to …", hint: "M", run: () => placeDialog(app, ids) });
  if (piece.place) {
    const { place } = piece;
    items.push(
      { label: "To the top of the stack", hint: "]", run: () => app.move(ids, { place }) },
      {
        label: "To the bottom of the stack",
        hint: "[",
        run: () => app.commit([{ do: "move", pieces: ids, to: { place }, under: true }]),
      },
    );
  }
  if (position.inPlay(piece)) items.push({ label: "Take off the table", hint: "Del", run: () => app.move(ids, null) });
  return items;
}

/** @param {App} app @param {string[]} ids @param {Kind} status @returns {MenuItem} */
function statusItem(app, ids, status) {
  const { book, position } = app;
  const units = ids.filter((id) => book.kindOf(id).type === "unit");
  const has = (/** @type {string} */ id) =>
    position.riders(id).find((rider) => book.kindOf(rider.id).key === status.key);
  const all = units.length > 0 && units.every((id) => has(id));
  const left = position.pool(status.key);
  const run = () => {
    if (all)
      return app.commit([{ do: "move", pieces: units.map((id) => /** @type {Piece} */ (has(id)).id), to: null }]);
    /** @type {Move[]} */
    const moves = [];
    units
      .filter((id) => !has(id))
      .forEach((id, n) => {
        // Of the markers of one group, a unit has at most one.
        const rivals = status.group
          ? position.riders(id).filter((rider) => book.kindOf(rider.id).group === status.group)
          : [];
        if (rivals.length > 0) moves.push({ do: "move", pieces: rivals.map((rider) => rider.id), to: null });
        if (left[n]) moves.push(...rideMoves(app, [left[n].id], id));
      });
    return app.commit(moves);
  };
  return {
    label: status.name,
    picture: status.faces[faceFor(app, status, ids[0])].picture,
    checked: all,
    disabled: !all && left.length === 0,
    hint: all ? undefined : `${left.length} left`,
    run,
  };
}

/** The face that a marker shows on a piece: that of the piece's side, if it has one. @param {App} app @param {Kind} kind @param {string} bearer */
function faceFor(app, kind, bearer) {
  const { side } = app.book.kindOf(bearer);
  return Math.max(
    kind.faces.findIndex((face) => side !== undefined && (face.side === side || face.state === side)),
    0,
  );
}

/** Lays markers on a piece, with the right face up. @param {App} app @param {string[]} ids @param {string} bearer @returns {Move[]} */
function rideMoves(app, ids, bearer) {
  /** @type {Move[]} */
  const turned = ids
    .map((id) => ({
      do: /** @type {"face"} */ ("face"),
      pieces: [id],
      level: faceFor(app, app.book.kindOf(id), bearer),
    }))
    .filter((move) => app.position.piece(move.pieces[0]).level !== move.level);
  return [...turned, { do: "move", pieces: ids, to: { on: bearer } }];
}

/** The menu of a place. @param {App} app @param {string} place @returns {MenuItem[]} */
function placeMenu(app, place) {
  const { book, position } = app;
  const record = book.places.get(place);
  const stack = position.stack(place);
  /** @type {MenuItem[]} */
  const items = [{ title: book.placeName(place) }];
  if (stack.length > 0) items.push({ label: `Select all (${stack.length})`, hint: "A", run: () => app.select(stack) });
  if (app.selected.size > 0)
    items.push({
      label: `Move ${app.selected.size === 1 ? app.faceOf([...app.selected][0]).name : `${app.selected.size} pieces`} here`,
      run: () => app.move([...app.selected], { place }),
    });
  if (record?.kind === "area" || isCell(record)) {
    items.push("line", { title: "Control" });
    const control = position.controlOf(place);
    for (const side of book.sides.values())
      items.push({
        label: side.name,
        checked: control === side.id,
        run: () => app.commit([{ do: "control", place, side: side.id }]),
      });
    items.push({ label: "Nobody", checked: !control, run: () => app.commit([{ do: "control", place, side: null }]) });
  }
  if (record?.box_kind && record.draw === "random" && stack.length > 0)
    items.push({ label: "Draw a piece at random", run: () => app.drawFrom(place) });
  const markers = [...book.kinds.values()].filter(
    (kind) => kind.role === "place" && position.pool(kind.key).length > 0,
  );
  if (markers.length > 0) items.push("line", { title: "Put a marker" });
  for (const kind of markers)
    items.push({
      label: kind.name,
      picture: kind.faces[0].picture,
      hint: `${position.pool(kind.key).length} left`,
      run: () => app.move([position.pool(kind.key)[0].id], { place }),
    });
  return items;
}

/** The conditions of the game that no counter shows. @param {App} app */
function conditionsDialog(app) {
  const { book } = app;
  const ask = new Ask(app.position, noFight());
  const rows = book.engine.rules.conditions
    .filter((/** @type {any} */ one) => one.id !== "turn")
    .map((/** @type {any} */ condition) => {
      const value = ask.value(condition.id);
      const set = (/** @type {any} */ given) => app.commit([{ do: "condition", id: condition.id, value: given }]);
      /** @type {any} */
      let control;
      if (condition.kind === "yes-no")
        control = h("input", { type: "checkbox", checked: value === true, onchange: () => set(control.checked) });
      else if (condition.kind === "choice")
        control = h(
          "select",
          { onchange: () => set(control.value) },
          ...condition.choices.map((/** @type {string} */ one) =>
            h("option", { value: one, selected: value === one }, one),
          ),
        );
      else
        control = h("input", {
          type: "number",
          value: String(value),
          min: condition.min ?? undefined,
          max: condition.max ?? undefined,
          onchange: () => set(Math.floor(Number(control.value)) || 0),
        });
      return h("label.input", {}, h("span", {}, condition.name), control);
    });
  showDialog("State of play", [h("p.note", {}, "What no counter shows. Tables ask for it."), ...rows]);
}

/** @param {App} app */
function rulesDialog(app) {
  const { rules } = app.book.engine;
  const part = (/** @type {string} */ title, /** @type {any[]} */ records) =>
    records.length > 0
      ? [h("h3", {}, title), ...records.map((one) => h("p.rule-text", {}, h("b", {}, `${one.name}. `), one.text))]
      : [];
  const own = app.position.scenario;
  const victories = rules.victories.filter(
    (/** @type {any} */ one) => own.victory.length === 0 || own.victory.includes(one.id),
  );
  const special = rules.rules.filter((/** @type {any} */ one) => own.special.includes(one.id));
  const rest = rules.rules.filter((/** @type {any} */ one) => !own.special.includes(one.id));
  showDialog(
    "Rules in short",
    [
      own.text ? h("p.note", {}, own.text) : "",
      ...part("Victory", victories),
      ...part("Of this scenario", special),
      ...part("In every scenario", rest),
    ].filter(Boolean),
    { wide: true },
  );
}

function helpDialog() {
  const keys = [
    ["Drag", "Move a piece; with its stack, drag the number on it or hold Alt"],
    ["Shift + click", "Select more pieces"],
    ["Double click, F", "Flip, or take the next step"],
    ["Right click, rest a finger, Enter", "Menu of a piece or a place"],
    ["M", "Move what is selected to a place that you type"],
    ["[ and ]", "To the bottom or the top of the stack"],
    ["A", "Select everything in the place"],
    ["Delete", "Take off the table"],
    ["N, Shift + N", "Next or previous piece on the map"],
    ["Space, Shift + Space", "Next or previous step of the sequence"],
    ["R", "Roll the dice of the log"],
    ["Ctrl + Z, Ctrl + Shift + Z", "Undo, redo"],
    ["Arrows, + and −, 0", "Pan, zoom, see everything"],
    ["1 to 9", "Go to a board"],
    ["Ctrl + S, Ctrl + O", "Save as a file, open a file"],
    ["/", "Find a piece or a place"],
    ["Esc", "Let go, close"],
  ];
  showDialog(
    "Help",
    [
      h(
        "p.note",
        {},
        "Everything can be undone. The rules are yours to keep: the table moves what you move, counts what it can see, and rolls what you ask.",
      ),
      h("dl.keys", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])),
    ],
    { wide: true },
  );
}

/** Asks for a place to move pieces to. @param {App} app @param {string[]} ids */
function placeDialog(app, ids) {
  const field = h("input", { type: "search", placeholder: "Number or name", "aria-label": "Place", autofocus: true });
  const list = h("div.places");
  const { rooms } = /** @type {Floor} */ (app.surface.floor);
  const all = [...app.book.places.values()]
    .filter((place) => rooms.has(place.id))
    .map((place) => ({
      id: place.id,
      name: app.book.placeName(place.id),
      short: String(place.label).toLowerCase(),
    }));
  const shown = () => {
    const text = field.value.trim().toLowerCase();
    const rank = (/** @type {any} */ one) => (one.short === text ? 0 : one.short.startsWith(text) ? 1 : 2);
    return all
      .filter((one) => one.name.toLowerCase().includes(text))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 40);
  };
  const go = (/** @type {string} */ place) => {
    dialog.close();
    app.move(ids, { place });
  };
  const draw = () =>
    list.replaceChildren(
      ...shown().map((one) => h("button.list-row", { type: "button", onclick: () => go(one.id) }, one.name)),
    );
  field.addEventListener("input", draw);
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const [best] = shown();
    if (event.key === "Enter" && best) go(best.id);
  });
  draw();
  const dialog = showDialog("Move to", [field, list]);
  field.focus();
}
