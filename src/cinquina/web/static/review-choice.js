// One choice of a review: the sheet before it with what was played and what is better, and what every option is worth.

import { fitPictures } from "./cards.js";
import { button, el, setText } from "./page.js";
import { inOrder, namedSheet } from "./others.js";
import { pictureOf, viewOf } from "./pictures.js";
import { seenBy } from "./playback.js";
import { amount, change } from "./review-figures.js";
import { symbol } from "./shapes.js";
import { miniDice } from "./talk.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Drawn, Palette} from "./drawing.js" */
/** @import {Playback} from "./playback.js" */
/** @import {ReviewedChoice, ReviewedOption} from "./types.js" */

/** How many options are shown at first, besides the one that was chosen. */
const FIRST = 5;

/**
 * An option in short: its cell where that says all, else its words.
 * @param {ReviewedOption} option
 * @param {ReviewedOption[]} all
 * @param {Palette} palette
 * @param {string} [text] its words
 * @returns {(Node | string)[]}
 */
export function label(option, all, palette, text = option.text) {
  const alone = option.cell && option.colour && option.short && all.filter((other) => other.cell === option.cell).length === 1;
  if (!alone) return [[text, letterOf(option, all)].filter(Boolean).join(" ")];
  const seen = el("span", "short-option", symbol(option.colour, palette), option.short);
  seen.setAttribute("aria-hidden", "true");
  return [seen, el("span", "visually-hidden", text)];
}

/** The letter of an option whose words are those of another; it also stands on its cell. @param {ReviewedOption} option @param {ReviewedOption[]} all */
function letterOf(option, all) {
  const isAlike = (/** @type {ReviewedOption} */ one) => one.cell && all.some((other) => other.cell && other.cell !== one.cell && other.text.toLowerCase() === one.text.toLowerCase());
  return isAlike(option) ? LETTERS.charAt([...new Set(all.filter(isAlike).map((one) => one.cell))].indexOf(option.cell)) : "";
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @typedef {{played: string, best: string, better: string, also?: (place: number) => string}} Tags what is written on the option that was chosen, on it if it is the best, on a better one, and beside any */

/** Whether the best option is not known to be better than the one that was chosen. @param {Pick<ReviewedChoice, "options" | "made">} choice */
export function isUnsure({ options, made }) {
  return made !== 0 && options[made].loss <= options[made].loss_error;
}

/** What is usually written on the options of a choice. @param {Pick<ReviewedChoice, "options" | "made">} choice @returns {Tags} */
export function tagsOf(choice) {
  return { played: translate("review.played"), best: translate("review.played-best"), better: translate(isUnsure(choice) ? "review.may-be-better" : "review.better") };
}

/**
 * Shows what the options of a choice are worth.
 * @param {HTMLElement} list
 * @param {Pick<ReviewedChoice, "options" | "made">} choice
 * @param {"chance" | "points"} unit
 * @param {Palette} palette
 * @param {Tags} tags
 */
export function showOptions(list, choice, unit, palette, tags) {
  const { options, made } = choice;
  const [from, most] = unit === "chance" ? [0, 1] : endsOfBars(options.map((option) => option.worth));
  const rows = options.map((option, i) => optionRow(option, { best: i === 0, mine: i === made, share: (option.worth - from) / (most - from || 1), beside: tags.also?.(i) ?? "" }, options, unit, palette, tags));
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

/** In what steps bars of points begin. */
const STEP = 5;

/** Where bars of points begin, so that differences can be seen, and end. Those of chances go from 0 to 100 %, as in a hint. @param {number[]} worths */
function endsOfBars(worths) {
  const [least, most] = [Math.min(...worths), Math.max(...worths)];
  return [Math.floor((least - (most - least) * 0.6) / STEP) * STEP, most];
}

/** @param {ReviewedOption} option @param {{best: boolean, mine: boolean, share: number, beside: string}} about @param {ReviewedOption[]} all @param {"chance" | "points"} unit @param {Palette} palette @param {Tags} tags */
function optionRow(option, { best, mine, share, beside }, all, unit, palette, tags) {
  const fill = el("i");
  fill.style.width = `${Math.max(1, Math.min(100, share * 100))}%`;
  const bar = el("span", "worth-bar", fill);
  bar.setAttribute("aria-hidden", "true");
  const tag = mine || best ? el("span", "worth-tag", mine ? (best ? tags.best : tags.played) : tags.better) : "";
  const also = unit === "chance" && option.points !== null ? [el("span", "worth-points", translate("review.final-points", { n: amount("points", option.points) }))] : [];
  const name = el("span", "worth-name", ...label(option, all, palette), " ", tag);
  return el("li", `worth${best ? " best" : ""}${mine ? " mine" : ""}`, name, bar, el("span", "worth-number number", el("strong", "", amount(unit, option.worth)), ...also), ...(beside ? [el("span", "worth-beside", beside)] : []));
}

/** Which grade a loss has, in words. @param {ReviewedChoice} choice */
export function gradeOf({ grade }) {
  return translate(`review.grade.${grade}`);
}

/** What was played and what is better, in a sentence. @param {string} key @param {ReviewedChoice} choice @param {Palette} palette @returns {(Node | string)[]} */
export function phrase(key, { options, made }, palette) {
  /** @type {Record<string, (Node | string)[]>} */
  const parts = { played: label(options[made], options, palette, sentenceCase(options[made].named)), better: label(options[0], options, palette, options[0].named) };
  return translate(key).split(/\{(\w+)\}/).flatMap((text, i) => (i % 2 ? parts[text] : [text]));
}

/** @param {string} text */
function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The reasons for options, a line each; none where they are the same, since those tell nothing apart. @param {ReviewedOption[]} options */
export function reasonsOf(options) {
  const told = options.map(({ reasons }) => reasons.join(", "));
  if (told.length > 1 && told.every((one) => one === told[0])) return [];
  return options.flatMap(({ text }, i) => (told[i] ? [el("p", "", translate("review.reasons", { option: text, reasons: told[i] }))] : []));
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

  /** @param {ReviewedChoice} choice @param {Playback} playback @param {Palette} palette @param {string} name @param {number} own the reader's seat, or -1 */
  const show = (choice, playback, palette, name, own) => {
    const state = seenBy(playback.states[choice.event], own);
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

  /** The end of the game, where there is no choice to show. @param {Playback} playback @param {number} seat @param {Palette} palette @param {string} name @param {number} own */
  const showEnd = (playback, seat, palette, name, own) => {
    const state = seenBy(playback.states[playback.states.length - 1], own);
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
  const letters = [options[0], options[made]].flatMap((option) => (letterOf(option, options) ? [[option.cell, letterOf(option, options)]] : []));
  const tick = made && options[0].cell ? [[options[0].cell, "✓"]] : [];
  return Object.fromEntries([...tick, ...letters]);
}

/** Marks the cells of what was played and of what is better. @param {SVGSVGElement} svg @param {string[]} played @param {string[]} better */
export function point(svg, played, better) {
  for (const cell of svg.querySelectorAll("[data-cell]")) {
    const id = cell.getAttribute("data-cell") ?? "";
    cell.classList.toggle("was-played", played.includes(id));
    cell.classList.toggle("is-better", better.includes(id));
  }
}
