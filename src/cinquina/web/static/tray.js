// The tray of a table: virtual dice, or buttons for entering real ones.

import { asked, asksForDie, litOptions, offersThrows, statesOfDice, take, throwAgain } from "./choose.js";
import { drawDice } from "./dice.js";
import { DICE_WORDS } from "./names.js";
import { button, el, setText, switchOff } from "./page.js";
import { sheetOf } from "./pictures.js";
import { pressDie } from "./press-die.js";
import { tilesOf } from "./tiles.js";

/** @import {Table} from "./drawing.js" */
/** @import {Entering} from "./entering.js" */
/** @import {Snapshot} from "./types.js" */

/**
 * @param {Table} table
 * @param {() => void} [throwNow] what a press on the tray does while a throw is due; without it the dice are pictures
 * @returns {{element: HTMLElement, show: (snapshot: Snapshot) => void, entering: () => Entering | null}} `entering` is the grid for real dice
 */
export function makeTray(table, throwNow) {
  const element = el("div", "tray-box");
  /** @type {ReturnType<typeof drawDice> | null} */
  let tray = null;
  let dice = "";
  let count = -1;
  /** @type {ReturnType<typeof import("./entering.js").makeEntering> | null} */
  let real = null;
  const grid = () => {
    if (throwNow && table.snapshot.dice_mode === "real") real ??= entering?.makeEntering(table) ?? null;
    return real?.grid() ?? null;
  };
  const again = button("", "again", () => {
    const option = throwAgain(table);
    if (option) take(table, option);
  });
  element.addEventListener("change", () => table.draw());
  element.addEventListener("click", (event) => {
    if (throwNow && table.snapshot.can.roll && table.snapshot.dice_mode === "virtual" && !(event.target instanceof HTMLInputElement)) throwNow();
  });

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const input = grid();
    if (snapshot.dice.sheet && snapshot.dice.sheet !== dice) {
      dice = snapshot.dice.sheet;
      const { dice: all, well, words } = sheetOf(dice);
      tray = drawDice(all, table.palette, { words: DICE_WORDS, well: well ? words[well.key] : "", ...(throwNow ? { press: (/** @type {string} */ die) => pressDie(table, die) } : {}) });
      if (throwNow) tray.element.append(again);
    }
    const rolling = count >= 0 && snapshot.dice.count > count && !input ? snapshot.dice.thrown : [];
    const due = Boolean(throwNow) && snapshot.can.roll && snapshot.dice_mode === "virtual";
    const states = throwNow ? statesOfDice(table) : null;
    const waits = Boolean(throwNow) && snapshot.phase === "roll" && !input;
    tray?.show(waits ? unthrown(snapshot) : snapshot.dice.faces, { rolling, due, ...states });
    const first = throwNow !== undefined && asksForDie(table);
    const asksForDice = Boolean(states?.live.length) && !asked(table)?.draft.ink.length && litOptions(table).length === 0 && tilesOf(table).length === 0;
    tray?.element.classList.toggle("asks", first || asksForDice || (throwNow !== undefined && offersThrows(table)));
    tray?.element.classList.toggle("first", first);
    if (throwNow) showAgain(table, again);
    count = snapshot.dice.count;
    const place = (input ?? tray)?.element;
    if (real && real.correct.parentElement !== place) place?.append(real.correct);
    const shown = input ? [input.element] : tray ? [tray.element] : [];
    if (element.firstElementChild !== (shown[0] ?? null)) element.replaceChildren(...shown);
  };
  return { element, show, entering: grid };
}

/** What only real dice need. @type {typeof import("./entering.js") | null} */
let entering = null;

/** Fetches what only real dice need. @param {Snapshot} snapshot */
export async function loadEntering({ dice_mode }) {
  if (dice_mode === "real") entering ??= await import("./entering.js");
}

/** Offers to throw the same dice once more, beside the lit cells; without these the main button does. @param {Table} table @param {HTMLButtonElement} again */
function showAgain(table, again) {
  const option = litOptions(table).length ? throwAgain(table) : undefined;
  again.hidden = !option;
  if (option) setText(again, option.text);
  switchOff(again, table.busy);
}

/** The faces before a throw that is due: only those of dice that stay, or are out of the game. @param {Snapshot} snapshot */
function unthrown({ wanted, dice: { faces } }) {
  return Object.fromEntries(Object.entries(faces).filter(([die, face]) => face === 0 || (wanted.length && !wanted.some(({ id }) => id === die))));
}
