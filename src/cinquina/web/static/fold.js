// Hints, log and chat on a phone: one press unfolds them over the table, the next one folds them up; elsewhere they are always in sight.

import { button, el, keysAreTaken, setText } from "./page.js";
import { translate } from "./words.js";

/** @import {Snapshot} from "./types.js" */

/**
 * A button in the top of the page that unfolds what stands beside the table; a dot says that somebody has written something.
 * @param {HTMLElement} page
 * @param {HTMLElement} top where the button stands
 * @param {HTMLElement} side what is unfolded; it gets a button that folds it up
 */
export function makeFold(page, top, side) {
  const word = el("span", "visually-hidden");
  const toggle = button("", "plain icon fold", () => fold(!page.classList.contains("unfolded")));
  toggle.append(el("span", "fold-sign", "?"), word);
  toggle.setAttribute("aria-controls", page.id);
  top.insertBefore(toggle, top.lastElementChild);
  const shut = button("×", "plain icon fold-close", () => {
    fold(false);
    toggle.focus();
  });
  shut.setAttribute("aria-label", translate("fold.close"));
  side.prepend(shut);
  let [read, newest] = [0, 0];

  /** @param {boolean} open */
  const fold = (open) => {
    page.classList.toggle("unfolded", open);
    read = newest;
    update();
  };
  const update = () => {
    const open = page.classList.contains("unfolded");
    setText(word, translate(open ? "fold.close" : newest > read ? "fold.open-news" : "fold.open"));
    toggle.setAttribute("aria-expanded", String(open));
    toggle.classList.toggle("news", newest > read && !open);
  };
  page.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.matches(".hint")) fold(true);
    else if (page.classList.contains("unfolded") && target.isConnected && !target.closest(".side")) fold(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !keysAreTaken()) fold(false);
  });
  return {
    /** @param {Snapshot} snapshot */
    show({ chat, phase }) {
      newest = Math.max(0, ...chat.map(({ n }) => n));
      if (phase === "lobby" || page.classList.contains("unfolded")) read = newest;
      toggle.hidden = phase !== "roll" && phase !== "choose";
      update();
    },
  };
}
