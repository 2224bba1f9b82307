"use strict";
// Small helpers for the page.

/**
 * Makes an element. Properties that start with `on` are listeners, `data` sets data attributes, `aria-*` and others attributes.
 * @param {string} tag `button.primary` has that class
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | undefined | null | false | (Node | string)[])} children
 * @returns {any}
 */
function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || (value === false && !(key in element))) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "style") Object.assign(element.style, value);
    else if (key === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else if (key in element && key !== "list") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child || child === "") element.append(child);
  }
  return element;
}

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/** Lines of the icons, on a grid of 24. @type {Record<string, string>} */
const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-1",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12h1",
  left: "m14 6-6 6 6 6",
  right: "m10 6 6 6-6 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  flip: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  pieces: "M4 8h12v12H4zM8 8V4h12v12h-4",
  cards: "M8 5h11v15H8zM5 7v13",
  log: "M6 4h12v16H6zM9 9h6M9 13h6M9 17h3",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  open: "M12 16V5M7 9l5-5 5 5M5 20h14",
  new: "M12 5v14M5 12h14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
  help: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17h.01",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M20 20l-4.5-4.5",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
};

/** @param {string} name */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", name === "undo" || name === "redo" ? "0 4 24 24" : "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name] ?? "");
  svg.append(path);
  return svg;
}

/** A button with an icon. @param {string} name @param {string} title @param {() => void} run @param {string} [label] */
function iconButton(name, title, run, label) {
  return h(
    "button",
    { class: label ? "button" : "button square", type: "button", title, "aria-label": title, onclick: run },
    icon(name),
    label,
  );
}

/** Shows a short message. @param {string} text @param {"plain" | "bad"} [tone] */
function toast(text, tone = "plain") {
  const note = h("div", { class: `toast ${tone}`, role: tone === "bad" ? "alert" : "status" }, text);
  find("#toasts").append(note);
  setTimeout(() => note.remove(), tone === "bad" ? 8000 : 3200);
}

/**
 * @typedef {{ label: string, run?: () => void, hint?: string, disabled?: boolean, picture?: string, checked?: boolean } | "line" | { title: string }} MenuItem
 */

/** Shows a menu at a point of the window. @param {number} x @param {number} y @param {MenuItem[]} items */
function showMenu(x, y, items) {
  closeMenu();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = () => {
    closeMenu();
    before?.focus?.({ preventScroll: true });
  };
  const menu = h("div.menu", { role: "menu", id: "menu" });
  for (const item of items) {
    if (item === "line") menu.append(h("hr"));
    else if ("title" in item) menu.append(h("div.menu-title", {}, item.title));
    else {
      const { label, run, hint, disabled, picture, checked } = item;
      const act = () => {
        close();
        run?.();
      };
      menu.append(
        h(
          "button.menu-item",
          { type: "button", role: "menuitem", disabled, onclick: act, class: checked ? "checked" : "" },
          picture ? h("img", { src: picture, alt: "" }) : false,
          h("span", {}, label),
          hint ? h("kbd", {}, hint) : false,
        ),
      );
    }
  }
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("button:not(:disabled)")]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all[(at - 1 + all.length) % all.length]?.focus();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 6))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 6))}px`;
  menu.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
}

function closeMenu() {
  find("#menu")?.remove();
}

document.addEventListener(
  "pointerdown",
  (event) => {
    const menu = find("#menu");
    if (menu && !menu.contains(/** @type {Node} */ (event.target))) menu.remove();
  },
  true,
);

/**
 * Shows a dialog; resolves when it is closed.
 * @param {string} title @param {Node[]} content @param {{ wide?: boolean, must?: boolean }} [how]
 * @returns {{ close: () => void, done: Promise<void> }}
 */
function showDialog(title, content, { wide = false, must = false } = {}) {
  const closing = must
    ? false
    : h(
        "button.button.square",
        { type: "button", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      );
  const dialog = h(
    "dialog",
    { class: wide ? "wide" : "" },
    h("header", {}, h("h2", {}, title), closing),
    h("div.dialog-body", {}, content),
  );
  if (must) dialog.addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  const done = new Promise((/** @type {(value?: any) => void} */ resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
  });
  return { close: () => dialog.close(), done };
}
