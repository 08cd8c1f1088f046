// Everybody's sheets on cards that share a room: as large as they can be. For the television and for the end of a game.

import { insideOf } from "./layout.js";
import { el, sync } from "./page.js";
import { inOrder, namedSheet, tellSheet, tellSheets } from "./others.js";
import { pictureOf, pointsByKind, viewOf } from "./pictures.js";
import { makeStrip, showStrip } from "./strip.js";
import { translate } from "./words.js";

/** @import {Drawn} from "./drawing.js" */
/** @import {Scene} from "./strip.js" */
/** @import {SeatView} from "./types.js" */

/** An empty card: a strip and sheets. @param {"div" | "button"} [tag] */
export function makeCard(tag = "div") {
  const card = el(tag, "other", makeStrip(), el("span", "other-sheets"));
  if (card instanceof HTMLButtonElement) card.type = "button";
  return card;
}

/**
 * Shows a player on a card.
 * @param {HTMLElement} card
 * @param {SeatView} seat
 * @param {number} place -1 for the board of all
 * @param {Scene} scene
 * @param {string} slot of its pictures
 */
export function showCard(card, seat, place, scene, slot) {
  const { snapshot, before, palette } = scene;
  const [strip, pages] = /** @type {HTMLElement[]} */ ([...card.children]);
  strip.hidden = place < 0;
  if (place >= 0) showStrip(strip, seat, place, scene);
  if (snapshot.shared_board && place >= 0) return;
  const label = place < 0 ? translate("play.board") : translate("play.sheet-of", { name: seat.name });
  const shown = inOrder(seat.sheets).map((one) => {
    const picture = pictureOf(`${slot}-${place}`, one.id, palette, { label, small: true });
    const view = viewOf(snapshot, before, Math.max(0, place), one);
    const points = Object.keys(view.points ?? {}).length ? pointsByKind(one.id, view.points ?? {}) : "";
    picture.update({ ...view, beside: points !== "" });
    return { id: one.id, picture, number: one.number, points };
  });
  sync(pages, shown, ({ id }) => id, ({ picture, number }) => namedSheet("span", picture.svg, number), tellSheet);
  tellSheets(card, shown.length);
  return shown.map(({ picture }) => picture);
}

/** On a television. */
const PADDING = 60;

/**
 * Arranges cards so that their sheets are as large as they can be: in columns, and two of one player side by side or not.
 * @param {HTMLElement} box
 * @param {number} [padding] what a card and the gap beside it take besides its sheet
 * @returns {{scale: number, filled: number}} how large they are, and how much of the height of a card they fill
 */
export function arrangeCards(box, padding = PADDING) {
  const cards = /** @type {HTMLElement[]} */ ([...box.children]);
  const first = /** @type {SVGSVGElement | null} */ (box.querySelector("svg.sheet"));
  if (!first) return { scale: 0, filled: 0 };
  const { width, height } = first.viewBox.baseVal;
  const most = Math.max(...cards.map((card) => card.querySelectorAll("svg.sheet").length));
  const head = cards[0].querySelector(".other-head")?.getBoundingClientRect().height ?? 0;
  let best = { scale: 0, columns: 1, beside: false, filled: 0 };
  for (let columns = 1; columns <= cards.length; columns++) {
    for (const beside of [false, true]) {
      const [wide, high] = [box.clientWidth / columns - padding, box.clientHeight / Math.ceil(cards.length / columns) - head - padding];
      const scale = Math.min(wide / width / (beside ? most : 1), high / height / (beside ? 1 : most));
      if (scale > best.scale) best = { scale, columns, beside, filled: (scale * height * (beside ? 1 : most)) / high };
    }
  }
  box.classList.toggle("side-by-side", best.beside);
  spread(box, cards, best.columns);
  return { scale: best.scale, filled: best.filled };
}

/** Draws every sheet for the room that all of them have, with the same scale. @param {Drawn[]} pictures */
export function fitPictures(pictures) {
  const rooms = pictures.flatMap(({ svg }) => (svg.parentElement ? [insideOf(svg.parentElement)] : []));
  const room = { width: Math.min(...rooms.map(({ width }) => width)), height: Math.min(...rooms.map(({ height }) => height)) };
  for (const { arrange } of pictures) arrange(room);
  useOneScale(pictures.map(({ svg }) => svg.viewBox.baseVal));
}

/** Gives all pictures the room of what is written around any of them, so that they have the same scale. @param {SVGRect[]} views */
function useOneScale(views) {
  const [left, top] = [Math.min(...views.map((view) => view.x)), Math.min(...views.map((view) => view.y))];
  const [right, bottom] = [Math.max(...views.map((view) => view.x + view.width)), Math.max(...views.map((view) => view.y + view.height))];
  for (const view of views) Object.assign(view, { x: left, y: top, width: right - left, height: bottom - top });
}

/** Puts cards in columns; those of the last row share its whole width. @param {HTMLElement} box @param {HTMLElement[]} cards @param {number} columns */
function spread(box, cards, columns) {
  const last = cards.length % columns || columns;
  box.style.setProperty("--tracks", String(columns * last));
  cards.forEach((card, i) => (card.style.gridColumn = `span ${i < cards.length - last ? last : columns}`));
}
