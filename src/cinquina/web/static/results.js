// The finished games of this device, one line each: written down when a page sees the end, merged from a file (kept-file.js). The
// shape is described in docs/web-protocol.md; what is not of that shape is left out.

import { recall, remember } from "./storage.js";

/** @import {Snapshot} from "./types.js" */
/** @typedef {{id: string, game: string, title: string, when: number, others: string[], won: boolean | null, points: number | null, scores: number[], bots: number, record: number}} Result `id` is the table's code and the number of the game there; without others nobody wins; `scores` are those of the ranking, `bots` is how many of the others are bots, `record` is the place of the game among the records of the table */

export const VERSION = 2;

/** What games of the first version lack. */
const LATER = { scores: /** @type {number[]} */ ([]), bots: 0, record: 0 };

/** The most games that are kept; the oldest are dropped. */
const MOST = 2000;
const LONGEST_TEXT = 60;
const MOST_OTHERS = 8;
const MOST_POINTS = 1_000_000;

/** All of them, the newest first. @returns {Result[]} */
export function resultsHere() {
  const stored = recall("games", /** @type {any} */ (null));
  return stored?.version <= VERSION && Array.isArray(stored.games) ? byTime(stored.games.map(completed).filter(isResult)) : [];
}

/** A game with what its version lacks. @param {any} one @returns {any} */
export function completed(one) {
  return typeof one === "object" && one !== null && !("record" in one) ? { ...LATER, ...one } : one;
}

/** Writes down how a game ended for the player of this page; once, however often it is seen. @param {Snapshot} snapshot */
export function keepResult(snapshot) {
  const result = resultOf(snapshot);
  if (!result) return;
  const known = resultsHere();
  const before = known.find((one) => one.id === result.id);
  const now = { ...result, when: before?.when ?? result.when };
  if (JSON.stringify(before) !== JSON.stringify(now)) store([now, ...known.filter((one) => one !== before)]);
}

/** @param {Snapshot} snapshot @returns {Result | null} nothing for somebody who only watches, nor for a game that was broken off */
function resultOf({ code, game, title, over, seats, shared_board: shared }) {
  const own = seats.find((seat) => seat.mine);
  if (!over?.ranking.length || !own) return null;
  const company = seats.filter((seat) => seat !== own && seat.kind !== "open").slice(0, MOST_OTHERS);
  const others = company.map((seat) => cut(seat.name));
  const won = over.ranking.some((one) => one.place === 1 && one.names.includes(own.name));
  const number = over.records.length - over.sheets.length;
  const sheet = over.sheets.findIndex((seat) => seats[seat] === own);
  return {
    id: `${code}/${number}`,
    game,
    title: cut(title),
    when: Date.now(),
    others,
    won: others.length ? won : null,
    points: shared ? null : own.score,
    scores: shared ? [] : over.ranking.map((one) => one.score),
    bots: company.filter((seat) => seat.kind === "bot").length,
    record: sheet < 0 ? number : number + sheet + 1,
  };
}

/** @param {string} text */
function cut(text) {
  return text.slice(0, LONGEST_TEXT);
}

/** The newest first. @param {Result[]} results */
function byTime(results) {
  return [...results].sort((one, other) => other.when - one.when);
}

/** @param {Result[]} results */
function store(results) {
  const games = byTime(results).slice(0, MOST);
  remember("games", { version: VERSION, games });
  return games;
}

/** Adds games; one that is known is not added twice. @param {Result[]} games @returns {number} how many are new */
export function addResults(games) {
  const known = resultsHere();
  const ids = new Set(known.map((one) => one.id));
  const added = games.filter(({ id }, i) => !ids.has(id) && games.findIndex((other) => other.id === id) === i);
  const kept = store([...known, ...added]);
  return added.filter((one) => kept.includes(one)).length;
}

/** @param {any} one */
export function isResult(one) {
  if (typeof one !== "object" || one === null) return false;
  const { id, game, title, when, others, won, points, scores, bots, record } = one;
  const told = [id, game, title].every((text) => isText(text) && text) && Array.isArray(others) && others.length <= MOST_OTHERS && others.every(isText);
  const counted = Number.isSafeInteger(when) && when > 0 && (points === null || isCount(points)) && Array.isArray(scores) && scores.length <= MOST_OTHERS + 1 && [...scores, bots, record].every(isCount);
  return told && counted && [true, false, null].includes(won) && Object.keys(one).length === 10;
}

/** @param {unknown} n */
function isCount(n) {
  return typeof n === "number" && Number.isInteger(n) && Math.abs(n) <= MOST_POINTS;
}

/** @param {unknown} text */
function isText(text) {
  return typeof text === "string" && text.length <= LONGEST_TEXT;
}
