// Draws handwritten marks. Strokes are random but seeded by the cell, so that they look the same each time.

import { draw, hue, polygon, round, seeded, smooth, symbolPath } from "./shapes.js";

/** @import {Palette, Point} from "./drawing.js" */

/** The strokes of each digit in a box of 10 by 16: points separated by spaces, strokes by bars. */
const DIGITS = [
  "5.4,0.6 1.8,3 0.8,8 2,13.8 5,15.7 8.3,13 9.2,8 8,2.6 5.2,0.3 3.8,1",
  "2,4.4 4,2.8 5.9,0.3|5.9,0.3 5.6,5 5.2,10.5 5,15.8",
  "1.2,3.6 3,0.9 6.4,0.4 8.5,3 7.4,7 4,11.5 0.8,15.3|0.8,15.3 5,14.9 9.4,15.4",
  "1.4,1.7 5,0.2 8.2,2.5 7.2,5.9 4.2,7.4|4.2,7.4 7.8,8.5 8.8,11.8 6.4,15.1 3,15.6 0.8,13.7",
  "6,0.4 3.6,5 0.8,10.4|0.8,10.4 5,10.3 9.6,10|7.2,5.2 6.9,10 6.5,15.8",
  "8.6,0.6 5,0.7 2.4,0.8|2.4,0.8 1.9,4 1.5,6.9|1.5,6.9 5,5.9 8.3,8 8.5,12 5.8,15.2 2.6,15.5 0.8,13.9",
  "7.8,0.6 4.4,3 1.6,7.6 1.2,12 3.6,15.4 7,15 8.7,11.8 7,8.8 4,8.8 1.8,11",
  "1,1.1 5,0.8 9.1,0.7|9.1,0.7 6.5,7 4,15.8|3.2,8.2 5.6,7.9 8,7.5",
  "7.6,2.4 5,0.3 2.2,2.4 3.2,6 6.8,9 8.6,12.4 5.4,15.7 1.6,13.2 2.6,9.4 6.4,6.2 7.9,3.3 7.4,1.9",
  "8,4 5.4,0.5 1.9,2.6 2,6.6 5.2,8.2 8,5.6 8.3,3|8.3,3 7.8,9 6.2,15.7",
].map((digit) => digit.split("|").map((stroke) => stroke.split(" ").map(point)));

/** A minus sign in the same box. */
const MINUS = [["1,8.6", "8.4,8.2"].map(point)];

/** The prefix of marks on a path: "step1", "step2" and so on. Must agree with STEP in cinquina/sheets. */
const STEP = "step";

/** Which step of a path a mark is, counted from 1; 0 for any other mark. @param {string} mark */
export function stepOf(mark) {
  return mark.startsWith(STEP) ? Number(mark.slice(STEP.length)) : 0;
}

/**
 * The mark of a cell around the origin: a cross, a number, a step of a path, or a chip, which leaves a corner free.
 * @param {string} mark as the rules spell it: "x", "12", "step3", or a colour
 * @param {string} seed the cell's id
 * @param {number} size the room there is
 * @param {Palette} palette
 * @returns {SVGElement[]}
 */
export function drawMark(mark, seed, size, palette) {
  if (mark in palette) return [draw("g", { transform: `translate(${chipAt(size).map(round).join(" ")})` }, [chip(mark, size * CHIP, palette)])];
  if (/^\d+$/.test(mark)) return [number(mark, seed, size)];
  if (stepOf(mark) === 1) return [cross(seed, size * 0.66), ring(seed, size)];
  return [cross(seed, stepOf(mark) ? size * 0.66 : size)];
}

/** Two slightly curved strokes. @param {string} seed @param {number} size */
function cross(seed, size) {
  const chance = seeded(seed);
  const reach = size * 0.36;
  const near = (/** @type {number} */ x) => x + chance() * size * 0.05;
  const stroke = (/** @type {number} */ side) => {
    const bend = (0.04 + chance() * 0.03) * size;
    return smooth([[near(-reach), near(-reach * side)], [bend, bend * side * -0.6], [near(reach), near(reach * side)]]);
  };
  return pen("cross", [stroke(1), stroke(-1)]);
}

/** A number in handwriting. @param {string} text digits, after a minus sign if it is negative @param {string} seed @param {number} size */
export function number(text, seed, size) {
  const chance = seeded(seed + text);
  const scale = (size * (text.length > 1 ? 0.5 : 0.56)) / 16;
  const wide = [...text].map((digit) => (digit === "1" ? 7 : 11.5));
  const tilt = chance() * 0.05;
  let left = -wide.reduce((sum, w) => sum + w, 0) / 2;
  const strokes = [...text].flatMap((digit, i) => {
    const from = left + (digit === "1" ? -0.6 : 0.8);
    left += wide[i];
    return (DIGITS[Number(digit)] ?? MINUS).map((stroke) => smooth(stroke.map((dot) => place(dot, from))));
  });
  return pen("digits", strokes);

  /** @param {Point} dot @param {number} from @returns {Point} */
  function place([x, y], from) {
    const [px, py] = [from + x + chance() * 0.22, y - 8 + chance() * 0.22];
    return [(px - py * (0.12 + tilt)) * scale, (py + px * tilt) * scale];
  }
}

/** A hand-drawn circle whose ends do not quite meet. @param {string} seed @param {number} size */
export function ring(seed, size) {
  const chance = seeded(seed + "o");
  const radius = size * 0.45;
  const points = polygon(8, radius, chance() - 1).map(([x, y]) => /** @type {Point} */ ([x * (1 + chance() * 0.04), y * (1 + chance() * 0.04)]));
  const [first, second] = points;
  return pen("ring-mark", [smooth([...points, [first[0] * 1.05, first[1] * 1.05], [second[0] * 1.08, second[1] * 1.08]])]);
}

/** The radius of a chip, as a part of its cell. */
export const CHIP = 0.36;

/** Where the middle of a chip lies in a cell of a size. @param {number} size @returns {Point} */
export function chipAt(size) {
  return [-size * 0.02, -size * 0.03];
}

/** A playing chip with the symbol of its colour. @param {string} colour @param {number} radius @param {Palette} palette */
export function chip(colour, radius, palette) {
  const r = round(radius);
  return draw("g", { class: `chip-mark ${hue(colour)}` }, [
    draw("ellipse", { class: "chip-shade", cx: r * 0.06, cy: r * 0.2, rx: r * 1.03, ry: r }),
    draw("circle", { class: "chip-side", cy: r * 0.12, r }),
    draw("circle", { class: "chip-body", r }),
    draw("path", { class: "chip-notches", d: notches(r) }),
    draw("circle", { class: "chip-face", r: r * 0.72 }),
    draw("path", { class: "chip-symbol", d: symbolPath(palette[colour].symbol, r * 0.3), "fill-rule": "evenodd" }),
  ]);
}

const NOTCHES = 8;
const NOTCH = 0.36;

/** The light notches at the edge of a chip. @param {number} r */
function notches(r) {
  const at = (/** @type {number} */ angle, /** @type {number} */ far) => `${round(Math.cos(angle) * far)} ${round(Math.sin(angle) * far)}`;
  const inner = round(r * 0.78);
  return Array.from({ length: NOTCHES }, (_, i) => {
    const [from, to] = [(i / NOTCHES) * 2 * Math.PI, (i / NOTCHES) * 2 * Math.PI + NOTCH];
    return `M${at(from, r)}A${r} ${r} 0 0 1 ${at(to, r)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
  }).join("");
}

/**
 * A hand-drawn line from one point to another, extended by `past` at both ends.
 * @param {Point} from
 * @param {Point} to
 * @param {string} seed
 * @param {number} past
 * @param {string} kind its class
 */
export function line(from, to, seed, past, kind) {
  const chance = seeded(seed);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  /** @param {number} along @returns {Point} */
  const at = (along) => {
    const aside = chance() * (2 + length * 0.006) * Math.min(1, length / 90);
    return [from[0] + x * along - y * aside, from[1] + y * along + x * aside];
  };
  return pen(kind, [smooth([at(-past), at(length * 0.35), at(length * 0.7), at(length + past)])]);
}

/** Strokes of a pen; each has path length 1, so that CSS can animate it. @param {string} kind @param {string[]} strokes */
function pen(kind, strokes) {
  const paths = strokes.map((d, i) => draw("path", { class: `stroke stroke${Math.min(i, 2)}`, d, pathLength: 1 }));
  return draw("g", { class: `pen ${kind}` }, paths);
}

/** @param {string} text @returns {Point} */
function point(text) {
  const [x, y] = text.split(",").map(Number);
  return [x, y];
}
