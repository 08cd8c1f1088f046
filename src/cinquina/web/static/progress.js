// My progress: by kind of game what was given away in a choice over time, what the dice gave, and whom one plays like.

import "./top.js";
import { diaryHere, ratingIn } from "./diary.js";
import { el } from "./page.js";
import { drawAccuracy, drawLuck } from "./progress-graph.js";
import { streak } from "./rating.js";
import { amount, change } from "./review-figures.js";
import { translate } from "./words.js";

/** @import {Line} from "./diary.js" */
/** @typedef {{title: string, like: string, loss: number}} Level a level of bots, a sentence that names it, and what it gives away in a choice on average */

/** How many of the newest games say how well somebody plays now. */
const RECENT = 10;
/** With how many games there is a graph. */
const FIRST_GRAPH = 3;
/** Half of the 95 % interval of a mean, in standard errors. */
const NORMAL = 1.96;
/** Losses below this are told apart as if they were this. */
const TINY = 1e-4;

/** @type {Record<string, Record<"chance" | "points", Level[]>>} */
const levels = JSON.parse(document.getElementById("levels")?.textContent || "{}");

/** The mean over several games, each with the weight of its choices. @param {Line[]} lines */
function meanLoss(lines) {
  const choices = lines.reduce((sum, one) => sum + one.choices, 0);
  return lines.reduce((sum, one) => sum + one.mean * one.choices, 0) / choices;
}

/** The bot that gives away about as much, by the order of magnitude. @param {Level[]} known @param {number} mean @returns {Level | undefined} */
function nearest(known, mean) {
  const far = (/** @type {Level} */ { loss }) => Math.abs(Math.log(loss + TINY) - Math.log(mean + TINY));
  return [...known].sort((one, other) => far(one) - far(other))[0];
}

/** What the dice gave on average, with half of its interval. @param {Line[]} lines */
function meanLuck(lines) {
  const mean = lines.reduce((sum, one) => sum + one.luck, 0) / lines.length;
  const variance = lines.reduce((sum, one) => sum + (one.luck - mean) ** 2, 0) / Math.max(1, lines.length - 1);
  return { mean, error: NORMAL * Math.sqrt(variance / lines.length) };
}

/** A cost with what it is a part of, or its unit. @param {"chance" | "points"} unit @param {string} number */
function inUnit(unit, number) {
  return translate(unit === "points" ? "review.in-points" : "progress.in-chance", { n: number });
}

/** What is told about the luck so far. @param {Line[]} lines */
function luckText(lines) {
  const { unit } = lines[0];
  const { mean, error } = meanLuck(lines);
  const told = { luck: change(unit, mean), what: translate(unit === "points" ? "progress.what-points" : "progress.what-chance") };
  if (lines.length < 2) return translate("progress.luck-one", told);
  const key = Math.abs(mean) <= error ? "even" : mean > 0 ? "more" : "less";
  return translate(`progress.luck-${key}`, { ...told, n: lines.length });
}

/** The games of one kind, the oldest first. @param {Line[]} lines */
function card(lines) {
  const { game, title, unit } = lines[0];
  const known = levels[game]?.[unit] ?? [];
  const mean = meanLoss(lines.slice(-RECENT));
  const like = nearest(known, mean);
  const told = translate("progress.accuracy", { n: Math.min(RECENT, lines.length), mean: inUnit(unit, amount(unit, mean)) });
  const heading = el("h2", "", unit === "points" ? translate("progress.alone", { game: title }) : title);
  const accuracy = el("section", "progress-part", el("h3", "", translate("progress.accuracy-title")), el("p", "", told, ...(like ? [" ", el("strong", "", like.like)] : [])), graphBox(lines, (box) => drawAccuracy(box, lines, known)));
  const luck = el("section", "progress-part", el("h3", "", translate("progress.luck-title")), el("p", "", luckText(lines)), graphBox(lines, (box) => drawLuck(box, lines)));
  return el("li", "card progress-game", el("div", "progress-head", heading, el("p", "quiet", unit === "chance" ? puzzlesText(game) : "")), el("div", "progress-parts", accuracy, luck));
}

/** How puzzles of a game went. @param {string} game */
function puzzlesText(game) {
  const { rating, answered, right } = ratingIn(game);
  return answered ? translate("practice.so-far", { rating, n: right, all: answered }) : "";
}

/** The graphs, to be drawn again for another width. @type {(() => void)[]} */
const graphs = [];

/** A graph; where there are few games, when there will be one. @param {Line[]} lines @param {(box: HTMLElement) => void} draw */
function graphBox(lines, draw) {
  if (lines.length < FIRST_GRAPH) return el("p", "quiet", translate("progress.graph-later"));
  const box = el("div", "progress-graph");
  graphs.push(() => draw(box));
  return box;
}

function drawAll() {
  for (const draw of graphs) draw();
}

/** @type {Map<string, Line[]>} */
const kinds = new Map();
const diary = diaryHere();
for (const line of diary.lines) kinds.set(`${line.game} ${line.unit}`, [...(kinds.get(`${line.game} ${line.unit}`) ?? []), line]);
const [list, none, explained] = ["games", "none", "explained"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
list.replaceChildren(...[...kinds.values()].map(card));
none.hidden = kinds.size > 0;
explained.hidden = graphs.length === 0;
const days = streak(Object.keys(diary.days));
if (days) list.before(el("p", "practice-streak", translate("practice.streak", { n: days })));
drawAll();
addEventListener("resize", drawAll);
document.body.dataset.ready = "yes";
