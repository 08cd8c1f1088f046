// Draws what is printed on an empty sheet: bands, labels and cells.

import { boardBox, hasBoard, onFrame } from "./board.js";
import { draw, formOf, hue, outline, round, softened, symbolPath, UNIT, write } from "./shapes.js";

/** @import {Band, Box, Cell, Label, Palette, Point, Sheet} from "./drawing.js" */

const MARGIN = 8;
const LARGEST_LABEL = 60;
const ROUNDEST = 0.55 * UNIT;

/** The box around everything printed. @param {Sheet} sheet @param {Box[]} around those of its surroundings @returns {Box} */
export function bounds(sheet, around) {
  const boxes = [...sheet.cells.map(box), ...sheet.bands.map(bandBox), ...around];
  if (hasBoard(sheet)) boxes.push(boardBox(sheet));
  for (const label of sheet.labels) boxes.push(labelBox(sheet, label));
  for (const band of sheet.bands) if (band.head) boxes.push(box(band.head));
  return {
    left: Math.min(...boxes.map((b) => b.left)) - MARGIN,
    top: Math.min(...boxes.map((b) => b.top)) - MARGIN,
    right: Math.max(...boxes.map((b) => b.right)) + MARGIN,
    bottom: Math.max(...boxes.map((b) => b.bottom)) + MARGIN,
  };
}

/** How far the end of a strip points to where it goes on, and how far and how wide a slice of it lies beyond. */
const [TIP, GAP, SLICE] = [14, 6, 8];
const BEYOND = TIP + GAP + SLICE;

/** The edges of a band with its tips. @param {Band} band @returns {Box} */
function bandBox(band) {
  const { left, right, ...rest } = box(band);
  return { ...rest, left: left - (band.open === "left" ? BEYOND : 0), right: right + (band.open === "right" ? BEYOND : 0) };
}

/** The edges of a cell or band in the picture. @param {{at: Point, size: Point}} thing @returns {Box} */
export function box({ at: [x, y], size: [width, height] }) {
  const [w, h] = [width / 2, height / 2];
  return { left: (x - w) * UNIT, top: (y - h) * UNIT, right: (x + w) * UNIT, bottom: (y + h) * UNIT };
}

/** The middle of a cell or band in the picture. @param {{at: Point}} thing @returns {Point} */
export function middle({ at }) {
  return [round(at[0] * UNIT), round(at[1] * UNIT)];
}

/** The cells on a band from left to right. @param {Sheet} sheet @param {Band} band */
export function cellsOn(sheet, { id, at, size }) {
  return sheet.cells.filter((cell) => cell.row === id && Math.abs(cell.at[1] - at[1]) <= size[1] / 2).sort((a, b) => a.at[0] - b.at[0]);
}

/** The approximate width of a text. @param {string} text @param {number} size */
export function textWidth(text, size) {
  return text.length * size * 0.6;
}

/**
 * A strip behind a row, with the text at its left end.
 * @param {Band} band
 * @param {Cell[]} cells those on it, from left to right
 * @param {Palette} palette
 */
export function printBand(band, cells, palette) {
  const parts = band.colour || cells.some((cell) => cell.colour) ? stripes(band, cells) : [track(band)];
  const colour = band.colour ?? cells[0]?.colour;
  const { left } = box(band);
  const free = cells.length ? box(cells[0]).left - left : 0;
  if (colour && free > 0.6 * UNIT) {
    const place = `translate(${round(left + free / 2 - 4)} ${middle(band)[1]})`;
    parts.push(draw("path", { class: `band-symbol ${hue(colour)}`, d: symbolPath(palette[colour].symbol, 20), transform: place }));
  }
  return draw("g", { class: "band" }, [...parts, ...bandHead(band, left)]);
}

/** A strip without a colour. @param {Band} band */
function track(band) {
  const { left, right, top, bottom } = box(band);
  return draw("path", { class: "track", d: strip(left, top, right, bottom, 18) });
}

/** The painted strip: in one colour, or changing colour with its cells. @param {Band} band @param {Cell[]} cells @returns {SVGElement[]} */
function stripes(band, cells) {
  const { left, right, top, bottom } = box(band);
  const [first, last] = [softness(band, cells, "left"), softness(band, cells, "right")];
  /** @type {{colour: string, end: number}[]} */
  const runs = [];
  cells.forEach((cell, i) => {
    const colour = band.colour ?? cell.colour ?? "";
    const end = i + 1 < cells.length ? (box(cell).right + box(cells[i + 1]).left) / 2 : right;
    if (runs.at(-1)?.colour === colour) runs[runs.length - 1].end = end;
    else runs.push({ colour, end });
  });
  const tips = band.open ? [draw("path", { class: `stripe ${hue(band.colour)}`, d: tip(band, band.open) })] : [];
  const parts = runs.map(({ colour, end }, i) => {
    const from = i ? runs[i - 1].end : left;
    const d = strip(from, top, end, bottom, i ? 0 : first, i + 1 < runs.length ? 0 : last);
    return draw("path", { class: `stripe ${hue(colour)}`, d });
  });
  return [...parts, ...tips];
}

/** The end of a strip that goes on elsewhere: a point, or the notch into which it fits, and a slice beyond it. @param {Band} band @param {"left" | "right"} side */
function tip(band, side) {
  const { top, bottom, [side]: x } = box(band);
  const y = (top + bottom) / 2;
  const slice = (/** @type {number} */ left) => `M${left} ${top}h${SLICE}L${left + SLICE + TIP} ${y}L${left + SLICE} ${bottom}h${-SLICE}L${left + TIP} ${y}Z`;
  const end = side === "right" ? `M${x - 1} ${top}L${x + TIP} ${y}L${x - 1} ${bottom}Z` : `M${x + 1} ${top}H${x - TIP}L${x} ${y}L${x - TIP} ${bottom}H${x + 1}Z`;
  return end + slice(side === "right" ? x + GAP : x - BEYOND);
}

/** How round an end of a strip is: open where it goes on elsewhere, and no cell looks out of it. @param {Band} band @param {Cell[]} cells @param {"left" | "right"} side */
function softness(band, cells, side) {
  if (band.open === side) return 0;
  const { top, bottom, [side]: edge } = box(band);
  const cell = cells.at(side === "left" ? 0 : -1);
  const pill = cells.some((one) => formOf(one.shape).round);
  const near = cell && Math.abs(edge - box(cell)[side]) < (bottom - top) / 4;
  const round = (bottom - top) * (!pill ? 0.2 : near ? formOf(cell.shape).end : 0.5);
  return Math.min(round, ROUNDEST);
}

/**
 * A strip with softened ends.
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @param {number} soft how much on the left
 * @param {number} [other] how much on the right
 */
export function strip(left, top, right, bottom, soft, other = soft) {
  const arc = (/** @type {number} */ r, /** @type {number} */ x, /** @type {number} */ y) => `A${r} ${r} 0 0 0 ${x} ${y}`;
  const leftEnd = `L${left + soft} ${top}${arc(soft, left, top + soft)}L${left} ${bottom - soft}${arc(soft, left + soft, bottom)}`;
  const rightEnd = `L${right - other} ${bottom}${arc(other, right, bottom - other)}L${right} ${top + other}${arc(other, right - other, top)}`;
  return `M${right - other} ${top}${leftEnd}${rightEnd}Z`;
}

/** The label and the points of a row, beside each other or one below the other, and dots that lead to it. @param {Band} band @param {number} left */
function bandHead({ head, label = "", points }, left) {
  if (!head) return [];
  const [[x, y], [width, height]] = [middle(head), [head.size[0] * UNIT, head.size[1] * UNIT]];
  const texts = points ? headTexts(label, String(points), [x, y], width, height) : [write(label, [x, y], 54, "band-label")];
  const [from, to] = [box(head).right + 12, left - 12];
  if (to - from > 40) texts.push(draw("path", { class: "leader", d: `M${round(from)} ${y}H${round(to)}` }));
  return texts;
}

/** @param {string} label @param {string} points @param {Point} middle @param {number} width @param {number} height @returns {SVGElement[]} */
function headTexts(label, points, [x, y], width, height) {
  if (width < 1.5 * height) return [write(label, [x, y - height * 0.2], 55, "band-label"), write(points, [x, y + height * 0.26], 48, "band-points")];
  return [write(label, [x - width * 0.22, y], 56, "band-label"), write(points, [x + width / 2 - 8, y], 36, "band-points", "end")];
}

/** A letter or a word beside the cells. @param {Sheet} sheet @param {Label} label */
export function printLabel(sheet, label) {
  const { at, anchor, size, text } = labelPlace(sheet, label);
  const written = write(text, at, size, "label", anchor);
  if (label.scale) written.style.fontSize = `${size}px`;
  return written;
}

/**
 * Where a label goes: a word before the boxes that follow it on its line, if there are some, else around its middle.
 * @param {Sheet} sheet
 * @param {Label} label
 * @returns {{at: Point, anchor: "middle" | "end", size: number, text: string}}
 */
function labelPlace(sheet, label) {
  const [x, y] = label.at;
  const size = label.scale ? label.scale * UNIT : labelSize(sheet);
  const text = label.text ?? sheet.words[label.key ?? ""];
  if (hasBoard(sheet)) return { at: onFrame(sheet, label), anchor: "middle", size: Math.min(size, 24), text };
  const boxes = sheet.cells.filter((cell) => cell.look?.style === "box" && cell.at[0] > x && Math.abs(cell.at[1] - y) < 0.3);
  if (!label.key || !boxes.length) return { at: middle(label), anchor: "middle", size, text };
  const first = Math.min(...boxes.map((cell) => box(cell).left));
  return { at: [first - 22, y * UNIT], anchor: "end", size, text };
}

/** The size of labels in a small picture; CSS makes them smaller in a large one. @param {Sheet} sheet */
export function labelSize(sheet) {
  const [width, height] = sheet.size;
  return Math.min(LARGEST_LABEL, (Math.max(width, sheet.fold ? 0 : height * 1.25) * UNIT) / 26);
}

/** @param {Sheet} sheet @param {Label} label @returns {Box} */
function labelBox(sheet, label) {
  const { at: [x, y], anchor, size, text } = labelPlace(sheet, label);
  const width = textWidth(text, size);
  const left = anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size / 2, bottom: y + size / 2 };
}

/**
 * An empty cell around the origin; `banded` is whether the strip behind it already has its colour.
 * @param {Cell} cell
 * @param {boolean} banded
 * @param {Palette} palette
 * @returns {SVGElement[]}
 */
export function printCell(cell, banded, palette) {
  const [width, height] = [cell.size[0] * UNIT, cell.size[1] * UNIT];
  const size = Math.min(width, height);
  if (cell.look?.style === "gap") return [sign(cell, size * 0.42, "dead-symbol", palette)];
  const parts = faces(cell);
  if (cell.look?.sign === "lock") parts.push(lock(size));
  else if (rimmed(cell)) parts.push(sign(cell, size * 0.17, "print", palette));
  else if (cell.look?.sign === "minus") parts.push(draw("path", { class: "print dash", d: `M${round(-size * 0.11)} 0H${round(size * 0.11)}` }));
  else if (printed(cell)) parts.push(write(printed(cell), [0, 0], printSize(cell, printed(cell), width, size), "print"));
  if (cell.number !== undefined && cell.colour && !banded) {
    const corner = draw("g", { transform: `translate(${round(-width * 0.33)} ${round(-height * 0.33)})` });
    corner.append(sign(cell, size * 0.085, "print", palette));
    parts.push(corner);
  }
  return parts;
}

/** The outline of a cell, smaller by `inset` on every side. @param {Cell} cell @param {number} inset */
export function cellOutline(cell, inset) {
  return outline(cell.shape, cell.size[0] * UNIT - 2 * inset, cell.size[1] * UNIT - 2 * inset);
}

/** The outline of what a painted rim encloses. @param {Cell} cell */
export function faceOutline(cell) {
  return outline(cell.shape, cell.size[0] * UNIT * 0.72, cell.size[1] * UNIT * 0.72);
}

/** The classes of a cell: its style and its hue. @param {Cell} cell */
export function cellClass(cell) {
  return `cell ${cell.look?.style ? `look-${cell.look.style} ` : ""}${hue(cell.colour ?? cell.look?.tint)}${cell.colour ? "" : " own"}${cell.bonus ? " bonus" : ""}${formOf(cell.shape).tiled ? " tiled" : ""}`;
}

/** Whether a cell has a painted rim instead of a band behind it. @param {Cell} cell */
export function rimmed(cell) {
  return cell.look?.style === "rimmed";
}

/** What is printed in an empty cell: a word, its points, or its number, also as ×2 where it has no room for its points. @param {Cell} cell */
function printed({ look, points, number }) {
  if (look?.print === "number") return (look.text ?? "{number}").replace("{number}", String(number));
  return look?.word ?? String((look?.print ? points : number) ?? "");
}

/** The height of what is printed; longer texts are smaller. @param {Cell} cell @param {string} text @param {number} width @param {number} size */
function printSize({ shape, look }, text, width, size) {
  if (look?.word) return Math.min(size * 0.5, (width * 0.95) / (Math.max(4, text.length) * 0.57));
  const high = size * (formOf(shape).tiled ? 0.4 : look?.print === "points" ? 0.46 : 0.53);
  return text.length > 2 ? Math.min(high, (width * 0.84) / (text.length * 0.66)) : high;
}

/** @param {Cell} cell @returns {SVGElement[]} */
function faces(cell) {
  const gap = formOf(cell.shape).tiled ? 2 : 0;
  const face = draw("path", { class: "face", d: cellOutline(cell, gap) });
  if (cell.look?.style === "safe") return [face, draw("path", { class: "inlay", d: cellOutline(cell, 6) })];
  if (!rimmed(cell)) return [face];
  return [
    draw("path", { class: "rim", d: cellOutline(cell, gap) }),
    draw("path", { class: "face", d: faceOutline(cell) }),
  ];
}

/** @param {Cell} cell @param {number} radius @param {string} kind @param {Palette} palette */
function sign(cell, radius, kind, palette) {
  const colour = cell.colour ?? "white";
  return draw("path", { class: kind, d: symbolPath(palette[colour].symbol, radius), "fill-rule": "evenodd" });
}

/** A lock; its shackle is open until CSS closes it. @param {number} size */
export function lock(size) {
  const [w, h] = [size * 0.22, size * 0.16];
  const body = softened([[-w, -h], [w, -h], [w, h], [-w, h]], size * 0.05);
  const shackle = `M${-w * 0.62} 0V${round(-h * 1.2)}A${round(w * 0.62)} ${round(w * 0.62)} 0 0 1 ${round(w * 0.62)} ${round(-h * 1.2)}V0`;
  return draw("g", { class: "print lock", transform: `translate(0 ${round(size * 0.1)})` }, [
    draw("path", { class: "shackle", d: shackle, "stroke-width": round(size * 0.075) }),
    draw("path", { class: "lock-body", d: body }),
  ]);
}
