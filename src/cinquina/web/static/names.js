// The words for pictures of sheets and dice, in the page's language.

import { translate, wordsUnder } from "./words.js";

/** @import {Words} from "./drawing.js" */

/** The colours by name. @type {Words} */
const COLOURS = wordsUnder("colour.");

/** The words a sheet needs. @type {Words} */
export const SHEET_WORDS = {
  ...COLOURS,
  sheet: translate("sheet.sheet"), empty: translate("sheet.empty"), crossed: translate("sheet.crossed"), legal: translate("sheet.legal"),
  pencil: translate("sheet.pencil"), lost: translate("sheet.lost"), step: translate("sheet.step"), chip: translate("sheet.chip"), line: translate("sheet.line"), newest: translate("sheet.newest"), closed: translate("sheet.closed"),
};

/** The words dice need. @type {Words} */
export const DICE_WORDS = { ...COLOURS, dice: translate("dice.dice"), out: translate("dice.out"), waiting: translate("dice.waiting"), lifted: translate("dice.lifted"), spent: translate("dice.spent"), left: translate("dice.left"), throw: translate("play.throw") };
