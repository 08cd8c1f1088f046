// A game as all its states: the beginning, and what each step made of the one before.

import { post } from "./net.js";
import { loadSheets } from "./pictures.js";
import { translate } from "./words.js";

/** @import {Replay, ReplayStep, SeatView, SheetChange, SheetView, Snapshot} from "./types.js" */

/** @typedef {{steps: ReplayStep[], states: Snapshot[]}} Playback `states` has one more: before the first step */

/** Asks for a whole game, and for the sheets it is played on. @param {string} record @param {number} [seat] the reader's own @returns {Promise<Playback>} */
export async function playbackOf(record, seat = -1) {
  return played(await post("/replay", { record, seat }));
}

/** A game from all its steps, with the sheets it is played on. @param {Replay} replay @returns {Promise<Playback>} */
export async function played({ start, steps }) {
  const states = [start];
  for (const step of steps) states.push(following(states[states.length - 1], step));
  await loadSheets([start.dice.sheet, ...states.flatMap((state) => state.seats.flatMap((seat) => seat.sheets.map((one) => one.id)))]);
  return { steps, states };
}

/** A state to be drawn for one of its players: their own sheet is theirs, as in the moves. @param {Snapshot} state @param {number} own the seat, -1 for none @returns {Snapshot} */
export function seenBy(state, own) {
  return own < 0 ? state : { ...state, seats: state.seats.map((seat, i) => (i === own ? { ...seat, name: translate("log.you") } : seat)) };
}

/** The state after a step. @param {Snapshot} before @param {ReplayStep} step @returns {Snapshot} */
function following(before, step) {
  const changes = (/** @type {number} */ seat) => step.sheets.filter((one) => one.seat === (before.shared_board ? 0 : seat));
  const counted = before.counted.map((sheets, seat) => withPoints(sheets, changes(seat)));
  return {
    ...before,
    phase: step.over ? "over" : before.phase,
    active: step.active,
    dice: { ...before.dice, faces: step.faces },
    seats: before.seats.map((seat, i) => ({ ...seat, state: "", score: step.scores[i], chips_left: step.chips_left[i], sheets: withChanges(seat, changes(i)) })),
    counted,
    line: step.over?.line ?? [],
    over: step.over && { reasons: step.over.reasons, ranking: step.over.ranking, parts: [], records: [], sheets: [], throws: 0, minutes: 0, hints: "" },
  };
}

/** @param {Record<string, number>[]} sheets @param {SheetChange[]} changes */
function withPoints(sheets, changes) {
  const now = [...sheets];
  for (const { place, counted } of changes) now[place] = counted;
  return now;
}

/** @param {SeatView} seat @param {SheetChange[]} changes */
function withChanges({ sheets }, changes) {
  const now = [...sheets];
  for (const change of changes) now[change.place] = changed(sheets[change.place], change);
  return now;
}

/** @type {SheetView} */
const EMPTY = { id: "", number: 0, marks: {}, lost: [], newest: [], closed: [] };

/** @param {SheetView | undefined} old @param {SheetChange} change @returns {SheetView} */
function changed(old, { id, number, marks, turned, newest, closed }) {
  const before = old?.id === id ? old : EMPTY;
  const written = Object.entries({ ...before.marks, ...marks }).filter(([, mark]) => mark);
  const lost = [...before.lost.filter((cell) => !turned.includes(cell)), ...turned.filter((cell) => !before.lost.includes(cell))];
  return { id, number, marks: Object.fromEntries(written), lost, newest, closed };
}
