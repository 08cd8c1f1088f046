// Draws what is printed around the cells: areas, texts, ladders of points, boxes for totals, lines for names.

import { box, middle, strip, textWidth } from "./blank-sheet.js";
import { number } from "./marks.js";
import { draw, hue, outline, round, signed, symbolPath, UNIT, write } from "./shapes.js";

/** @import {Area, Box, Ladder, NameLine, Palette, Placed, Point, Sheet, Text, Total, View} from "./drawing.js" */

/** The share of a step's height that its two lines have. */
const [COUNT, POINTS] = [0.43, 0.45];

/** Lines for names are not stretched. */
const TALLEST_NAME = 56;

/** Everything around the cells that never changes. @param {Sheet} sheet @param {Palette} palette @returns {SVGElement[]} */
export function printSurroundings(sheet, palette) {
  return [
    ...(sheet.areas ?? []).map(area),
    ...(sheet.texts ?? []).map((text) => printText(sheet, text)),
    ...(sheet.totals ?? []).flatMap((total) => totalBox(sheet, total)),
    ...(sheet.name_lines ?? []).map((line) => nameLine(sheet, line, palette)),
  ];
}

/** The boxes around everything in the surroundings. @param {Sheet} sheet @returns {Box[]} */
export function surroundingBoxes(sheet) {
  const texts = (sheet.texts ?? []).map((text) => textBox(sheet, text));
  const placed = [sheet.areas, sheet.totals, sheet.name_lines, sheet.ladders, sheet.other ?? []].flatMap((things) => /** @type {Area[]} */ (things ?? []));
  return [...texts, ...placed.map(box), ...(sheet.ladders ?? []).map((ladder) => captionBox(sheet, ladder))];
}

/**
 * What changes around the cells: points at the rows and in the boxes, steps that are reached, the name.
 * @param {Sheet} sheet
 * @param {View} view
 * @returns {SVGElement[]}
 */
export function writeSurroundings(sheet, view) {
  return [
    ...(sheet.ladders ?? []).flatMap((ladder) => steps(agreed(sheet, view.scoreTables), ladder, view)),
    ...(sheet.totals ?? []).flatMap((total) => pointsIn(sheet, total, view)),
    ...(view.name ? (sheet.name_lines ?? []).map((line) => writtenName(sheet, line, view.name ?? "")) : []),
  ];
}

/** A sheet with the score tables that were agreed on. @param {Sheet} sheet @param {Record<string, number[]>} [tables] @returns {Sheet} */
export function agreed(sheet, tables) {
  return { ...sheet, scores: { ...sheet.scores, ...tables } };
}

/** The places whose points are written into boxes. @param {Sheet} sheet @returns {(place: string) => boolean} */
export function hasBox(sheet) {
  const totals = sheet.totals ?? [];
  return (place) => totals.some((total) => isOf(sheet, total, place));
}

/** Whether a box is for the points of one band or cell. @param {Sheet} sheet @param {Total} total @param {string} place */
function isOf(sheet, total, place) {
  if (total.row) return total.row === place;
  return total.kind !== undefined && sheet.cells.some((cell) => cell.id === place && cell.kind === total.kind);
}

/** @param {Area} one */
function area(one) {
  const { left, top, right, bottom } = box(one);
  return draw("path", { class: one.edged ? "track" : "area", d: strip(left, top, right, bottom, 22) });
}

/** @param {Sheet} sheet @param {{text?: string, key?: string}} thing */
function wordOf(sheet, { text, key }) {
  return text ?? sheet.words[key ?? ""] ?? "";
}

/** @param {Sheet} sheet @param {Text} text */
function printText(sheet, text) {
  return write(wordOf(sheet, text), middle(text), text.scale * UNIT, `text ${hue(text.tint)}`, text.anchor ?? "middle");
}

/** @param {Sheet} sheet @param {Text} text @returns {Box} */
function textBox(sheet, text) {
  const [[x, y], height] = [middle(text), text.scale * UNIT];
  const width = textWidth(wordOf(sheet, text), height);
  const left = { start: x, middle: x - width / 2, end: x - width }[text.anchor ?? "middle"];
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
}

/** @param {Sheet} sheet @param {Total} total @returns {SVGElement[]} */
function totalBox(sheet, total) {
  const [x, y] = middle(total);
  const [width, height] = [total.size[0] * UNIT, total.size[1] * UNIT];
  const kind = `total ${hue(total.colour)}${total.row || total.kind ? "" : " whole"}${total.live ? " live" : ""}${total.pencilled ? " so-far" : ""}`;
  const frame = draw("path", { class: kind, d: outline("square", width, height), transform: `translate(${x} ${y})` });
  const [start, size] = wordIn(total);
  return total.key ? [frame, write(wordOf(sheet, total), [start, y], size, "text", "start")] : [frame];
}

/** Where the word inside a box begins, and how high it is. @param {Total} total */
function wordIn(total) {
  return [box(total).left + 18, Math.min(total.size[1] * UNIT, 80) * 0.42];
}

/** @param {Sheet} sheet @param {Total} total @param {View} view @returns {SVGElement[]} */
function pointsIn(sheet, total, view) {
  const points = pointsOf(sheet, total, view);
  if (points === undefined) return [];
  const text = signed(points);
  const [[x, y], [width, height]] = [middle(total), [total.size[0] * UNIT, total.size[1] * UNIT]];
  if (total.live) return [write(points > 0 ? `+${text}` : text, [x + width / 2 - 8, y], Math.min(height, 80) * 0.48, `worth ${points < 0 ? "bad" : points > 0 ? "good" : ""}`, "end")];
  const [start, size] = wordIn(total);
  const left = total.key ? start + textWidth(wordOf(sheet, total), size) : x - width / 2;
  const room = x + width / 2 - left - 20;
  const written = number(text, total.row ?? total.kind ?? "", Math.min(height * 1.25, (room / text.length) * 2.7));
  return [draw("g", { class: `${isCounted(view) || view.settled ? "ink" : "pencil"} written`, transform: `translate(${round(left + 10 + room / 2)} ${y})` }, [written])];
}

/** Whether the game is over and its points are written. @param {View} view */
function isCounted({ points }) {
  return Object.keys(points ?? {}).length > 0;
}

/** The points of a box now, if they are to be seen. @param {Sheet} sheet @param {Total} total @param {View} view */
function pointsOf(sheet, total, view) {
  const soFar = total.live || (total.pencilled && !isCounted(view));
  const counted = Object.entries((soFar ? view.counted : view.points) ?? {});
  const rest = total.row || total.kind ? undefined : view.elsewhere;
  if (counted.length === 0) return rest;
  if (soFar && !Object.keys(view.marks ?? {}).length) return rest;
  if (total.live && !sheet.cells.some((cell) => cell.row === total.row && view.marks?.[cell.id])) return undefined;
  const own = total.row || total.kind ? counted.filter(([place]) => isOf(sheet, total, place)) : counted;
  return own.reduce((sum, [, points]) => sum + points, rest ?? 0);
}

/**
 * The steps of a score table: how many give how many points; also none, where the first ones give nothing.
 * @param {number[]} table
 * @returns {{count: number, points: number}[]}
 */
function stepsOf(table) {
  const steps = table.map((points, count) => ({ count, points }));
  return steps.filter(({ count, points }) => (count ? points !== table[count - 1] : points === table[1]));
}

/** @param {Sheet} sheet @param {Ladder} ladder @param {View} view @returns {SVGElement[]} */
function steps(sheet, ladder, view) {
  const table = stepsOf(sheet.scores[ladder.score]);
  const { left, top, right, bottom } = box(ladder);
  const columns = ladder.columns ?? table.length;
  const [width, height] = [(right - left) / columns, (bottom - top) / Math.ceil(table.length / columns)];
  const own = countIn(sheet, ladder, view);
  const reached = table.filter(({ count }) => count <= own).length - 1;
  const drawn = table.map((step, i) => {
    /** @type {Point} */
    const at = [left + width * ((i % columns) + 0.5), top + height * (Math.floor(i / columns) + 0.5)];
    if (own && i === reached) return drawStep({ ...step, count: own }, at, width, height, " reached");
    return drawStep(step, at, width, height, own && i < reached ? " passed" : "");
  });
  return [...caption(sheet, ladder, own), ...drawn];
}

/** How many cells of a ladder are marked. @param {Sheet} sheet @param {Ladder} ladder @param {View} view */
function countIn(sheet, ladder, view) {
  return sheet.cells.filter((cell) => cell.kind === ladder.kind && view.marks?.[cell.id]).length;
}

/** @param {{count: number, points: number}} step @param {Point} at @param {number} width @param {number} height @param {string} state */
function drawStep({ count, points }, [x, y], width, height, state) {
  const [w, h] = [width - 6, height - 6];
  return draw("g", { class: `step${state}`, transform: `translate(${round(x)} ${round(y)})` }, [
    draw("path", { class: "step-face", d: outline("square", w, h) }),
    write(String(count), [0, -h * 0.23], Math.min(h * COUNT, w * 0.78), "count"),
    write(String(points), [0, h * 0.23], Math.min(h * POINTS, w * 0.78), "points"),
  ]);
}

/** Where the words of a ladder stand: before its two lines, or above it. @param {Sheet} sheet @param {Ladder} ladder @param {number} [own] how many are marked */
function captionLines(sheet, ladder, own = 0) {
  const { left, top, right, bottom } = box(ladder);
  const [words, height] = [[wordOf(sheet, ladder), sheet.words.points], bottom - top];
  if (ladder.columns) {
    const step = height / Math.ceil(stepsOf(sheet.scores[ladder.score]).length / ladder.columns);
    const about = [wordOf(sheet, ladder.about ?? ladder), `→ ${sheet.words.points}`];
    const fits = (/** @type {string[]} */ texts) => Math.min(step * POINTS, ...texts.map((text) => ((right - left) * 0.97) / textWidth(text, 1)));
    const lines = (/** @type {string[]} */ parts) => (fits([parts.join(" ")]) < WRAPPED * step * POINTS ? parts : [parts.join(" ")]);
    const texts = lines(own ? nextStep(sheet, ladder, own) : about);
    const size = Math.min(...[texts, lines(about)].map((them) => Math.min(fits(them), them.length > 1 ? WRAPPED * step * POINTS : step * POINTS))); // the same before and after
    return texts.map((text, i) => ({ text, at: /** @type {Point} */ ([left + 4, top - size * (0.8 + 1.2 * (texts.length - 1 - i))]), size, anchor: /** @type {const} */ ("start") }));
  }
  return words.map((text, i) => ({ text, at: /** @type {Point} */ ([left - 12, (top + bottom) / 2 + (i - 0.5) * height * 0.46]), size: height * COUNT, anchor: /** @type {const} */ ("end") }));
}

/** A caption that would be smaller than this part of its usual size stands in two lines. */
const WRAPPED = 0.8;

/** What is marked of a ladder, and what the next marks bring. @param {Sheet} sheet @param {Ladder} ladder @param {number} own */
function nextStep(sheet, ladder, own) {
  const next = stepsOf(sheet.scores[ladder.score]).find(({ count }) => count > own);
  const text = next ? sheet.words[next.count === own + 1 ? "one-more" : "more"] : sheet.words.most;
  const told = text.replace("{more}", String((next?.count ?? own) - own)).replace("{gives}", String(next?.points ?? sheet.scores[ladder.score][own]));
  return [`${wordOf(sheet, ladder)} ${own}:`, told];
}

/** @param {Sheet} sheet @param {Ladder} ladder @param {number} own */
function caption(sheet, ladder, own) {
  return captionLines(sheet, ladder, own).map(({ text, at, size, anchor }) => write(text, at, size, "text", anchor));
}

/** @param {Sheet} sheet @param {Ladder} ladder @returns {Box} */
function captionBox(sheet, ladder) {
  const boxes = captionLines(sheet, ladder).map(({ text, at, size, anchor }) => textBox(sheet, { text, at: [at[0] / UNIT, at[1] / UNIT], scale: size / UNIT, anchor }));
  return { left: Math.min(...boxes.map((one) => one.left)), right: Math.max(...boxes.map((one) => one.right)), top: Math.min(...boxes.map((one) => one.top)), bottom: Math.max(...boxes.map((one) => one.bottom)) };
}

/** The line itself, after its word: from where to where, how high, and its letters. @param {Sheet} sheet @param {NameLine} line */
function ruleOf(sheet, line) {
  const { left, right, bottom } = box(line);
  const height = Math.min(line.size[1] * UNIT, TALLEST_NAME);
  const [size, start] = [height * 0.62, line.colour ? left + height * 0.8 : left];
  return { left, start, size, from: start + textWidth(sheet.words.name, size) + 26, right, y: bottom - height * 0.4, bottom };
}

/** @param {Sheet} sheet @param {NameLine} line @param {Palette} palette */
function nameLine(sheet, line, palette) {
  const { left, start, size, from, right, y, bottom } = ruleOf(sheet, line);
  const mark = line.colour ? [draw("path", { class: `side-mark ${hue(line.colour)}`, d: symbolPath(palette[line.colour].symbol, size / 2), transform: `translate(${round(left + size / 2)} ${round(y)})` })] : [];
  const rule = draw("path", { class: "rule", d: `M${round(from)} ${round(bottom)}H${round(right)}` });
  return draw("g", { class: "name-line" }, [...mark, write(sheet.words.name, [start, y], size, "text", "start"), rule]);
}

/** @param {Sheet} sheet @param {NameLine} line @param {string} name */
function writtenName(sheet, line, name) {
  const { from, right, size, y } = ruleOf(sheet, line);
  return write(name, [from + 10, y], Math.min(size * 1.15, (right - from - 10) / (name.length * 0.64)), "written-name", "start");
}
