// How one's own games went: by kind played, won, best, mean and how the points are spread; and each in one line.

import { timeAgo } from "./my-tables.js";
import { address } from "./net.js";
import { el } from "./page.js";
import { draw, round, signed } from "./shapes.js";
import { lang, translate } from "./words.js";

/** @import {Result} from "./results.js" */

/** A card about the games of one kind, the newest first. @param {Result[]} results */
export function statisticsCard(results) {
  const points = results.flatMap((one) => one.points ?? []);
  const against = results.filter((one) => one.won !== null);
  const won = against.filter((one) => one.won).length;
  const share = against.length ? new Intl.NumberFormat(lang, { style: "percent" }).format(won / against.length) : "";
  const figures = [
    figure(translate("games.played"), whole(results.length)),
    ...(against.length ? [figure(translate("games.won"), whole(won), share)] : []),
    ...(points.length ? [figure(translate("games.best"), signed(Math.max(...points))), figure(translate("games.mean"), mean(points))] : []),
  ];
  return el("li", "card game-figures", el("h3", "", results[0].title), el("dl", "figures", ...figures), ...(points.length > 1 ? [spread(points)] : []));
}

/** A finished game in one line: what, with whom, how it ended, when, and the way to its review. @param {Result} result */
export function resultLine({ id, title, others, won, points, when }) {
  const ended = won === null ? "" : translate(won ? "home.won" : "games.lost");
  const score = points === null ? "" : translate("play.points", { n: signed(points) });
  const told = el("span", won ? "good" : "", [ended, score].filter(Boolean).join(", "));
  const [code, number] = id.split("/");
  const review = el("a", "", translate("games.review"));
  review.href = address(`/t/${encodeURIComponent(code)}/review#${number}.0`);
  return el("li", "result", el("strong", "", title), el("span", "quiet", others.join(", ")), told, el("span", "quiet", timeAgo(when)), review);
}

/** @param {string} name @param {string} value @param {string} [more] */
function figure(name, value, more = "") {
  return el("div", "figure", el("dt", "quiet", name), el("dd", "", value, ...(more ? [el("span", "quiet", more)] : [])));
}

/** @param {number} n */
function whole(n) {
  return new Intl.NumberFormat(lang).format(n);
}

/** @param {number[]} points */
function mean(points) {
  const value = points.reduce((sum, n) => sum + n, 0) / points.length;
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value).replace("-", "−");
}

/** The most bars of a picture, and how wide a bar may be in points. */
const MOST_BARS = 12;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000];

/** How often which points were reached; the bar of the newest game is dark. @param {number[]} points the newest first */
function spread(points) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const width = STEPS.find((step) => Math.floor(most / step) - Math.floor(least / step) < MOST_BARS) ?? STEPS[STEPS.length - 1];
  const first = Math.floor(least / width);
  const counts = Array.from({ length: Math.floor(most / width) - first + 1 }, (_, i) => points.filter((n) => Math.floor(n / width) - first === i).length);
  const told = translate("games.spread", { n: points.length, least: signed(least), most: signed(most) });
  const picture = bars(counts, Math.floor(points[0] / width) - first, told);
  return el("figure", "spread", picture, el("figcaption", "quiet", el("span", "", signed(least)), el("span", "", translate("games.newest", { points: signed(points[0]) })), el("span", "", signed(most))));
}

const [HIGH, WIDE] = [40, 240];

/** @param {number[]} counts @param {number} newest @param {string} label */
function bars(counts, newest, label) {
  const [each, top] = [WIDE / counts.length, Math.max(...counts)];
  const drawn = counts.map((count, i) => {
    const height = count ? Math.max(3, (HIGH * count) / top) : 1;
    return draw("rect", { class: i === newest ? "bar-of-points newest" : "bar-of-points", x: round(i * each + 1), y: round(HIGH - height), width: round(each - 2), height: round(height) });
  });
  return draw("svg", { class: "bars-of-points", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, drawn);
}
