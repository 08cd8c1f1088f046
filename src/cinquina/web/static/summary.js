// What this device stores about a table it has seen, so that the home page can show it at once.

import { mainSeat } from "./pictures.js";
import { isMe } from "./steps.js";

/** @import {Summary} from "./storage.js" */
/** @import {Snapshot} from "./types.js" */

/** @param {Snapshot} snapshot @returns {Summary} */
export function summaryOf(snapshot) {
  const { game, title, phase, seat, seats, over, line, series, lesson, can } = snapshot;
  const page = seats[mainSeat(snapshot, 0)]?.sheets[0];
  const places = seats.flatMap((one, i) => (one.kind !== "open" && !isMe(snapshot, i) ? [i] : []));
  const others = places.map((i) => seats[i]);
  return {
    game,
    title,
    phase,
    others: others.map((one) => one.name),
    myTurn: seat >= 0 && snapshot.dice_mode !== "none", // pads have no turns
    awaited: seats.filter((one) => !one.mine && (one.state === "throws" || one.state === "chooses")).map((one) => one.name),
    winners: phase === "ended" ? [] : over?.ranking.filter((one) => one.place === 1).flatMap((one) => one.names) ?? [],
    won: phase !== "ended" && over !== null && over.ranking.some((one) => one.place === 1 && one.names.some((name) => seats.some((own) => own.mine && own.name === name))),
    points: snapshot.shared_board ? [] : (over?.ranking.map((one) => one.score) ?? []),
    sheet: page?.id ?? "",
    marks: page?.marks ?? {},
    line,
    tokens: places.map((i) => ({ seat: i, colour: seats[i].colour })),
    people: others.filter((one) => one.kind === "person").length,
    bots: others.filter((one) => one.kind === "bot").length,
    left: series.games - series.game,
    gone: can.back.some((i) => seats[i].free) ? (snapshot.dice_mode === "none" ? "pad" : "bot") : "",
    lesson: lesson && { step: lesson.step, steps: lesson.steps },
  };
}
