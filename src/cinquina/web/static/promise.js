// Stores what this page was shown before the first throw (the promise), which salts it sent and which throws it saw.
// With these checked-dice.js computes every throw again at the end.

import { rememberKey, recall, remember, salt } from "./storage.js";
import { newId, post, Refused } from "./net.js";

/** @import {MadeTable, Snapshot} from "./types.js" */

/**
 * What this device stores about a table's dice.
 * @typedef {{promised: Record<number, string>, next: Record<string, string>, salts: Record<string, string>, seen: Record<number, Record<number, number[]>>, when: number}} StoredDice
 */

const MOST_TABLES = 12;

/** @type {Record<string, StoredDice>} */
const known = {};

/** @param {string} code @returns {StoredDice} */
export function storedDice(code) {
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
  return entered(await post("/tables", { ...wanted, salt: wanted.dice === "virtual" ? null : "" }));
}

/**
 * Opens a table like a closed one and returns its code.
 * @param {string} code
 * @param {string[]} keys those of my seats there
 * @returns {Promise<string>}
 */
export async function openAgain(code, [key, ...more]) {
  try {
    return await entered(await post(`/t/${code}/again`, { key: key ?? "" }));
  } catch (problem) {
    if (more.length === 0 || !(problem instanceof Refused) || problem.status !== 403) throw problem;
    return openAgain(code, more);
  }
}

/** Remembers the key of a new table and sends a salt for its dice. @param {MadeTable} made */
async function entered({ code, key, promise }) {
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

/** The salt of somebody who is about to sit down, during a game for the next series. @param {Snapshot | null} snapshot */
export function saltFor(snapshot) {
  if (!snapshot?.proof) return "";
  const promise = snapshot.phase === "lobby" ? snapshot.proof.promise : snapshot.proof.next;
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

/** The data to check the dice elsewhere. @param {Snapshot} snapshot */
export function evidence({ proof, code, seats }) {
  const promise = storedDice(code).promised[proof?.game ?? 0] ?? "";
  return { promise, salt: storedDice(code).salts[promise] ?? "", seats: seats.flatMap((seat, i) => (seat.mine ? [i] : [])) };
}
