// Luck and choice at the end of a game: asked for once the end is shown, on a card that is there from the beginning.

import { address, Lost, Refused } from "./net.js";
import { el, linkButton } from "./page.js";
import { keepReview, mistakesOf } from "./mistakes.js";
import { amount, change, gravest, mistakesBy } from "./review-figures.js";
import { reviewOf } from "./reviewing.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Palette, Table} from "./drawing.js" */
/** @import {AccountView, GameReview, SeatView, Snapshot} from "./types.js" */
/** @import {Graded, Unit} from "./review-figures.js" */
/** @typedef {Pick<GameReview, "players" | "rough" | "unit"> & {choices: Graded[]}} Accounts */
/** @typedef {"start" | "luck" | "own" | "rest" | "result" | "mistakes"} Column */

/** The record that was asked for last, and its review. @type {{record: string, review: Promise<GameReview>} | null} */
let asked = null;

/** Whether a game has a review: it was played to its end, with dice. @param {Snapshot} snapshot */
export function isReviewed({ over, phase, dice_mode: dice }) {
  return over !== null && phase !== "ended" && dice !== "none";
}

/** Shows luck and choice of everybody on a card, with the way to the review. @param {HTMLElement} card @param {Table} table */
export async function showLuck(card, { code, palette, snapshot }) {
  const record = snapshot.over?.records.at(-1) ?? "";
  const expected = awaited(snapshot);
  const body = el("div", "luck-body waiting", ...contents(expected, snapshot.seats, palette), practise(1), el("p", "quiet luck-wait", translate("over.luck-wait")));
  const title = el("h2", "", translate("over.luck"), ...(expected.unit === "points" ? [" ", el("span", "quiet", translate("over.luck-in-points"))] : []));
  const review = linkButton(translate("over.review"), address(`/t/${code}/review`), "slim");
  card.replaceChildren(el("div", "luck-head", title, review), body);
  if (asked?.record !== record) asked = { record, review: reviewOf(record) };
  try {
    const review = await asked.review;
    keepReview(record, review, snapshot.seats.flatMap((seat, i) => (seat.mine ? [i] : [])));
    body.style.minHeight = `${body.clientHeight}px`; // nothing moves when the numbers are smaller than those that kept the room
    body.classList.remove("waiting");
    const rough = review.rough ? [el("p", "quiet luck-note", review.rough)] : [];
    if (review.rough) asked = null; // the next look asks again
    body.replaceChildren(...contents(review, snapshot.seats, palette), practise(mistakesOf(record)), ...rough);
  } catch (problem) {
    asked = null;
    body.classList.remove("waiting");
    body.replaceChildren(el("p", "quiet", problem instanceof Refused ? problem.message : translate(problem instanceof Lost ? "net.lost" : "over.luck-none")));
  }
}

/** The way to what gave something away. @param {number} n how many choices did */
function practise(n) {
  const link = el("a", "", translate("practice.these", { n }));
  link.href = address("/practice/mistakes");
  const line = el("p", "luck-practise", link);
  line.hidden = n === 0;
  return line;
}

/** As wide as figures become: a chance, points, a number of mistakes or of a throw. */
const [WIDE_CHANCE, WIDE_POINTS, WIDE_COUNT] = [0.88, 88.8, 88];

/** Numbers as wide as any, which keep the room until the review is there. @param {Snapshot} snapshot @returns {Accounts} */
function awaited({ seats }) {
  const played = seats.filter((seat) => seat.kind !== "open");
  const unit = played.length > 1 ? "chance" : "points";
  const most = unit === "chance" ? WIDE_CHANCE : Math.max(WIDE_POINTS, Math.abs(played[0].score));
  const account = { start: most, luck: most, own_losses: most, others_losses: most, unexplained: most, result: most };
  /** @type {Graded[]} */
  const choices = played.flatMap((_, seat) => Array.from({ length: WIDE_COUNT }, (__, i) => ({ seat, grade: /** @type {const} */ ("blunder"), throw: WIDE_COUNT + i, loss: most })));
  return { unit, choices, rough: "", players: played.map(() => ({ account, points: null, decisions: 0, mean_loss: 0, error: 0, plays_like: "" })) };
}

/** What of an account is told at the end: the review has all of it. @type {Column[]} */
const DICE_AND_CHOICES = ["luck", "mistakes"];

/** One who plays alone has few figures, which add up. @type {Column[]} */
const ALONE = ["start", "luck", "own", "rest", "result"];

/** Everybody's account in the unit of the review: chances to win, or points for one who plays alone. @param {Accounts} review @param {SeatView[]} seats @param {Palette} palette @returns {Node[]} */
function contents({ choices, players, rough, unit }, seats, palette) {
  const mine = seats.filter((seat) => seat.mine).length;
  const order = seats.flatMap((seat, i) => (i < players.length ? [{ seat, i, figures: { ...figuresOf(players[i].account, unit), mistakes: mistakesBy(choices, i).length } }] : [])).sort((one, other) => Number(other.seat.mine) - Number(one.seat.mine));
  const isExplained = order.every(({ figures }) => figures.rest === 0);
  const columns = order.length > 1 ? DICE_AND_CHOICES : ALONE.filter((column) => column !== "rest" || !isExplained);
  const head = el("tr", "", el("td"), ...columns.map(headCell));
  const rows = order.map(({ seat, i, figures }) => el("tr", "", playerCell(seat, i, mine === 1, palette), ...columns.map((column) => figureCell(column, figures[column], unit, Boolean(rough)))));
  const { start } = order[0].figures;
  const told = mine === 1 ? [el("p", "luck-told", gravest(unit, choices, { seat: order[0].i, isMe: true, rough: Boolean(rough) }))] : [];
  const note = unit === "points" ? translate("over.luck-points", { n: shown("start", start, unit) }) : translate("over.luck-summed");
  return [...told, el("table", "luck-table", el("thead", "", head), el("tbody", "", ...rows)), el("p", "quiet luck-note", note)];
}

/**
 * An account in whole percents or points that add up: what others' choices gave and what rounding leaves is not explained, or luck
 * where everything is.
 * @param {AccountView} account @param {Unit} unit @returns {Record<Exclude<Column, "mistakes">, number>}
 */
function figuresOf(account, unit) {
  const times = unit === "chance" ? 100 : 1;
  const whole = (/** @type {number} */ part) => Math.sign(part) * Math.round(Math.abs(part) * times);
  const [start, luck, own, result] = [account.start, account.luck, -account.own_losses, account.result].map(whole);
  const left = result - start - luck - own;
  const isExplained = Math.abs(account.unexplained) * times < 0.5 && account.others_losses === 0;
  return isExplained ? { start, luck: luck + left, own, rest: 0, result } : { start, luck, own, rest: left, result };
}

/** What is added to the start. @type {Column[]} */
const ADDED = ["luck", "own", "rest"];

/** A figure as it is written: what is added with its sign. @param {Column} column @param {number} value @param {Unit} unit */
function shown(column, value, unit) {
  const write = ADDED.includes(column) ? change : amount;
  return write(unit, unit === "chance" ? value / 100 : value, 0);
}

/** @param {Column} column */
function headCell(column) {
  const cell = el("th", `luck-${column}`, translate(`over.luck.${column}`));
  cell.scope = "col";
  return cell;
}

/** Whose account a row is. @param {SeatView} seat @param {number} place @param {boolean} hasYou whether there is one who is "you" @param {Palette} palette */
function playerCell(seat, place, hasYou, palette) {
  const name = hasYou && seat.mine ? translate("log.you") : seat.name;
  const cell = el("th", "luck-player", el("span", "token", drawToken(place, seat.colour, palette)), el("span", "luck-name", name));
  cell.scope = "row";
  return cell;
}

/** A number; how many mistakes there were is a plain one. @param {Column} column @param {number} value @param {Unit} unit @param {boolean} rough whether it will change */
function figureCell(column, value, unit, rough) {
  const sign = !ADDED.includes(column) || !value ? "" : value < 0 ? " bad" : " good";
  return el("td", `luck-${column}`, el("span", `luck-figure number${sign}`, `${rough ? "≈\u202f" : ""}${shown(column, value, column === "mistakes" ? "points" : unit)}`));
}
