"use strict";
// How tables and chains are shown.

/** Keeps a number within what an input takes. @param {Fraction} number @param {any} input */
function within(number, input) {
  const high = typeof input.max === "number" ? lesser(number, new Fraction(input.max)) : number;
  return typeof input.min === "number" ? greater(high, new Fraction(input.min)) : high;
}

/** @param {Value} value */
const shownValue = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/** @param {Link[]} chain */
const chainList = (chain) =>
  h(
    "ul.chain",
    {},
    ...chain.map((link) =>
      h("li", { class: link.adds.n === 0n ? "zero" : "" }, h("span", {}, link.text), h("b", {}, link.adds.signed())),
    ),
  );

/** The table as it is printed, with the result marked. @param {any} table @param {Looked | undefined} looked */
function tableGrid(table, looked) {
  return h(
    "div.grids",
    {},
    ...table.parts.map((/** @type {any} */ part, /** @type {number} */ p) => {
      const head =
        table.columns.length > 0
          ? h(
              "thead",
              {},
              h("tr", {}, h("th"), ...table.columns.map((/** @type {Band} */ band) => h("th", {}, band.text))),
            )
          : false;
      const named = part.rows.some((/** @type {any} */ row) => row.result);
      const rows = part.rows.map((/** @type {any} */ row, /** @type {number} */ r) => {
        const here = looked?.part === p && looked.row === r;
        const cells =
          row.cells?.length > 0
            ? row.cells.map((/** @type {string} */ cell, /** @type {number} */ c) =>
                h("td", { class: here && looked?.column === c ? "hit" : "" }, cell),
              )
            : [named ? h("td", {}, row.result ?? "") : false, row.text ? h("td.text", {}, row.text) : false];
        return h("tr", { class: here ? "here" : "" }, h("th", {}, row.on.text), ...cells);
      });
      const title = part.band ? h("caption", {}, part.band.text) : false;
      return h(
        "div.scroll",
        {},
        h("table.grid", { class: looked && looked.part !== p ? "aside" : "" }, title, head, h("tbody", {}, ...rows)),
      );
    }),
  );
}
