"use strict";
// The start of a game, and games as files.

/** Saves the game as a file. @param {App} app */
function saveFile(app) {
  const name = `${app.book.game.id}-${app.play.scenario}-turn-${app.position.turn}.json`.replace(/[^\w.-]+/g, "-");
  const link = h("a", {
    href: URL.createObjectURL(new Blob([app.play.saved()], { type: "application/json" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  toast(`Saved as ${name}`);
}

/** Asks for a file and opens it. @param {App} app */
function openFile(app) {
  const field = h("input", { type: "file", accept: ".json,application/json", id: "file", hidden: true });
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    field.remove();
    if (file) void file.text().then((/** @type {string} */ text) => openText(app, text));
  });
  document.body.append(field);
  field.click();
}

/** @param {App} app @param {string} text @returns {boolean} */
function openText(app, text) {
  try {
    app.begin(Play.opened(app.book, text), app.viewer);
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    toast("The game is open.");
    return true;
  } catch (problem) {
    toast(`Cannot open the file: ${problem instanceof Error ? problem.message : problem}`, "bad");
    return false;
  }
}

/** The dialog with which everything begins. @param {App} app */
function startDialog(app) {
  const { engine, game } = app.book;
  const kept = KEEP.get(app.keptAs);
  const seed = h("input", { type: "text", value: newSeed(), maxLength: 40, id: "seed", "aria-label": "Seed" });
  const side = h(
    "select",
    { id: "start-viewer" },
    h("option", { value: "" }, "everybody: hands lie open"),
    ...engine.sides.map((/** @type {any} */ one) => h("option", { value: one.id }, one.name)),
  );
  const begin = (/** @type {string} */ id) => {
    dialog.close();
    app.begin(new Play(app.book, id, seed.value.trim() || newSeed()), side.value || null);
  };
  const cards = engine.scenarios.map((/** @type {any} */ one) => {
    const turns = one.turns ? `Turns ${one.turns.first} to ${one.turns.last}` : "";
    const pieces = one.setup.reduce((/** @type {number} */ sum, /** @type {any} */ own) => sum + own.copies, 0);
    return h(
      "button.scenario",
      { type: "button", data: { scenario: one.id }, onclick: () => begin(one.id) },
      h("strong", {}, one.name),
      h("span", {}, [turns, `${pieces} pieces`].filter(Boolean).join(" · ")),
      one.text ? h("p", {}, one.text) : false,
    );
  });
  const resume =
    kept && isReadable(app, kept)
      ? h(
          "button.button.primary",
          { type: "button", id: "resume", onclick: () => (dialog.close(), openText(app, kept)) },
          "Go on with the last game",
        )
      : false;
  const sentence = (/** @type {string} */ text) => `${text.replace(/\.$/, "")}.`;
  const about = [
    game.designer ? sentence(`Designed by ${game.designer}`) : "",
    game.publisher ? sentence(`Published by ${game.publisher}`) : "",
    game.status === "unofficial" ? "This table is unofficial." : "",
  ]
    .filter(Boolean)
    .join(" ");
  const dialog = showDialog(
    game.title,
    [
      game.about ? h("p.note", {}, game.about) : "",
      h("div.scenarios", {}, ...cards),
      h(
        "div.start-options",
        {},
        h("label", {}, "Play for ", side),
        h("label", { title: "Dice and decks follow from it" }, "Seed ", seed),
      ),
      h(
        "div.buttons",
        {},
        resume || "",
        h("button.button", { type: "button", onclick: () => openFile(app) }, icon("open"), "Open a saved game"),
      ),
      about ? h("p.fine", {}, about) : "",
    ].filter(Boolean),
    { must: !app.dealt, wide: true },
  );
}

/** @param {App} app @param {string} text */
function isReadable(app, text) {
  try {
    return Play.opened(app.book, text).entries.length > 0;
  } catch {
    return false;
  }
}

/** @param {App} app */
function mainMenu(app) {
  const box = find("#main-menu").getBoundingClientRect();
  showMenu(box.left, box.bottom + 4, [
    { label: "New game …", run: () => startDialog(app) },
    { label: "Save as a file", hint: "Ctrl S", run: () => saveFile(app) },
    { label: "Open a file …", hint: "Ctrl O", run: () => openFile(app) },
    "line",
    { label: "State of play …", run: () => conditionsDialog(app) },
    { label: "Rules in short …", run: () => rulesDialog(app) },
    { label: "Help …", hint: "?", run: helpDialog },
  ]);
}
