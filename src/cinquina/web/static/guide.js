// Hints for a first game: one paragraph with each question, until a game of that kind has been played or somebody has enough.

import { recall, remember } from "./storage.js";
import { button, el, setText } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/** The games somebody has been guided through. @returns {string[]} */
function known() {
  return recall("guided", /** @type {string[]} */ ([]));
}

/** @param {string} game */
function enough(game) {
  if (!known().includes(game)) remember("guided", [...known(), game]);
}

/** Somebody wants to be guided (again). @param {string} game */
export function wantGuide(game) {
  remember("guided", known().filter((other) => other !== game));
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
    element.hidden = !open || !snapshot.guide || known().includes(snapshot.game);
    setText(text, snapshot.guide);
  };
  return { element, show };
}
