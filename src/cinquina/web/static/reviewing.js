// Asks for a review until it is there.

import { post } from "./net.js";

/** @import {GameReview, ReviewAnswer} from "./types.js" */

/** How long to wait before asking again, in milliseconds: soon at first, for reviews that are there or quick. */
const WAITS = [250, 400, 600, 800, 1000];

/** Asks for the review of a record, and tells how far it is. @param {string} record @param {(answer: ReviewAnswer) => void} [tell] @returns {Promise<GameReview>} */
export async function reviewOf(record, tell = () => {}) {
  for (let turn = 0; ; turn++) {
    /** @type {ReviewAnswer} */
    const answer = await post("/review", { record });
    if (answer.review) return answer.review;
    tell(answer);
    await new Promise((done) => setTimeout(done, WAITS[Math.min(turn, WAITS.length - 1)]));
  }
}
