"use strict";
// Formulas of the engine data: trees of docs/engine.md, computed with exact fractions.

/**
 * A value of a formula: a number, yes or no, a text, a list, or a collection of members with fields.
 * @typedef {Fraction | boolean | string | ListValue | Members} Value
 * @typedef {Value[]} ListValue
 * @typedef {{ text: string, tree: ExprNode }} Formula
 * @typedef {Record<string, any> & { node: string }} ExprNode
 */

/**
 * What names stand for while a formula is computed.
 * @typedef {object} Env
 * @property {(name: string) => Value | undefined} value
 * @property {(table: string, entered: Value[]) => Value} [lookup]
 */

/** Members of a collection: each tells the value of its fields, or nothing. */
class Members {
  /** @param {((name: string) => Value | undefined)[]} all */
  constructor(all) {
    this.all = all;
  }
}

const LARGEST = 10n ** 15n;
const FINEST = 10n ** 9n;

/** An exact fraction in lowest terms, within the bounds that docs/engine.md gives. */
class Fraction {
  /** @param {bigint | number} above @param {bigint | number} [below] */
  constructor(above, below = 1n) {
    let n = BigInt(above);
    let d = BigInt(below);
    if (d === 0n) [n, d] = [0n, 1n];
    if (d < 0n) [n, d] = [-n, -d];
    const common = gcd(n, d);
    [n, d] = [n / common, d / common];
    if (d > FINEST) {
      n = floorDiv(n * FINEST * 2n + d, d * 2n);
      d = FINEST;
      const rest = gcd(n, d);
      [n, d] = [n / rest, d / rest];
    }
    if (n > LARGEST * d) [n, d] = [LARGEST, 1n];
    if (n < -LARGEST * d) [n, d] = [-LARGEST, 1n];
    /** @readonly */ this.n = n;
    /** @readonly */ this.d = d;
  }

  /** Reads a number of the engine data: `3`, `"1/3"`, `0.5`. @param {unknown} value @returns {Fraction | undefined} */
  static read(value) {
    if (value instanceof Fraction) return value;
    if (typeof value === "number" && Number.isInteger(value)) return new Fraction(value);
    const [, sign, whole, part, below] =
      /^\s*([-−]?)(\d{1,15})(?:\.(\d{1,9}))?(?:\/(\d{1,9}))?\s*$/.exec(String(value)) ?? [];
    if (whole === undefined || (part !== undefined && below !== undefined)) return undefined;
    const scale = 10n ** BigInt(part?.length ?? 0);
    const above = BigInt(whole + (part ?? ""));
    return new Fraction(sign ? -above : above, below === undefined ? scale : BigInt(below));
  }

  /** @param {Fraction} other */
  plus(other) {
    return new Fraction(this.n * other.d + other.n * this.d, this.d * other.d);
  }

  /** @param {Fraction} other */
  minus(other) {
    return this.plus(other.negated());
  }

  /** @param {Fraction} other */
  times(other) {
    return new Fraction(this.n * other.n, this.d * other.d);
  }

  /** `x / 0` is 0. @param {Fraction} other */
  over(other) {
    return new Fraction(this.n * other.d, this.d * other.n);
  }

  /** Has the sign of what it is divided by; `x % 0` is 0. @param {Fraction} other */
  modulo(other) {
    if (other.n === 0n) return Fraction.ZERO;
    const [x, y] = [this.n * other.d, other.n * this.d];
    return new Fraction(x - y * floorDiv(x, y), this.d * other.d);
  }

  negated() {
    return new Fraction(-this.n, this.d);
  }

  abs() {
    return this.n < 0n ? this.negated() : this;
  }

  floor() {
    return new Fraction(floorDiv(this.n, this.d));
  }

  ceil() {
    return this.negated().floor().negated();
  }

  /** Halves go up. */
  round() {
    return new Fraction(floorDiv(this.n * 2n + this.d, this.d * 2n));
  }

  /** Below 0, 0 or above 0. @param {Fraction} other */
  compare(other) {
    const difference = this.n * other.d - other.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  toNumber() {
    return Number(this.n) / Number(this.d);
  }

  /** As a reader would write it: `3`, `-0.25`, and `1/3` where decimals do not end. */
  toString() {
    if (this.d === 1n) return String(this.n);
    if (FINEST % this.d !== 0n) return `${this.n}/${this.d}`;
    const scaled = (this.n < 0n ? -this.n : this.n) * (FINEST / this.d);
    const digits = String(scaled % FINEST)
      .padStart(9, "0")
      .replace(/0+$/, "");
    return `${this.n < 0n ? "-" : ""}${scaled / FINEST}.${digits}`;
  }

  /** With its sign: `+3`. */
  signed() {
    return this.n < 0n ? `−${this.abs()}` : `+${this}`;
  }
}
Fraction.ZERO = new Fraction(0n);

/** @param {bigint} a @param {bigint} b */
function gcd(a, b) {
  [a, b] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** @param {bigint} a @param {bigint} b */
function floorDiv(a, b) {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Why a formula has no value. */
class FormulaError extends Error {}

/**
 * The value of a formula's tree.
 * @param {ExprNode} tree
 * @param {Env} env
 * @returns {Value}
 */
function evaluate(tree, env) {
  switch (tree.node) {
    case "number":
      return new Fraction(tree.value, tree.over ?? 1);
    case "bool":
    case "text":
      return tree.value;
    case "name": {
      const value = env.value(tree.name);
      if (value === undefined) throw new FormulaError(`\`${tree.name}\` has no value`);
      return value;
    }
    case "list":
      return tree.items.map((/** @type {ExprNode} */ item) => evaluate(item, env));
    case "negate":
      return numberOf(tree.of, env).negated();
    case "not":
      return !conditionOf(tree.of, env);
    case "binary":
      return binary(tree, env);
    case "if":
      return evaluate(conditionOf(tree.test, env) ? tree.then : tree.else, env);
    case "call":
      return call(
        tree.function,
        tree.arguments.map((/** @type {ExprNode} */ one) => numberOf(one, env)),
      );
    case "over":
      return over(tree, env);
    case "lookup": {
      if (!env.lookup) throw new FormulaError(`no table \`${tree.table}\` can be looked up here`);
      return env.lookup(
        tree.table,
        tree.arguments.map((/** @type {ExprNode} */ one) => evaluate(one, env)),
      );
    }
    default:
      throw new FormulaError(`\`${tree.node}\` is not known`);
  }
}

/** @param {ExprNode} tree @param {Env} env @returns {Fraction} */
function numberOf(tree, env) {
  const value = evaluate(tree, env);
  if (!(value instanceof Fraction)) throw new FormulaError("expected a number");
  return value;
}

/** @param {ExprNode} tree @param {Env} env @returns {boolean} */
function conditionOf(tree, env) {
  const value = evaluate(tree, env);
  if (typeof value !== "boolean") throw new FormulaError("expected yes or no");
  return value;
}

/** @param {Value} a @param {Value} b @returns {boolean} */
function sameValue(a, b) {
  if (a instanceof Fraction && b instanceof Fraction) return a.compare(b) === 0;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, n) => sameValue(one, b[n]));
  return a === b;
}

/** @param {ExprNode} tree @param {Env} env @returns {Value} */
function binary(tree, env) {
  const { left, right } = tree;
  const numbers = () => /** @type {const} */ ([numberOf(left, env), numberOf(right, env)]);
  const compared = () => {
    const [a, b] = numbers();
    return a.compare(b);
  };
  switch (tree.operator) {
    case "or":
      return conditionOf(left, env) || conditionOf(right, env);
    case "and":
      return conditionOf(left, env) && conditionOf(right, env);
    case "==":
      return sameValue(evaluate(left, env), evaluate(right, env));
    case "!=":
      return !sameValue(evaluate(left, env), evaluate(right, env));
    case "in": {
      const [wanted, list] = [evaluate(left, env), evaluate(right, env)];
      if (!Array.isArray(list)) throw new FormulaError("expected a list");
      return list.some((one) => sameValue(one, wanted));
    }
    case "<":
      return compared() < 0;
    case "<=":
      return compared() <= 0;
    case ">":
      return compared() > 0;
    case ">=":
      return compared() >= 0;
  }
  const [a, b] = numbers();
  switch (tree.operator) {
    case "+":
      return a.plus(b);
    case "-":
      return a.minus(b);
    case "*":
      return a.times(b);
    case "/":
      return a.over(b);
    case "%":
      return a.modulo(b);
    default:
      throw new FormulaError(`\`${tree.operator}\` is not known`);
  }
}

/** @param {Fraction} a @param {Fraction} b */
const lesser = (a, b) => (b.compare(a) < 0 ? b : a);
/** @param {Fraction} a @param {Fraction} b */
const greater = (a, b) => (b.compare(a) > 0 ? b : a);

/** @param {string} name @param {Fraction[]} numbers @returns {Fraction} */
function call(name, numbers) {
  const [x, low, high] = numbers;
  if (x === undefined) throw new FormulaError(`\`${name}\` has the wrong number of arguments`);
  switch (name) {
    case "min":
      return numbers.reduce(lesser);
    case "max":
      return numbers.reduce(greater);
    case "abs":
      return x.abs();
    case "floor":
      return x.floor();
    case "ceil":
      return x.ceil();
    case "round":
      return x.round();
    case "clamp":
      if (low && high) return greater(low, lesser(x, high));
  }
  throw new FormulaError(`\`${name}\` is not known`);
}

/** @param {ExprNode} tree @param {Env} env @returns {Value} */
function over(tree, env) {
  const members = env.value(tree.collection);
  if (!(members instanceof Members)) throw new FormulaError(`\`${tree.collection}\` is not a collection`);
  if (!tree.each) return new Fraction(members.all.length);
  const inside = members.all.map((field) => ({
    ...env,
    value: (/** @type {string} */ name) => field(name) ?? env.value(name),
  }));
  switch (tree.function) {
    case "any":
      return inside.some((one) => conditionOf(tree.each, one));
    case "all":
      return inside.every((one) => conditionOf(tree.each, one));
    case "count":
      return new Fraction(inside.filter((one) => conditionOf(tree.each, one)).length);
  }
  const numbers = inside.map((one) => numberOf(tree.each, one));
  if (numbers.length === 0) return Fraction.ZERO;
  switch (tree.function) {
    case "sum":
      return numbers.reduce((a, b) => a.plus(b));
    case "highest":
      return numbers.reduce(greater);
    case "lowest":
      return numbers.reduce(lesser);
    default:
      throw new FormulaError(`\`${tree.function}\` is not known`);
  }
}
