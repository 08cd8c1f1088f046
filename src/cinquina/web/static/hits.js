// Where a finger may land: a cell can be pressed as far as the middle of the gap to its neighbours.

import { box } from "./blank-sheet.js";
import { draw, formOf, UNIT } from "./shapes.js";

/** @import {Cell, Sheet} from "./drawing.js" */

/** How far a press may be from a cell without a neighbour on that side, and at most. */
const [ALONE, MOST] = [0.12 * UNIT, 0.5 * UNIT];

/** An invisible area around a cell that can be pressed with it; tiles touch each other anyway. @param {Sheet} sheet @param {Cell} cell */
export function hitArea(sheet, cell) {
  if (formOf(cell.shape).tiled) return [];
  const own = box(cell);
  const [width, height] = [own.right - own.left, own.bottom - own.top];
  const others = sheet.cells.filter((other) => other !== cell).map(box);
  const level = others.filter((other) => other.top < own.bottom && other.bottom > own.top);
  const above = others.filter((other) => other.left < own.right && other.right > own.left);
  const left = reach(level.map((other) => own.left - other.right));
  const right = reach(level.map((other) => other.left - own.right));
  const top = reach(above.map((other) => own.top - other.bottom));
  const bottom = reach(above.map((other) => other.top - own.bottom));
  return [draw("rect", { class: "hit", x: -width / 2 - left, y: -height / 2 - top, width: width + left + right, height: height + top + bottom })];
}

/** Half of the smallest gap. @param {number[]} gaps those on the other side are negative */
function reach(gaps) {
  const ahead = gaps.filter((gap) => gap >= 0);
  return ahead.length ? Math.min(MOST, Math.min(...ahead) / 2) : ALONE;
}
