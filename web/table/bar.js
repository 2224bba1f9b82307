"use strict";
// The bar: whose turn it is, who looks, and the way to each board.

/** What the bar shows. @param {App} app */
function renderBar(app) {
  const { position, book, play } = app;
  find("#title").textContent = book.game.title;
  find("#subtitle").textContent = position.scenario.name;
  document.title = `${book.game.title} · turn ${position.turn}`;
  const step = book.steps[position.step];
  const last = position.scenario.turns?.last;
  const colour = step?.side ? book.sides.get(step.side)?.colour : "";
  const label = h(
    "button.turn-label",
    { type: "button", title: "State of play", onclick: () => barMenu(app), style: { borderColor: colour } },
    h("strong", {}, `Turn ${position.turn}${last ? ` of ${last}` : ""}`),
    h("span", {}, step ? [...step.path.slice(-1), step.name].join(" › ") : ""),
  );
  const [before, after] = [
    iconButton("left", "Previous step", () => app.nextStep(-1)),
    iconButton("right", "Next step", () => app.nextStep(1)),
  ];
  [before.id, after.id] = ["step-before", "step-after"];
  find("#turn").replaceChildren(before, label, after);
  const viewers = h(
    "select",
    {
      "aria-label": "Who looks at the table",
      id: "viewer",
      title: "Who looks at the table",
      onchange: () => changeViewer(app, viewers.value || null),
    },
    h("option", { value: "", selected: app.viewer === null }, "Open hands"),
    ...[...book.sides.values()].map((side) =>
      h("option", { value: side.id, selected: app.viewer === side.id }, side.name),
    ),
  );
  const undo = iconButton("undo", "Undo", () => app.goTo(play.cursor - 1));
  const redo = iconButton("redo", "Redo", () => app.goTo(play.cursor + 1));
  undo.disabled = play.cursor === 0;
  redo.disabled = play.cursor === play.entries.length;
  [undo.id, redo.id] = ["undo", "redo"];
  find("#tools").replaceChildren(
    h("span.viewer", {}, icon("eye"), viewers),
    undo,
    redo,
    iconButton("sun", "Light or dark", () => changeTheme()),
    iconButton("help", "Help", helpDialog),
    iconButton("menu", "Show or hide the panel", () => document.body.classList.toggle("no-panel")),
  );
  find("#tools").lastChild.id = "panel-button";
}

/** @param {App} app */
function barMenu(app) {
  const { position, book } = app;
  const box = find("#turn").getBoundingClientRect();
  /** @type {MenuItem[]} */
  const items = [
    { label: "State of play …", run: () => conditionsDialog(app), disabled: book.engine.rules.conditions.length < 2 },
    { label: "Rules in short …", run: () => rulesDialog(app) },
    "line",
    { title: `Steps of turn ${position.turn}` },
  ];
  book.steps.forEach((step, n) => {
    if (isDue(step, position.turn))
      items.push({
        label: [...step.path.slice(-1), step.name].join(" › "),
        checked: n === position.step,
        run: () => app.commit([{ do: "step", turn: position.turn, step: n }]),
      });
  });
  showMenu(box.left, box.bottom + 4, items);
}

/** Hands the table over: a curtain falls, so that nobody sees what is not theirs. @param {App} app @param {string | null} viewer */
function changeViewer(app, viewer) {
  if (viewer === app.viewer) return;
  const show = (/** @type {string | null} */ now) => {
    app.viewer = now;
    app.selected.clear();
    app.place = undefined;
    app.panels.tables.rolled.clear();
    app.changed();
  };
  if (viewer === null) return show(null);
  document.body.classList.add("curtain");
  // Until then nobody looks, and nothing that is a side's alone is in the page.
  show("");
  const name = app.book.sideName(viewer);
  const dialog = showDialog(
    `The table is ${name}’s`,
    [
      h("p.note", {}, `Hand over to ${name}. Hands and hidden pieces of others stay closed.`),
      h(
        "div.buttons",
        {},
        h("button.button.primary", { type: "button", id: "curtain-up", onclick: () => dialog.close() }, `I am ${name}`),
      ),
    ],
    { must: true },
  );
  void dialog.done.then(() => {
    show(viewer);
    document.body.classList.remove("curtain");
  });
  return undefined;
}

function changeTheme() {
  const now =
    document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  KEEP.set("punchboard table theme", document.documentElement.dataset.theme ?? "");
}

/** Letters of a name that a button has room for. */
const ROOM = 24;

/**
 * A name that is not too long. Names of boards often differ at their end: what goes is in the middle.
 * @param {string} name
 */
function shortened(name) {
  if (name.length <= ROOM) return name;
  const words = name.split(" ");
  const last = words.at(-1) ?? "";
  const tail = last.length < 8 && words.length > 1 ? words.slice(-2).join(" ") : last;
  return `${name.slice(0, Math.max(6, ROOM - 1 - tail.length)).trimEnd()}\u2026 ${tail.slice(-16)}`;
}

/** Buttons that lead to the boards. @param {App} app */
function renderBoards(app) {
  const { floor } = app.surface;
  const tabs = (floor?.boards ?? []).map((board, n) =>
    h(
      "button.board-tab",
      {
        type: "button",
        title: board.name,
        data: { tabBoard: board.id },
        onclick: () => app.showBoard(board.id),
        style: { borderColor: board.side ? app.book.sides.get(board.side)?.colour : "" },
      },
      h("kbd", {}, n < 9 ? String(n + 1) : ""),
      shortened(board.name),
    ),
  );
  find("#boards").replaceChildren(...(tabs.length > 1 ? tabs : []));
}
