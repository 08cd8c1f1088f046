// Shows what happened in order: a throw stays in sight until it is understood, also one that leaves nothing to choose,
// also the last one, also those that were made while the page was asleep.

import { recall } from "./storage.js";
import { translate } from "./words.js";

/** @import {LogTurn, Snapshot} from "./types.js" */

/** How long a throw stays in sight, in milliseconds, by pace. @type {Record<string, number>} */
export const PACES = { slow: 3000, normal: 1800, fast: 900, none: 0 };

/** A press within this time, in milliseconds, was meant for the button as it was before. */
const SLIP = 500;

/** The most snapshots that wait to be shown; older ones are left out. */
const MOST_WAITING = 16;

/** @param {(snapshot: Snapshot) => void} show shows a snapshot now */
export function makeSteps(show) {
  /** @type {Snapshot[]} */
  let waiting = [];
  /** @type {Snapshot | null} */
  let current = null;
  let [thrownAt, changedAt, behindSince, timer] = [0, 0, 0, 0];

  /** @param {Snapshot} snapshot */
  const showNow = (snapshot) => {
    const now = performance.now();
    if (!current || throwOf(snapshot) !== throwOf(current)) thrownAt = now;
    if (!isDraft(snapshot, current)) changedAt = now;
    current = snapshot;
    show(snapshot);
  };

  /** @param {Snapshot} next */
  const due = (next) => {
    const hold = PACES[recall("pace", "normal")] ?? PACES.normal;
    return current && mustWait(current, next) ? Math.max(thrownAt + hold, changedAt + hold / 2) : 0;
  };

  const go = () => {
    clearTimeout(timer);
    for (let next = waiting[0]; next; next = waiting[0]) {
      const left = due(next) - performance.now();
      if (left > 0) {
        timer = setTimeout(go, left);
        return;
      }
      waiting.shift();
      showNow(next);
    }
  };

  return {
    /** Shows a snapshot after everything before it. @param {Snapshot} snapshot */
    add(snapshot) {
      const before = waiting.at(-1) ?? current;
      if (waiting.length === 0) behindSince = performance.now();
      waiting = [...waiting, ...(before ? between(before, snapshot) : []), snapshot].slice(-MOST_WAITING);
      go();
      if (waiting.length && current) show(current); // it can be skipped now
    },
    /** Shows the newest snapshot at once. */
    skip() {
      const last = waiting.at(-1);
      if (performance.now() - behindSince < SLIP) return;
      waiting = [];
      clearTimeout(timer);
      if (last) showNow(last);
    },
    /** Whether something is waiting to be shown. */
    isBehind: () => waiting.length > 0,
  };
}

/** The newest throw in a snapshot. @param {Snapshot} snapshot */
export function lastThrow({ log }) {
  return log.filter((turn) => turn.seat >= 0).at(-1);
}

/** The number of the newest throw in a snapshot; 0 if there is none. @param {Snapshot} snapshot */
function throwOf(snapshot) {
  return lastThrow(snapshot)?.n ?? 0;
}

/** Whether a snapshot differs only by the viewer's own pencil. @param {Snapshot} snapshot @param {Snapshot | null} before */
function isDraft(snapshot, before) {
  return before?.number === snapshot.number && before.phase === snapshot.phase;
}

/** Whether a snapshot must wait until the throw in sight is understood. @param {Snapshot} now @param {Snapshot} next */
function mustWait(now, next) {
  if (frames.has(now)) return true;
  const thrower = next.seats[lastThrow(next)?.seat ?? -1];
  const isOwn = Boolean(thrower?.mine && !thrower.substitute && now.can.roll);
  return throwOf(next) !== throwOf(now) && throwOf(now) > 0 && !isOwn;
}

/** @param {Snapshot} snapshot */
function isOver({ phase }) {
  return phase === "over";
}

/** What happened between two snapshots that neither of them shows: throws, and the last moment of a game. @param {Snapshot} before @param {Snapshot} after @returns {Snapshot[]} */
function between(before, after) {
  const last = throwOf(after);
  const known = throwOf(before);
  if (known === 0 || known > last) return [];
  const missed = after.log.filter((turn) => turn.seat >= 0 && turn.n > known && turn.n < last);
  const shown = missed.map((turn) => frameOf(before, after, turn));
  if (needsOutcome(before, after)) shown.push(outcomeOf(after));
  for (const frame of shown) frames.add(frame);
  return shown;
}

/** Snapshots that are made here; they stay in sight before anything else is shown. @type {WeakSet<Snapshot>} */
const frames = new WeakSet();

/** Whether what a throw led to would not be seen: at the end of a game, and where the viewer had no part in it. @param {Snapshot} before @param {Snapshot} after */
function needsOutcome(before, after) {
  if (isOver(before) || before.phase === "ended") return false;
  const tookPart = Boolean(before.ask || before.undo) && throwOf(before) === throwOf(after);
  return isOver(after) || (after.phase === "roll" && !tookPart && (before.phase === "choose" || throwOf(before) !== throwOf(after)));
}

/** Nothing can be done while a frame is shown. */
const QUIET = { ask: null, undo: null, seat: -1, handover: false, notice: "", guide: "", wanted: [], over: null };

/** A throw that was missed, on the sheets as they were before. @param {Snapshot} before @param {Snapshot} after @param {LogTurn} turn @returns {Snapshot} */
function frameOf(before, after, turn) {
  const faces = { ...Object.fromEntries(Object.keys(before.dice.faces).map((die) => [die, 0])), ...turn.dice };
  const dice = { ...before.dice, faces, thrown: Object.keys(turn.dice), fallen: Object.values(turn.dice), count: before.dice.count + 1 };
  const log = after.log.filter(({ n }) => n <= turn.n);
  return { ...before, ...QUIET, can: unable(before), phase: "choose", active: turn.seat, dice, log, ...told(after, turn) };
}

/** What a throw led to, with its dice, before the next one is due or the points are counted. @param {Snapshot} after @returns {Snapshot} */
function outcomeOf(after) {
  const turn = lastThrow(after);
  const shown = turn ? { active: turn.seat, dice: { ...after.dice, faces: { ...after.dice.faces, ...turn.dice } }, ...told(after, turn) } : {};
  return { ...after, ...QUIET, can: unable(after), phase: "choose", ...shown };
}

/** @param {Snapshot} snapshot */
function unable({ can }) {
  return { ...can, roll: false, undo: false, next: false, bot: [], back: [] };
}

/** The sentences about a throw: who threw what, unless it left the viewer no choice, or the viewer has finished. @param {Snapshot} snapshot @param {LogTurn} turn */
function told(snapshot, turn) {
  const [own, thrown] = [turn.deeds.find((deed) => deed.forced && isMe(snapshot, deed.seat)), threw(snapshot, turn)];
  const deeds = turn.deeds.filter((deed) => deed !== own).map((deed) => deedText(snapshot, deed));
  if (own) return { sentence: translate(own.cost ? "log.only-way-cost" : "log.only-way", { text: own.text, cost: minus(own.cost) }), around: [thrown, ...deeds].join(" ") };
  const mine = snapshot.seats.filter((seat) => seat.mine);
  if (mine.length && mine.every((seat) => seat.state === "finished")) return { sentence: snapshot.sentence, around: [thrown, ...deeds].join(" ") };
  return { sentence: thrown, around: deeds.join(" ") };
}

/** Points with a proper minus sign. @param {number} points */
function minus(points) {
  return String(points).replace("-", "−");
}

/** Who threw what. @param {Snapshot} snapshot @param {LogTurn} turn */
export function threw(snapshot, turn) {
  const key = isMe(snapshot, turn.seat) ? "log.you-threw" : "log.threw";
  return translate(key, { name: snapshot.seats[turn.seat]?.name ?? "", dice: turn.text });
}

/** What somebody did, with its price. @param {Snapshot} snapshot @param {LogTurn["deeds"][number]} deed */
export function deedText(snapshot, { seat, text, cost }) {
  return translate(cost ? "log.cost" : "log.deed", { name: nameOf(snapshot, seat), text, cost: minus(cost) });
}

/** The name of a player; "you" for the only one of this page. @param {Snapshot} snapshot @param {number} seat */
export function nameOf(snapshot, seat) {
  return isMe(snapshot, seat) ? translate("log.you") : (snapshot.seats[seat]?.name ?? "");
}

/** Whether a seat is the only one of this page. @param {Snapshot} snapshot @param {number} seat */
export function isMe(snapshot, seat) {
  return Boolean(snapshot.seats[seat]?.mine) && snapshot.seats.filter((one) => one.mine).length === 1;
}
