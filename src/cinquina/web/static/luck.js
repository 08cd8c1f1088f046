// Luck and choice at the end of a game: asked for once the end is shown, on a card that is there from the beginning.

import { address, Lost, Refused } from "./net.js";
import { el, linkButton } from "./page.js";
import { luckAndChoice } from "./review-account.js";
import { amount } from "./review-figures.js";
import { reviewOf } from "./reviewing.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
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
  const body = el("div", "luck-body", el("p", "quiet", translate("over.luck-wait")));
  const review = linkButton(translate("over.review"), address(`/t/${code}/review`), "slim");
  card.replaceChildren(el("div", "luck-head", el("h2", "", translate("over.luck")), review), body);
  if (asked?.record !== record) asked = { record, review: reviewOf(record) };
  try {
    const review = await asked.review;
    body.replaceChildren(...luckAndChoice(review, snapshot.seats, palette), el("p", "quiet luck-note", note(review, snapshot.seats)));
  } catch (problem) {
    asked = null;
    body.replaceChildren(el("p", "quiet", problem instanceof Refused ? problem.message : translate(problem instanceof Lost ? "net.lost" : "over.luck-none")));
  }
}

/** What the first number is. @param {GameReview} review @param {SeatView[]} seats */
function note({ players, unit }, seats) {
  const own = players[Math.max(0, seats.findIndex((seat) => seat.mine))];
  if (own.points) return translate("over.luck-points", { n: amount("points", own.points.start, 0) });
  return translate("over.luck-chance", { n: amount(unit, own.account.start, 0) });
}
