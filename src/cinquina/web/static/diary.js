// What this device keeps of practice and reviews: ratings by game, answered puzzles, days with a puzzle, and a line for every
// game of one's own that was reviewed. The shape is described in docs/web-protocol.md; what is not of that shape is left out.

import { afterAnswer, dayOf, FIRST } from "./rating.js";
import { recall, remember } from "./storage.js";

/** @import {GameReview} from "./types.js" */
/** @typedef {{rating: number, answered: number, right: number}} Rating */
/** @typedef {{id: string, game: string, title: string, when: number, unit: "chance" | "points", choices: number, mean: number, error: number, luck: number}} Line a reviewed game of one's own: how many choices, what was given away in one with half of its interval, and what the dice gave, in its unit */
/** @typedef {{version: number, ratings: Record<string, Rating>, answers: Record<string, Record<string, boolean>>, days: Record<string, Record<string, boolean>>, lines: Line[]}} Diary `answers`: by game and puzzle whether the first answer was right; `days`: the same by day and game for puzzles of the day */

const VERSION = 1;

/** The most days and lines that are kept; the oldest are dropped. */
const [MOST_DAYS, MOST_LINES] = [400, 1000];
const DAY = /^\d{4}-\d\d-\d\d$/;
const LONGEST = 60;

/** @returns {Diary} */
export function diaryHere() {
  return diaryIn(recall("practice", null)) ?? { version: VERSION, ratings: {}, answers: {}, days: {}, lines: [] };
}

/** @param {Diary} diary */
function store(diary) {
  const days = Object.fromEntries(Object.entries(diary.days).sort().slice(-MOST_DAYS));
  const lines = [...diary.lines].sort((one, other) => one.when - other.when).slice(-MOST_LINES);
  remember("practice", { ...diary, version: VERSION, days, lines });
}

/** The rating in a game. @param {string} game @returns {Rating} */
export function ratingIn(game) {
  return diaryHere().ratings[game] ?? { rating: FIRST, answered: 0, right: 0 };
}

/** Enters an answer; only the first one to a puzzle counts. @param {string} game @param {{id: string, rating: number}} puzzle @param {boolean} right @returns {number} by how much the rating changed */
export function enterAnswer(game, puzzle, right) {
  const diary = diaryHere();
  if (puzzle.id in (diary.answers[game] ?? {})) return 0;
  const before = ratingIn(game);
  const rating = afterAnswer(before.rating, before.answered, puzzle.rating, right);
  diary.ratings[game] = { rating, answered: before.answered + 1, right: before.right + Number(right) };
  diary.answers[game] = { ...diary.answers[game], [puzzle.id]: right };
  store(diary);
  return rating - before.rating;
}

/** Enters that the puzzle of today was answered. @param {string} game @param {boolean} right */
export function enterDay(game, right) {
  const diary = diaryHere();
  const today = diary.days[dayOf()] ?? {};
  if (game in today) return;
  diary.days[dayOf()] = { ...today, [game]: right };
  store(diary);
}

/** Enters a reviewed game of one's own; once, however often it is reviewed. @param {string} record @param {GameReview} review @param {number} seat */
export function enterReview(record, review, seat) {
  const { decisions, mean_loss: mean, error, account } = review.players[seat];
  const { game, title } = review.replay.start;
  const diary = diaryHere();
  const id = idOf(record);
  if (!decisions || diary.lines.some((line) => line.id === id)) return;
  store({ ...diary, lines: [...diary.lines, { id, game, title, when: Date.now(), unit: review.unit, choices: decisions, mean, error, luck: account.luck }] });
}

/** A short name for a record, whatever notes follow it. @param {string} record */
export function idOf(record) {
  const text = bare(record);
  let [one, other] = [0x811c9dc5, 0xc9dc5118];
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193) >>> 0;
    other = Math.imul(other ^ (text.charCodeAt(i) + i), 0x01000193) >>> 0;
  }
  return one.toString(36) + other.toString(36);
}

/** A record without the notes after it, such as the proof of its dice. @param {string} record */
export function bare(record) {
  return record.split("\n").filter((line) => !line.startsWith("#")).join("\n").trimEnd() + "\n";
}

/** What somebody has stored, if it is a diary; parts of a wrong shape are left out. @param {any} stored @returns {Diary | null} */
export function diaryIn(stored) {
  if (!isObject(stored) || !(stored.version <= VERSION)) return null;
  return {
    version: VERSION,
    ratings: kept(stored.ratings, isRating),
    answers: kept(stored.answers, isAnswers),
    days: kept(stored.days, (one, day) => DAY.test(day) && isAnswers(one)),
    lines: Array.isArray(stored.lines) ? stored.lines.filter(isLine) : [],
  };
}

/** Whether nothing of a diary in a file has to be left out. @param {any} stored */
export function isWhole(stored) {
  const read = diaryIn(stored);
  const size = (/** @type {any} */ part) => Object.keys(part ?? {}).length;
  return read !== null && size(read.ratings) === size(stored.ratings) && size(read.answers) === size(stored.answers) && size(read.days) === size(stored.days) && read.lines.length === size(stored.lines);
}

/** Whether anything has been practised or reviewed here. */
export function isBegun() {
  const { ratings, lines } = diaryHere();
  return Object.keys(ratings).length > 0 || lines.length > 0;
}

/** Adds another diary to this one: days and lines of both; in each game the rating that more answers led to. @param {Diary} other @returns {number} how many lines are new */
export function addDiary(other) {
  const own = diaryHere();
  const known = new Set(own.lines.map((line) => line.id));
  const added = other.lines.filter(({ id }, i) => !known.has(id) && other.lines.findIndex((line) => line.id === id) === i);
  const ratings = { ...own.ratings };
  for (const [game, rating] of Object.entries(other.ratings)) if (rating.answered > (ratings[game]?.answered ?? 0)) ratings[game] = rating;
  store({ version: VERSION, ratings, answers: joined(own.answers, other.answers), days: joined(own.days, other.days), lines: [...own.lines, ...added] });
  return added.length;
}

/** @param {Record<string, Record<string, boolean>>} own @param {Record<string, Record<string, boolean>>} other */
function joined(own, other) {
  const names = new Set([...Object.keys(own), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, { ...other[name], ...own[name] }]));
}

/** @param {any} stored @param {(one: any, name: string) => boolean} isRight @returns {Record<string, any>} */
function kept(stored, isRight) {
  return Object.fromEntries(Object.entries(isObject(stored) ? stored : {}).filter(([name, one]) => name.length <= LONGEST && isRight(one, name)));
}

/** @param {any} one */
function isObject(one) {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}

/** @param {any} one */
function isRating(one) {
  return isObject(one) && [one.rating, one.answered, one.right].every(Number.isSafeInteger);
}

/** @param {any} one */
function isAnswers(one) {
  return isObject(one) && Object.values(one).every((right) => typeof right === "boolean");
}

/** @param {any} one */
function isLine(one) {
  if (!isObject(one)) return false;
  const told = [one.id, one.game, one.title].every((text) => typeof text === "string" && text && text.length <= LONGEST);
  return told && ["chance", "points"].includes(one.unit) && [one.when, one.choices, one.mean, one.error, one.luck].every(Number.isFinite);
}
