// How a result came about: luck, own losses, others' losses, what is not explained; in sentences and in figures.

import { el } from "./page.js";
import { amount, change } from "./review-figures.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Palette} from "./drawing.js" */
/** @import {AccountView, GameReview, ReviewedThrow, SeatView} from "./types.js" */
/** @typedef {"chance" | "points"} Unit */

/** The lines of an account, and what each adds. @type {[string, (account: AccountView) => number][]} */
const LINES = [
  ["luck", ({ luck }) => luck],
  ["own", ({ own_losses: own }) => -own],
  ["others", ({ others_losses: others }) => others],
  ["rest", ({ unexplained }) => unexplained],
];

/** In a sentence what the dice and the choices did to a seat. @param {AccountView} account @param {Unit} unit @param {string} name empty for "you" @param {number} [digits] */
function sentence({ luck, own_losses: own }, unit, name, digits = 1) {
  return translate(name ? "review.dice-and-choices" : "review.dice-and-choices-you", { name, luck: change(unit, luck, digits), own: change(unit, -own, digits) });
}

/** The account of a seat on a card. @param {GameReview} review @param {number} seat @param {boolean} isMe @param {Palette} palette */
export function accountCard(review, seat, isMe, palette) {
  const player = review.players[seat];
  const { name, colour, level } = review.replay.start.seats[seat];
  const head = el("h3", "account-name", el("span", "token", drawToken(seat, colour, palette)), isMe ? translate("log.you") : name, ...(level ? [el("span", "level", level)] : []));
  const columns = /** @type {[Unit, AccountView][]} */ (review.unit === "chance" && player.points ? [["chance", player.account], ["points", player.points]] : [[review.unit, player.account]]);
  return el("section", "card account", head, el("p", "", sentence(player.account, review.unit, isMe ? "" : name)), accountTable(columns), el("p", "quiet", accuracy(review, seat)));
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

/** How well a seat played. @param {GameReview} review @param {number} seat */
function accuracy({ players, unit }, seat) {
  const { decisions, mean_loss: mean, error, plays_like: like } = players[seat];
  if (!decisions) return translate("review.no-choices");
  const given = translate("review.accuracy", { n: decisions, mean: amount(unit, mean), error: amount(unit, error) });
  return like ? `${given} ${translate("review.plays-like", { name: like })}` : given;
}

/** How many throws are named best, and worst. */
const NAMED = 3;

/** The throws that were best and worst for a seat. @param {GameReview} review @param {number} seat */
export function throwLists(review, seat) {
  const order = [...review.luck].sort((one, other) => other.luck[seat] - one.luck[seat]);
  const [best, worst] = [order.filter((one) => one.luck[seat] > 0).slice(0, NAMED), order.filter((one) => one.luck[seat] < 0).slice(-NAMED).reverse()];
  return [throwList(translate("review.best-throws"), best, seat, review.unit), throwList(translate("review.worst-throws"), worst, seat, review.unit)];
}

/** @param {string} title @param {ReviewedThrow[]} throws @param {number} seat @param {Unit} unit */
function throwList(title, throws, seat, unit) {
  const lines = throws.map((one) => el("li", "", el("span", "quiet", one.throw ? translate("review.throw", { n: one.throw }) : translate("review.lot")), el("span", "", one.text), el("strong", `number ${one.luck[seat] < 0 ? "bad" : "good"}`, change(unit, one.luck[seat]))));
  return el("section", "card throw-list", el("h3", "", title), el("ol", "", ...lines));
}

/** The most seats that have figures besides their sentence. */
const MOST_FIGURES = 2;

/**
 * Luck and choice of everybody, for the end of a game: in points where there are some, else in chances.
 * @param {Pick<GameReview, "players" | "unit">} review
 * @param {SeatView[]} seats
 * @param {Palette} palette
 * @returns {Node[]}
 */
export function luckAndChoice(review, seats, palette) {
  const only = seats.filter((seat) => seat.mine).length === 1;
  const order = seats.map((seat, i) => ({ seat, i })).filter(({ i }) => i < review.players.length).sort((one, other) => Number(other.seat.mine) - Number(one.seat.mine));
  return order.map(({ seat, i }, place) => {
    const player = review.players[i];
    const unit = player.points ? "points" : review.unit;
    const account = player.points ?? player.account;
    const token = el("span", "token", drawToken(i, seat.colour, palette));
    const digits = unit === "chance" ? 0 : 1;
    const told = el("p", "", only && seat.mine ? sentence(account, unit, "", digits) : translate("review.dice-choices", { name: seat.name, luck: change(unit, account.luck, digits), own: change(unit, -account.own_losses, digits) }));
    return el("div", "luck-line", token, el("div", "", told, ...(place < MOST_FIGURES && order.length <= MOST_FIGURES ? [figures(account, unit)] : [])));
  });
}

/** An account in a row of numbers that add up. @param {AccountView} account @param {Unit} unit */
function figures(account, unit) {
  const whole = (/** @type {number} */ value) => (unit === "chance" ? Math.round(value * 100) / 100 : Math.round(value));
  const parts = [["start", whole(account.start)], ["luck", whole(account.luck)], ["own", whole(-account.own_losses)]];
  const rest = whole(account.result) - parts.reduce((sum, [, value]) => sum + Number(value), 0);
  const shown = [...parts, ["rest-of-all", whole(rest)]].filter(([key, value]) => key !== "rest-of-all" || value);
  const chips = shown.map(([key, value], i) => figure(String(key), i ? change(unit, Number(value), 0) : amount(unit, Number(value), 0), i ? (Number(value) < 0 ? "bad" : "good") : ""));
  return el("p", "luck-figures", ...chips, el("span", "luck-sum number", "= ", el("strong", "", amount(unit, whole(account.result), 0))));
}

/** @param {string} key @param {string} text @param {string} kind */
function figure(key, text, kind) {
  const name = translate(`review.account.${key}`);
  const chip = el("span", `luck-figure number ${kind}`.trim(), el("span", "visually-hidden", `${name}: `), text);
  chip.title = name;
  return chip;
}
