// The frame around all pages: which game, which page, what is wrong, and what changed.

import { ask } from "./api.js";
import { counters } from "./counters.js";
import { byId, choice, fill, h } from "./dom.js";
import { examples } from "./examples.js";
import { hideInspector } from "./inspector.js";
import { map } from "./map.js";
import { problems } from "./problems.js";
import { sheets } from "./sheets.js";
import { tables } from "./tables.js";
import { toast } from "./toast.js";
import { undo, undoes } from "./undo.js";

/** @typedef {import("./api.js").State} State */
/**
 * A page: shows a game in an element, hears of changes, and tidies up.
 * @typedef {object} Page
 * @property {(state: State) => Promise<void> | void} update
 * @property {(state: State) => void} [told] hears of what was found out about a state that is shown already
 * @property {() => void} [close]
 * @property {(event: KeyboardEvent) => boolean} [key]
 */
/** @typedef {(root: HTMLElement, state: State, asked: URLSearchParams) => Promise<Page> | Page} Opens */

/** @type {{ id: string, name: string, key: string, open: Opens, icon: string }[]} */
const PAGES = [
  { id: "map", name: "Map", key: "m", open: map, icon: "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15" },
  { id: "counters", name: "Counters", key: "c", open: counters, icon: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" },
  { id: "sheets", name: "Sheets", key: "s", open: sheets, icon: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7" },
  { id: "tables", name: "Tables", key: "t", open: tables, icon: "M4 5h16v14H4zM4 10h16M10 10v9M4 14.5h16" },
  { id: "examples", name: "Examples", key: "e", open: examples, icon: "M5 4l14 8-14 8z" },
  { id: "problems", name: "Problems", key: "p", open: problems, icon: "M12 3l10 18H2zM12 10v5M12 17.5v.5" },
];

/** @type {State | null} */
let state = null;
/** @type {Page | null} */
let page = null;
let shown = "";
/** @type {import("./api.js").GameListed[]} */
let games = [];
/** Which start of the studio this page belongs to. */
let run = "";
/** The number of the state that the page has drawn. */
let drawn = 0;
/** @type {State | null} */
let next = null;
/** What is under way. A page that opens while another does, or while a change is drawn, would mix with it. */
let work = Promise.resolve();

/** What the address says: `#/game/page?map=...`. */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [game, name] = (path ?? "").split("/").map(decodeURIComponent);
  return { game: game || games[0]?.id || "", page: PAGES.find((own) => own.id === name)?.id ?? "map", query: new URLSearchParams(query ?? "") };
}

/**
 * @param {string} game
 * @param {string} name
 */
const address = (game, name) => `#/${encodeURIComponent(game)}/${name}`;

function frame() {
  if (!state) return;
  const { page: current } = route();
  const { errors, checking, fresh, problems: found, game } = state;
  const warnings = found.length - errors;
  const [tone, word] = errors
    ? ["bad", `${errors} ${errors === 1 ? "error" : "errors"}`]
    : checking
      ? ["busy", "checking"]
      : warnings > 0
        ? ["doubtful", `${warnings} ${warnings === 1 ? "warning" : "warnings"}`]
        : ["good", "no errors"];
  const names = games.map((own) => ({ id: own.id, name: own.title ?? own.id }));
  const times = `read ${state.times.read} ms, compiled ${state.times.preview} ms, all checks ${state.times.whole} ms`;
  fill(
    byId("top"),
    h("span", { class: "brand" }, h("img", { src: "/web/icon.svg", alt: "", width: 22, height: 22 }), h("b", {}, "Punchboard")),
    games.length > 1
      ? choice("Game", names, state.id, (id) => (location.hash = address(id, current)))
      : h("span", { class: "title" }, game?.title ?? state.id),
    h("span", { class: "version" }, game ? game.version : ""),
    h("span", { class: "push" }),
    h("a", { class: `pill ${tone}`, href: address(state.id, "problems"), title: times, id: "status" }, word),
    h("button", { class: "plain", id: "theme", title: "Light or dark (D)", "aria-label": "Light or dark", onclick: theme }, "\u25d0"),
  );
  fill(
    byId("rail"),
    PAGES.map((own) =>
      h(
        "a",
        { href: address(/** @type {State} */ (state).id, own.id), "aria-current": own.id === current ? "page" : null, title: `${own.name} (${own.key.toUpperCase()})` },
        icon(own.icon),
        h("span", {}, own.name),
        own.id === "problems" && found.length > 0 && h("i", { class: errors ? "bad" : "doubtful" }, found.length),
      ),
    ),
  );
  document.title = `${errors ? `(${errors}) ` : ""}${game?.title ?? state.id} \u2013 Punchboard`;
  document.body.classList.toggle("stale", !fresh);
  const banner = byId("banner");
  banner.hidden = fresh;
  fill(
    banner,
    h("b", {}, game ? "The files have errors." : "The files have errors, and there is no earlier state to show."),
    game ? " You see the last good state. " : " ",
    found[0] && h("a", { href: address(state.id, "problems") }, `${found[0].file}:${found[0].line}: ${found[0].message}`),
  );
}

/** @param {string} path */
function icon(path) {
  const holder = h("span", { class: "icon", "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 24 24"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/></svg>`;
  return holder;
}

/** Does something when all before it is done. @param {() => Promise<void>} act */
function queue(act) {
  work = work.then(act).catch((why) => toast(why instanceof Error ? why.message : String(why), true));
}

async function show() {
  const { game, page: name, query } = route();
  const place = `${game}/${name}`;
  if (!state || state.id !== game) state = await ask(`game/${encodeURIComponent(game)}/state`);
  frame();
  undoes(game);
  if (place === shown || !state) return;
  shown = place;
  page?.close?.();
  page = null;
  hideInspector();
  const root = byId("page");
  fill(root);
  root.className = `page-${name}`;
  const own = PAGES.find((own) => own.id === name);
  if (!own) return;
  if (!state.game && name !== "problems") {
    fill(root, h("p", { class: "empty" }, "There is nothing to show yet: mend the errors first. ", h("a", { href: address(game, "problems") }, "See what is wrong")));
    return;
  }
  const { number } = state;
  page = await own.open(root, state, query);
  drawn = number;
  settle();
}

/** Tells tests and curious people which state is shown. */
function settle() {
  if (!state) return;
  document.documentElement.dataset.number = String(state.number);
  document.documentElement.dataset.page = route().page;
  document.documentElement.dataset.checking = String(state.checking);
}

/** Shows the last state that the studio told of. */
async function refresh() {
  const [before, now] = [state, next];
  next = null;
  if (!before || !now || before.id !== now.id || before.number > now.number) return;
  state = now;
  frame();
  if (!before.game || !page) {
    shown = "";
    await show();
  } else if (drawn === now.number && page.told) page.told(now);
  else {
    await page.update(now);
    drawn = now.number;
  }
  settle();
}

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("game", (event) => {
    const told = JSON.parse(event.data);
    if (told.id === state?.id) {
      next = told;
      queue(refresh);
    } else ask("games").then((answer) => ((games = answer.games), frame()));
  });
  events.addEventListener("open", () => queue(meet));
  events.addEventListener("error", () => {
    document.body.classList.add("lost");
    const banner = byId("banner");
    banner.hidden = false;
    fill(banner, "The studio has ended. Start it again with ", h("code", {}, "punchboard serve"), ".");
  });
}

/** Catches up with the studio: it may have told of something while nobody listened, or have been started again. */
async function meet() {
  const answer = await ask("games");
  if (answer.run !== run) return location.reload();
  games = answer.games;
  document.body.classList.remove("lost");
  if (!state) return;
  const told = await ask(`game/${encodeURIComponent(state.id)}/state`);
  // Nothing happened: what somebody has begun on the page is not disturbed.
  if (told.number === state.number && told.checking === state.checking) return frame();
  // A later one may have come meanwhile.
  if (!next || told.number >= next.number) next = told;
  await refresh();
}

function theme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", document.documentElement.dataset.theme);
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  // Those that are written into have keys of their own; a box that is only ticked has not.
  if (target.matches("textarea, select, input:not([type=checkbox], [type=radio])")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    undo(event.shiftKey);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (page?.key?.(event)) {
    event.preventDefault();
    return;
  }
  if (event.key === "Escape") return hideInspector();
  if (event.key === "d") return theme();
  const own = PAGES.find((own) => own.key === event.key);
  if (own && state) location.hash = address(state.id, own.id);
}

const saved = localStorage.getItem("theme");
if (saved) document.documentElement.dataset.theme = saved;

async function start() {
  ({ games, run } = await ask("games"));
  addEventListener("hashchange", () => queue(show));
  addEventListener("keydown", keys);
  listen();
  await show();
}

queue(start);
