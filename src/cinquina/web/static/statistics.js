// How one's own games went: by kind played, won, best, mean and how the points are spread; and each in one line.

import { rematchButton, scoreOf, timeAgo } from "./my-tables.js";
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

/** A finished game in one line, which leads to its replay: what, with whom, how it ended, when; its review and a rematch. @param {Result} result */
export function resultLine(result) {
  const { id, game, title, others, won, when, bots, record } = result;
  const [code, number] = id.split("/");
  const link = el("a", "", translate("over.replay"), el("span", "visually-hidden", `: ${title}, ${others.join(", ")}`));
  const place = `${record || Math.max(1, Number(number))}.0`;
  link.href = address(`/t/${code}/replay#${place}`);
  const review = el("a", "review-link", translate("over.review"), el("span", "visually-hidden", `: ${title}, ${others.join(", ")}`));
  review.href = address(`/t/${code}/review#${place}`);
  const again = others.length ? [rematchButton(translate("home.rematch"), `${title}, ${others.join(", ")}`, { code, game, people: others.length - bots, bots })] : [];
  return el("li", "result", el("strong", "", title), el("span", "quiet", others.join(", ")), el("span", won ? "good" : "", howItEnded(result)), el("span", "quiet", timeAgo(when)), link, review, ...again);
}

/** Who won, with the own points first, and everybody's. @param {Result} result */
function howItEnded({ won, points, scores }) {
  const ended = won === null ? "" : translate(won ? "home.won" : "games.lost");
  if (points !== null && scores.length === 2) return `${ended} ${scoreOf(won ? scores : [...scores].reverse())}`;
  const told = [ended, points === null ? "" : translate("play.points", { n: signed(points) })].filter(Boolean).join(", ");
  return scores.length > 2 ? translate("games.all-points", { told, points: scores.map(signed).join(" · ") }) : told;
}

/** @param {string} name @param {string} value @param {string} [more] */
function figure(name, value, more = "") {
  return el("div", "figure", el("dt", "quiet", name), el("dd", "", value, ...(more ? [el("span", "quiet", more)] : [])));
}

/** @param {number} n */
function whole(n) {
  return new Intl.NumberFormat(lang, { useGrouping: false }).format(n);
}

/** @param {number[]} points */
function mean(points) {
  const value = points.reduce((sum, n) => sum + n, 0) / points.length;
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 1, useGrouping: false }).format(value).replace("-", "−");
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
  const newest = translate("games.newest", { points: signed(points[0]) });
  const captions = counts.length < FEWEST_BARS ? [least === most ? newest : `${signed(least)} … ${signed(most)} · ${newest}`] : [signed(least), newest, signed(most)];
  const picture = bars(counts, Math.floor(points[0] / width) - first, told);
  return el("figure", "spread", picture, el("figcaption", "quiet", ...captions.map((text) => el("span", "", text))));
}

const [HIGH, WIDE] = [40, 240];

/** Fewer bars than this are no wider. */
const FEWEST_BARS = 7;

/** @param {number[]} counts @param {number} newest @param {string} label */
function bars(counts, newest, label) {
  const [each, top] = [WIDE / Math.max(FEWEST_BARS, counts.length), Math.max(...counts)];
  const left = (WIDE - each * counts.length) / 2;
  const drawn = counts.map((count, i) => {
    const height = count ? Math.max(3, (HIGH * count) / top) : 1;
    return draw("rect", { class: i === newest ? "bar-of-points newest" : "bar-of-points", x: round(left + i * each + 1), y: round(HIGH - height), width: round(each - 2), height: round(height) });
  });
  return draw("svg", { class: "bars-of-points", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, drawn);
}
