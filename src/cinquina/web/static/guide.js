// Advice for a first game: a paragraph with each question, until one such game has been played or it is turned off.

import { recall, remember } from "./storage.js";
import { button, el, setText } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/** The games for which advice is no longer shown. @returns {string[]} */
function known() {
  return recall("guided", /** @type {string[]} */ ([]));
}

/** @param {string} game */
function enough(game) {
  if (isGuided(game)) remember("guided", [...known(), game]);
}

/** Whether advice is shown. @param {string} game */
export function isGuided(game) {
  return !known().includes(game);
}

/** Turns the advice on or off. @param {string} game */
export function switchGuide(game) {
  if (isGuided(game)) enough(game);
  else remember("guided", known().filter((other) => other !== game));
}

/** @param {Snapshot} snapshot */
function isPlaying({ phase }) {
  return phase === "roll" || phase === "choose";
}

/** @param {Table} table */
export function makeGuide(table) {
  const text = el("p");
  const hide = button("", "plain icon guide-hide", () => {
    enough(table.snapshot.game);
    table.draw();
  });
  const sign = el("span", "guide-sign", "×");
  sign.setAttribute("aria-hidden", "true");
  hide.append(sign, el("span", "guide-word", translate("guide.hide")));
  hide.title = translate("guide.hide");
  const element = el("aside", "guide notice", hide, text);
  element.setAttribute("aria-label", translate("guide.title"));

  /** @param {Snapshot} snapshot @param {boolean} open whether the screen is mine to look at */
  const show = (snapshot, open) => {
    if (snapshot.phase === "over" && snapshot.seats.some((seat) => seat.mine)) enough(snapshot.game);
    if (snapshot.guide) setText(text, snapshot.guide);
    element.classList.toggle("idle", !snapshot.guide); // its room stays while others act, so that nothing moves
    element.hidden = !open || !(snapshot.guide || isPlaying(snapshot)) || !text.textContent || !isGuided(snapshot.game);
  };
  return { element, show };
}
