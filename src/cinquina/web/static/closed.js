// Rows with a lock that others have closed: the lock is shut, and a stamp lies on the row.

import { box, cellsOn, strip, textWidth } from "./blank-sheet.js";
import { draw, round, UNIT, write } from "./shapes.js";

/** @import {Band, Cell, Picture, View} from "./drawing.js" */

/** How many cells a stamp covers, how large its letters are, and by how many degrees it is turned. */
const [COVERED, LETTERS, TURN] = [3, 0.36 * UNIT, -3];

/** The most letters of a stamp. */
const LONGEST = 18;

/** @param {Picture} picture @param {View} view */
export function showClosed({ sheet, layers, places, words, small }, view) {
  const closed = sheet.bands.filter((band) => isClosed(band, cellsOn(sheet, band), view));
  /** @param {Band} band */
  const told = ({ id }) => [words.closed, view.closed?.[id]].filter(Boolean).join(" · ");
  for (const { cell, element } of places.values()) if (isLock(cell)) shut(element, closed.find(({ id }) => id === cell.row), told);
  const spots = closed.map((band) => ({ band, spot: quietSpot(cellsOn(sheet, band), view) }));
  const state = spots.map(({ band, spot }) => `${band.id} ${spot} ${told(band)}`).join();
  if (layers.stamps.getAttribute("data-rows") === state) return;
  layers.stamps.setAttribute("data-rows", state);
  layers.stamps.replaceChildren(...spots.flatMap(({ band, spot }) => [shade(band), ...(small ? [] : [stamp(shortened(told(band)), spot, band)])]));
}

/** Shuts the lock of a row that somebody has closed, and says who. @param {SVGGElement} lock @param {Band | undefined} closed @param {(band: Band) => string} told */
function shut(lock, closed, told) {
  lock.classList.toggle("shut", closed !== undefined);
  if (closed) lock.setAttribute("aria-description", told(closed));
  else lock.removeAttribute("aria-description");
}

/** @param {string} text */
function shortened(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {Cell} cell */
function isLock({ look }) {
  return look?.sign === "lock";
}

/** Whether somebody else has closed a row, or nothing can be marked there any more. @param {Band} band @param {Cell[]} cells @param {View} view */
function isClosed(band, cells, { marks = {}, lost = [], closed = {} }) {
  const lock = cells.find(isLock);
  if (lock === undefined || marks[lock.id]) return false;
  return Boolean(closed[band.id]) || cells.every((cell) => isLock(cell) || marks[cell.id] || lost.includes(cell.id));
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
