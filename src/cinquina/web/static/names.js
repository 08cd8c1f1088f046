// How cells, colours and dice are called aloud, in the page's language.

import { said } from "./words.js";

/** @import {Cell, Sheet, Words} from "./types.js" */

/** @type {Words} */
export const COLOURS = {
  white: said("colour.white"), red: said("colour.red"), yellow: said("colour.yellow"), green: said("colour.green"),
  blue: said("colour.blue"), orange: said("colour.orange"), violet: said("colour.violet"), purple: said("colour.purple"),
  grey: said("colour.grey"),
};

/** The words a sheet needs. @type {Words} */
export const SHEET_WORDS = {
  ...COLOURS,
  sheet: said("sheet.sheet"), empty: said("sheet.empty"), crossed: said("sheet.crossed"), legal: said("sheet.legal"),
  pencil: said("sheet.pencil"), lost: said("sheet.lost"), step: said("sheet.step"), chip: said("sheet.chip"), line: said("sheet.line"),
  penalties: said("sheet.penalties"), misses: said("sheet.misses"), failures: said("sheet.failures"),
};

/** The words dice need. @type {Words} */
export const DICE_WORDS = { ...COLOURS, dice: said("dice.dice"), out: said("dice.out"), waiting: said("dice.waiting") };

/** The names of all cells of a sheet. @param {Sheet} sheet @returns {Record<string, string>} */
export function cellNames(sheet) {
  return Object.fromEntries(sheet.cells.map((cell) => [cell.id, cellName(cell)]));
}

/** @param {Cell} cell */
function cellName(cell) {
  const colour = cell.colour ? COLOURS[cell.colour] : "";
  const [row, column] = [(cell.row ?? "").replace("row", ""), cell.column ?? ""];
  const n = cell.id.replace(/^.*?(\d+)$/, "$1");
  /** @type {Record<string, () => string>} */
  const names = {
    number: () => (colour ? `${colour} ${cell.number}` : said("cell.number", { number: cell.number ?? "" })),
    lock: () => said("cell.lock", { colour }),
    penalty: () => said("cell.penalty", { n }),
    entry: () => said("cell.entry", { colour, n }),
    ring: () => said("cell.entry", { colour, n }),
    "extra-number": () => said("cell.extra-number", { column }),
    "extra-box": () => said("cell.extra-box", { column, n }),
    "extra-last": () => said("cell.extra-last", { column }),
    space: () => said("cell.space", { id: cell.id, number: cell.number ?? "" }),
    "safe-space": () => said("cell.safe-space", { id: cell.id, number: cell.number ?? "" }),
  };
  return names[cell.kind]?.() ?? said("cell.box", { row, n });
}
