// Real dice: a grid with a row for each die, to enter what they show and to correct it until somebody has inked.

import { isCorrecting } from "./choose.js";
import { dieClass, drawDice, drawFace } from "./dice.js";
import { DICE_WORDS } from "./names.js";
import { button, el, setText } from "./page.js";
import { sheetOf } from "./pictures.js";
import { draw, hue, symbol } from "./shapes.js";
import { translate } from "./words.js";

/** @import {Die, Faces, Palette, Table, Words} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */
/** @typedef {{element: HTMLElement, faces: () => number[] | null, text: () => string}} Entering the grid; `text` is for the main button */

/** Whether what real dice show is to be entered. @param {Snapshot} snapshot */
function isEntering({ can, dice_mode }) {
  return can.roll && dice_mode === "real";
}

/** The dice to enter now, in the order in which they are sent; none if nothing is to be entered. @param {Table} table @returns {Die[]} */
function diceToEnter(table) {
  const { snapshot } = table;
  if (isCorrecting(table)) return snapshot.dice.thrown.flatMap((id) => sheetOf(snapshot.dice.sheet).dice.filter((die) => die.id === id));
  if (!isEntering(snapshot)) return [];
  return snapshot.wanted.map(({ id, colour, faces }) => (faces.length ? { id, colour, faces } : { id, colour }));
}

/**
 * The grid for real dice; `grid` has the one to show now, null while nothing is to be entered.
 * @param {Table} table
 * @returns {{grid: () => Entering | null, correct: HTMLButtonElement}}
 */
export function makeEntering(table) {
  /** @type {(Entering & {asked: string}) | null} */
  let now = null;
  const correct = button("", "again correct", () => startCorrecting(table));
  const text = el("span");
  correct.append(pencil(), text);
  correct.title = translate("play.correct-dice");
  const grid = () => {
    const { can, dice, dice_mode } = table.snapshot;
    if (dice_mode === "real" && !can.correct) table.correcting = false;
    const wanted = diceToEnter(table);
    const asked = wanted.length ? JSON.stringify([isCorrecting(table), wanted, dice.count, dice.fallen]) : "";
    if (asked !== (now?.asked ?? "")) now = asked ? { ...makeGrid(table, wanted), asked } : null;
    correct.hidden = !can.correct || isCorrecting(table);
    setText(text, translate(now ? "play.correct-last" : "play.correct"));
    correct.setAttribute("aria-label", translate(now ? "play.correct-last" : "play.correct-dice"));
    return now;
  };
  return { grid, correct };
}

/** @param {Table} table */
function startCorrecting(table) {
  Object.assign(table, { correcting: true, why: "" });
  table.draw();
}

/** A pencil. */
function pencil() {
  return draw("svg", { class: "pencil-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, [draw("path", { d: "M3 17l1-4L14 3l3 3L7 16zM12 5l3 3" })]);
}

/** Taps for some dice, below those that lie still; a correction begins with what was entered. @param {Table} table @param {Die[]} wanted @returns {Entering} */
function makeGrid(table, wanted) {
  const { sheet, faces: shown, thrown, fallen } = table.snapshot.dice;
  const all = sheet ? sheetOf(sheet).dice : wanted;
  const before = isCorrecting(table) ? Object.fromEntries(thrown.map((id, i) => [id, fallen[i]])) : null;
  const input = diceInput(wanted, table.palette, { among: all, ...(before ? { shown: before } : {}) });
  const still = all.filter((die) => shown[die.id] && !wanted.some(({ id }) => id === die.id));
  const tray = drawDice(still, table.palette, { words: DICE_WORDS });
  tray.show(shown);
  const faces = () => facesOf(wanted, input.value(), before);
  const text = () => (faces() ? translate(before ? "play.correct-dice" : "play.dice-lie") : missingText(input.missing()));
  const tip = wanted.some((die) => die.faces) ? [el("p", "quiet dice-tip", translate("play.dice-tip"))] : [];
  return { element: el("div", "entering", ...(still.length ? [tray.element] : []), input.element, ...tip), faces, text };
}

/** The faces to send; null while one is missing, or nothing was changed. @param {Die[]} wanted @param {Faces | null} entered @param {Faces | null} before */
function facesOf(wanted, entered, before) {
  const changed = entered && wanted.some(({ id }) => entered[id] !== before?.[id]);
  return changed ? wanted.map(({ id }) => Number(entered[id])) : null;
}

/** What the main button asks for until all dice are entered. @param {string[]} missing the names of dice */
function missingText(missing) {
  if (missing.length > 1 || missing[0] === "") return translate("play.dice-missing");
  return missing.length ? translate("play.die-missing", { die: missing[0] }) : translate("play.correct-which");
}

let inputs = 0;

/**
 * Six faces for each real die, one of which can be set.
 * @param {Die[]} dice those wanted
 * @param {Palette} palette
 * @param {{among?: Die[], shown?: Faces}} [options] `among` has all dice of the game, by which those wanted are named; `shown` are set
 * @returns {{element: HTMLElement, value: () => Faces | null, missing: () => string[]}} `missing` names the dice that are not set
 */
function diceInput(dice, palette, options = {}) {
  const words = DICE_WORDS;
  const { among = dice, shown = {} } = options;
  const element = el("div", "dice-input");
  const id = `dice${++inputs}`;
  const named = new Set(among.map(({ colour }) => colour)).size > 1; // dice that look alike only have numbers
  element.append(...dice.map((die) => dieInput(die, `${id}-${die.id}`, palette, dieName(die, among, words), named)));
  dice.forEach((die, i) => element.children[i].classList.toggle("apart", dieClass(die, dice).includes(" apart")));
  dice.forEach((die, i) => check(element.children[i], shown[die.id] ?? 0));
  const value = () => {
    const set = dice.map((die, i) => [die.id, chosen(element.children[i])]);
    return set.every(([, face]) => face) ? Object.fromEntries(set) : null;
  };
  const missing = () => dice.filter((_, i) => !chosen(element.children[i])).map((die) => (named ? dieName(die, among, words) : ""));
  return { element, value, missing };
}

/** The name of a die: its colour, with a number when several have the same; only a number when all look alike. @param {Die} die @param {Die[]} dice @param {Words} words */
function dieName(die, dice, words) {
  if (dice.every(({ colour }) => colour === die.colour)) return translate("dice.nth", { n: dice.findIndex(({ id }) => id === die.id) + 1 });
  const alike = dice.filter((other) => other.colour === die.colour).map((other) => other.id);
  const colour = words[die.colour] ?? die.colour;
  return alike.length > 1 ? `${colour} ${alike.indexOf(die.id) + 1}` : colour;
}

/** @param {Die} die @param {string} name @param {Palette} palette @param {string} title @param {boolean} named whether its colour is a part of the title */
function dieInput(die, name, palette, title, named) {
  const set = el("fieldset", named ? "die-input" : "die-input unnamed");
  const legend = el("legend", "die-legend");
  legend.append(...(named ? [symbol(die.colour, palette)] : []), el("span", "", title));
  set.append(legend);
  for (let face = 1; face <= 6; face++) {
    const input = el("input");
    Object.assign(input, { type: "radio", name, value: String(face), className: "visually-hidden" });
    input.setAttribute("aria-label", `${title}: ${face}`);
    const label = el("label", `die ${hue(die.colour)}${die.faces ? " wide" : ""}`);
    label.append(input, drawFace(die, face, palette));
    set.append(label);
  }
  return set;
}

/** @param {Element} set */
function chosen(set) {
  return Number(set.querySelector("input:checked")?.getAttribute("value") ?? 0);
}

/** @param {Element} set @param {number} face */
function check(set, face) {
  for (const input of set.querySelectorAll("input")) input.checked = input.value === String(face);
}
