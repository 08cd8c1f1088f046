// What this device stores: keys of seats, its tables, a name, preferences. It also works without storage.

/**
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @returns {Value}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`cinquina.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`cinquina.${name}`, JSON.stringify(value));
  } catch {
    // works without storage
  }
}

/** @typedef {{game: string, title: string, phase: string, others: string[], myTurn: boolean, awaited: string[], winners: string[], won: boolean, points: number[], sheet: string, marks: Record<string, string>, line: string[], tokens: {seat: number, colour: string}[], people: number, bots: number, left: number, gone: string, lesson: {step: number, steps: number} | null}} Summary what is known of a table: `points` are those of the ranking, `marks` those on the own sheet, `tokens` those of the others, of whom some are people and some bots, `left` the games left in the series, `gone` who goes on for a player who has left, a bot or nobody; an older one lacks the last six */

/** @typedef {{code: string, title: string, when: number, about?: Summary}} Known a table this device has seen, and when something happened there */

/** @type {Record<string, string[]>} */
const unstored = {};

/** The keys of my seats at a table. @param {string} code @returns {string[]} */
export function keysOf(code) {
  return recall("keys", unstored)[code] ?? unstored[code] ?? [];
}

/** @param {string} code @param {string} key */
export function rememberKey(code, key) {
  /** @type {Record<string, string[]>} */
  const keys = recall("keys", {});
  keys[code] = [...new Set([...(keys[code] ?? []), key])];
  unstored[code] = keys[code];
  remember("keys", keys);
}

/** Takes the key out of the URL, where it would be seen and shared, and stores it. @param {string} code */
export function keyFromAddress(code) {
  const key = location.hash.slice(1);
  if (!key || key.includes("=")) return;
  rememberKey(code, key);
  history.replaceState(null, "", location.pathname + location.search);
}

/** What the link of a table ends with for somebody who has given their name and wants a seat. */
export const AT_ONCE = "#sit=now";

/** Whether the URL asks for a seat at once; only the first time. */
export function sitsAtOnce() {
  const yes = location.hash === AT_ONCE;
  if (yes) history.replaceState(null, "", location.pathname + location.search);
  return yes;
}

const MOST_TABLES = 12;

/** @returns {Known[]} */
export function tablesHere() {
  return recall("tables", /** @type {Known[]} */ ([]));
}

/** Writes down what was seen of a table, and when something happened there; returns whether that is news. @param {string} code @param {Summary} about @param {number} [when] */
export function rememberTable(code, about, when = Date.now()) {
  const known = tablesHere();
  const before = known.find((one) => one.code === code);
  if (before && JSON.stringify(before.about) === JSON.stringify(about)) return false;
  const others = known.filter((one) => one.code !== code);
  const finished = about.lesson && about.phase === "ended" ? [] : [{ code, title: about.title, when, about }];
  remember("tables", [...finished, ...others].slice(0, MOST_TABLES));
  return true;
}

/** @param {string} code */
export function forgetTable(code) {
  remember("tables", tablesHere().filter((known) => known.code !== code));
}

/** A random hexadecimal number: a player's contribution to the dice. */
export function salt() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
