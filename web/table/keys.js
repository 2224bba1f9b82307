"use strict";
// Keys, and the start of the page.

/** Goes to the next piece on the table that whoever looks may see. @param {App} app @param {1 | -1} direction */
function nextPiece(app, direction) {
  const own = [...app.surface.standing.values()].filter((one) => {
    const kind = app.book.kindOf(one.id);
    return kind.type === "unit" && (app.viewer === null || kind.side === app.viewer);
  });
  own.sort((a, b) => Math.round(a.y / 12) - Math.round(b.y / 12) || a.x - b.x);
  if (own.length === 0) return;
  const at = own.findIndex((one) => app.selected.has(one.id));
  app.goToPiece(own[(at + direction + own.length) % own.length].id);
}

/** What keys do on the table, and with the Control key anywhere. @param {App} app @param {KeyboardEvent} event @returns {boolean} whether it did something */
function pressed(app, event) {
  const ids = [...app.selected];
  const { key, shiftKey: shift } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === "z") app.goTo(app.play.cursor + (shift ? 1 : -1));
    else if (key.toLowerCase() === "y") app.goTo(app.play.cursor + 1);
    else if (key.toLowerCase() === "s") saveFile(app);
    else if (key.toLowerCase() === "o") openFile(app);
    else return false;
    return true;
  }
  const pan = 70;
  const first = ids.length > 0 ? app.position.piece(ids[0]) : undefined;
  switch (key) {
    case "ArrowLeft":
      app.surface.pan(pan, 0);
      return true;
    case "ArrowRight":
      app.surface.pan(-pan, 0);
      return true;
    case "ArrowUp":
      app.surface.pan(0, pan);
      return true;
    case "ArrowDown":
      app.surface.pan(0, -pan);
      return true;
    case "+":
    case "=":
      app.surface.zoom(1.25);
      return true;
    case "-":
    case "−":
      app.surface.zoom(0.8);
      return true;
    case "0":
      app.showAll();
      return true;
    case "/":
      app.showPanel("pieces");
      find("#find")?.focus();
      return true;
    case "?":
      helpDialog();
      return true;
    case "Escape":
      closeMenu();
      app.choosePlace(undefined, false);
      return true;
    case " ":
      app.nextStep(shift ? -1 : 1);
      return true;
    case "Delete":
    case "Backspace":
      if (ids.length > 0) app.move(ids, null);
      return true;
    case "Enter": {
      const standing = first && app.surface.standing.get(first.id);
      const room = app.place ? app.surface.floor?.rooms.get(app.place) : undefined;
      const point = standing ?? room?.centre;
      if (!point) return false;
      const { x, y } = app.surface.windowPoint(point);
      app.menuAt(x, y, first?.id);
      return true;
    }
    case "]":
      if (first?.place) app.move(ids, { place: first.place });
      return true;
    case "[":
      if (first?.place) app.commit([{ do: "move", pieces: ids, to: { place: first.place }, under: true }]);
      return true;
  }
  if (/^[1-9]$/.test(key)) {
    const board = app.surface.floor?.boards[Number(key) - 1];
    if (board) app.surface.show(board);
    return true;
  }
  switch (key.toLowerCase()) {
    case "f":
      app.turnOver(ids);
      return true;
    case "m":
      if (ids.length > 0) placeDialog(app, ids);
      return true;
    case "a":
      if (app.place) app.select(app.position.stack(app.place));
      return true;
    case "n":
      nextPiece(app, shift ? -1 : 1);
      return true;
    case "r":
      app.roll({ ...app.panels.log.dice, tens_and_units: false });
      return true;
    default:
      return false;
  }
}

/** Starts the page. */
function main() {
  const theme = KEEP.get("punchboard table theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const data = /** @type {any} */ (window).PUNCHBOARD;
  if (!data?.engine || !data.pictures) {
    document.body.textContent =
      "game.js is missing: it lies beside this page in the folder that `punchboard build --only web` makes.";
    return;
  }
  const app = new App(new Book(data));
  /** @type {any} */ (window).table = app;
  find("#main-menu").append(icon("menu"));
  find("#main-menu").addEventListener("click", () => mainMenu(app));
  find("#zoomer").append(
    iconButton("plus", "Closer", () => app.surface.zoom(1.3)),
    iconButton("minus", "Further away", () => app.surface.zoom(1 / 1.3)),
    iconButton("fit", "See everything", () => app.showAll()),
  );
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const writes = target.matches?.("input, select, textarea") || target.closest?.("dialog, #menu");
    const command = event.ctrlKey || event.metaKey;
    // Space and Enter press the button that has the focus.
    const presses = (event.key === " " || event.key === "Enter") && target.matches?.("button, summary, a");
    if (
      event.altKey ||
      ((writes || presses) && !(command && !target.closest?.("dialog") && target.tagName !== "INPUT"))
    )
      return;
    if (pressed(app, event)) event.preventDefault();
  });
  // Pieces are carried by ourselves, not by the browser.
  addEventListener("dragstart", (event) => event.preventDefault());
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void file.text().then((text) => openText(app, text));
  });
  if (innerWidth < 820) document.body.classList.add("no-panel");
  // An address may name a scenario: index.html#campaign.
  const named = decodeURIComponent(location.hash.slice(1));
  const known = app.book.scenarios.has(named);
  app.begin(new Play(app.book, known ? named : app.book.engine.scenarios[0].id, newSeed()), null);
  if (known) return;
  app.dealt = false;
  startDialog(app);
  app.dealt = true;
}

main();
