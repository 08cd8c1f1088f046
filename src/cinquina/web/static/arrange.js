// Which arrangement of a sheet is drawn: the one whose cells become largest in the room there is.

/** @import {Arrangement, Cell, Detail, Placed, Point, Room, Sheet} from "./drawing.js" */

/** How much larger cells must become for another arrangement than the first. */
const LARGER = 1.08;

const HALF_A_LINE = 0.3;

/** What is printed around the cells, and replaced as a whole by an arrangement. @type {(keyof Sheet & keyof Arrangement)[]} */
const AROUND = ["labels", "texts", "areas", "ladders", "totals", "name_lines", "bands"];

/** What only pictures with details have. @type {(keyof Sheet & keyof Arrangement)[]} */
const DETAILS = ["texts", "ladders", "totals", "name_lines"];

/**
 * A sheet as it is drawn in a room; without one, and on paper, as its file says. It is drawn higher to fill a tall room, as far as
 * it may be.
 * @param {Sheet} sheet
 * @param {Detail} detail
 * @param {Room} [room] in any unit
 * @returns {Sheet}
 */
export function arranged(sheet, detail, room) {
  const given = detailed(sheet, detail);
  if (!room) return given;
  const others = detail === "paper" ? [] : (sheet.arrangements ?? []).map((way) => detailed(rearranged(sheet, way), detail));
  const best = others.reduce((one, other) => (scaleIn(room, other) > LARGER * scaleIn(room, one) ? other : one), given);
  return best.stretch ? stretched(best, Math.min(best.stretch, stretchIn(room, best))) : best;
}

/** How large a unit of a sheet becomes. @param {Room} room @param {Sheet} sheet */
function scaleIn({ width, height }, sheet) {
  return Math.min(width / sheet.size[0], height / heightOf(sheet));
}

/** How much higher a sheet could be in a room that it fills in width; in coarse steps. @param {Room} room @param {Sheet} sheet */
function stretchIn({ width, height }, sheet) {
  return Math.max(1, Math.floor((height / heightOf(sheet) / (width / sheet.size[0])) * 50) / 50);
}

/** The height of a sheet with what stands above its cells. @param {Sheet} sheet */
function heightOf({ size, labels, texts = [], name_lines: lines = [] }) {
  return size[1] - Math.min(0, ...[...labels, ...texts, ...lines].map((thing) => thing.at[1] - HALF_A_LINE));
}

/** @param {Sheet} sheet @param {Arrangement} way @returns {Sheet} */
function rearranged(sheet, way) {
  /** @param {Cell} cell @returns {Cell} */
  const moved = (cell) => ({ ...cell, at: way.places?.[cell.id] ?? cell.at, size: way.sizes?.[cell.kind] ?? cell.size, look: lookIn(cell, way) });
  const around = Object.fromEntries(AROUND.filter((name) => way[name]).map((name) => [name, way[name]]));
  return { ...sheet, ...around, size: way.size, stretch: way.stretch, other: way.other, cells: sheet.cells.map(moved) };
}

/** @param {Cell} cell @param {Arrangement} way */
function lookIn({ look }, way) {
  return look?.print && way.numbers ? { ...look, print: "number" } : look;
}

/** A sheet without what is not for its kind of picture. @param {Sheet} sheet @param {Detail} detail @returns {Sheet} */
function detailed(sheet, detail) {
  const wanted = (/** @type {{on?: string}} */ thing) => detail === "paper" || (detail === "screen" && thing.on !== "paper");
  const kept = DETAILS.map((name) => [name, /** @type {{on?: string}[]} */ (sheet[name] ?? []).filter(wanted)]);
  return { ...sheet, ...Object.fromEntries(kept), labels: sheet.labels.filter((label) => label.on !== "terminal"), other: detail === "screen" ? sheet.other : undefined };
}

/** @param {Sheet} sheet @param {number} times @returns {Sheet} */
function stretched(sheet, times) {
  const tall = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x, y * times]);
  /** @template {Placed} Thing @param {Thing} thing @returns {Thing} */
  const higher = (thing) => ({ ...thing, at: tall(thing.at), ...(thing.size ? { size: tall(thing.size) } : {}), ...(thing.head ? { head: higher(thing.head) } : {}) });
  const around = Object.fromEntries(AROUND.map((name) => [name, /** @type {Placed[]} */ (sheet[name] ?? []).map(higher)]));
  return { ...sheet, ...around, size: tall(sheet.size), cells: sheet.cells.map(higher) };
}
