// Rows with a lock that others have closed: the lock is shut, and a stamp lies on the row.

import { box, cellsOn, strip, textWidth } from "./blank-sheet.js";
import { draw, round, UNIT, write } from "./shapes.js";

/** @import {Band, Cell, Picture, View} from "./drawing.js" */

/** How many cells a stamp covers, how large its letters are, and by how many degrees it is turned. */
const [COVERED, LETTERS, TURN] = [3, 0.36 * UNIT, -3];

/** @param {Picture} picture @param {View} view */
export function showClosed({ sheet, layers, places, words, small }, view) {
  const closed = sheet.bands.filter((band) => isClosed(cellsOn(sheet, band), view));
  for (const { cell, element } of places.values()) if (isLock(cell)) element.classList.toggle("shut", closed.some(({ id }) => id === cell.row));
  const spots = closed.map((band) => ({ band, spot: quietSpot(cellsOn(sheet, band), view) }));
  const state = spots.map(({ band, spot }) => `${band.id} ${spot}`).join();
  if (layers.stamps.getAttribute("data-rows") === state) return;
  layers.stamps.setAttribute("data-rows", state);
  layers.stamps.replaceChildren(...spots.flatMap(({ band, spot }) => [shade(band), ...(small ? [] : [stamp(words.closed, spot, band)])]));
}

/** @param {Cell} cell */
function isLock({ look }) {
  return look?.sign === "lock";
}

/** Whether nothing can be marked any more in a row whose lock is somebody else's. @param {Cell[]} cells @param {View} view */
function isClosed(cells, { marks = {}, lost = [] }) {
  const lock = cells.find(isLock);
  return lock !== undefined && !marks[lock.id] && cells.every((cell) => isLock(cell) || marks[cell.id] || lost.includes(cell.id));
}

/** The middle of those neighbours in a row that have the fewest marks, as far right as possible. @param {Cell[]} cells @param {View} view */
function quietSpot(cells, { marks = {} }) {
  const open = cells.filter((cell) => !isLock(cell));
  const runs = open.slice(COVERED - 1).map((_, i) => open.slice(i, i + COVERED)).reverse();
  const count = (/** @type {Cell[]} */ run) => run.filter((cell) => marks[cell.id]).length;
  const best = runs.reduce((one, other) => (count(other) < count(one) ? other : one));
  return (box(best[0]).left + box(best[COVERED - 1]).right) / 2;
}

/** @param {Band} band */
function shade(band) {
  const { left, top, right, bottom } = box(band);
  return draw("path", { class: "closed-shade", d: strip(left, top, right, bottom, Math.min((bottom - top) / 2, UNIT / 2)) });
}

/** @param {string} word @param {number} x @param {Band} band */
function stamp(word, x, { at }) {
  const [width, height] = [textWidth(word, LETTERS) * 1.3 + 40, LETTERS * 1.7];
  const paper = draw("path", { class: "stamp-paper", d: strip(-width / 2, -height / 2, width / 2, height / 2, 16) });
  return draw("g", { class: "stamp", transform: `translate(${round(x)} ${round(at[1] * UNIT)}) rotate(${TURN})` }, [paper, write(word, [0, 0], LETTERS, "stamp-text")]);
}
