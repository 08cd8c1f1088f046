// Luck and choice at the end of a game: asked for once the end is shown, on a card that is there from the beginning.

import { address, Lost, Refused } from "./net.js";
import { el, linkButton } from "./page.js";
import { luckAndChoice } from "./review-account.js";
import { amount } from "./review-figures.js";
import { reviewOf } from "./reviewing.js";
import { translate } from "./words.js";

/** @import {Palette, Table} from "./drawing.js" */
/** @import {GameReview, SeatView, Snapshot} from "./types.js" */

/** The record that was asked for last, and its review. @type {{record: string, review: Promise<GameReview>} | null} */
let asked = null;

/** Whether a game has a review: it was played to its end, with dice. @param {Snapshot} snapshot */
export function isReviewed({ over, phase, dice_mode: dice }) {
  return over !== null && phase !== "ended" && dice !== "none";
}

/** Shows luck and choice of everybody on a card, with the way to the review. @param {HTMLElement} card @param {Table} table */
export async function showLuck(card, { code, palette, snapshot }) {
  const record = snapshot.over?.records.at(-1) ?? "";
  const body = el("div", "luck-body waiting", ...contents(awaited(snapshot), snapshot.seats, palette), el("p", "quiet luck-wait", translate("over.luck-wait")));
  const review = linkButton(translate("over.review"), address(`/t/${code}/review`), "slim");
  card.replaceChildren(el("div", "luck-head", el("h2", "", translate("over.luck")), review), body);
  if (asked?.record !== record) asked = { record, review: reviewOf(record) };
  try {
    const review = await asked.review;
    body.style.minHeight = `${body.clientHeight}px`; // nothing moves when the numbers are smaller than those that kept the room
    body.classList.remove("waiting");
    body.replaceChildren(...contents(review, snapshot.seats, palette));
  } catch (problem) {
    asked = null;
    body.classList.remove("waiting");
    body.replaceChildren(el("p", "quiet", problem instanceof Refused ? problem.message : translate(problem instanceof Lost ? "net.lost" : "over.luck-none")));
  }
}

/** @typedef {Pick<GameReview, "players" | "unit">} Accounts */

/** @param {Accounts} review @param {SeatView[]} seats @param {Palette} palette */
function contents(review, seats, palette) {
  return [...luckAndChoice(review, seats, palette), el("p", "quiet luck-note", note(review, seats))];
}

/** Numbers as large as any, which keep the room until the review is there. @param {Snapshot} snapshot @returns {Accounts} */
function awaited({ seats, shared_board: shared }) {
  const most = shared ? 0.88 : Math.max(88.8, ...seats.map((seat) => Math.abs(seat.score)));
  const account = { start: most, luck: most, own_losses: most, others_losses: most, unexplained: most, result: most };
  const player = { account, points: shared ? null : account, decisions: 0, mean_loss: 0, error: 0, plays_like: "" };
  return { unit: shared ? "chance" : "points", players: seats.filter((seat) => seat.kind !== "open").map(() => player) };
}

/** What the first number is. @param {Accounts} review @param {SeatView[]} seats */
function note({ players, unit }, seats) {
  const own = players[Math.max(0, seats.findIndex((seat) => seat.mine))];
  if (own.points) return translate("over.luck-points", { n: amount("points", own.points.start, 0) });
  return translate("over.luck-chance", { n: amount(unit, own.account.start, 0) });
}
