// The moves of a game as a list: a throw as small dice, what was done with it, and where the game stands.

import { el } from "./page.js";
import { nameOf } from "./steps.js";
import { miniDice } from "./talk.js";

/** @import {Palette} from "./drawing.js" */
/** @import {Playback} from "./playback.js" */
/** @import {ReplayStep, Snapshot} from "./types.js" */

/**
 * Fills a list with the moves of a game; `show` marks one of them and brings it into sight.
 * @param {HTMLElement} list
 * @param {Playback} playback
 * @param {Palette} palette
 * @param {(step: number) => void} go
 */
export function makeMoves(list, { steps, states }, palette, go) {
  const moves = steps.map((step, i) => {
    const press = el("button", `move${isThrow(step) ? " throw" : ""}`, ...content(states[0], step, palette));
    press.type = "button";
    press.addEventListener("click", () => go(i + 1));
    return press;
  });
  list.replaceChildren(...moves.map((move) => el("li", "", move)));

  /** @param {number} at */
  const show = (at) => {
    for (const move of list.querySelectorAll("[aria-current]")) move.removeAttribute("aria-current");
    const move = moves[at - 1];
    move?.setAttribute("aria-current", "step");
    const [top, height] = move ? [move.offsetTop, move.offsetHeight] : [0, 0];
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
  };
  return { show };
}

/** @param {ReplayStep} step */
function isThrow({ thrown }) {
  return Object.keys(thrown).length > 0;
}

/** @param {Snapshot} start @param {ReplayStep} step @param {Palette} palette @returns {Node[]} */
function content(start, step, palette) {
  const also = step.also ? [el("span", "also", step.also)] : [];
  if (!isThrow(step)) return [el("span", "", [step.text, step.also].filter(Boolean).join(" "))];
  const seen = el("span", "thrown", el("strong", "", nameOf(start, step.seat)), ...miniDice(start, step.thrown, palette));
  seen.setAttribute("aria-hidden", "true");
  return [seen, el("span", "visually-hidden", step.text), ...also];
}
