// Computes the dice of a table from its seed, like version 2 in cinquina/table/dice.py. On plain http a page has no
// crypto.subtle, so SHA-256 is implemented here (FIPS 180-4); a test compares every function with the server's.

const BLOCK = 64;
const BYTE_VALUES = 256;
const CONTEXT = "cinquina dice 2";
const encoder = new TextEncoder();

/** The fractional parts of a root of the first primes, as 32-bit words. @param {number} many @param {number} root */
function constants(many, root) {
  const words = [];
  for (let n = 2; words.length < many; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) words.push(((n ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return words;
}

const ROUNDS = constants(64, 3);
const START = constants(8, 2);

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} data @returns {Uint8Array} */
export function sha256(data) {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  const hash = [...START];
  for (let at = 0; at < padded.length; at += BLOCK) compress(hash, view, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** @param {number[]} hash @param {DataView} view @param {number} at */
function compress(hash, view, at) {
  const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The hash of a seed, which is shown before the first throw. @param {string} seed */
export function promiseOf(seed) {
  return [...sha256(encoder.encode(seed))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {{table: string, seed: string, salts: string[]}} Source */

/**
 * The faces of a throw.
 * @param {Source} source
 * @param {number} game
 * @param {number} number
 * @param {number[]} sides
 */
export function thrown(source, game, number, sides) {
  const stream = bytes(source, game, number);
  return sides.map((faces) => {
    const fair = BYTE_VALUES - (BYTE_VALUES % faces);
    for (;;) {
      const byte = stream.next().value ?? 0;
      if (byte < fair) return (byte % faces) + 1;
    }
  });
}

/** @param {Source} source @param {number} game @param {number} number @returns {Generator<number, void>} */
function* bytes(source, game, number) {
  const key = encoder.encode(source.seed);
  for (let block = 0; ; block++) {
    const fields = [CONTEXT, source.table, game, number, source.salts.join("."), block];
    yield* hmac(key, encoder.encode(fields.join("\n")));
  }
}
