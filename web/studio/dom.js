// Small helpers for making elements.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | ReadonlyArray<any>} Child */

/**
 * An element with attributes, listeners (`onclick` and the like) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  add(element, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes);
  add(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "css") Object.assign(/** @type {HTMLElement} */ (element).style, value);
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {readonly Child[]} children
 */
function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) element.append(child);
    else if (typeof child === "object") add(element, child);
    else element.append(String(child));
  }
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * The element with that id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * A drop-down list.
 * @param {string} label
 * @param {{ id: string, name: string }[]} choices
 * @param {string} chosen
 * @param {(id: string) => void} choose
 */
export function choice(label, choices, chosen, choose) {
  const list = h("select", { "aria-label": label, title: label }, choices.map((own) => h("option", { value: own.id }, own.name)));
  list.value = chosen;
  list.addEventListener("change", () => choose(list.value));
  return list;
}

/**
 * Calls a function once, some time after it was last asked for.
 * @param {number} wait
 * @param {() => void} call
 */
export function later(wait, call) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(call, wait);
  };
}
