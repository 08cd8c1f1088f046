// The face of a chip that stands for a cell: what will be written, in its colour; where several look alike, also where.

import { padOf } from "./pad.js";
import { sheetOf } from "./pictures.js";
import { draw, round } from "./shapes.js";

/** @import {Cell, Sheet, Table} from "./drawing.js" */
/** @import {Choosable} from "./types.js" */

/** What a finger needs, less half a pixel; the least on a pad, whose rows are pressed as a whole. */
const [FINGER, TINY] = [43.5, 18];

/** Whether a cell is too small to be pressed on the sheet. @param {Table} table @param {HTMLElement} box @param {string} cell */
export function isSmall(table, box, cell) {
  const place = box.querySelector(`svg.sheet:not(.small) [data-cell="${CSS.escape(cell)}"]`)?.getBoundingClientRect();
  return !place || Math.min(place.width, place.height) < (padOf(table) ? TINY : FINGER);
}

/** The sheet with a cell, and the cell. @param {Table} table @param {string} id */
export function cellOf({ snapshot }, id) {
  const seat = snapshot.shared_board ? 0 : (snapshot.ask?.seat ?? 0);
  const sheet = snapshot.seats[seat].sheets.map((page) => sheetOf(page.id)).find((one) => one.cells.some((cell) => cell.id === id));
  return { sheet, cell: sheet?.cells.find((cell) => cell.id === id) };
}

const DIGITS = /^\d+$/;

/** What an option writes into its cell, as people read it: a number, the number it crosses, its column. @param {Table} table @param {Choosable} option */
export function writing(table, option) {
  const mark = option.marks[option.cell] ?? "";
  const { cell } = cellOf(table, option.cell);
  if (DIGITS.test(mark)) return mark;
  if (cell?.number !== undefined) return String(cell.number);
  return option.colour ? "" : (cell?.column ?? option.text);
}

const [WIDE, HIGH, DOT] = [38, 22, 1.6];

/** A map of the cells of the same row or kind, with one of them filled in. @param {Table} table @param {string} id */
export function mapOf(table, id) {
  const { sheet, cell } = cellOf(table, id);
  if (!sheet || !cell) return [];
  const alike = familyOf(sheet, cell);
  const [xs, ys] = [alike.map(({ at }) => at[0]), alike.map(({ at }) => at[1])];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min(WIDE / Math.max(1, Math.max(...xs) - left), HIGH / Math.max(1, Math.max(...ys) - top));
  const dots = alike.map((one) => {
    const here = one.id === id;
    const at = { cx: round((one.at[0] - left) * scale), cy: round((one.at[1] - top) * scale) };
    return draw("circle", { class: here ? "here" : "there", ...at, r: here ? DOT * 2 : DOT });
  });
  const [width, height] = [(Math.max(...xs) - left) * scale, (Math.max(...ys) - top) * scale];
  const edge = DOT * 2;
  const view = [-edge, -edge, width + 2 * edge, height + 2 * edge].map(round).join(" ");
  return [draw("svg", { class: "chip-map", viewBox: view, width: round(width + 2 * edge), height: round(height + 2 * edge), "aria-hidden": "true" }, dots)];
}

/** @param {Sheet} sheet @param {Cell} cell */
function familyOf(sheet, cell) {
  const open = sheet.cells.filter((one) => one.look?.style !== "gap");
  if (cell.row) return open.filter((one) => one.row === cell.row);
  return open.filter((one) => one.kind === cell.kind);
}
