// Draws the board that cells may lie on: a wooden frame, felt, and the edges of the tiles.

import { draw, outline, round, seeded, UNIT } from "./shapes.js";

/** @import {Box, Label, Point, Sheet} from "./drawing.js" */

const FELT = 10;
const FRAME = 36;
const GRAINS = 22;

/** Whether the cells of a sheet lie on a board. @param {Sheet} sheet */
export function hasBoard(sheet) {
  return sheet.ground === "board";
}

/** The edges of the felt, or with `margin` of the whole board. @param {Sheet} sheet @param {number} [margin] @returns {Box} */
export function boardBox({ cells }, margin = FRAME) {
  const edges = cells.map(({ at: [x, y], size: [w, h] }) => ({ left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 }));
  const out = FELT + margin;
  return {
    left: Math.min(...edges.map((one) => one.left)) * UNIT - out,
    top: Math.min(...edges.map((one) => one.top)) * UNIT - out,
    right: Math.max(...edges.map((one) => one.right)) * UNIT + out,
    bottom: Math.max(...edges.map((one) => one.bottom)) * UNIT + out,
  };
}

/** A label in the middle of the frame, on the side where it is nearest. @param {Sheet} sheet @param {Label} label @returns {Point} */
export function onFrame(sheet, { at: [x, y] }) {
  const { left, top, right, bottom } = boardBox(sheet, FRAME / 2);
  const within = (/** @type {number} */ place, /** @type {number} */ from, /** @type {number} */ to) => Math.max(from, Math.min(to, place * UNIT));
  return [within(x, left, right), within(y, top, bottom)];
}

/** The empty board. @param {Sheet} sheet @param {boolean} small without the grain of the wood */
export function printBoard(sheet, small) {
  const [wood, felt] = [boardBox(sheet), boardBox(sheet, 0)];
  const tiles = sheet.cells.map((cell) => draw("path", { class: "tile-shade", d: outline(cell.shape, cell.size[0] * UNIT, cell.size[1] * UNIT), transform: `translate(${round(cell.at[0] * UNIT)} ${round(cell.at[1] * UNIT + 3)})` }));
  return draw("g", { class: "board" }, [plank(wood, 26, "board-wood"), ...(small ? [] : grain(wood)), plank(felt, 18, "board-felt"), ...tiles]);
}

/** @param {Box} box @param {number} round @param {string} kind */
function plank({ left, top, right, bottom }, round, kind) {
  return draw("rect", { class: kind, x: left, y: top, width: right - left, height: bottom - top, rx: round });
}

/** The grain of the wood, in sight on the frame. @param {Box} wood */
function grain({ left, top, right, bottom }) {
  const chance = seeded("wood");
  const wide = right - left - 8;
  return Array.from({ length: GRAINS }, (_, i) => {
    const y = top + ((i + 0.5) * (bottom - top)) / GRAINS + chance() * 7;
    const bend = () => round(y + chance() * 8);
    return draw("path", { class: "board-grain", d: `M${left + 4} ${round(y)}C${round(left + wide * 0.3)} ${bend()} ${round(left + wide * 0.6)} ${bend()} ${right - 4} ${round(y + chance() * 3)}` });
  });
}
