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
  if (!known().includes(game)) remember("guided", [...known(), game]);
}

/** Turns the advice on. @param {string} game */
export function wantGuide(game) {
  remember("guided", known().filter((other) => other !== game));
}

/** @param {Snapshot} snapshot */
function isPlaying({ phase }) {
  return phase === "roll" || phase === "choose";
}

/** Whether advice is shown with the questions of a game. @param {Snapshot} snapshot */
export function isGuided({ game }) {
  return !known().includes(game);
}

/** @param {Table} table */
export function makeGuide(table) {
  const text = el("p");
  const hide = button("×", "plain icon", () => {
    enough(table.snapshot.game);
    table.draw();
  });
  hide.setAttribute("aria-label", translate("guide.hide"));
  hide.title = translate("guide.hide");
  const element = el("aside", "guide notice", hide, text);
  element.setAttribute("aria-label", translate("guide.title"));

  /** @param {Snapshot} snapshot @param {boolean} open whether the screen is mine to look at */
  const show = (snapshot, open) => {
    if (snapshot.phase === "over" && snapshot.seats.some((seat) => seat.mine)) enough(snapshot.game);
    if (snapshot.guide) setText(text, snapshot.guide);
    element.classList.toggle("idle", !snapshot.guide); // its room stays while others act, so that nothing moves
    element.hidden = !open || !(snapshot.guide || isPlaying(snapshot)) || !text.textContent || !isGuided(snapshot);
  };
  return { element, show };
}
