// Options as chips: those without a cell, or with cells too small for a finger.

import { asked, differByDie, firstWindow, inHand, isOfDice, laterCells, litOptions, optionsAt, rubOut, soonerCells, take, undo } from "./choose.js";
import { drawFace } from "./dice.js";
import { cellOf, isSmall, mapOf, writing } from "./chips.js";
import { areBeside, nameOf, narrow, padOf, whichNumber } from "./pad.js";
import { el, switchOff, sync, setText } from "./page.js";
import { diceApart, letterOf, pressTile, tileContent, tilesOf } from "./tiles.js";
import { isLoaded, loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { hue, symbol } from "./shapes.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, Question} from "./types.js" */
/** @typedef {{key: string, before: string, after: string, options: Choosable[]}} Group options that belong together */

const [TILES, SINGLE, THEN] = ["tiles", "single", "then"];

/** @param {Table} table @param {HTMLElement} box where the sheets are */
export function makeOptions(table, box) {
  const element = el("div", "options");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", translate("play.options"));
  const show = () => {
    const ask = asked(table);
    const groups = ask ? groupsOf(table, ask, box) : [];
    sync(element, groups, (group) => `${ask?.seat}/${ask?.window}/${group.key}`, (data) => makeGroup(table, data), (group, data) => showGroup(table, group, data));
    element.hidden = groups.length === 0 && !element.closest(".with-tiles");
  };
  return { element, show };
}

/** Groups options that mark the same cell or are of the same kind. @param {Table} table @param {Question} ask @param {HTMLElement} box @returns {Group[]} */
function groupsOf(table, ask, box) {
  const pad = padOf(table);
  if (pad && table.correcting) return [];
  const listed = firstWindow(table.narrowed && !pad ? optionsAt(table, table.narrowed) : table.narrowed ? ask.options.filter((one) => one.cell === table.narrowed) : [...litOptions(table), ...ask.options.filter((one) => !one.cell), ...turned(ask)]).filter((one) => !isOfDice(one) && !(one.dice.length > 1 && !one.cell));
  const alone = (/** @type {Choosable} */ one) => listed.filter((other) => other.cell === one.cell).length === 1;
  const byDie = !pad && !inHand(table) && together(listed.filter((one) => one.cell && !alone(one)), (one) => one.cell).some(differByDie);
  const small = byDie ? [] : listed.filter((one) => one.cell && isSmall(table, box, one.cell));
  const cells = pad && table.narrowed ? [] : pad ? oneEach(table, small) : withDrafted(table, ask, box, small.filter(alone));
  const shared = together(listed.filter((one) => one.cell && !alone(one)), (one) => one.cell).filter((options) => pad || !differByDie(options));
  const kinds = together(listed.filter((one) => !one.cell).sort((a, b) => a.tap - b.tap), (one) => one.group);
  const single = kinds.filter((options) => options.length === 1).flat();
  const several = kinds.filter((options) => options.length > 1);
  /** @type {Group[]} */
  const groups = [
    { key: TILES, before: "", after: "", options: pad ? [] : tilesOf(table) },
    { key: "cells", before: "", after: "", options: cells },
    ...(pad ? numbersOf(table, shared) : shared.map((options) => alike(`cell ${options[0].cell}`, options))),
    { key: SINGLE, before: "", after: "", options: single },
    ...several.map((options) => alike(`group ${options[0].group}`, options)),
  ];
  const shown = groups.filter((group) => group.options.length > 0);
  return shown.length || !ask.then ? shown : [{ key: THEN, before: ask.then, after: "", options: [] }];
}

/** Chips of cells in the order of the sheet, with those that are pencilled, so that none changes its place. @param {Table} table @param {Question} ask @param {HTMLElement} box @param {Choosable[]} cells */
function withDrafted(table, ask, box, cells) {
  if (cells.length === 0 && tilesOf(table).length) return cells;
  const drafted = ask.draft.options.filter((one) => one.cell && isSmall(table, box, one.cell) && !cells.some((other) => other.tap === one.tap));
  const die = diceApart(table)?.join();
  const elsewhere = drafted.length ? ask.options.filter((one) => one.cell && one.instead && die && one.dice.join() === die && ![...cells, ...drafted].some((other) => other.cell === one.cell)) : []; // the same die
  const place = (/** @type {Choosable} */ one) => cellOf(table, one.cell).sheet?.cells.findIndex(({ id }) => id === one.cell) ?? 0;
  return [...cells, ...drafted, ...elsewhere].sort((a, b) => place(a) - place(b));
}

/** On a pad: one chip per row or column, even if its next cell could take several numbers. @param {Table} table @param {Choosable[]} listed */
function oneEach(table, listed) {
  const label = (/** @type {Choosable} */ one) => shortLabel(table, one);
  return listed.filter((one, i) => one.cell && listed.findIndex((other) => label(other) === label(one)) === i);
}

/** The column of a cell, or the label of its row; else its name. @param {Table} table @param {Choosable} option */
function shortLabel(table, option) {
  const { sheet, cell } = cellOf(table, option.cell);
  const row = sheet?.bands.find((band) => band.id === cell?.row)?.label;
  return cell?.column ?? row ?? nameOf(table, option.cell);
}

/** On a pad: the numbers for a cell, once it has been pressed. @param {Table} table @param {Choosable[][]} shared @returns {Group[]} */
function numbersOf(table, shared) {
  const options = shared.find(([one]) => one.cell === table.narrowed);
  return options ? [{ key: `cell ${table.narrowed}`, before: areBeside() ? "" : whichNumber(table, table.narrowed), after: "", options }] : [];
}

/** @param {Choosable[]} options @param {(one: Choosable) => string} by */
function together(options, by) {
  return [...new Set(options.map(by))].map((name) => options.filter((one) => by(one) === name));
}

/** Moves the words that all options of a group share around the group; numbers stay with each. @param {string} key @param {Choosable[]} options @returns {Group} */
function alike(key, options) {
  const texts = options.map((one) => one.text.split(" "));
  const most = Math.min(...texts.map((words) => words.length)) - 1;
  const start = common(texts, most);
  const end = common(texts.map((words) => [...words].reverse()), most - start);
  const [first] = texts;
  return { key, before: first.slice(0, start).join(" "), after: first.slice(first.length - end).join(" "), options };
}

/** The number of words with which all texts begin alike. @param {string[][]} texts @param {number} most */
function common(texts, most) {
  let length = 0;
  while (length < most && !/\d/.test(texts[0][length]) && texts.every((words) => words[length] === texts[0][length])) length++;
  return length;
}

/** @param {Group} group */
function isOfCells({ key }) {
  return key.startsWith("cells");
}

/** @param {Table} table @param {Group} data */
function makeGroup(table, data) {
  const group = el("div", "option-group", el("span"), el("div", "chips"), el("span"));
  group.classList.toggle("tiles", data.key === TILES);
  group.classList.toggle("then", data.key === THEN);
  group.classList.toggle("numbers", padOf(table) !== undefined && data.key === `cell ${table.narrowed}`);
  return group;
}

/** @param {Table} table @param {HTMLElement} group @param {Group} data */
function showGroup(table, group, data) {
  const [before, chips, after] = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(":scope > :not(svg)")]);
  setText(before, data.before);
  setText(after, data.after);
  for (const text of [before, after]) text.hidden = text.textContent === "";
  sync(chips, data.options, (one) => `${one.tap}/${one.text}`, (one) => makeChip(table, one, data), (chip, one) => {
    chip.setAttribute("aria-pressed", String(asked(table)?.draft.taps.includes(one.tap) ?? false));
    chip.classList.toggle("later", one.cell !== "" && laterCells(table).includes(one.cell));
    chip.classList.toggle("sooner", one.cell !== "" && soonerCells(table).includes(one.cell));
    switchOff(chip, table.busy);
    showSheet(table, chip, one);
  });
}

/** What was drafted without a mark or dice that would show it. @param {Question} ask */
function turned({ draft }) {
  return draft.options.filter((one) => !one.cell && one.dice.length === 0 && Object.keys(one.marks).length === 0);
}

/** A choice between so few sheets shows them. */
const FEW = 3;

/** Whether the options of a group lead to different sheets. @param {Group} group */
function showsSheets({ options }) {
  return options.length > 1 && options.length <= FEW && options.every((one) => one.dice.length === 0) && options.some((one) => one.sheets.length > 0);
}

/** Draws the sheet that an option leads to, as soon as it is known. @param {Table} table @param {HTMLElement} chip @param {Choosable} option */
function showSheet(table, chip, option) {
  const place = chip.querySelector(".chip-sheet");
  if (!place || place.firstChild) return;
  const [id] = [...option.sheets, ...table.snapshot.seats[table.snapshot.seat].sheets.map((page) => page.id)];
  if (!isLoaded(id)) return void loadSheets([id]).then(table.draw);
  const { svg } = pictureOf(`chip-${option.tap}`, id, table.palette, { label: "", small: true });
  svg.setAttribute("aria-hidden", "true");
  place.append(svg);
}

/** @param {Table} table @param {Choosable} option @param {Group} group */
function makeChip(table, option, group) {
  const chip = el("button", `chip ${option.colour ? hue(option.colour) : ""}`.trim());
  chip.type = "button";
  chip.classList.toggle("quiet", group.key === SINGLE && group.options.length === 1 && option.brief !== "" && option.dice.length === 0);
  if (group.key === TILES) {
    chip.append(...tileContent(table, option, letterOf(group.options.indexOf(option))));
    chip.addEventListener("click", () => pressTile(table, option));
    return chip;
  }
  const short = shortText(table, option, group);
  if (option.colour) chip.append(symbol(option.colour, table.palette));
  if (option.cell) chip.dataset.cell = option.cell;
  const pictures = option.cell && !option.brief ? [] : picturesOf(table, option);
  const told = pictures.length > 0 && !option.brief && group.before + group.after !== ""; // the pictures say what the rest of the text says
  chip.append(...pictures);
  if (showsSheets(group)) chip.append(el("span", "chip-sheet"));
  if (short) chip.append(el("span", told ? "visually-hidden" : "", short));
  if (option.cell && !option.brief && !padOf(table) && !isAlone(table, option, group)) chip.append(...mapOf(table, option.cell));
  const name = padOf(table) && option.cell && isOfCells(group) ? nameOf(table, option.cell) : option.text;
  if (short !== name) chip.setAttribute("aria-label", name);
  chip.addEventListener("click", () => {
    const now = asked(table)?.options.find((one) => one.tap === option.tap);
    const several = padOf(table) ? asked(table)?.options.filter((one) => one.cell === option.cell) : optionsAt(table, option.cell);
    const drafted = asked(table)?.draft.taps.includes(option.tap);
    if (drafted && option.cell) rubOut(table, option.cell);
    else if (drafted) void undo(table);
    else if (now && isOfCells(group) && several && several.length > 1 && diceApart(table)?.join() !== now.dice.join()) narrow(table, option.cell);
    else if (now) void take(table, now);
  });
  return chip;
}

/** The dice that an option uses, in their groups. @param {Table} table @param {Choosable} option */
function picturesOf(table, option) {
  const { faces, sheet } = table.snapshot.dice;
  const dice = sheet ? sheetOf(sheet).dice : [];
  return option.dice.map((group) => {
    const shown = dice.filter((die) => group.includes(die.id));
    return el("span", "dice-group", ...shown.map((die) => el("span", `die ${hue(die.colour)}${die.faces ? " wide" : ""}`, drawFace(die, faces[die.id] ?? 0, table.palette))));
  });
}

/** The text of a chip: what is specific to it in its group; for a cell what is written there. @param {Table} table @param {Choosable} option @param {Group} group */
function shortText(table, option, group) {
  if (padOf(table)) return isOfCells(group) && option.cell ? shortLabel(table, option) : option.text;
  if (option.brief) return option.brief;
  const own = option.text.slice(group.before.length, option.text.length - group.after.length).trim();
  if (own !== option.text || !option.cell || !isOfCells(group)) return own;
  return writing(table, option);
}

/** Whether what is written tells a chip apart from the others of its group. @param {Table} table @param {Choosable} option @param {Group} group */
function isAlone(table, option, group) {
  const like = group.options.filter((other) => other.colour === option.colour && writing(table, other) === writing(table, option));
  return !isOfCells(group) || like.length === 1;
}
