// One's own mistakes, kept on this device to be practised: by game, the newest first.

import { recall, remember } from "./storage.js";

/** @typedef {{event: number, seat: number, loss: number}} Mistake the choice after so many events of its game, and what it gave away, in the unit of its game */
/** @typedef {{record: string, game: string, unit: "chance" | "points", when: number, mistakes: Mistake[]}} GameWithMistakes */

const VERSION = 1;

/** The most mistakes that are kept; the oldest games are dropped. */
const MOST = 300;

/** All games with mistakes, the newest first. @returns {GameWithMistakes[]} */
export function mistakesHere() {
  const stored = recall("mistakes", /** @type {any} */ (null));
  return stored?.version === VERSION && Array.isArray(stored.games) ? stored.games : [];
}

/** Keeps the mistakes of a game; once, however often it is reviewed. @param {string} record @param {string} game @param {"chance" | "points"} unit @param {Mistake[]} mistakes */
export function keepMistakes(record, game, unit, mistakes) {
  const known = mistakesHere();
  const before = known.find((one) => one.record === record);
  if (mistakes.length === 0 || before) return;
  let room = MOST;
  const games = [{ record, game, unit, when: Date.now(), mistakes }, ...known].filter((one) => (room -= one.mistakes.length) >= 0);
  remember("mistakes", { version: VERSION, games });
}
