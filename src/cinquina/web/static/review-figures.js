// Numbers of a review as people read them: chances in percent, points with a digit.

import { lang } from "./words.js";

/** @typedef {"chance" | "points"} Unit */

/** @param {number} digits @param {boolean} sign */
function format(digits, sign) {
  return new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? "exceptZero" : "auto" });
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
