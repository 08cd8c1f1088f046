// Which arrangement of a sheet is drawn: the one whose cells become largest in the room there is.

import { formOf } from "./shapes.js";

/** @import {Arrangement, Band, Cell, Detail, Fold, Placed, Point, Room, Sheet} from "./drawing.js" */

/** How much larger cells must become for another arrangement than the first. */
const LARGER = 1.08;

const HALF_A_LINE = 0.3;

/** What a finger needs, in pixels, and nearly so: a sheet is folded where its cells are too small, and then large enough. */
const [FINGER, NEARLY] = [44, 41];

/** From this scale on, in pixels, the first arrangement is large enough: one with fewer points on it is for smaller rooms. */
const ROOMY = 48;

/** What is printed around the cells, and replaced as a whole by an arrangement. @type {(keyof Sheet & keyof Arrangement)[]} */
const AROUND = ["labels", "texts", "areas", "ladders", "totals", "name_lines", "bands"];

/** What only pictures with details have. @type {(keyof Sheet & keyof Arrangement)[]} */
const DETAILS = ["texts", "ladders", "totals", "name_lines"];

/**
 * A sheet as it is drawn in a room; without one, and on paper, as its file says. It is drawn higher to fill a tall room, as far as
 * it may be; where only its upper part grows, for fingers, pictures stay flat.
 * @param {Sheet} sheet
 * @param {Detail} detail
 * @param {Room} [room] in any unit
 * @param {Sheet | null} [kept] a sheet whose arrangement stays: that of its width
 * @returns {Sheet}
 */
export function arranged(sheet, detail, room, kept = null) {
  const given = detailed(sheet, detail);
  if (!room) return given;
  const ways = detail === "paper" ? [] : (sheet.arrangements ?? []).filter((way) => detail === "screen" || way.on !== "screen");
  const same = kept && [given, ...laid(sheet, detail, ways)].find(({ size }) => size[0] === kept.size[0]);
  if (same) return grown(same, detail, room);
  const enough = detail === "screen" && scaleIn(room, given) >= ROOMY;
  const whole = (/** @type {Sheet} */ one) => !enough || count(one) >= count(given);
  const flat = largest(room, given, laid(sheet, detail, ways.filter((way) => !way.fold)).filter(whole));
  const small = detail === "screen" && scaleIn(room, flat) < FINGER;
  const best = (small && laid(sheet, detail, ways.filter((way) => way.fold)).find((one) => scaleIn(room, one) >= NEARLY)) || flat;
  return grown(best, detail, room);
}

/** A sheet as high as it may be in a room. @param {Sheet} best @param {Detail} detail @param {Room} room */
function grown(best, detail, room) {
  const grows = best.stretch && (detail === "screen" || !best.stretch_until);
  return grows ? stretched(best, Math.min(best.stretch ?? 1, stretchIn(room, best))) : best;
}

/** How many boxes for points a sheet has. @param {Sheet} sheet */
function count({ totals = [] }) {
  return totals.length;
}

/** @param {Sheet} sheet @param {Detail} detail @param {Arrangement[]} ways */
function laid(sheet, detail, ways) {
  return ways.map((way) => detailed(rearranged(sheet, way), detail));
}

/** The sheet whose cells become largest; another than the first only if it is worth it. @param {Room} room @param {Sheet} first @param {Sheet[]} others */
function largest(room, first, others) {
  return others.reduce((one, other) => (scaleIn(room, other) > LARGER * scaleIn(room, one) ? other : one), first);
}

/** How large a unit of a sheet becomes. @param {Room} room @param {Sheet} sheet */
function scaleIn({ width, height }, sheet) {
  return Math.min(width / sheet.size[0], height / heightOf(sheet));
}

/** How much higher a sheet could be in a room that it fills in width; in coarse steps. @param {Room} room @param {Sheet} sheet */
function stretchIn({ width, height }, sheet) {
  const whole = height / heightOf(sheet) / (width / sheet.size[0]);
  const part = sheet.stretch_until ? 1 + ((whole - 1) * heightOf(sheet)) / sheet.stretch_until : whole;
  return Math.max(1, Math.floor(part * 50) / 50);
}

/** The height of a sheet with what stands above its cells. @param {Sheet} sheet */
function heightOf({ size, labels, texts = [], name_lines: lines = [] }) {
  return size[1] - Math.min(0, ...[...labels, ...texts, ...lines].map((thing) => thing.at[1] - HALF_A_LINE));
}

/** @param {Sheet} sheet @param {Arrangement} way @returns {Sheet} */
function rearranged(sheet, way) {
  /** @param {Cell} cell @returns {Cell} */
  const moved = (cell) => ({ ...cell, at: way.places?.[cell.id] ?? folded(cell.at, way.fold), size: way.sizes?.[cell.kind] ?? cell.size, look: lookIn(cell, way) });
  const around = Object.fromEntries(AROUND.filter((name) => way[name]).map((name) => [name, way[name]]));
  const { size, stretch, stretch_until } = way;
  const bands = way.fold ? sheet.bands.flatMap((band) => foldedBand(band, /** @type {Fold} */ (way.fold))) : sheet.bands;
  return { ...sheet, bands, ...around, size, stretch, stretch_until, fold: way.fold, other: way.other, cells: sheet.cells.map(moved) };
}

/** Where a place comes to lie on a folded sheet. @param {Point} at @param {Fold} [fold] @returns {Point} */
function folded([x, y], fold) {
  if (!fold) return [x, y];
  return x > fold.at ? [x - fold.at, y * fold.close + fold.down] : [x, y * fold.close];
}

/** The two parts of a strip before and behind the fold, each open there. @param {Band} band @param {Fold} fold @returns {Band[]} */
function foldedBand(band, fold) {
  const { at: [x, y], size: [width, height] } = band;
  const [left, right] = [x - width / 2, x + width / 2];
  if (left >= fold.at || right <= fold.at) return [{ ...band, at: folded(band.at, fold) }];
  const [before, behind] = [fold.at - left, right - fold.at];
  return [
    { ...band, at: folded([left + before / 2, y], fold), size: [before, height], open: "right" },
    { ...band, at: folded([fold.at + behind / 2, y], fold), size: [behind, height], open: "left" },
  ];
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

/** A sheet drawn higher: all of it, or its upper part, under which the rest moves down; what is round stays so. @param {Sheet} sheet @param {number} times @returns {Sheet} */
function stretched(sheet, times) {
  const until = sheet.stretch_until ?? Infinity;
  const lower = (/** @type {number} */ y) => (y <= until ? y * times : y + until * (times - 1));
  /** @param {Placed} thing */
  const isFixed = (thing) => thing.at[1] > until || formOf(thing.shape).round;
  /** @template {Placed} Thing @param {Thing} thing @returns {Thing} */
  const higher = (thing) => ({
    ...thing,
    at: /** @type {Point} */ ([thing.at[0], lower(thing.at[1])]),
    ...(thing.size && !isFixed(thing) ? { size: /** @type {Point} */ ([thing.size[0], thing.size[1] * times]) } : {}),
    ...(thing.head ? { head: higher(thing.head) } : {}),
  });
  const around = Object.fromEntries(AROUND.map((name) => [name, /** @type {Placed[]} */ (sheet[name] ?? []).map(higher)]));
  return { ...sheet, ...around, size: [sheet.size[0], lower(sheet.size[1])], cells: sheet.cells.map(higher) };
}
