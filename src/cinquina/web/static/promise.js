// Checks whether the dice were the promised ones. This page stores what it was shown before the first throw (the promise),
// which salts it sent and which throws it saw; at the end it computes every throw again and trusts nothing else.

import { promiseOf, thrown } from "./fair-dice.js";
import { rememberKey, recall, remember, salt } from "./storage.js";
import { newId, post } from "./net.js";

/** @import {Snapshot} from "./types.js" */

/**
 * What this device stores about a table's dice.
 * @typedef {{promised: Record<number, string>, next: Record<string, string>, salts: Record<string, string>, seen: Record<number, Record<number, number[]>>, when: number}} StoredDice
 */

const MOST_TABLES = 12;
const CURRENT = 2;
const DIE = 6;

/** @type {Record<string, StoredDice>} */
const known = {};

/** @param {string} code @returns {StoredDice} */
function storedDice(code) {
  known[code] ??= recall("dice", /** @type {Record<string, StoredDice>} */ ({}))[code] ?? { promised: {}, next: {}, salts: {}, seen: {}, when: 0 };
  return known[code];
}

/** @param {string} code */
function store(code) {
  storedDice(code).when = Date.now();
  const all = Object.entries({ ...recall("dice", /** @type {Record<string, StoredDice>} */ ({})), [code]: storedDice(code) });
  remember("dice", Object.fromEntries(all.sort((a, b) => b[1].when - a[1].when).slice(0, MOST_TABLES)));
}

/**
 * Makes a table and returns its code; the salt for its dice is sent once the promise is known.
 * @param {Record<string, unknown>} wanted
 * @returns {Promise<string>}
 */
export async function makeTable(wanted) {
  const { code, key, promise } = await post("/tables", { ...wanted, salt: wanted.dice === "virtual" ? null : "" });
  rememberKey(code, key);
  if (promise) await sendSalt(code, key, promise);
  return code;
}

/** Sends a salt for a promise, and stores it first. @param {string} code @param {string} key @param {string} promise */
async function sendSalt(code, key, promise) {
  const stored = storedDice(code);
  stored.salts[promise] ??= salt();
  store(code);
  await post(`/t/${code}/do`, { key, id: newId(), do: "salt", salt: stored.salts[promise] });
}

/** The salt of somebody who is about to sit down. @param {Snapshot} snapshot */
export function saltFor(snapshot) {
  const promise = snapshot.proof?.promise ?? "";
  if (!promise) return "";
  const stored = storedDice(snapshot.code);
  stored.salts[promise] ??= salt();
  store(snapshot.code);
  return stored.salts[promise];
}

/**
 * Stores what a snapshot promises and shows, and sends the salts that are due.
 * @param {Snapshot} snapshot
 * @param {string[]} keys of the seats of this page
 */
export function watchDice(snapshot, keys) {
  const { proof, code } = snapshot;
  if (!proof || proof.seed) return;
  const stored = storedDice(code);
  const before = JSON.stringify(stored);
  if (proof.promise) stored.promised[proof.game] ??= proof.promise;
  if (proof.promise && proof.next) stored.next[proof.promise] ??= proof.next;
  if (snapshot.dice?.thrown.length) {
    (stored.seen[proof.game] ??= {})[snapshot.dice.count - 1] ??= shownThrow(snapshot.dice);
  }
  if (JSON.stringify(stored) !== before) store(code);
  sendDue(snapshot, keys);
}

/** The newest throw as it fell, if the dice shown are the same ones. @param {Snapshot["dice"]} dice */
function shownThrow({ faces, thrown, fallen }) {
  const lying = thrown.map((die) => faces[die]);
  const sorted = (/** @type {number[]} */ list) => [...list].sort().join(" ");
  return lying.some((face) => !face) || sorted(lying) === sorted(fallen) ? fallen : lying;
}

/** Promises whose salts are being sent. */
const sending = new Set();

/** @param {Snapshot} snapshot @param {string[]} keys */
function sendDue({ proof, code, seats, phase }, keys) {
  if (!proof || phase === "ended") return;
  const lobby = phase === "lobby";
  const [promise, salts] = lobby ? [proof.promise, proof.salts] : [proof.next, proof.next_salts];
  const due = seats.some((seat, i) => seat.mine && !salts[i]);
  if (!promise || !due || sending.has(promise)) return;
  sending.add(promise);
  for (const key of keys) sendSalt(code, key, promise).catch(() => {}); // refused if it is known already: nothing is lost
}

/** @typedef {{state: "right" | "wrong" | "unknown", key: string, details: Record<string, string | number>}} Verdict */

/** @param {"right" | "wrong" | "unknown"} state @param {string} key @param {Record<string, string | number>} [details] @returns {Verdict} */
const verdict = (state, key, details = {}) => ({ state, key, details });

/** Whether the dice of a finished game are those promised to this page; null while the seed is secret. @param {Snapshot} snapshot @returns {Verdict | null} */
export function checkedDice(snapshot) {
  const { proof, code, over } = snapshot;
  if (!proof?.seed || !over) return null;
  if (proof.version !== CURRENT) return verdict("unknown", "dice.why.old");
  const stored = storedDice(code);
  const promise = stored.promised[proof.game];
  if (!promise) return verdict("unknown", "dice.why.late");
  if (promiseOf(proof.seed) !== promise) return verdict("wrong", "dice.why.seed");
  const before = stored.promised[proof.game - 1];
  if (before && before !== promise && (stored.next[before] ?? promise) !== promise) return verdict("wrong", "dice.why.seed");
  const own = stored.salts[promise];
  if (own && snapshot.seats.some((seat, i) => seat.mine && proof.salts[i] !== own)) return verdict("wrong", "dice.why.salt");
  return checkedThrows(snapshot, stored);
}

/** @param {Snapshot} snapshot @param {StoredDice} stored @returns {Verdict} */
function checkedThrows({ proof, code, over, seats }, stored) {
  if (!proof || !over) return verdict("unknown", "dice.why.late");
  const source = { table: code, seed: proof.seed, salts: proof.salts };
  let throws = 0;
  for (const [game, record] of over.records.entries()) {
    if (stored.promised[game] !== stored.promised[proof.game]) continue; // of another series
    const found = throwsIn(record, seats.length);
    for (const [number, { faces, sides }] of found.entries()) {
      const fair = thrown(source, game, number, sides).join(" ");
      const seen = stored.seen[game]?.[number]?.join(" ") ?? fair;
      if (faces.join(" ") !== fair || seen !== fair) return verdict("wrong", "dice.why.throw", { game: game + 1, throw: number + 1 });
    }
    throws += found.filter(({ isDraw }) => !isDraw).length;
  }
  return verdict("right", "dice.why.kept", { n: throws });
}

/** The throws of a record: their faces, and the number of sides of each die. @param {string} record @param {number} seats */
function throwsIn(record, seats) {
  return record.split("\n").flatMap((line) => {
    const [word, ...rest] = line.split(" ");
    if (word === "begins") return [{ faces: [Number(rest[0]) + 1], sides: [seats], isDraw: true }];
    if (word === "roll") return [{ faces: rest.map(Number), sides: rest.map(() => DIE), isDraw: false }];
    return [];
  });
}

/** The data to check the dice elsewhere. @param {Snapshot} snapshot */
export function evidence({ proof, code, seats }) {
  const promise = storedDice(code).promised[proof?.game ?? 0] ?? "";
  return { promise, salt: storedDice(code).salts[promise] ?? "", seats: seats.flatMap((seat, i) => (seat.mine ? [i] : [])) };
}
