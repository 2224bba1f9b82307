"use strict";
// The panel of the log: what happened, dice, notes, and the way back.

/** The panel of the log. */
class LogPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.dice = { count: 1, sides: 6 };
  }

  /** @returns {Node[]} */
  render() {
    const { app } = this;
    const { play } = app;
    const list = h("ol.log", { id: "log" });
    let turn = NaN;
    for (const line of play.lines) {
      if (line.turn !== turn) {
        turn = line.turn;
        list.append(h("li.turn-line", {}, `Turn ${turn}`));
      }
      list.append(this.#line(line));
    }
    const undone = play.entries.length - play.cursor;
    const later =
      undone > 0
        ? h(
            "p.empty",
            {},
            `${undone} undone ${undone === 1 ? "step" : "steps"}: redo brings ${undone === 1 ? "it" : "them"} back.`,
          )
        : false;
    const note = h("input", {
      type: "text",
      placeholder: "Write a note",
      maxLength: 500,
      "aria-label": "Write a note",
    });
    const form = h("form.row", {}, note, h("button.button", {}, "Add"));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      if (note.value.trim() !== "") app.commit([{ do: "note", text: note.value.trim() }]);
    });
    return /** @type {Node[]} */ (
      [
        h("div.panel-head", {}, this.#roller()),
        list,
        later,
        h(
          "div.panel-foot",
          {},
          form,
          h(
            "p.seed",
            {
              title:
                "Dice and decks follow from the seed and the number of rolls before. An undone roll gives the same again.",
            },
            "Seed ",
            h("code", {}, play.seed),
            ` · ${app.position.chances} drawn from it`,
          ),
        ),
      ].filter(Boolean)
    );
  }

  #roller() {
    const count = h("input", {
      type: "number",
      min: 1,
      max: 20,
      value: this.dice.count,
      "aria-label": "How many dice",
      onchange: () => (this.dice.count = Math.min(Math.max(Math.floor(Number(count.value)) || 1, 1), 20)),
    });
    const sides = h(
      "select",
      { "aria-label": "Sides of a die", onchange: () => (this.dice.sides = Number(sides.value)) },
      ...[2, 3, 4, 6, 8, 10, 12, 20, 100].map((n) =>
        h("option", { value: String(n), selected: n === this.dice.sides }, `d${n}`),
      ),
    );
    const roll = h(
      "button.button.primary",
      {
        type: "button",
        data: { act: "roll-dice" },
        onclick: () => this.app.roll({ ...this.dice, tens_and_units: false }),
      },
      icon("dice"),
      "Roll",
    );
    const own = [...this.app.book.dice.values()].map((die) =>
      h(
        "button.button",
        {
          type: "button",
          data: { die: die.id },
          onclick: () =>
            this.app.roll({ count: this.dice.count, sides: die.faces.length, tens_and_units: false, die: die.id }),
        },
        die.name,
      ),
    );
    return h("div.row", {}, count, sides, roll, ...own);
  }

  /** @param {Line} line */
  #line(line) {
    const { app } = this;
    const said = line.said.map((one) => {
      const text = one.secret && app.sees(one.secret.side) ? one.secret.text : one.text;
      const shown =
        one.result && !(one.secret && !app.sees(one.secret.side))
          ? diceFaces(one.result.faces, one.result.dice)
          : false;
      return h("p", {}, shown, text);
    });
    const colour = line.by ? (app.book.sides.get(line.by)?.colour ?? "") : "";
    const back = h(
      "button.button.square.back",
      {
        type: "button",
        title: "Go back to before this",
        "aria-label": "Go back to before this",
        onclick: () => app.goTo(line.n),
      },
      icon("undo"),
    );
    return h("li", { style: { borderColor: colour } }, h("div", {}, ...said), back);
  }
}

/** Pips of a die with six sides. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
  ],
  5: [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3],
  ],
  6: [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ],
};

/** Dice as they lie. @param {number[]} faces @param {any} dice */
function diceFaces(faces, dice) {
  const die = (/** @type {number} */ face, /** @type {number} */ n) => {
    if (n >= dice.count) return h("span.die.plain", {}, String(face));
    if (dice.kind) {
      const name = String(dice.kind.faces[face - 1]?.name ?? face);
      const picture = dice.kind.pictures?.[face - 1];
      return picture ? h("img.die", { src: picture, alt: name, title: name }) : h("span.die.plain", {}, name);
    }
    if (dice.sides !== 6) return h("span.die.plain", {}, String(face));
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 4 4");
    svg.setAttribute("class", "die");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", String(face));
    for (const [x, y] of PIPS[face] ?? []) {
      const pip = document.createElementNS(SVG, "circle");
      pip.setAttribute("cx", String(x));
      pip.setAttribute("cy", String(y));
      pip.setAttribute("r", "0.4");
      svg.append(pip);
    }
    return svg;
  };
  return h("span.dice", {}, ...faces.map(die));
}
