"use strict";
// What formulas can ask of the position: the part of docs/rules.md that a table can answer without playing the rules.
// What it cannot answer (supply, zones, events) has no value here, and a player answers by hand.

/**
 * Who fights whom, where: ids of pieces.
 * @typedef {{ at: string | undefined, attackers: string[], defenders: string[], attackLead: string | undefined, defenceLead: string | undefined,
 *   attackMarkers: string[], defenceMarkers: string[], unit?: string }} Fight
 */

/** @returns {Fight} */
const noFight = () => ({
  at: undefined,
  attackers: [],
  defenders: [],
  attackLead: undefined,
  defenceLead: undefined,
  attackMarkers: [],
  defenceMarkers: [],
});

/** Asks a position. */
class Ask {
  /** @param {Position} position @param {Fight} fight */
  constructor(position, fight) {
    this.position = position;
    this.book = position.book;
    this.fight = fight;
    const lead = fight.unit ?? fight.defenceLead ?? fight.attackLead;
    this.side = lead ? this.book.kindOf(lead).side : undefined;
    /** Procedures that are being computed: none asks for itself. @type {Set<string>} */
    this.open = new Set();
    /** @type {Env} */
    this.env = { value: (name) => this.value(name) };
  }

  /** The answers that the position gives to inputs; what it cannot tell is left out. @param {any[]} inputs @returns {Answers} */
  answers(inputs) {
    /** @type {Answers} */
    const found = new Map();
    for (const input of inputs) {
      const value = this.answer(input);
      if (value !== undefined) found.set(input.id, value);
    }
    return found;
  }

  /** @param {any} input @returns {Value | undefined} */
  answer(input) {
    if (!input.from) return undefined;
    try {
      const value = evaluate(input.from.tree, this.env);
      if (input.kind === "number") return value instanceof Fraction ? value : undefined;
      return typeof value === (input.kind === "yes-no" ? "boolean" : "string") ? value : undefined;
    } catch (problem) {
      if (problem instanceof FormulaError) return undefined;
      throw problem;
    }
  }

  /** @param {string} name @returns {Value | undefined} */
  value(name) {
    return this.#condition(name) ?? this.#dotted(name) ?? this.#fight(name) ?? this.#plain(name);
  }

  /** @param {string} name @returns {Value | undefined} */
  #condition(name) {
    const condition = this.book.engine.rules.conditions.find((/** @type {any} */ one) => one.id === name);
    if (!condition) return undefined;
    if (name === "turn" && condition.kind === "number") return new Fraction(this.position.turn);
    const said = this.position.conditions.get(name);
    if (said === undefined) return blankAnswer(condition);
    return condition.kind === "number" ? (Fraction.read(said) ?? blankAnswer(condition)) : said;
  }

  /** @param {string} name @returns {Value | undefined} */
  #dotted(name) {
    const at = name.indexOf(".");
    if (at < 0) return undefined;
    const [prefix, field] = [name.slice(0, at), name.slice(at + 1)];
    const { fight, book } = this;
    switch (prefix) {
      case "region": {
        const region = book.regions.get(field);
        return region && this.#places(region.places);
      }
      case "parameter": {
        const own = book.engine.rules.parameters.find((/** @type {any} */ one) => one.id === field);
        return own && new Fraction(own.value);
      }
      case "procedure":
        return this.procedure(field, fight.unit);
      case "area":
        return this.#area() && this.placeField(/** @type {string} */ (this.#area()), field);
      case "attack-lead":
        return fight.attackLead && this.unitField(fight.attackLead, fight.attackers, field);
      case "defence-lead":
        return fight.defenceLead && this.unitField(fight.defenceLead, fight.defenders, field);
      default:
        return undefined;
    }
  }

  /** @param {string} name @returns {Value | undefined} */
  #fight(name) {
    const { fight } = this;
    const area = this.#area();
    switch (name) {
      case "attackers":
        return this.#units(fight.attackers);
      case "defenders":
        return this.#units(fight.defenders);
      case "attack-assets":
        return this.#units(this.#assets(fight.attackers));
      case "defence-assets":
        return this.#units(this.#assets(fight.defenders));
      case "attack-markers":
        return this.#markers(fight.attackMarkers);
      case "defence-markers":
        return this.#markers(fight.defenceMarkers);
      case "area-markers":
        return area && this.#markers(this.position.stack(area).filter((id) => this.book.kindOf(id).type === "marker"));
      case "area-units":
        return area && this.#units(this.#unitsIn(area));
      case "area-near":
        return area && this.#places(this.#near(area));
      default:
        return undefined;
    }
  }

  /** @param {string} name @returns {Value | undefined} */
  #plain(name) {
    const { unit } = this.fight;
    if (name === "scenario") return this.position.scenario.id;
    if (name === "units")
      return this.#units(
        [...this.position.pieces.values()]
          .filter((piece) => this.position.placeOf(piece.id))
          .map((piece) => piece.id)
          .filter((id) => this.#isUnit(id)),
      );
    if (unit && name === "assets") return this.#units(this.#assets([unit]));
    if (unit) return this.unitField(unit, [unit], name);
    return name === "side" ? this.side : undefined;
  }

  #area() {
    const { at, unit } = this.fight;
    return at ?? (unit && this.position.placeOf(unit)) ?? undefined;
  }

  /** @param {string} id */
  #isUnit(id) {
    return this.book.kindOf(id).type === "unit";
  }

  /** @param {string} place */
  #unitsIn(place) {
    return this.position.stack(place).filter((id) => this.#isUnit(id));
  }

  /** @param {string} place @returns {string[]} */
  #near(place) {
    return [...new Set((this.book.neighbours.get(place) ?? []).map((edge) => edge.to))];
  }

  /** The units in slots of others. @param {string[]} owners @returns {string[]} */
  #assets(owners) {
    const ids = new Set(owners.map((id) => this.book.kindOf(id).id));
    const slots = this.book.engine.places.filter(
      (/** @type {any} */ place) => place.kind === "slot" && ids.has(place.unit),
    );
    return slots.flatMap((/** @type {any} */ slot) => this.#unitsIn(slot.id));
  }

  /** @param {string[]} ids */
  #units(ids) {
    return new Members(ids.map((id) => (name) => this.unitField(id, ids, name)));
  }

  /** @param {string[]} ids */
  #places(ids) {
    return new Members(ids.map((id) => (name) => this.placeField(id, name)));
  }

  /** @param {string[]} ids */
  #markers(ids) {
    return new Members(
      ids.map((piece) => (name) => {
        const { record } = this.book.kindOf(piece);
        return name === "id" || name === "side" || name === "formation" ? (record[name] ?? "") : undefined;
      }),
    );
  }

  /** What a procedure comes to, for a unit or in the fight. @param {string} id @param {string | undefined} unit @returns {Value | undefined} */
  procedure(id, unit) {
    const procedure = this.book.procedures.get(id);
    const key = `${id} of ${unit ?? ""}`;
    if (!procedure || this.open.has(key)) return undefined;
    this.open.add(key);
    try {
      const inner = new Ask(this.position, { ...this.fight, unit: unit ?? this.fight.unit });
      this.open.forEach((one) => inner.open.add(one));
      /** @type {Answers} */
      const answers = new Map();
      for (const input of procedure.inputs) {
        const value = input.from ? inner.answer(input) : blankAnswer(input);
        if (value === undefined) return undefined;
        answers.set(input.id, value);
      }
      return compute(procedure, answers).total;
    } finally {
      this.open.delete(key);
    }
  }

  /** @param {string} id the piece @param {string[]} among @param {string} field @returns {Value | undefined} */
  unitField(id, among, field) {
    const { record: unit } = this.book.kindOf(id);
    const step = unit.steps?.[this.position.piece(id).level];
    if (!step) return undefined;
    if (field.startsWith("procedure.")) return this.procedure(field.slice(10), id);
    const words = () =>
      [
        ...new Set(
          this.position
            .riders(id)
            .flatMap((rider) => [this.book.kindOf(rider.id).id, this.book.kindOf(rider.id).group ?? ""]),
        ),
      ].filter(Boolean);
    const place = this.position.placeOf(id);
    const edge =
      this.fight.at && place ? this.book.neighbours.get(place)?.find((one) => one.to === this.fight.at) : undefined;
    switch (field) {
      case "state":
        return step.state;
      case "status":
        return words();
      case "at": {
        const slot = place ? this.book.places.get(place) : undefined;
        if (slot?.kind !== "slot") return place ?? "";
        const owner = [...this.position.pieces.values()].find(
          (piece) => this.book.kindOf(piece.id).key === `unit:${slot.unit}`,
        );
        return (owner && this.position.placeOf(owner.id)) ?? "";
      }
      case "with": {
        const slot = place ? this.book.places.get(place) : undefined;
        return slot?.kind === "slot" ? slot.unit : "";
      }
      case "comrades": {
        const same = (/** @type {string} */ other) =>
          unit.formation && this.book.kindOf(other).record.formation === unit.formation;
        return new Fraction(among.filter(same).length);
      }
      case "adjacent":
        return this.fight.at === undefined ? undefined : Boolean(edge);
      case "boundary":
      case "crossing":
        return this.fight.at === undefined ? undefined : (edge?.[field] ?? "");
      case "strength-now":
        return this.#strength(unit.id);
    }
    if (field.startsWith("printed-")) return this.#printed(unit, step, field.slice(8));
    let now = this.#printed(unit, step, field);
    for (const rider of this.position.riders(id)) {
      const change = this.book.kindOf(rider.id).record.changes?.[field];
      const before = now;
      if (change)
        now = evaluate(change.tree, { value: (name) => (name === field ? before : this.#printed(unit, step, name)) });
    }
    return now;
  }

  /** @param {string} unit @returns {Value | undefined} */
  #strength(unit) {
    const track = this.book.engine.tracks.find((/** @type {any} */ one) => one.unit === unit);
    if (!track) return Fraction.ZERO;
    const space = track.spaces.find((/** @type {string} */ id) =>
      this.position.stack(id).some((piece) => this.book.kindOf(piece).role === "track"),
    );
    return space ? Fraction.read(this.book.places.get(space)?.label) : undefined;
  }

  /** @param {any} unit @param {any} step @param {string} field @returns {Value | undefined} */
  #printed(unit, step, field) {
    if (field in unit.attributes) return scalar(unit.attributes[field]);
    switch (field) {
      case "id":
      case "name":
      case "side":
      case "layout":
      case "formation":
      case "type":
      case "size":
        return unit[field] ?? "";
      case "groups":
        return this.book.types.get(unit.type)?.groups ?? [];
      case "setup":
        return unit.setup?.code ?? "";
      case "arrives":
        return new Fraction(unit.arrives?.turn ?? 0);
      case "independent":
        return unit.independent;
    }
    if (this.book.engine.values.some((/** @type {any} */ one) => one.id === field))
      return Fraction.read(step.values[field]) ?? Fraction.ZERO;
    return this.#blank(field, ["unit"]);
  }

  /** What the game declares as an attribute, where nothing says more. @param {string} id @param {string[]} of @returns {Value | undefined} */
  #blank(id, of) {
    const info = this.book.engine.attributes.find((/** @type {any} */ one) => one.id === id && of.includes(one.of));
    if (!info) return undefined;
    return info.kind === "number" ? Fraction.ZERO : info.kind === "yes-no" ? false : "";
  }

  /** @param {string} id @param {string} field @returns {Value | undefined} */
  placeField(id, field) {
    const place = this.book.places.get(id);
    if (!place) return undefined;
    const units = this.#unitsIn(id);
    const sideOf = (/** @type {string} */ unit) => this.book.kindOf(unit).side;
    const counted = (/** @type {string[]} */ all, /** @type {boolean} */ enemy) =>
      new Fraction(all.filter((unit) => (sideOf(unit) !== this.side) === enemy).length);
    if (field.startsWith("units-") && this.book.sides.has(field.slice(6)))
      return new Fraction(units.filter((unit) => sideOf(unit) === field.slice(6)).length);
    switch (field) {
      case "id":
        return id;
      case "name":
      case "map":
      case "terrain":
        return place[field] ?? "";
      case "class":
        return isCell(place) ? place.kind : (place.class ?? "");
      case "control":
        return this.position.controlOf(id) ?? "";
      case "contested":
        return new Set(units.map(sideOf)).size > 1;
      case "units":
        return this.#units(units);
      case "feature":
        return (
          this.book.engine.maps
            .flatMap((/** @type {any} */ map) => map.sites)
            .find((/** @type {any} */ site) => site.at.includes(id))?.kind ?? ""
        );
    }
    if (this.side !== undefined) {
      if (field === "friends" || field === "enemies") return counted(units, field === "enemies");
      if (field === "friends-near" || field === "enemies-near")
        return counted(
          this.#near(id).flatMap((near) => this.#unitsIn(near)),
          field === "enemies-near",
        );
    }
    if (place.attributes && field in place.attributes) return scalar(place.attributes[field]);
    return this.#blank(field, ["area", "hex", "square"]);
  }
}

/** @param {any} value @returns {Value} */
const scalar = (value) => (typeof value === "number" ? new Fraction(value) : value);
