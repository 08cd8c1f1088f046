// How a result came about: luck, own losses, others' losses, what is not explained; in sentences and in figures.

import { el } from "./page.js";
import { addingUp, amount, change, cost, gravest } from "./review-figures.js";
import { miniDice } from "./talk.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Palette} from "./drawing.js" */
/** @import {Playback} from "./playback.js" */
/** @import {AccountView, GameReview, ReviewedThrow} from "./types.js" */
/** @typedef {"chance" | "points"} Unit */

/** The lines of an account, and what each adds. @type {[string, (account: AccountView) => number][]} */
const LINES = [
  ["luck", ({ luck }) => luck],
  ["own", ({ own_losses: own }) => -own],
  ["others", ({ others_losses: others }) => others],
  ["rest", ({ unexplained }) => unexplained],
];

/** The account of a seat on a card. @param {GameReview} review @param {number} seat @param {boolean} isMe @param {Palette} palette */
export function accountCard(review, seat, isMe, palette) {
  const player = review.players[seat];
  const { name, colour, level } = review.replay.start.seats[seat];
  const head = el("h3", "account-name", el("span", "token", drawToken(seat, colour, palette)), isMe ? translate("log.you") : name, ...(level ? [el("span", "level", level)] : []));
  const columns = /** @type {[Unit, AccountView][]} */ (review.unit === "chance" && player.points ? [["chance", player.account], ["points", player.points]] : [[review.unit, player.account]]);
  return el("section", "card account", head, ...(player.decisions ? [el("p", "", gravest(review.unit, review.choices, { seat, isMe, rough: Boolean(review.rough) }))] : []), el("p", "quiet", accuracy(review, seat)), fullSum(columns));
}

/** The table, folded: what it says needs more than a glance. @param {[Unit, AccountView][]} columns */
function fullSum(columns) {
  const whole = /** @type {[Unit, AccountView][]} */ (columns.map(([unit, account]) => [unit, addingUp(account, unit === "chance" ? 3 : 1)]));
  const note = columns[0][0] === "chance" ? [el("p", "quiet small", translate("review.summed"))] : [];
  return el("details", "more", el("summary", "", translate("review.account.all")), ...note, accountTable(whole));
}

/** @param {[Unit, AccountView][]} columns */
function accountTable(columns) {
  const row = (/** @type {string} */ key, /** @type {(account: AccountView) => number} */ value, /** @type {typeof change} */ told, kind = "") => {
    const head = el("th", "", translate(`review.account.${key}`));
    head.scope = "row";
    const cells = columns.map(([unit, account]) => {
      const number = value(account);
      const sign = kind ? "" : number > 0.0005 ? " good" : number < -0.0005 ? " bad" : "";
      return el("td", `count number${sign}`, told(unit, number));
    });
    return el("tr", kind, head, ...cells);
  };
  const head = el("tr", "", el("th", "", el("span", "visually-hidden", translate("review.account.what"))), ...columns.map(([unit]) => {
    const cell = el("th", "count", translate(`review.unit.${unit}`));
    cell.scope = "col";
    return cell;
  }));
  const body = [row("start", ({ start }) => start, amount, "begins"), ...LINES.map(([key, value]) => row(key, value, change)), row("result", ({ result }) => result, amount, "sum")];
  return el("table", "account-table", el("thead", "", head), el("tbody", "", ...body));
}

/** How well a seat played; an interval so wide that it would only be read as another mean is left out. @param {GameReview} review @param {number} seat */
function accuracy({ players, unit }, seat) {
  const { decisions, mean_loss: mean, error, plays_like: like } = players[seat];
  if (!decisions) return translate("review.no-choices");
  const given = translate(`review.accuracy-${unit}`, { n: decisions, mean: error >= mean / 2 ? translate("review.roughly", { mean: cost(unit, mean) }) : cost(unit, mean, { error }) });
  return [given, like].filter(Boolean).join(" ");
}

/** How many throws are named best, and worst. */
const NAMED = 3;

/**
 * The throws that were best and worst for a seat, their dice as pictures.
 * @param {GameReview} review @param {Playback} playback @param {{seat: number, isMe: boolean, palette: Palette, named: (seat: number) => string}} whose
 */
export function throwLists(review, playback, { seat, isMe, palette, named }) {
  const order = review.luck.filter((one) => one.throw).sort((one, other) => other.luck[seat] - one.luck[seat]);
  const [best, worst] = [order.filter((one) => one.luck[seat] > 0).slice(0, NAMED), order.filter((one) => one.luck[seat] < 0).slice(-NAMED).reverse()];
  const line = (/** @type {ReviewedThrow} */ one) => el("li", "", el("span", "quiet", translate("review.throw", { n: one.throw })), ...thrownBy(one, playback, palette, named), el("strong", `number ${one.luck[seat] < 0 ? "bad" : "good"}`, change(review.unit, one.luck[seat])));
  const list = (/** @type {string} */ title, /** @type {ReviewedThrow[]} */ throws) => el("section", "card throw-list", el("h3", "", title), el("ol", "", ...throws.map(line)));
  const name = named(seat);
  return [list(translate(isMe ? "review.best-throws-you" : "review.best-throws", { name }), best), list(translate(isMe ? "review.worst-throws-you" : "review.worst-throws", { name }), worst)];
}

/** Who began, and what that was worth to a seat; nothing where nobody threw for it. @param {GameReview} review @param {number} seat @param {(seat: number) => string} named @param {(seat: number) => boolean} isMe */
export function lotOf({ luck, unit }, seat, named, isMe) {
  const lot = luck.find((one) => one.throw === 0);
  return lot ? translate(isMe(lot.seat) ? "review.lot-you" : "review.lot", { name: named(lot.seat), luck: change(unit, lot.luck[seat]) }) : "";
}

/** Who threw what. @param {ReviewedThrow} one @param {Playback} playback @param {Palette} palette @param {(seat: number) => string} named */
function thrownBy({ event, seat, text }, playback, palette, named) {
  const seen = el("span", "thrown", el("span", "", named(seat)), ...miniDice(playback.states[event + 1], playback.steps[event].thrown, palette));
  seen.setAttribute("aria-hidden", "true");
  return [el("span", "", seen, el("span", "visually-hidden", text))];
}
