"use strict";
// Chance from a seed: the n-th roll of a game is the same for everybody who has the seed, and after an undo.

/** Four numbers of 32 bits from a text (cyrb128). @param {string} text @returns {[number, number, number, number]} */
function hashed(text) {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  return [(a ^ b ^ c ^ d) >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0];
}

/** A source of numbers of 32 bits (sfc32). */
class Chance {
  /** @param {string} seed @param {number} event which event of the game it is for, from 0 */
  constructor(seed, event) {
    const [a, b, c, d] = hashed(`${seed}/${event}`);
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    for (let n = 0; n < 12; n += 1) this.next();
  }

  next() {
    const sum = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to below `count`, each as likely as the others. @param {number} count */
  below(count) {
    const fair = Math.floor(0x1_0000_0000 / count) * count;
    for (;;) {
      const number = this.next();
      if (number < fair) return number % count;
    }
  }

  /** Faces of dice. @param {number} count @param {number} sides @returns {number[]} */
  dice(count, sides) {
    return Array.from({ length: count }, () => this.below(sides) + 1);
  }

  /** The same things in another order. @template T @param {T[]} list @returns {T[]} */
  shuffled(list) {
    const mixed = [...list];
    for (let n = mixed.length - 1; n > 0; n -= 1) {
      const other = this.below(n + 1);
      [mixed[n], mixed[other]] = [mixed[other], mixed[n]];
    }
    return mixed;
  }
}

/** A seed that nobody foresees, short enough to be read aloud. */
function newSeed() {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join("");
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
