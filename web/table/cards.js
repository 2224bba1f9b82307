"use strict";
// The panel of cards: decks, hands that only their owner sees, what is played and discarded.

/** The panel of cards. */
class CardsPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Node[]} */
  render() {
    return [...this.app.book.decks.values()].map((deck) => this.#deck(deck));
  }

  /** Sides that have or could have a hand of a deck. @param {any} deck @returns {string[]} */
  #owners(deck) {
    return deck.side ? [deck.side] : [...this.app.book.sides.keys()];
  }

  /** @param {any} deck */
  #deck(deck) {
    const { app } = this;
    const state = app.position.deck(deck.id);
    const back = app.book.pictures.cards[deck.cards[0]]?.[1] ?? "";
    const hands = this.#owners(deck).map((side) => this.#hand(deck, side));
    const piles = h(
      "div.piles",
      {},
      this.#pile("Deck", state.draw.length, back, undefined),
      this.#pile("Discards", state.discard.length, this.#front(state.discard[0]), () =>
        this.#browse(`Discards of ${deck.name}`, state.discard),
      ),
      state.removed.length > 0
        ? this.#pile("Out of the game", state.removed.length, this.#front(state.removed[0]), () =>
            this.#browse("Out of the game", state.removed),
          )
        : false,
    );
    const played =
      state.play.length > 0
        ? h(
            "div",
            {},
            h("h4", {}, "In play"),
            h("div.hand", {}, ...state.play.map((card) => this.#card(card, true, deck.side))),
          )
        : false;
    const shuffle = h(
      "button.button",
      { type: "button", onclick: () => app.commit([{ do: "shuffle", deck: deck.id }]) },
      "Shuffle with the discards",
    );
    return h(
      "section.group.deck",
      { style: { borderColor: deck.colour ?? "" } },
      h("h3", {}, deck.name),
      piles,
      played,
      ...hands,
      h("div.buttons", {}, shuffle),
    );
  }

  /** @param {string} title @param {number} count @param {string} picture @param {(() => void) | undefined} open */
  #pile(title, count, picture, open) {
    return h(
      "button.pile",
      { type: "button", disabled: !open || count === 0, onclick: open },
      picture && count > 0 ? h("img", { src: picture, alt: "", draggable: false }) : h("span.no-card"),
      h("span", {}, title),
      h("span.number", {}, String(count)),
    );
  }

  /** @param {string | undefined} card */
  #front(card) {
    return card ? (this.app.book.pictures.cards[card.slice(0, card.lastIndexOf("#"))]?.[0] ?? "") : "";
  }

  /** The number of cards that a side draws up to, if the rules say so. @param {any} deck @returns {number | undefined} */
  handSize(deck) {
    if (!deck.hand) return undefined;
    try {
      const value = numberOf(deck.hand.tree, new Ask(this.app.position, noFight()).env);
      return Math.max(Math.floor(value.toNumber()), 0);
    } catch (problem) {
      if (problem instanceof FormulaError) return undefined;
      throw problem;
    }
  }

  /** @param {any} deck @param {string} side */
  #hand(deck, side) {
    const { app } = this;
    const cards = app.position.hand(deck.id, side);
    const sees = app.sees(side);
    const size = this.handSize(deck);
    const draw = (/** @type {number} */ count) => app.commit([{ do: "draw", deck: deck.id, side, count }]);
    const missing = size === undefined ? 0 : size - cards.length;
    const buttons = h(
      "div.buttons",
      {},
      h(
        "button.button",
        { type: "button", disabled: !sees, data: { act: `draw-${side}` }, onclick: () => draw(1) },
        "Draw a card",
      ),
      missing > 0
        ? h(
            "button.button",
            { type: "button", disabled: !sees, data: { act: `fill-${side}` }, onclick: () => draw(missing) },
            `Draw up to ${size}`,
          )
        : false,
    );
    const shown = cards.map((card) => this.#card(card, sees, side));
    const empty = cards.length === 0 ? h("p.empty", {}, "No cards.") : false;
    return h(
      "div.hand-of",
      { data: { hand: side } },
      h(
        "h4",
        {},
        `Hand: ${app.book.sideName(side)}`,
        h("span.number", {}, `${cards.length}${size === undefined ? "" : ` of ${size}`}`),
      ),
      h("div.hand", {}, ...shown),
      empty,
      sees ? buttons : h("p.empty", {}, `Only the player of ${app.book.sideName(side)} sees this hand.`),
    );
  }

  /** @param {string} card @param {boolean} open @param {string | undefined} side */
  #card(card, open, side) {
    const { app } = this;
    const [front, back] = app.book.pictures.cards[card.slice(0, card.lastIndexOf("#"))] ?? ["", ""];
    if (!open) return h("span.card", {}, h("img", { src: back, alt: "A card, face down", draggable: false }));
    const title = cardTitle(app.book, card);
    return h(
      "button.card",
      {
        type: "button",
        data: { card },
        title,
        onclick: (/** @type {MouseEvent} */ event) => this.#menu(event, card, side),
      },
      h("img", { src: front, alt: title, draggable: false }),
    );
  }

  /** @param {MouseEvent} event @param {string} card @param {string | undefined} side */
  #menu(event, card, side) {
    const { app } = this;
    const to = (/** @type {string} */ where) => () => app.commit([{ do: "card", cards: [card], to: where }]);
    const others = [...app.book.sides.keys()].filter((other) => other !== side);
    showMenu(event.clientX, event.clientY, [
      { title: cardTitle(app.book, card) },
      { label: "Look at it", run: () => this.#browse(cardTitle(app.book, card), [card]) },
      "line",
      { label: "Play", run: to("play") },
      { label: "Discard", run: to("discard") },
      { label: "Put on top of the deck", run: to("draw") },
      { label: "Take out of the game", run: to("removed") },
      ...(side ? [{ label: "Take into the hand", run: to(`hand:${side}`) }] : []),
      ...others.map((other) => ({ label: `Give to ${app.book.sideName(other)}`, run: to(`hand:${other}`) })),
    ]);
  }

  /** @param {string} title @param {string[]} cards */
  #browse(title, cards) {
    showDialog(
      title,
      [
        h(
          "div.hand.large",
          {},
          ...cards.map((card) => h("img", { src: this.#front(card), alt: cardTitle(this.app.book, card) })),
        ),
      ],
      { wide: true },
    );
  }
}
