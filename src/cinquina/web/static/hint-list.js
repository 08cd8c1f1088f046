// The list of a hint: every option with a bar, the best first; a press pencils it. The best, or what is pointed at, is lit on the table.

import { asked, onlyPass, rubOut } from "./choose.js";
import { watchMore } from "./more.js";
import { button, el, setText, switchOff, sync } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {AdviceView, HintView, Question} from "./types.js" */

/** The tap of an option that only ends an answer. */
const PASSING = -1;

/** Options with at most this many letters stand side by side on a phone. */
const SHORT = 16;

/** What is kept free between a cell and the list that lies below it, in pixels. */
const NEAR = 8;

/**
 * Shows the hint of the snapshot, or that it is on its way.
 * @param {Table} table
 * @param {HTMLElement} panel
 * @param {HTMLElement} spoken
 * @param {string} refused why there is none
 * @param {() => void} close
 */
export function showHint(table, panel, spoken, refused, close) {
  if (!panel.firstChild) panel.append(...makeParts(close));
  const [head, source, list, news] = /** @type {HTMLElement[]} */ ([...panel.children]);
  const [title, about, reasons] = /** @type {HTMLElement[]} */ ([...head.children]);
  const hint = hintFor(table);
  const isThere = Boolean(!refused && hint?.advice.length);
  setText(title, (isThere && hint?.unit) || translate("hint.title"));
  setText(source, refused || (hint?.source ?? ""));
  about.hidden = !isThere;
  source.hidden = isThere && about.getAttribute("aria-expanded") === "false";
  reasons.hidden = !isThere || !hint?.advice.some(({ points, reason }) => points || reason);
  setText(reasons, translate(hint?.advice.some(({ reason }) => reason) ? "hint.why" : "hint.details"));
  sync(list, refused ? [] : (hint?.advice ?? []), (one) => String(one.tap), (one) => el("li", "", makeRow(table, one.tap)), (item, one) => showRow(table, /** @type {HTMLElement} */ (item.firstElementChild), one));
  const looking = !hint || (hint.coming && !hint.advice.length);
  list.classList.toggle("long", (hint?.advice ?? []).some(({ text }) => text.length > SHORT));
  news.hidden = refused !== "" || !(looking || hint.coming);
  setText(/** @type {HTMLElement} */ (news.firstElementChild), translate(looking ? "hint.looking" : "hint.better"));
  const best = hint?.advice[0];
  writeLetters(table, refused ? [] : (hint?.advice ?? []));
  light(table, panel);
  makeRoom(table, panel);
  setText(spoken, refused || (best ? translate("hint.said", { spoken: best.spoken }) : looking ? translate("hint.looking") : hint.source));
}

/** The hint for what is pencilled now. @param {Table} table @returns {HintView | null} */
function hintFor({ snapshot: { hint, ask } }) {
  return hint && ask && hint.window === ask.window && hint.taps.join() === ask.draft.taps.join() ? hint : null;
}

/** The list is no lower than this for cells it is about, and than this for the best of them; in pixels. */
const [LOW, LOWEST] = [208, 128];

/** The options for which there is room already, and how high the list may be for that. */
let [roomFor, most] = ["", ""];

/** What is left above the question when the page is scrolled to it, in pixels. */
const EDGE = 4;

/** Where the list lies over the sheet, scrolls the page to the question, so that nothing is cut above it; the list makes room for the cells that it is about. @param {Table} table @param {HTMLElement} panel */
function makeRoom({ snapshot: { ask } }, panel) {
  const page = /** @type {HTMLElement} */ (document.getElementById("table"));
  panel.hidden = false;
  page.classList.add("hinting");
  panel.style.maxHeight = "";
  const height = getComputedStyle(panel).position === "fixed" ? panel.offsetHeight : 0;
  const taps = [...panel.querySelectorAll(".hint-option")].map((row) => Number(/** @type {HTMLElement} */ (row).dataset.tap));
  const about = `${ask?.window} ${taps.join()} ${height}`;
  if (about !== roomFor) {
    const cells = [...(ask?.options ?? []), ...(ask?.draft.options ?? [])].filter((one) => taps.includes(one.tap)).map((one) => one.cell);
    const drawn = [...document.querySelectorAll("svg.sheet:not(.small) .cell[data-cell]")].filter((one) => cells.includes(one.getAttribute("data-cell") ?? ""));
    const below = (/** @type {Element[]} */ found) => Math.max(0, ...found.map((one) => one.getBoundingClientRect().bottom + NEAR - panel.getBoundingClientRect().top));
    const question = (document.querySelector(".play > .lead")?.getBoundingClientRect().top ?? 0) - EDGE;
    const [all, best] = [below(drawn), below(drawn.filter((one) => one.matches(".pointed")))];
    const far = all > 0 ? Math.max(0, question) : 0;
    const lower = Math.max(LOW, height - (all - far));
    const least = Math.max(LOWEST, Math.min(lower, height - (best - far)));
    [roomFor, most] = [about, height ? `${Math.min(height, least)}px` : ""];
    page.style.setProperty("--hint", height ? most : "0px");
    if (height) scrollBy({ top: far, behavior: "instant" });
  }
  panel.style.maxHeight = most;
}

/** @param {() => void} close */
function makeParts(close) {
  const shut = button("×", "plain icon", close);
  shut.setAttribute("aria-label", translate("hint.close"));
  const list = el("ol", "hint-list");
  const reasons = button("", "plain hint-reasons", () => reasons.setAttribute("aria-expanded", String(list.classList.toggle("reasons"))));
  reasons.setAttribute("aria-expanded", "false");
  const source = el("p", "hint-source");
  const about = button("i", "plain hint-about", () => about.setAttribute("aria-expanded", String(!(source.hidden = !source.hidden))));
  about.setAttribute("aria-expanded", "false");
  about.setAttribute("aria-label", translate("hint.about"));
  about.title = translate("hint.about");
  const head = el("div", "hint-head", el("h2"), about, reasons, shut);
  watchMore(list);
  return [head, source, list, el("div", "hint-news", el("span"), el("progress"))];
}

/** @param {Table} table @param {number} tap */
function makeRow(table, tap) {
  const row = button("", "hint-option", () => press(table, tap));
  row.className = "hint-option";
  row.dataset.tap = String(tap);
  for (const kind of ["pointerenter", "pointerleave", "focus", "blur"]) row.addEventListener(kind, () => light(table, row.closest(".hint-panel")));
  row.append(el("span", "hint-bar"), el("span", "hint-text", el("span"), el("b", "hint-letter")), el("span", "hint-worth"), el("span", "hint-mark"), el("span", "hint-why"));
  return row;
}

/** @param {Table} table @param {HTMLElement} row @param {AdviceView} one */
function showRow(table, row, one) {
  const [bar, text, worth, mark, why] = /** @type {HTMLElement[]} */ ([...row.children]);
  bar.style.setProperty("--share", String(one.share));
  const [words, letter] = /** @type {HTMLElement[]} */ ([...text.children]);
  setText(words, one.text);
  setText(letter, one.letter);
  letter.hidden = one.letter === "";
  setText(mark, one.mark);
  mark.hidden = one.mark === "";
  setText(worth, `${one.worth}${one.interval ? ` ${one.interval}` : ""}`);
  setText(why, [one.points, one.reason].filter(Boolean).join(" · "));
  row.classList.toggle("best", one.best);
  row.setAttribute("aria-label", one.spoken);
  row.setAttribute("aria-pressed", String(table.snapshot.ask?.draft.taps.includes(one.tap) ?? false));
  switchOff(row, table.busy);
}

/** Writes the letters of options on the cells that they mark; without advice none. @param {Table} table @param {AdviceView[]} advice */
export function writeLetters(table, advice) {
  const options = [...(table.snapshot.ask?.options ?? []), ...(table.snapshot.ask?.draft.options ?? [])];
  const lettered = Object.fromEntries(advice.filter(({ letter }) => letter).map(({ letter, tap }) => [options.find((one) => one.tap === tap)?.cell ?? "", letter]));
  if (JSON.stringify(lettered) === JSON.stringify(table.lettered)) return;
  table.lettered = lettered;
  queueMicrotask(() => table.draw());
}

/**
 * Lights on the table what an option is about: its cell, the dice it throws or is made with, or the button that passes. That of the
 * row which is pointed at, else those of the best, unless one of them is pencilled.
 * @param {Table} table
 * @param {Element | null} panel without one nothing is lit
 */
export function light(table, panel) {
  const rows = /** @type {HTMLElement[]} */ ([...(panel?.querySelectorAll(".hint-option") ?? [])]);
  const best = rows.filter((row, i) => i === 0 || row.classList.contains("best"));
  const pointed = rows.find((row) => row.matches(":hover")) ?? rows.find((row) => row === document.activeElement);
  const wanted = pointed ? [pointed] : best.some((row) => row.getAttribute("aria-pressed") === "true") ? [] : best;
  const taps = wanted.map((row) => Number(row.dataset.tap));
  const { ask } = table.snapshot;
  const options = [...(ask?.options ?? []), ...(ask?.draft.options ?? [])].filter((one) => taps.includes(one.tap));
  const cells = options.map((one) => one.cell);
  const isPlain = (/** @type {string[][]} */ groups) => groups.length === 1 && (options.length === 1 || groups[0].length === 1);
  const dice = options.filter((one) => !one.cell || isPlain(one.dice)).flatMap((one) => one.dice.flat());
  const passing = taps.includes(PASSING) ? passButton(ask) : null;
  for (const one of document.querySelectorAll("svg.sheet:not(.small) .cell[data-cell]")) one.classList.toggle("pointed", cells.includes(one.getAttribute("data-cell") ?? ""));
  for (const one of document.querySelectorAll(".play .die[data-die]")) one.classList.toggle("pointed", dice.includes(one.getAttribute("data-die") ?? ""));
  for (const one of document.querySelectorAll(".play .actions .button")) one.classList.toggle("pointed", one === passing);
}

/** Pencils an option; one that throws dice lifts them, and passing shows its button. @param {Table} table @param {number} tap */
function press(table, tap) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  if (tap === PASSING) return void passButton(ask)?.focus();
  const drafted = ask.draft.options.find((one) => one.tap === tap);
  if (drafted) return rubOut(table, drafted.cell);
  const option = ask.options.find((one) => one.tap === tap);
  if (!option?.throws) return void table.act({ do: "tap", seat: ask.seat, window: ask.window, tap });
  table.picked.lifted = option.dice.flat();
  table.draw();
}

/** The button that ends the answer: the main one inks what is pencilled, and passes where nothing else can be done. @param {Question | null} ask */
function passButton(ask) {
  const passing = /** @type {HTMLElement | null} */ (document.querySelector(".play .actions .button:not(.icon, .main, [hidden])"));
  return ask?.draft.taps.length || (ask && onlyPass(ask)) || !passing ? /** @type {HTMLElement | null} */ (document.querySelector(".play .actions .main")) : passing;
}
