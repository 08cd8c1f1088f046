// Positions to solve at a table where only one choice can be made: puzzles of a game, the puzzle of the day, one's own mistakes.

import "./top.js";
import { aboutOf, makeAnswer } from "./answer.js";
import { asked, ink, pass, undo, updatePicked } from "./choose.js";
import { enterAnswer, enterDay } from "./diary.js";
import { makeExercises } from "./exercises.js";
import { watchFacts } from "./facts.js";
import { makeLegend } from "./legend.js";
import { watchWindow } from "./layout.js";
import { Refused } from "./net.js";
import { makeOthers } from "./others.js";
import { el, keepFocus, keysAreTaken, setText } from "./page.js";
import { loadPalette, loadSheetsOf } from "./pictures.js";
import { point } from "./review-choice.js";
import { makePlay, untouched } from "./view.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Exercise} from "./exercises.js" */
/** @import {Action, Choosable, Practice, PracticeOption, Question, Snapshot} from "./types.js" */

const page = /** @type {HTMLElement} */ (document.getElementById("table"));
const exercises = makeExercises(page.dataset);

/** @type {Table} */
const table = {
  code: "",
  ...untouched(),
  palette: await loadPalette(),
  draw,
  front: () => {},
  act,
  isBehind: () => false,
  skip: () => {},
};

const legend = makeLegend();
const play = makePlay(table, el("div"), legend.element);
const others = makeOthers(table);
const answer = makeAnswer(table, () => void next());
const live = el("div", "visually-hidden");
live.setAttribute("aria-live", "polite");
const side = el("aside", "side", answer.element, others.element);
side.setAttribute("aria-label", translate("practice.beside"));
const front = el("div", "front stack", play.element);
watchFacts(page);

/** What is solved now. @type {Exercise | null} */
let current = null;
/** What is pencilled, and what was answered. @type {{pencilled: Choosable | null, answered: PracticeOption | null}} */
let state = { pencilled: null, answered: null };

/** Goes on to the next position, or says that there is none. */
async function next() {
  try {
    current = await exercises.next();
    if (current) await loadSheetsOf(current.practice.snapshot);
  } catch (problem) {
    return say(problem instanceof Refused ? problem.message : translate("net.lost"));
  }
  if (!current) return say(exercises.none());
  state = { pencilled: null, answered: null };
  answer.ask(current);
  showWhere(current);
  page.classList.remove("answered");
  const isFirst = !front.isConnected;
  draw();
  if (!isFirst) play.sentence.focus({ preventScroll: true });
}

/** Says something in the place of a position. @param {string} text */
function say(text) {
  current = null;
  page.className = "table-page";
  page.replaceChildren(el("section", "card stack solve-end", el("h1", "sentence", text), exercises.ways()));
}

/** Says what is solved, and where no panel beside the table does it also which one (practice.css). @param {Exercise} exercise */
function showWhere(exercise) {
  const where = document.getElementById("where");
  if (where) where.replaceChildren(el("b", "", exercise.practice.title), el("span", "", ` · ${exercise.title}`), el("small", "solve-about", aboutOf(exercise)));
}

/** The table as it is shown: with what is pencilled, or with what was answered. @param {Practice} practice @returns {Snapshot} */
function shown({ snapshot, options, unit }) {
  const ask = /** @type {Question} */ (snapshot.ask);
  const { pencilled, answered } = state;
  if (!answered) return { ...snapshot, ask: pencilled ? withDraft(ask, pencilled) : ask };
  const { sentence, around } = answer.verdict(answered, options, unit);
  const own = ask.options.find((one) => one.tap === answered.tap);
  const settled = { ...ask, options: [], passing: null, missing: translate("practice.done") };
  return { ...snapshot, sentence, around, ask: own ? { ...settled, draft: { ...draftOf(own), dice: own.throws ? [] : own.dice.flat(), ink: [], text: "" } } : settled };
}

/** A question with one option pencilled; another one takes its place. @param {Question} ask @param {Choosable} option @returns {Question} */
function withDraft(ask, option) {
  const rest = ask.options.filter((one) => one !== option).map((one) => ({ ...one, instead: true }));
  return { ...ask, options: rest, draft: draftOf(option) };
}

/** @param {Choosable} option */
function draftOf(option) {
  return { taps: [option.tap], options: [option], marks: option.marks, dice: option.dice.flat(), sheets: option.sheets, ink: [option.tap], text: translate("practice.answer", { option: option.text }), ends: "", points: 0, then: "" };
}

/** What is done at the table: nothing leaves this page. @param {Action} action */
async function act(action) {
  const ask = current?.practice.snapshot.ask;
  if (!current || !ask || state.answered) return false;
  if (action.do === "tap") state.pencilled = ask.options.find((one) => one.tap === action.tap) ?? null;
  else if (action.do === "untap") state.pencilled = null;
  else if (action.do === "ink") return answered(action.taps[action.taps.length - 1]);
  else return false;
  table.why = "";
  draw();
  return true;
}

/** Enters the answer, and shows what everything is worth. @param {number} tap */
function answered(tap) {
  const exercise = /** @type {Exercise} */ (current);
  const { practice } = exercise;
  const made = practice.options.find((one) => one.tap === tap);
  if (!made) return false;
  const right = made.grade === "fine";
  const change = practice.rating ? enterAnswer(practice.game, practice, right) : 0;
  if (exercise.ofToday) enterDay(practice.game, right);
  exercises.answered(exercise, right);
  state = { pencilled: null, answered: made };
  answer.show(exercise, made, change, exercises.hasNext() ? "" : exercises.onward());
  showWhere(exercise);
  const { sentence, around } = answer.verdict(made, practice.options, practice.unit);
  live.replaceChildren(el("p", "", sentence), el("p", "", around), ...(right ? [] : [el("p", "", translate("practice.spoken", { option: practice.options[0].text }))]));
  page.classList.add("answered");
  draw();
  answer.main.focus({ preventScroll: true });
  return true;
}

function draw() {
  if (!current) return;
  const { practice } = current;
  table.snapshot = shown(practice);
  updatePicked(table);
  keepFocus(() => {
    if (!front.isConnected) page.replaceChildren(front, side, live);
    page.classList.add("playing");
    page.dataset.phase = table.snapshot.phase;
    legend.show(table.snapshot);
    showAll(table.snapshot);
    const svg = /** @type {SVGSVGElement | null} */ (play.element.querySelector("svg.sheet:not(.small)"));
    const { answered: made } = state;
    if (svg) point(svg, made ? Object.keys(made.marks) : [], made ? Object.keys(practice.options[0].marks) : []);
  }, () => (state.answered ? answer.main : play.fallbackFocus()));
}

/** Draws the large sheet and the others; again if those have just come, since they take room from it. @param {Snapshot} snapshot */
function showAll(snapshot) {
  const before = others.element.childElementCount;
  others.show(snapshot, play.show(snapshot));
  if (others.element.childElementCount !== before) play.show(snapshot);
}

/** Moves the focus to the next lit cell. */
function nextLit() {
  const lit = /** @type {SVGElement[]} */ ([...document.querySelectorAll("svg.sheet:not(.small) .legal")]);
  lit[(lit.findIndex((cell) => cell === document.activeElement) + 1) % lit.length]?.focus();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  c: () => (state.answered ? answer.main.click() : asked(table)?.draft.ink.length ? void ink(table) : play.fallbackFocus().click()),
  u: () => void undo(table),
  p: () => pass(table),
  n: () => (state.answered ? answer.main.click() : nextLit()),
};

document.addEventListener("keydown", (event) => {
  const does = KEYS[event.key.toLowerCase()];
  if (!does || !current || event.altKey || event.ctrlKey || event.metaKey || keysAreTaken()) return;
  event.preventDefault();
  does();
});

/** How long a reason stays in the place of what happens around. */
const WHY_SHOWN = 7000;
let timer = 0;
page.addEventListener("click", () => {
  clearTimeout(timer);
  if (table.why) timer = setTimeout(() => {
    table.why = "";
    draw();
  }, WHY_SHOWN);
});

watchWindow(page, draw);
setText(page, translate("loading"));
await next();
document.body.dataset.ready = "yes";
