// The games of a series, to choose which one is shown.

import { el, sync } from "./page.js";
import { translate } from "./words.js";

/** Shows a chip for each game of a series. @param {HTMLElement} row @param {number} count @param {number} shown @param {(game: number) => void} open */
export function showGames(row, count, shown, open) {
  row.hidden = count < 2;
  sync(row, Array.from({ length: count }, (_, i) => i), String, (i) => {
    const chip = el("button", "chip", translate("replay.game", { n: i + 1 }));
    chip.type = "button";
    chip.addEventListener("click", () => open(i));
    return chip;
  }, (chip, i) => chip.setAttribute("aria-pressed", String(i === shown)));
}
