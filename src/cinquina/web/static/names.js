// The words that pictures of sheets and dice need, in the page's language.

import { said, wordsUnder } from "./words.js";

/** @import {Words} from "./drawing.js" */

/** The colours by name. @type {Words} */
const COLOURS = wordsUnder("colour.");

/** The words a sheet needs. @type {Words} */
export const SHEET_WORDS = {
  ...COLOURS,
  sheet: said("sheet.sheet"), empty: said("sheet.empty"), crossed: said("sheet.crossed"), legal: said("sheet.legal"),
  pencil: said("sheet.pencil"), lost: said("sheet.lost"), step: said("sheet.step"), chip: said("sheet.chip"), line: said("sheet.line"),
};

/** The words dice need. @type {Words} */
export const DICE_WORDS = { ...COLOURS, dice: said("dice.dice"), out: said("dice.out"), waiting: said("dice.waiting") };
