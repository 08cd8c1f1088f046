// One's own mistakes, kept on this device to be practised: a queue. One that is solved leaves it, one that is not comes again last.

import { bare, enterReview, idOf } from "./diary.js";
import { mistakesBy } from "./review-figures.js";
import { recall, remember } from "./storage.js";

/** @import {GameReview, KeptWorth, ReviewedOption} from "./types.js" */
/** @typedef {{event: number, seat: number, loss: number, worths: KeptWorth[]}} Mistake the choice after this many events of its game, what it gave away, and what a review said about all options */
/** @typedef {{id: string, game: string, unit: "chance" | "points", when: number, record: string, mistakes: Mistake[]}} GameWithMistakes without mistakes left it has no record either */

export const VERSION = 2;

/** The most games that are known, and the most mistakes that are kept; the oldest are dropped. */
const [MOST_GAMES, MOST] = [200, 300];

/** All games with mistakes, the newest first. @returns {GameWithMistakes[]} */
export function mistakesHere() {
  return gamesIn(recall("mistakes", /** @type {any} */ (null))) ?? [];
}

/** What somebody has stored, if it is of this shape. @param {any} stored @returns {GameWithMistakes[] | null} */
export function gamesIn(stored) {
  return stored?.version === VERSION && Array.isArray(stored.games) ? stored.games.filter(isGame) : null;
}

/** @param {GameWithMistakes[]} games the newest first */
function store(games) {
  let room = MOST;
  const kept = games.filter((one) => (room -= one.mistakes.length) >= 0).slice(0, MOST_GAMES);
  remember("mistakes", { version: VERSION, games: kept });
}

/** Keeps of a review what concerns the seats of this device: their mistakes and, where it is one seat, a line of its progress. @param {string} record @param {GameReview} review @param {number[]} mine */
export function keepReview(record, review, mine) {
  keepMistakes(record, review, mine);
  if (mine.length === 1) enterReview(record, review, mine[0]);
}

/** Keeps mistakes; once, however often their game is reviewed. @param {string} record @param {GameReview} review @param {number[]} mine */
function keepMistakes(record, review, mine) {
  const known = mistakesHere();
  const id = idOf(record);
  const own = mine.flatMap((seat) => mistakesBy(review.choices, seat));
  if (own.length === 0 || known.some((one) => one.id === id)) return;
  const mistakes = own.map(({ event, seat, loss, options }) => ({ event, seat, loss, worths: options.map(keptWorth) }));
  store([{ id, game: review.replay.start.game, unit: review.unit, when: Date.now(), record: bare(record), mistakes }, ...known]);
}

/** What is kept of an option. @param {ReviewedOption} option @returns {KeptWorth} */
function keptWorth({ move, worth, points, error, loss, loss_error, grade }) {
  return { move, worth, points, error, loss, loss_error, grade };
}

/** How many mistakes of a game wait to be practised. @param {string} record */
export function mistakesOf(record) {
  return mistakesHere().find((one) => one.id === idOf(record))?.mistakes.length ?? 0;
}

/** The mistakes to practise, one after the other: of one game, or of all. @param {string} [game] "" for all */
export function waitingMistakes(game = "") {
  return mistakesHere().filter((one) => !game || one.game === game).flatMap((one) => one.mistakes.map((mistake) => ({ ...one, mistake })));
}

/** Takes a mistake out. @param {string} id the game @param {number} event */
export function dropMistake(id, event) {
  store(mistakesHere().map((one) => (one.id === id ? without(one, event) : one)));
}

/** @param {GameWithMistakes} game @param {number} event @returns {GameWithMistakes} */
function without(game, event) {
  const mistakes = game.mistakes.filter((one) => one.event !== event);
  return { ...game, mistakes, record: mistakes.length ? game.record : "" };
}

/** Adds the games of another device; those that are known stay as they are. @param {GameWithMistakes[]} games */
export function addMistakes(games) {
  const known = mistakesHere();
  const added = games.filter(({ id }, i) => known.every((one) => one.id !== id) && games.findIndex((other) => other.id === id) === i);
  store([...known, ...added].sort((one, other) => other.when - one.when));
}

/** @param {any} one */
function isGame(one) {
  const told = [one?.id, one?.game, one?.record].every((text) => typeof text === "string") && ["chance", "points"].includes(one.unit);
  return told && Number.isSafeInteger(one.when) && Array.isArray(one.mistakes) && one.mistakes.every(isMistake);
}

/** @param {any} one */
function isMistake(one) {
  return [one?.event, one?.seat].every(Number.isSafeInteger) && Number.isFinite(one.loss) && Array.isArray(one.worths);
}
