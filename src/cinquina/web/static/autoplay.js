// Plays a game by itself, step after step, at the pace that was chosen.

import { setText } from "./page.js";
import { PACES } from "./steps.js";
import { recall, remember } from "./storage.js";
import { translate } from "./words.js";

/** A choice needs less time than a throw. */
const OF_A_CHOICE = 0.6;

/**
 * Makes a button start and stop it; `go` shows the next step, or the first one again.
 * @param {HTMLButtonElement} press
 * @param {HTMLSelectElement} pace
 * @param {{isLast: () => boolean, isThrow: () => boolean, go: (again: boolean) => void}} game
 */
export function autoplay(press, pace, { isLast, isThrow, go }) {
  let timer = 0;
  pace.value = recall("replay-pace", "normal");
  pace.addEventListener("change", () => remember("replay-pace", pace.value));

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    say();
  };
  const say = () => {
    press.classList.toggle("on", timer !== 0);
    setText(/** @type {Element} */ (press.firstElementChild), timer ? "❚❚" : "▶");
    press.setAttribute("aria-label", translate(timer ? "replay.pause" : "replay.play"));
  };
  const wait = () => {
    const hold = PACES[pace.value] ?? PACES.normal;
    timer = setTimeout(step, isThrow() ? hold : hold * OF_A_CHOICE);
  };
  const step = () => {
    go(false);
    if (isLast()) stop();
    else wait();
  };
  press.addEventListener("click", () => {
    if (timer) return stop();
    if (isLast()) go(true);
    else go(false);
    if (isLast()) return stop();
    wait();
    say();
  });
  say();
  return { stop };
}
