// Dice that cannot be told apart. The server names one of them; the one that a hand presses takes its place.

import { sheetOf } from "./pictures.js";

/** @import {Table, Twins} from "./drawing.js" */
/** @import {Choosable, Question} from "./types.js" */

/** A die that can be pressed and cannot be told from this one, which cannot. @param {Table} table @param {{live: string[], lifted: string[], spent: string[]}} states @param {string} die */
export function twinOf({ snapshot }, { live, lifted, spent }, die) {
  if (live.includes(die) || lifted.includes(die) || spent.includes(die)) return undefined;
  return live.find((other) => snapshot.dice.faces[other] && !lifted.includes(other) && areAlike(snapshot, other, die));
}

/** Whether two dice cannot be told apart. @param {Table["snapshot"]} snapshot @param {string} one @param {string} other */
export function areAlike({ dice: { faces, sheet } }, one, other) {
  const look = (/** @type {string} */ id) => JSON.stringify([faces[id], { ...sheetOf(sheet).dice.find((die) => die.id === id), id: "" }]);
  return look(one) === look(other);
}

/** Lets two dice stand for each other, after those that do already. @param {Twins} twins @param {string} one @param {string} other @returns {Twins} */
export function exchanged(twins, one, other) {
  const swap = (/** @type {string} */ die) => (die === one ? other : die === other ? one : die);
  return Object.fromEntries([...new Set([...Object.keys(twins), one, other])].map((die) => [die, swap(twins[die] ?? die)]));
}

/** The questions already made. @type {WeakMap<Question, {twins: Twins, made: Question}>} */
const known = new WeakMap();

/** A question about the dice that the hand meant. @param {Question} ask @param {Twins} twins @returns {Question} */
export function withTwins(ask, twins) {
  if (Object.keys(twins).length === 0) return ask;
  const before = known.get(ask);
  const made = before?.twins === twins ? before.made : renamed(ask, twins);
  known.set(ask, { twins, made });
  return made;
}

/** @param {Question} ask @param {Twins} twins @returns {Question} */
function renamed(ask, twins) {
  const meant = (/** @type {string[]} */ dice) => dice.map((die) => twins[die] ?? die);
  const option = (/** @type {Choosable} */ one) => ({ ...one, dice: one.dice.map(meant), either: meant(one.either) });
  const draft = { ...ask.draft, dice: meant(ask.draft.dice), options: ask.draft.options.map(option) };
  return { ...ask, dice: meant(ask.dice), options: ask.options.map(option), draft };
}
