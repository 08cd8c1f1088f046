// The graphs of one's progress: a dot for every game, and a line for the mean.

import { el } from "./page.js";
import { amount, change } from "./review-figures.js";
import { draw, round } from "./shapes.js";
import { dates as dayFirst, translate } from "./words.js";

/** @import {Line} from "./diary.js" */
/** @typedef {{title: string, loss: number}} Level */
/** @typedef {{x: (place: number) => number, y: (value: number) => number, width: number, height: number, left: number, right: number, top: number, bottom: number}} Frame */

const [LEFT, RIGHT, TOP, BOTTOM] = [50, 12, 10, 24];
const HEIGHT = 170;
/** How many games a mean of the newest ones is over. */
const RECENT = 10;
/** Names of levels stand at least so far from each other, in pixels. */
const APART = 13;

/** @param {HTMLElement} box @param {number} count @param {number} low @param {number} high @returns {Frame} */
function frameOf(box, count, low, high) {
  const width = Math.max(220, box.clientWidth);
  const [left, right, top, bottom] = [LEFT, width - RIGHT, TOP, HEIGHT - BOTTOM];
  return {
    x: (place) => (count < 2 ? (left + right) / 2 : left + 6 + ((right - left - 12) * place) / (count - 1)),
    y: (value) => bottom - ((bottom - top) * (value - low)) / (high - low),
    width, height: HEIGHT, left, right, top, bottom,
  };
}

/** What was given away in a choice, game by game, with the mean of the newest games and the bots of each level. @param {HTMLElement} box @param {Line[]} lines @param {Level[]} levels */
export function drawAccuracy(box, lines, levels) {
  const { unit } = lines[0];
  const most = Math.max(...lines.map((one) => one.mean), unit === "chance" ? 0.02 : 1) * 1.15;
  const frame = frameOf(box, lines.length, 0, most);
  const means = lines.map((_, i) => {
    const last = lines.slice(Math.max(0, i + 1 - RECENT), i + 1);
    return last.reduce((sum, one) => sum + one.mean * one.choices, 0) / last.reduce((sum, one) => sum + one.choices, 0);
  });
  const label = translate("progress.accuracy-graph", { n: lines.length, from: amount(unit, means[0]), to: amount(unit, means[means.length - 1]) });
  const marks = [...lined(frame, [0, most / 1.15], (value) => amount(unit, value)), ...levelLines(frame, levels, most), ...dots(frame, lines.map((one) => one.mean)), path(frame, means)];
  show(box, frame, label, [...marks, ...dates(frame, lines)], lines, lines.map((one) => amount(unit, one.mean)));
}

/** What the dice gave, game by game, with the mean of all games so far. @param {HTMLElement} box @param {Line[]} lines */
export function drawLuck(box, lines) {
  const { unit } = lines[0];
  const most = Math.max(...lines.map((one) => Math.abs(one.luck)), unit === "chance" ? 0.05 : 2) * 1.1;
  const frame = frameOf(box, lines.length, -most, most);
  let sum = 0;
  const means = lines.map((one, i) => (sum += one.luck) / (i + 1));
  const label = translate("progress.luck-graph", { n: lines.length, to: change(unit, means[means.length - 1]) });
  const marks = [...lined(frame, [-most / 1.1, 0, most / 1.1], (value) => change(unit, value, 0)), ...dots(frame, lines.map((one) => one.luck)), path(frame, means)];
  show(box, frame, label, [...marks, ...dates(frame, lines)], lines, lines.map((one) => change(unit, one.luck)));
}

/** @param {HTMLElement} box @param {Frame} frame @param {string} label @param {Node[]} marks @param {Line[]} lines @param {string[]} values */
function show(box, { width, height }, label, marks, lines, values) {
  const svg = draw("svg", { class: "progress-svg", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, marks);
  const rows = lines.map((line, i) => el("tr", "", el("td", "", dateOf(line)), el("td", "", values[i])));
  box.replaceChildren(svg, el("div", "visually-hidden", el("table", "", el("caption", "", label), el("tbody", "", ...rows))));
}

/** Lines across with their names. @param {Frame} frame @param {number[]} values @param {(value: number) => string} told */
function lined({ left, right, y }, values, told) {
  return values.flatMap((value) => [
    draw("path", { class: value === 0 ? "graph-even" : "graph-grid", d: `M${left} ${round(y(value))}H${right}` }),
    draw("text", { class: "graph-text", x: left - 6, y: round(y(value)), dy: "0.35em", "text-anchor": "end" }, [told(value)]),
  ]);
}

/** What bots give away; those whose lines are too near for a name each stand together, the weakest first. @param {Frame} frame @param {Level[]} levels @param {number} most */
function levelLines({ left, right, top, y }, levels, most) {
  const shown = levels.filter(({ loss }) => loss <= most && y(loss) >= top + 4);
  /** @type {{at: number, titles: string[]}[]} */
  const names = [];
  for (const { title, loss } of shown) {
    const last = names[names.length - 1];
    if (last && y(loss) - last.at < APART) last.titles.push(title);
    else names.push({ at: y(loss), titles: [title] });
  }
  return [
    ...shown.map(({ loss }) => draw("path", { class: "level-line", d: `M${left} ${round(y(loss))}H${right}` })),
    ...names.map(({ at, titles }) => draw("text", { class: "graph-text level-name", x: right, y: round(at - 3), "text-anchor": "end" }, [titles.join(", ")])),
  ];
}

/** @param {Frame} frame @param {number[]} values */
function dots({ x, y }, values) {
  return values.map((value, i) => draw("circle", { class: "progress-dot", cx: round(x(i)), cy: round(y(value)), r: 3 }));
}

/** @param {Frame} frame @param {number[]} values */
function path({ x, y }, values) {
  return draw("path", { class: "graph-line", d: `M${values.map((value, i) => `${round(x(i))} ${round(y(value))}`).join("L")}` });
}

/** When the first and the last game were. @param {Frame} frame @param {Line[]} lines */
function dates({ left, right, bottom }, lines) {
  const ends = lines.length > 1 ? [[left, "start", lines[0]], [right, "end", lines[lines.length - 1]]] : [[(left + right) / 2, "middle", lines[0]]];
  return ends.map(([x, anchor, line]) => draw("text", { class: "graph-text", x: Number(x), y: bottom + 16, "text-anchor": String(anchor) }, [dateOf(/** @type {Line} */ (line))]));
}

/** @param {Line} line */
function dateOf({ when }) {
  return new Intl.DateTimeFormat(dayFirst, { dateStyle: "medium" }).format(new Date(when));
}
