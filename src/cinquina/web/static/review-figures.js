// Numbers of a review as people read them: chances in percent, points with a digit.

import { lang, translate } from "./words.js";

/** @import {AccountView, ReviewedChoice} from "./types.js" */
/** @typedef {"chance" | "points"} Unit */
/** @typedef {Pick<ReviewedChoice, "seat" | "grade" | "throw" | "loss">} Graded what a choice gave away */

/** @param {number} digits @param {boolean} sign */
function format(digits, sign) {
  return new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? "exceptZero" : "auto", useGrouping: false });
}

/** @param {Unit} unit @param {number} value @param {number} digits @param {boolean} sign */
function shown(unit, value, digits, sign) {
  const number = unit === "chance" ? value * 100 : value;
  const text = format(digits, sign).format(Math.abs(number) < 0.5 / 10 ** digits ? 0 : number).replace("-", "−");
  return unit === "chance" ? `${text}${lang === "en" ? "" : "\u202f"}%` : text;
}

/** A value: 66.2% or 58.3 points without their word. @param {Unit} unit @param {number} value @param {number} [digits] */
export function amount(unit, value, digits = 1) {
  return shown(unit, value, digits, false);
}

/** A difference, with its sign. @param {Unit} unit @param {number} value @param {number} [digits] */
export function change(unit, value, digits = 1) {
  return shown(unit, value, digits, true);
}

/** What something costs, in a sentence, with its error if it has one: 12.9% of a chance, or 3.5 (±0.4) points. @param {Unit} unit @param {number} value @param {{digits?: number, error?: number}} [told] */
export function cost(unit, value, { digits = 1, error = 0 } = {}) {
  const text = amount(unit, value, digits) + (error ? ` (±${amount(unit, error, digits)})` : "");
  return unit === "chance" ? text : translate("review.in-points", { n: text });
}

/** What seats gave away, one a throw: the steps of one answer are one mistake, of which the gravest is told. @template {Graded} Choice @param {Choice[]} choices @param {number} seat @returns {Choice[]} */
export function mistakesBy(choices, seat) {
  const own = choices.filter((one) => one.seat === seat && one.grade !== "fine");
  return own.filter((one) => own.every((other) => other === one || other.throw !== one.throw || other.loss < one.loss || (other.loss === one.loss && own.indexOf(other) > own.indexOf(one))));
}

/** From this loss of a chance on, whole percents say enough. */
const WHOLE = 0.02;

/**
 * In a sentence how many mistakes a seat made, and what the gravest cost: sums of losses may be more than there is to lose. Of a first
 * estimate without that figure, since it will change.
 * @param {Unit} unit @param {Graded[]} choices of everybody @param {{seat: number, isMe: boolean, rough: boolean}} whose
 */
export function gravest(unit, choices, { seat, isMe, rough }) {
  const mistakes = mistakesBy(choices, seat);
  if (!mistakes.length) return translate("review.no-mistakes");
  const { throw: of, loss } = mistakes.reduce((most, one) => (one.loss > most.loss ? one : most));
  const key = rough ? "rough" : unit === "points" ? "points" : isMe ? "chance-you" : "chance";
  return translate(`review.gravest-${key}`, { n: mistakes.length, throw: of, loss: cost(unit, loss, { digits: unit === "chance" && loss >= WHOLE ? 0 : 1 }) });
}

/**
 * An account rounded to this many digits so that it adds up as it is written: what rounding leaves is not explained, or luck where everything is.
 * @param {AccountView} account @param {number} [digits] @returns {AccountView}
 */
export function addingUp(account, digits = 3) {
  const whole = (/** @type {number} */ value) => Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits);
  const [start, luck, own, others, result] = [account.start, account.luck, account.own_losses, account.others_losses, account.result].map(whole);
  const left = result - start - luck + own - others;
  const parts = whole(account.unexplained) === 0 ? { luck: luck + left, unexplained: 0 } : { luck, unexplained: left };
  const all = { start, own_losses: own, others_losses: others, result, ...parts };
  return /** @type {AccountView} */ (Object.fromEntries(Object.entries(all).map(([key, value]) => [key, value / 10 ** digits])));
}
