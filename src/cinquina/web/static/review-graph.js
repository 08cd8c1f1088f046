// The graph of a review: what a game was worth to a seat over its throws, with the choices that gave something away.

import { el } from "./page.js";
import { amount, change } from "./review-figures.js";
import { draw, round } from "./shapes.js";
import { translate } from "./words.js";

/** @import {Point} from "./drawing.js" */
/** @import {GameReview, ReviewedChoice} from "./types.js" */
/** @typedef {{review: GameReview, seat: number, mistakes: ReviewedChoice[], end: string, name: string}} Shown what a graph is about; `end` is told beside its last point */
/** @typedef {{x: (throwNumber: number) => number, y: (value: number) => number, left: number, right: number, top: number, bottom: number, low: number, high: number, ticks: number[]}} Frame */

const [LEFT, RIGHT, TOP, BOTTOM] = [46, 14, 12, 26];
const RADIUS = 11;
/** With more mistakes than this their marks are dots without numbers. */
const MANY = 14;
/** How far above or below the line a mark may stand. */
const PLACES = [20, -20, 44, -44, 68, -68];
/** The width of a letter of the result, and how far it may stand from the last point. */
const [LETTER, ASIDE] = [7, [9, 30, 50, 70]];

/**
 * Draws the graph into a box as large as that is.
 * @param {HTMLElement} box
 * @param {Shown} shown
 * @param {ReviewedChoice | null} current
 * @param {(choice: ReviewedChoice) => void} go
 */
export function drawGraph(box, shown, current, go) {
  const { review, seat, mistakes } = shown;
  const [width, height] = [Math.max(240, box.clientWidth), Math.max(120, box.clientHeight)];
  const frame = frameOf(review, seat, width, height);
  const points = pointsOf(review, seat, frame);
  const marks = placeMarks(review, mistakes, points, frame);
  const svg = draw("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": summary(shown) }, [
    ...ground(review, frame),
    ...band(current, marks, frame),
    draw("path", { class: "graph-line", d: path(points) }),
    ...marks.map(({ from, to }) => draw("path", { class: "graph-loss", d: path([from, to]) })),
    ...ending(points, shown.end, marks, frame),
    ...marks.map((mark, i) => markOf(mark, i, mark.choice === current, review.unit, go, mistakes.length > MANY)),
  ]);
  box.replaceChildren(svg, table(shown));
}

/** @param {GameReview} review @param {number} seat @param {number} width @param {number} height @returns {Frame} */
function frameOf(review, seat, width, height) {
  const values = review.moments.map((moment) => moment.worths[seat]);
  const ticks = review.unit === "chance" ? [0, 0.25, 0.5, 0.75, 1] : ticksOf(Math.min(0, ...values), Math.max(...values));
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const [left, right, top, bottom] = [LEFT, width - RIGHT, TOP, height - BOTTOM];
  return {
    x: (n) => left + ((right - left) * n) / Math.max(1, review.throws),
    y: (value) => bottom - ((bottom - top) * (value - low)) / (high - low),
    left, right, top, bottom, low, high, ticks,
  };
}

/** @param {number} least @param {number} most */
function ticksOf(least, most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => (most - least) / one <= 5) ?? 2000;
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** By moment its place: the moments of a throw share the way to it. @param {GameReview} review @param {number} seat @param {Frame} frame @returns {Point[]} */
function pointsOf({ moments }, seat, frame) {
  return moments.map((moment, i) => {
    const alike = moments.flatMap((other, j) => (other.throw === moment.throw ? [j] : []));
    const along = moment.throw ? moment.throw - 1 + (alike.indexOf(i) + 1) / alike.length : 0;
    return /** @type {Point} */ ([frame.x(along), frame.y(moment.worths[seat])]);
  });
}

/** @param {Point[]} points */
function path(points) {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`;
}

/** @typedef {{choice: ReviewedChoice, from: Point, to: Point, at: Point}} Mark */

/** Where the marks of mistakes stand, so that none covers another. @param {GameReview} review @param {ReviewedChoice[]} mistakes @param {Point[]} points @param {Frame} frame @returns {Mark[]} */
function placeMarks({ moments }, mistakes, points, frame) {
  /** @type {Mark[]} */
  const placed = [];
  const apart = mistakes.length > MANY ? 0 : 2 * RADIUS - 1;
  for (const choice of mistakes) {
    const after = moments.findIndex((moment) => moment.event > choice.event);
    const [from, to] = [points[Math.max(0, after - 1)], points[after < 0 ? points.length - 1 : after]];
    const free = (/** @type {number} */ y) => y > frame.top + RADIUS - 4 && y < frame.bottom - RADIUS + 6 && placed.every(({ at }) => Math.hypot(at[0] - to[0], at[1] - y) >= apart);
    const down = PLACES.find((far) => free(to[1] + far)) ?? (to[1] > (frame.top + frame.bottom) / 2 ? -PLACES[0] : PLACES[0]);
    placed.push({ choice, from, to, at: [to[0], mistakes.length > MANY ? to[1] : to[1] + down] });
  }
  return placed;
}

/** The paper: halves for the better and the worse, lines and their names. @param {GameReview} review @param {Frame} frame */
function ground(review, frame) {
  const { left, right, top, bottom, ticks, x, y } = frame;
  const even = review.unit === "chance" ? 1 / Math.max(1, new Set(review.replay.start.seats.map((seat, i) => seat.colour || i)).size) : null;
  const halves = even === null ? [] : [
    draw("rect", { class: "graph-better", x: left, y: top, width: right - left, height: round(y(even) - top) }),
    draw("rect", { class: "graph-worse", x: left, y: round(y(even)), width: right - left, height: round(bottom - y(even)) }),
  ];
  const lines = ticks.flatMap((tick) => [
    draw("path", { class: "graph-grid", d: `M${left} ${round(y(tick))}H${right}` }),
    draw("text", { class: "graph-text", x: left - 7, y: round(y(tick)), dy: "0.35em", "text-anchor": "end" }, [amount(review.unit, tick, 0)]),
  ]);
  const evenLine = even === null ? [] : [draw("path", { class: "graph-even", d: `M${left} ${round(y(even))}H${right}` })];
  const throws = throwTicks(review.throws, right - left).map((n) => draw("text", { class: "graph-text", x: round(x(n)), y: bottom + 16, "text-anchor": n === review.throws ? "end" : "middle" }, [String(n)]));
  const word = draw("text", { class: "graph-text", x: 2, y: bottom + 16 }, [translate("review.throw-axis")]);
  return [...halves, ...lines, ...evenLine, ...throws, word];
}

/** The throws that are named below. @param {number} throws @param {number} width */
function throwTicks(throws, width) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => (throws / one) * 44 <= width) ?? 100;
  const named = Array.from({ length: Math.floor(throws / step) }, (_, i) => (i + 1) * step).filter((n) => throws - n >= step * 0.6);
  return [...named, throws];
}

/** The mark of the choice that is shown. @param {ReviewedChoice | null} current @param {Mark[]} marks @param {Frame} frame */
function band(current, marks, { top, bottom }) {
  const mark = marks.find(({ choice }) => choice === current);
  return mark ? [draw("rect", { class: "graph-band", x: round(mark.to[0] - RADIUS), y: top, width: 2 * RADIUS, height: bottom - top, rx: 6 })] : [];
}

/** The last point, with the result where it is free: near it, but on no mark and not on the line. @param {Point[]} points @param {string} text @param {Mark[]} marks @param {Frame} frame */
function ending(points, text, marks, { top, bottom }) {
  const [x, y] = points[points.length - 1];
  const width = text.length * LETTER;
  const first = y + (y > (top + bottom) / 2 ? -12 : 22);
  const rows = [first, ...Array.from({ length: Math.floor((bottom - top - 18) / 6) + 1 }, (_, i) => top + 14 + 6 * i)];
  const places = rows.flatMap((at) => ASIDE.map((aside) => ({ at, end: x - aside })));
  const line = alongLine(points);
  const cost = (/** @type {{at: number, end: number}} */ { at, end }) => {
    const near = (/** @type {Point} */ [px, py], /** @type {number} */ far) => px > end - width - far && px < end + far && Math.abs(py - (at - 4)) < 9 + far;
    const covered = marks.filter((mark) => near(mark.at, RADIUS)).length * 100 + line.filter((point) => near(point, 1)).length * 5;
    return covered + (Math.abs(at - first) + x - end) / 6;
  };
  const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return [
    draw("circle", { class: "graph-end", cx: round(x), cy: round(y), r: 5 }),
    draw("text", { class: "graph-text graph-result", x: round(best.end), y: round(best.at), "text-anchor": "end" }, [text]),
  ];
}

/** Points of a line, close to each other. @param {Point[]} points @returns {Point[]} */
function alongLine(points) {
  return points.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = points[i];
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / 8));
    return Array.from({ length: steps }, (_, k) => /** @type {Point} */ ([fromX + ((x - fromX) * (k + 1)) / steps, fromY + ((y - fromY) * (k + 1)) / steps]));
  });
}

/** The mark of a mistake, a button. @param {Mark} mark @param {number} i @param {boolean} isCurrent @param {"chance" | "points"} unit @param {(choice: ReviewedChoice) => void} go @param {boolean} small */
function markOf({ choice, at: [x, y] }, i, isCurrent, unit, go, small) {
  const label = translate("review.mark", { n: i + 1, throw: choice.throw, loss: change(unit, -choice.loss) });
  const named = !small || isCurrent;
  const shape = [draw("circle", { class: "graph-touch", r: 16 }), draw("circle", { class: "graph-mark", r: named ? RADIUS : 5 })];
  const number = named ? [draw("text", { class: "graph-number", dy: "0.35em", "text-anchor": "middle" }, [String(i + 1)])] : [];
  const mark = draw("g", { class: `graph-mistake ${choice.grade}`, transform: `translate(${round(x)} ${round(y)})`, role: "button", tabindex: isCurrent ? 0 : -1, "aria-label": label }, [...shape, ...number]);
  if (isCurrent) mark.setAttribute("aria-current", "true");
  mark.addEventListener("click", () => go(choice));
  mark.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    go(choice);
  });
  return mark;
}

/** The graph in a sentence. @param {Shown} shown */
function summary({ review, seat, mistakes, name }) {
  const values = review.moments.map((moment) => moment.worths[seat]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const told = (/** @type {number} */ value) => amount(review.unit, value, 0);
  return translate(`review.graph-${review.unit}`, { name, from: told(values[0]), to: told(values[values.length - 1]), least: told(least), most: told(most), n: mistakes.length });
}

/** The same as a table, for those who do not see it. @param {Shown} shown */
function table({ review, seat, name }) {
  const last = review.moments.filter((moment, i, all) => all[i + 1]?.throw !== moment.throw);
  const rows = last.map((moment) => el("tr", "", el("td", "", String(moment.throw)), el("td", "", amount(review.unit, moment.worths[seat], 0))));
  const head = el("tr", "", el("th", "", translate("review.throw-axis")), el("th", "", translate(`review.unit.${review.unit}`)));
  return el("div", "visually-hidden", el("table", "", el("caption", "", name), el("thead", "", head), el("tbody", "", ...rows)));
}
