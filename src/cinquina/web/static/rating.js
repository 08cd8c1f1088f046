// How well somebody solves puzzles: a rating as in chess, and days in a row. The same as in coach/rating.py, which explains it.

/** The rating of somebody who has solved nothing yet. */
export const FIRST = 1500;
const SCALE = 400;
const [FAST, SLOW, SETTLED] = [40, 20, 20];

/** The rating after one more answer. @param {number} rating @param {number} answered how many answers came before @param {number} puzzle @param {boolean} right */
export function afterAnswer(rating, answered, puzzle, right) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / SCALE));
  return Math.round(rating + (answered < SETTLED ? FAST : SLOW) * (Number(right) - expected));
}

/** A date as people here have it, as 2026-07-01. @param {Date} [date] */
export function dayOf(date = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day before one. @param {string} day */
function before(day) {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date - 1, 12));
}

/** How many days in a row there are up to today, or to yesterday as long as today is missing. @param {Iterable<string>} days @param {string} [today] */
export function streak(days, today = dayOf()) {
  const known = new Set(days);
  let [day, count] = [known.has(today) ? today : before(today), 0];
  for (; known.has(day); day = before(day)) count++;
  return count;
}
