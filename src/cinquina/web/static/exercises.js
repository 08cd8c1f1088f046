// Where positions to solve come from, one after the other: the puzzles of a game, the puzzle of a day, or one's own mistakes.

import { diaryHere, ratingIn } from "./diary.js";
import { dropMistake, waitingMistakes } from "./mistakes.js";
import { address, get, post, Refused } from "./net.js";
import { el, linkButton } from "./page.js";
import { dayOf } from "./rating.js";
import { dates, lang, translate } from "./words.js";

/** @import {Practice, PuzzleLine, PuzzleList} from "./types.js" */
/** @typedef {{practice: Practice, title: string, about: string, ofToday: boolean, from: string, event: number}} Exercise a position with what it is; `from` is the game of one's own that it is from, `event` its place there */
/** @typedef {{next: () => Promise<Exercise | null>, answered: (exercise: Exercise, right: boolean) => void, hasNext: () => boolean, none: () => string, onward: () => string, ways: () => HTMLElement}} Exercises `none` is said when there is no other, `onward` is where it goes on then */

/** @param {DOMStringMap} wanted what the page is for @returns {Exercises} */
export function makeExercises({ kind = "", game = "" }) {
  const made = kind === "mistakes" ? ofMistakes() : kind === "day" ? ofDay(game) : ofPuzzles(game);
  return { ...made, onward: () => address("/practice"), ways };
}

/** Where to go when there is nothing more to solve. */
function ways() {
  return el("div", "row", linkButton(translate("practice.title"), address("/practice"), "main"), linkButton(translate("progress.title"), address("/progress"), ""));
}

/** @param {Practice} practice @param {Partial<Exercise>} more @returns {Exercise} */
function exercise(practice, more) {
  return { practice, title: "", about: "", ofToday: false, from: "", event: 0, ...more };
}

/** How many puzzles near the own rating one is drawn from. */
const NEAR = 12;

/** The puzzles of a game: first the one in the address, then those not answered yet, near the own rating. @param {string} game */
function ofPuzzles(game) {
  /** @type {PuzzleLine[] | null} */
  let all = null;
  let wanted = location.hash.slice(1);
  let last = "";
  const next = async () => {
    const { puzzles } = all ? { puzzles: all } : /** @type {PuzzleList} */ (await get(`/puzzles/${lang}/${game}.json`));
    all = puzzles;
    last = wanted || drawn(puzzles, game, last);
    wanted = "";
    const practice = await get(`/puzzles/${lang}/${game}/${last}.json`);
    history.replaceState(null, "", `#${last}`);
    const known = last in (diaryHere().answers[game] ?? {});
    return exercise(practice, { title: translate("practice.puzzle"), about: translate(known ? "practice.known" : "practice.difficulty", { n: practice.rating }) });
  };
  return { next, answered: () => {}, hasNext: () => true, none: () => "" };
}

/** The id of a puzzle: not answered yet, else answered wrongly, else any; near the own rating. @param {PuzzleLine[]} puzzles @param {string} game @param {string} last the one before */
function drawn(puzzles, game, last) {
  const answers = diaryHere().answers[game] ?? {};
  const others = puzzles.filter((one) => one.id !== last);
  const kinds = [others.filter((one) => !(one.id in answers)), others.filter((one) => !answers[one.id]), others];
  const own = ratingIn(game).rating;
  const near = (kinds.find((kind) => kind.length) ?? puzzles).sort((one, other) => Math.abs(one.rating - own) - Math.abs(other.rating - own)).slice(0, NEAR);
  return near[Math.floor(Math.random() * near.length)].id;
}

/** The puzzle of a day: today, unless the address names another. @param {string} game */
function ofDay(game) {
  let isDone = false;
  const next = async () => {
    if (isDone) return null;
    isDone = true;
    const day = new URLSearchParams(location.search).get("date") ?? dayOf();
    /** @type {Practice} */
    const practice = await get(`/puzzles/${lang}/${game}/${encodeURIComponent(day)}.json`);
    const [year, month, date] = day.split("-").map(Number);
    const told = new Intl.DateTimeFormat(dates, { dateStyle: "long" }).format(new Date(year, month - 1, date));
    return exercise(practice, { title: translate("practice.of-day"), about: told, ofToday: day === dayOf() });
  };
  return { next, answered: () => {}, hasNext: () => false, none: () => "" };
}

/** One's own mistakes: each comes back until it is solved. */
function ofMistakes() {
  const queue = waitingMistakes(new URLSearchParams(location.search).get("game") ?? "");
  const next = async () => {
    while (queue[0]) {
      const [{ id, record, mistake }] = queue;
      try {
        const practice = await post("/practice", { record, event: mistake.event, worths: mistake.worths });
        return exercise(practice, { title: translate("practice.mistake"), about: translate("practice.left", { n: queue.length }), from: id, event: mistake.event });
      } catch (problem) {
        if (!(problem instanceof Refused) || problem.status !== 400) throw problem;
        dropMistake(id, mistake.event); // a game of other rules than those of today
        queue.shift();
      }
    }
    return null;
  };
  /** @param {Exercise} done @param {boolean} right */
  const answered = ({ from, event }, right) => {
    const [first] = queue.splice(0, 1);
    if (right) dropMistake(from, event);
    else queue.push(first);
  };
  return { next, answered, hasNext: () => queue.length > 0, none: () => translate("practice.no-mistakes") };
}
