// What helps when somebody keeps the others waiting: a nudge, and a bot when they have been away for long.

import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Action, Snapshot} from "./types.js" */

/** How long somebody who is here may think before others can nudge them, in milliseconds. */
const THINKING = 20_000;

const SECOND = 1000;

/** What the table waits for, and since when. */
let [waited, since, timer, counting] = ["", 0, 0, 0];

/** Notices what a table waits for, and draws again when somebody can be nudged and while seconds are counted. @param {Table} table */
export function watchWaiting({ snapshot, draw }) {
  clearTimeout(counting);
  if (secondsToBot(snapshot) > 0) counting = setTimeout(draw, SECOND);
  const now = [snapshot.dice.count, snapshot.phase, ...awaited(snapshot)].join();
  if (now === waited) return;
  [waited, since] = [now, performance.now()];
  clearTimeout(timer);
  timer = setTimeout(draw, THINKING);
}

/** The seats of others that a player waits for. @param {Snapshot} snapshot */
function awaited({ seats, seat: own }) {
  if (own >= 0 || !seats.some((seat) => seat.mine && !seat.substitute)) return [];
  return seats.flatMap((seat, i) => (seat.kind === "person" && !seat.mine && !seat.substitute && /^(throws|chooses)$/.test(seat.state) ? [i] : []));
}

/** What can be done about whoever is awaited longest. @param {Table} table @returns {{name: string, text: string, action: Action} | null} */
export function remedyOf({ snapshot, isBehind }) {
  const { can, seats, dice_mode } = snapshot;
  const waiting = isBehind() || dice_mode === "none" ? [] : awaited(snapshot);
  const away = waiting.find((i) => can.bot.includes(i)) ?? -1;
  if (away >= 0) return { name: seats[away].name, text: translate("remedy.bot", { name: seats[away].name }), action: { do: "bot", seat: away } };
  const slow = performance.now() - since >= THINKING;
  const one = waiting.find((i) => !seats[i].here || slow) ?? -1;
  if (one < 0 || nudged === waited) return null;
  return { name: seats[one].name, text: translate("remedy.nudge", { name: seats[one].name }), action: { do: "nudge", seat: one } };
}

/** How long somebody who was nudged is left in peace, in milliseconds. */
const PEACE = 10_000;

/** Who was nudged, and for which question. */
let [nudged, nudgedName] = ["", ""];

/** Uses a remedy. @param {Table} table @param {{name: string, action: Action}} remedy */
export async function applyRemedy(table, { name, action }) {
  if (!(await table.act(action)) || action.do !== "nudge") return;
  [nudged, nudgedName] = [waited, name];
  setTimeout(() => {
    nudged = "";
    table.draw();
  }, PEACE);
  table.draw();
}

/** What is told beside the question: who waits for the viewer, or when a bot can play on. @param {Snapshot} snapshot */
export function toldOf(snapshot) {
  if (snapshot.nudge && snapshot.seat >= 0) return translate("remedy.nudged", { name: snapshot.nudge.name });
  if (nudged && nudged === waited && snapshot.seat < 0) return translate("remedy.done", { name: nudgedName });
  const n = secondsToBot(snapshot);
  return n > 0 ? translate("remedy.after", { n }) : "";
}

/** When people went away, by seat. @type {Map<number, number>} */
const gone = new Map();

/** In how many seconds a bot can play for one of those who are awaited and away; 0 if nobody is, or it can already. @param {Snapshot} snapshot */
function secondsToBot(snapshot) {
  const now = performance.now();
  const away = awaited(snapshot).filter((i) => !snapshot.seats[i].here && !snapshot.can.bot.includes(i));
  for (const i of gone.keys()) if (!away.includes(i)) gone.delete(i);
  for (const i of away) gone.set(i, Math.min(gone.get(i) ?? now, now - snapshot.seats[i].away * SECOND));
  const left = away.map((i) => snapshot.patience - ((now - (gone.get(i) ?? now)) / SECOND));
  return away.length ? Math.max(1, Math.ceil(Math.min(...left))) : 0;
}
