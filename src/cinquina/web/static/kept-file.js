// Everything that this device keeps about games as one file, and from one: results, practice and progress, mistakes to practise.

import { addDiary, diaryHere, diaryIn, isWhole } from "./diary.js";
import { addMistakes, gamesIn, mistakesHere, VERSION as MISTAKES } from "./mistakes.js";
import { addResults, completed, isResult, resultsHere, VERSION } from "./results.js";

/** @import {Diary} from "./diary.js" */
/** @import {GameWithMistakes} from "./mistakes.js" */
/** @import {Result} from "./results.js" */
/** @typedef {{games: Result[], practice: Diary | null, mistakes: GameWithMistakes[]}} Contents */

/** What says that a file is one of these. */
const KIND = "cinquina games";

/** Why a file was not taken; `key` is that of a sentence, `n` the number of a damaged game. */
export class BadFile extends Error {
  /** @param {"not-ours" | "newer" | "damaged" | "damaged-practice"} key @param {number} [n] */
  constructor(key, n = 0) {
    super(key);
    this.key = key;
    this.n = n;
  }
}

/** All of it as the text of a file. */
export function exported() {
  return JSON.stringify({ kind: KIND, version: VERSION, games: resultsHere(), practice: diaryHere(), mistakes: { version: MISTAKES, games: mistakesHere() } }, null, 1);
}

/** Adds what a file has; what is known is not added twice. Throws BadFile and changes nothing if it is damaged. @param {string} text @returns {{games: number, practice: boolean}} how many games are new, and whether there was something about practice */
export function imported(text) {
  const { games, practice, mistakes } = contentsOf(text);
  if (practice) addDiary(practice);
  addMistakes(mistakes);
  return { games: addResults(games), practice: Boolean(practice && (practice.lines.length || Object.keys(practice.ratings).length)) || mistakes.length > 0 };
}

/** @param {string} text @returns {Contents} */
function contentsOf(text) {
  const file = parsed(text);
  if (file?.kind !== KIND || !Number.isInteger(file.version) || !Array.isArray(file.games)) throw new BadFile("not-ours");
  if (file.version > VERSION) throw new BadFile("newer");
  const games = file.games.map(completed);
  const wrong = games.findIndex((/** @type {unknown} */ one) => !isResult(one));
  if (wrong >= 0) throw new BadFile("damaged", wrong + 1);
  const mistakes = "mistakes" in file ? gamesIn(file.mistakes) : [];
  const isRight = !("practice" in file) || isWhole(file.practice);
  if (!isRight || mistakes?.length !== (file.mistakes?.games.length ?? 0)) throw new BadFile("damaged-practice");
  return { games, practice: "practice" in file ? diaryIn(file.practice) : null, mistakes: mistakes ?? [] };
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
