// What a lesson asks for has a ring, and is the current step to those who hear the page: a cell, dice, a way to pair them, a button.

import { asked, litOptions, onlyPass, optionsAt } from "./choose.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable} from "./types.js" */

const [MAIN, PASS] = [".play > .actions > .main", ".play > .actions > .button:not(.icon, .main)"];

/** The cells that were pressed in a step: those it invites to try are pointed at once. @type {Set<string>} */
const tried = new Set();
let step = "";
document.addEventListener("cell", (event) => tried.add(/** @type {CustomEvent} */ (event).detail.cell), { capture: true });

/** Points at what the lesson asks for now. @param {Table} table */
export function point(table) {
  const wanted = new Set(document.querySelectorAll(wantedNow(table).join() || "none"));
  for (const one of document.querySelectorAll(".play [aria-current=step]")) if (!wanted.has(one)) mark(one, false);
  for (const one of wanted) mark(one, true);
}

/** @param {Element} one @param {boolean} yes */
function mark(one, yes) {
  one.classList.toggle("pointed", yes);
  if (yes) one.setAttribute("aria-current", "step");
  else one.removeAttribute("aria-current");
}

/** Where to press, as selectors. @param {Table} table @returns {string[]} */
function wantedNow(table) {
  const { lesson, can, phase } = table.snapshot;
  if (!lesson || phase === "ended" || table.isBehind()) return [];
  if (step !== lesson.text) tried.clear();
  step = lesson.text;
  if (can.roll) return [MAIN];
  const ask = asked(table);
  if (!ask) return [];
  if (lesson.rub) return [cellNamed(lesson.rub)];
  const tries = lesson.tries.filter((cell) => !tried.has(cell));
  if (tries.length) return tries.map(cellNamed);
  if (!lesson.taps.length) return [ask.draft.taps.length || onlyPass(ask) ? MAIN : PASS];
  const option = ask.options.find(({ tap }) => tap === lesson.taps[0]);
  return option ? waysTo(table, option) : [];
}

/** Where an option is pressed: its dice where these have to be taken before it. @param {Table} table @param {Choosable} option @returns {string[]} */
function waysTo(table, option) {
  const { cell, tap, throws } = option;
  const dice = option.dice.flat();
  if (throws) {
    const again = asked(table)?.options.filter((one) => one.throws).length === 1;
    const rest = again ? [] : dice.filter((die) => !table.picked.lifted.includes(die));
    return rest.length ? rest.map(dieNamed) : [document.querySelector(".tray > .again:not([hidden])") ? ".tray > .again" : MAIN];
  }
  if (!cell) return dice.length === 1 ? dice.map(dieNamed) : [`.play .options [data-key^="${tap}/"]`];
  if (isSetAside(table, option)) return dice.map(dieNamed);
  const isLit = litOptions(table).some((one) => one.cell === cell) && optionsAt(table, cell).length === 1;
  return isLit || dice.length !== 1 ? [cellNamed(cell), `.play .options [data-key^="${tap}/"]`] : dice.map(dieNamed);
}

/** Whether a press on its die sets it aside, and not only the cells that it could mark are lit then. @param {Table} table @param {Choosable} option */
function isSetAside(table, { dice: [die] }) {
  return Boolean(asked(table)?.aside) && die?.length === 1 && table.picked.die !== die[0];
}

/** @param {string} cell */
function cellNamed(cell) {
  return `.play svg.sheet:not(.small) .cell[data-cell="${cell}"]`;
}

/** @param {string} die */
function dieNamed(die) {
  return `.play button.die[data-die="${die}"]`;
}
