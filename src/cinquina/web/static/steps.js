// Shows what happened in order: a throw stays in sight until it is understood, also one that leaves nothing to choose,
// also the last one, also those that were made while the page was asleep.

import { recall } from "./storage.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {LessonView, LogTurn, SeatView, SheetView, Snapshot} from "./types.js" */

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
    if (!isDraft(snapshot, current) && !isTold(current, snapshot)) changedAt = now;
    current = snapshot;
    show(snapshot);
  };

  /** @param {Snapshot} next */
  const due = (next) => {
    const hold = PACES[recall("pace", "normal")] ?? PACES.normal;
    return current && mustWait(current, next) ? Math.max(thrownAt + hold, changedAt + (frames.has(current) ? hold : hold / 2)) : 0;
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
export function lastThrow(snapshot) {
  return throwsOf(snapshot).at(-1);
}

/** The throws in a snapshot that the log tells, the newest last. @param {Snapshot} snapshot */
export function throwsOf({ log }) {
  return log.filter((turn) => turn.seat >= 0);
}

/** The number of the newest throw in a snapshot; 0 if there is none. @param {Snapshot} snapshot */
function throwOf(snapshot) {
  return lastThrow(snapshot)?.n ?? 0;
}

/** Whether a snapshot differs only by the viewer's own pencil. @param {Snapshot} snapshot @param {Snapshot | null} before */
function isDraft(snapshot, before) {
  return before?.number === snapshot.number && before.phase === snapshot.phase;
}

/** Whether what a throw led to was told before a snapshot with the same throw, which then needs no time of its own. @param {Snapshot | null} before @param {Snapshot} snapshot */
function isTold(before, snapshot) {
  return before !== null && frames.has(before) && !frames.has(snapshot) && throwOf(before) === throwOf(snapshot);
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

/** What happened between two snapshots that neither of them shows: throws, and what they led to. @param {Snapshot} before @param {Snapshot} after @returns {Snapshot[]} */
function between(before, after) {
  const last = throwOf(after);
  const known = throwOf(before);
  if (before.phase === "lobby" || known > last || isOver(before) || before.phase === "ended") return [];
  const shown = after.log.filter((turn) => turn.seat >= 0 && turn.n >= known).flatMap((turn) => {
    if (turn.n > known && turn.n < last) return [frameOf(before, after, turn)];
    const news = turn.n < last || isDone(after, turn) ? !(turn.n === known && isDone(before, turn)) : false;
    return news && (isOver(after) || isWorthTelling(after, turn) || hasTurned(before, after)) ? [outcomeOf(before, after, turn)] : [];
  });
  for (const frame of shown) frames.add(frame);
  return shown;
}

/** Snapshots that are made here; they stay in sight before anything else is shown. @type {WeakSet<Snapshot>} */
const frames = new WeakSet();

/** Whether nothing more can be done with a throw, the newest one: another is due, or its dice have been taken up. @param {Snapshot} snapshot @param {LogTurn} turn */
function isDone({ phase, dice }, turn) {
  return phase !== "choose" || Object.entries(turn.dice).every(([die, face]) => dice.faces[die] !== face);
}

/** Whether a throw led to more than marks of the viewer. @param {Snapshot} snapshot @param {LogTurn} turn */
function isWorthTelling({ seats }, { deeds }) {
  return deeds.some(({ seat, cost, forced }) => cost || forced || !seats[seat]?.mine);
}

/** Whether the viewer came to their next sheet between two snapshots. @param {Snapshot} before @param {Snapshot} after */
function hasTurned(before, after) {
  return after.seats.some((seat, i) => seat.mine && placeBefore(before.seats[i], seat) > 0);
}

/** The place among a player's sheets of the one that was in use before, if it has been left for the next one; else 0. @param {SeatView | undefined} before @param {SeatView} now */
function placeBefore(before, now) {
  const [old, front] = [before?.sheets[0], now.sheets[0]];
  return old && front && old.number > 0 && old.number < front.number ? Math.max(0, now.sheets.findIndex(({ id }) => id === old.id)) : 0;
}

/** Sheets that were left for the next one with the throw that is told: their points are final. @type {WeakSet<SheetView>} */
const left = new WeakSet();

/** Whether the points of a sheet that lies large are final. @param {SheetView} page */
export function isSettled(page) {
  return left.has(page);
}

/** Everybody's sheets as they lay before: one that was left is seen with its last marks and its points. @param {Snapshot} before @param {Snapshot} after */
function lyingAsBefore(before, after) {
  const places = after.seats.map((seat, i) => placeBefore(before.seats[i], seat));
  /** @template Thing @param {Thing[]} things @param {number} place @returns {Thing[]} */
  const first = (things, place) => (place ? [things[place], ...things.filter((_, i) => i !== place)] : things);
  const seats = after.seats.map((seat, i) => ({ ...seat, sheets: first(seat.sheets, places[i]) }));
  places.forEach((place, i) => place && left.add(seats[i].sheets[0]));
  return { ...after, seats, counted: after.counted.map((points, i) => first(points, places[i])) };
}

/** Nothing can be done while a frame is shown. */
const QUIET = { ask: null, undo: null, seat: -1, handover: false, notice: "", guide: "", wanted: [], over: null };

/** A throw that was missed, on the sheets as they were before. @param {Snapshot} before @param {Snapshot} after @param {LogTurn} turn @returns {Snapshot} */
function frameOf(before, after, turn) {
  const dice = { ...before.dice, faces: facesOf(before, turn), thrown: Object.keys(turn.dice), fallen: Object.values(turn.dice), count: before.dice.count + 1 };
  const log = after.log.filter(({ n }) => n <= turn.n);
  return { ...before, ...QUIET, can: unable(before), phase: "choose", active: turn.seat, seats: atRest(before), dice, log, ...told(after, turn) };
}

/** What a throw led to, with its dice, before anything else is asked or the points are counted. @param {Snapshot} before @param {Snapshot} after @param {LogTurn} turn @returns {Snapshot} */
function outcomeOf(before, after, turn) {
  const next = throwOf(after) - turn.n;
  if (next > 1 && throwOf(before) !== turn.n) return frameOf(before, after, turn);
  const sheets = next > 1 ? before : lyingAsBefore(before, after);
  const { dice } = next ? before : after;
  const log = after.log.filter(({ n }) => n <= turn.n);
  return { ...sheets, ...QUIET, can: unable(after), phase: "choose", active: turn.seat, seats: atRest(sheets), dice: { ...dice, faces: facesOf(before, turn, dice.faces) }, log, ...told(after, turn) };
}

/** The faces of a throw; dice that it left out and that do not lie still are not in use. @param {Snapshot} before @param {LogTurn} turn @param {Record<string, number>} [lying] */
function facesOf(before, turn, lying = {}) {
  return { ...Object.fromEntries(Object.keys(before.dice.faces).map((die) => [die, 0])), ...lying, ...turn.dice };
}

/** The players while something is told: nobody is doing anything. @param {Snapshot} snapshot @returns {Snapshot["seats"]} */
function atRest({ seats }) {
  return seats.map((seat) => ({ ...seat, state: "" }));
}

/** @param {Snapshot} snapshot */
function unable({ can }) {
  return { ...can, roll: false, undo: false, next: false, bot: [], back: [] };
}

/** Deeds of more letters than this stand in two lines, the viewer's in the first. */
const ONE_LINE = 64;

/** Whether a snapshot tells what happened, with nothing to do. @param {Snapshot} snapshot */
export function isTelling(snapshot) {
  return frames.has(snapshot);
}

/** The sentences about a throw: what everybody did with it, or that it left the viewer no choice; its dice lie in sight. @param {Snapshot} snapshot @param {LogTurn} turn */
function told(snapshot, turn) {
  const whose = whoseThrow(snapshot, turn);
  const forced = turn.deeds.find((deed) => deed.forced && isMe(snapshot, deed.seat));
  const rank = (/** @type {LogTurn["deeds"][number]} */ { seat }) => (isMe(snapshot, seat) ? 0 : seat === turn.seat ? 1 : 2); // you come first, then the thrower
  const deeds = turn.deeds.filter((deed) => deed !== forced).sort((one, other) => rank(one) - rank(other)).map((deed) => deedText(snapshot, deed)).concat(turn.again || []);
  const mine = snapshot.seats.filter((seat) => seat.mine);
  const finished = mine.length > 0 && mine.every((seat) => seat.state === "finished");
  if (forced?.yours) return { sentence: deedText(snapshot, forced), around: deeds.join(" ") || whose };
  if (forced?.whole || forced?.kind === "nowhere") return { sentence: forced.whole ? forced.text : translate("log.nowhere", { text: capital(forced.text) }), around: deeds.join(" ") || whose };
  if (forced) return { sentence: translate(forced.cost ? "log.only-way-cost" : "log.only-way", { text: forced.cost ? capital(forced.text) : forced.text, cost: minus(forced.cost) }), around: deeds.join(" ") || whose };
  if (finished || deeds.length === 0) return { sentence: finished ? snapshot.sentence : whose, around: deeds.join(" ") };
  const whole = deeds.join(" ");
  return whole.length <= ONE_LINE ? { sentence: whole, around: whose } : { sentence: deeds[0], around: deeds.slice(1).join(" ") || whose };
}

/** Whose throw it is, as a sentence. @param {Snapshot} snapshot @param {LogTurn} turn */
function whoseThrow(snapshot, { seat }) {
  return translate(isMe(snapshot, seat) ? "log.throw-of-you" : "log.throw-of", { name: snapshot.seats[seat]?.name ?? "" });
}

/** In words, what the newest throw led to. @param {Snapshot} snapshot */
function happened(snapshot) {
  const turn = lastThrow(snapshot);
  if (!turn) return "";
  const { sentence, around } = told(snapshot, turn);
  return around && around !== whoseThrow(snapshot, turn) ? `${sentence} ${around}` : sentence;
}

/** What a lesson tells: what to do, or what just happened while there is nothing to do. @param {Table} table @param {LessonView} lesson */
export function lessonText(table, { text }) {
  const { snapshot } = table;
  const isTold = snapshot.phase !== "ended" && (table.isBehind() || !(snapshot.ask || snapshot.can.roll));
  return (isTold && happened(snapshot)) || text;
}

/** A text at the beginning of a sentence. @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
export function deedText(snapshot, { seat, text, cost, whole, yours }) {
  if (whole) return text;
  const [own, name] = [isMe(snapshot, seat), snapshot.seats[seat]?.name ?? ""];
  if (yours) return translate(`log.${own ? "yours" : "did"}${cost ? "-cost" : ""}`, { name, text: own ? yours : text, cost: minus(cost) });
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
