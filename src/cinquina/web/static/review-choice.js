// One choice of a review: the sheet before it with what was played and what is better, and what every option is worth.

import { fitPictures } from "./cards.js";
import { button, el, setText } from "./page.js";
import { inOrder, namedSheet } from "./others.js";
import { pictureOf, viewOf } from "./pictures.js";
import { amount, change } from "./review-figures.js";
import { symbol } from "./shapes.js";
import { miniDice } from "./talk.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Drawn, Palette} from "./drawing.js" */
/** @import {Playback} from "./playback.js" */
/** @import {ReviewedChoice, ReviewedOption} from "./types.js" */

/** How many options are shown at first, besides the one that was chosen. */
const FIRST = 6;

/**
 * An option in short: its cell where that says all, else its words.
 * @param {ReviewedOption} option
 * @param {ReviewedOption[]} all
 * @param {Palette} palette
 * @returns {(Node | string)[]}
 */
export function label(option, all, palette) {
  const alone = option.cell && option.colour && option.short && all.filter((other) => other.cell === option.cell).length === 1;
  if (!alone) return [[option.text, letterOf(option, all)].filter(Boolean).join(" ")];
  const seen = el("span", "short-option", symbol(option.colour, palette), option.short);
  seen.setAttribute("aria-hidden", "true");
  return [seen, el("span", "visually-hidden", option.text)];
}

/** The letter of an option whose words are those of another; it also stands on its cell. @param {ReviewedOption} option @param {ReviewedOption[]} all */
function letterOf(option, all) {
  const alike = all.filter((other) => other.cell && other.text.toLowerCase() === option.text.toLowerCase());
  return alike.length > 1 && option.cell ? LETTERS.charAt(alike.findIndex((other) => other.cell === option.cell)) : "";
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Shows what the options of a choice are worth.
 * @param {HTMLElement} list
 * @param {ReviewedChoice} choice
 * @param {"chance" | "points"} unit
 * @param {Palette} palette
 */
export function showOptions(list, choice, unit, palette) {
  const { options, made } = choice;
  const worths = options.map((option) => option.worth);
  const [least, most] = [Math.min(...worths), Math.max(...worths)];
  const from = startOfBars(unit, least, most);
  const rows = options.map((option, i) => optionRow(option, { best: i === 0, mine: i === made, share: (option.worth - from) / (most - from || 1) }, options, unit, palette));
  const hidden = rows.filter((_, i) => i >= FIRST && i !== made);
  for (const row of hidden) row.hidden = true;
  list.replaceChildren(...rows);
  if (hidden.length === 1) hidden[0].hidden = false;
  const more = hidden.length > 1 ? [moreButton(options.length, hidden)] : [];
  return { from, more };
}

/** Shows the options that are hidden. @param {number} n @param {HTMLElement[]} hidden */
function moreButton(n, hidden) {
  const more = button(translate("review.all-options", { n }), "slim", () => {
    for (const row of hidden) row.hidden = false;
    more.remove();
  });
  return more;
}

/** Where the bars begin: so that differences can be seen. @param {"chance" | "points"} unit @param {number} least @param {number} most */
function startOfBars(unit, least, most) {
  const step = unit === "chance" ? 0.05 : 5;
  const start = Math.floor((least - (most - least) * 0.6) / step) * step;
  return unit === "chance" ? Math.max(0, start) : start;
}

/** @param {ReviewedOption} option @param {{best: boolean, mine: boolean, share: number}} about @param {ReviewedOption[]} all @param {"chance" | "points"} unit @param {Palette} palette */
function optionRow(option, { best, mine, share }, all, unit, palette) {
  const fill = el("i");
  fill.style.width = `${Math.max(1, Math.min(100, share * 100))}%`;
  const bar = el("span", "worth-bar", fill);
  bar.setAttribute("aria-hidden", "true");
  const tag = mine || best ? el("span", "worth-tag", translate(mine ? (best ? "review.played-best" : "review.played") : "review.better")) : "";
  const also = unit === "chance" && option.points !== null ? [el("span", "worth-points", translate("review.in-points", { n: amount("points", option.points) }))] : [];
  const name = el("span", "worth-name", ...label(option, all, palette), " ", tag);
  return el("li", `worth${best ? " best" : ""}${mine ? " mine" : ""}`, name, bar, el("span", "worth-number number", el("strong", "", amount(unit, option.worth)), ...also));
}

/** Which grade a loss has, in words. @param {ReviewedChoice} choice */
export function gradeOf({ grade }) {
  return translate(`review.grade.${grade}`);
}

/** What was played and what is better, in a sentence. @param {string} key @param {ReviewedChoice} choice @param {Palette} palette @returns {(Node | string)[]} */
export function phrase(key, { options, made }, palette) {
  /** @type {Record<string, (Node | string)[]>} */
  const parts = { played: label(options[made], options, palette), better: label({ ...options[0], text: options[0].text.charAt(0).toLowerCase() + options[0].text.slice(1) }, options, palette) };
  return translate(key).split(/\{(\w+)\}/).flatMap((text, i) => (i % 2 ? parts[text] : [text]));
}

/** What was lost, with its sign. @param {ReviewedChoice} choice @param {"chance" | "points"} unit */
export function lossOf({ loss }, unit) {
  return change(unit, -loss);
}

/** Where a choice was made: the sheets of who chose, with what was played and what is better. */
export function makePosition() {
  const title = el("h2", "position-title");
  const sheets = el("div", "position-sheets");
  const dice = el("p", "position-dice");
  const key = el("p", "position-key", el("span", "", el("i", "key-played"), translate("review.played")), el("span", "", el("i", "key-better"), translate("review.better")));
  const element = el("section", "card position", el("div", "position-head", title, key), sheets, dice);
  /** @type {Drawn[]} */
  let drawn = [];

  /** @param {ReviewedChoice} choice @param {Playback} playback @param {Palette} palette @param {string} name */
  const show = (choice, playback, palette, name) => {
    const state = playback.states[choice.event];
    const seat = state.shared_board ? 0 : choice.seat;
    const token = el("span", "token", drawToken(choice.seat, state.seats[choice.seat].colour, palette));
    title.replaceChildren(token, name);
    const [made, best] = [choice.options[choice.made], choice.options[0]];
    const pages = inOrder(state.seats[seat].sheets).map((page) => {
      const first = page === state.seats[seat].sheets[0];
      const picture = pictureOf(`review-${seat}`, page.id, palette, { label: name, small: true });
      const view = viewOf(state, null, seat, page);
      const letters = first ? badges(choice) : {};
      picture.update({ ...view, newest: [], fresh: [], pencil: first ? made.marks : {}, letters });
      point(picture.svg, first ? Object.keys(made.marks) : [], first && choice.made ? Object.keys(best.marks) : []);
      return { picture, number: page.number };
    });
    drawn = pages.map(({ picture }) => picture);
    sheets.replaceChildren(...pages.map(({ picture, number }) => namedSheet("div", picture.svg, number)));
    key.hidden = false;
    const threw = playback.steps.slice(0, choice.event).filter((step) => Object.keys(step.thrown).length).at(-1);
    const seen = el("span", "thrown", ...miniDice(state, state.dice.faces, palette));
    seen.setAttribute("aria-hidden", "true");
    dice.replaceChildren(seen, el("span", "visually-hidden", threw?.text ?? ""), el("span", "", choice.text));
    arrange();
  };

  /** The end of the game, where there is no choice to show. @param {Playback} playback @param {number} seat @param {Palette} palette @param {string} name */
  const showEnd = (playback, seat, palette, name) => {
    const state = playback.states[playback.states.length - 1];
    const place = state.shared_board ? 0 : seat;
    title.replaceChildren(name);
    key.hidden = true;
    drawn = inOrder(state.seats[place].sheets).map((page) => {
      const picture = pictureOf(`review-${place}`, page.id, palette, { label: name, small: true });
      picture.update(viewOf(state, null, place, page));
      point(picture.svg, [], []);
      return picture;
    });
    sheets.replaceChildren(...drawn.map(({ svg }) => namedSheet("div", svg, 0)));
    setText(dice, "");
    arrange();
  };

  const arrange = () => {
    for (const { svg } of drawn) svg.style.maxWidth = "";
    fitPictures(drawn);
  };
  return { element, show, showEnd, arrange };
}

/** What stands on the corners of cells: a tick on the best, letters where the words for cells are the same. @param {ReviewedChoice} choice */
function badges({ options, made }) {
  const letters = options.flatMap((option) => (letterOf(option, options) ? [[option.cell, letterOf(option, options)]] : []));
  const tick = made && options[0].cell ? [[options[0].cell, "✓"]] : [];
  return Object.fromEntries([...tick, ...letters]);
}

/** Marks the cells of what was played and of what is better. @param {SVGSVGElement} svg @param {string[]} played @param {string[]} better */
function point(svg, played, better) {
  for (const cell of svg.querySelectorAll("[data-cell]")) {
    const id = cell.getAttribute("data-cell") ?? "";
    cell.classList.toggle("was-played", played.includes(id));
    cell.classList.toggle("is-better", better.includes(id));
  }
}
