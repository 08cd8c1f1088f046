// What a press on a die does. No rules here: the snapshot says what is possible.

import { answersByDice, asked, explain, isLate, optionsAt, statesOfDice, take, throwsToPick } from "./choose.js";
import { diceApart, tilesOf } from "./tiles.js";
import { exchanged, twinOf } from "./twins.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, Question} from "./types.js" */

/** A die was pressed: it is lifted, or it is the answer, or its cells are lit. @param {Table} table @param {string} die */
export function pressDie(table, die) {
  if (!asked(table) || isLate(table, () => pressDie(table, die))) return;
  if (!statesOfDice(table).live.includes(die)) return refuseDie(table, die);
  exchangeFor(table, die);
  const ask = /** @type {Question} */ (asked(table));
  table.why = "";
  const answers = answersByDice(table);
  if (answers.some((one) => one.dice[0].includes(die))) return answerByDice(table, answers, die);
  if (answers.length) return explain(table, translate("play.other-die"));
  if (!ask.draft.taps.length && throwsToPick(table).some((one) => one.dice.flat().includes(die))) {
    const { lifted } = table.picked;
    table.picked.lifted = lifted.includes(die) ? lifted.filter((one) => one !== die) : [...lifted, die];
    return table.draw();
  }
  const isApart = diceApart(table)?.includes(die);
  const apart = isApart ? ask.draft.options.find((one) => one.dice.length === 1 && one.dice[0].includes(die)) : undefined;
  if (apart) return void table.act({ do: "untap", seat: ask.seat, window: ask.window, cell: apart.cell });
  if (isApart && tilesOf(table).length) return; // the rules have set it apart
  const possible = table.narrowed ? optionsAt(table, table.narrowed) : ask.options;
  const alone = possible.filter((one) => one.dice.length === 1 && one.dice[0].length === 1 && one.dice[0][0] === die);
  if (alone.length === 1 && (!alone[0].cell || !ask.passing || table.narrowed)) return void take(table, alone[0]);
  const pick = () => {
    table.picked.die = table.picked.die === die ? "" : die;
    table.draw();
  };
  const instead = alone.length > 1 ? ask.draft.options.find((one) => one.cell && one.dice.length === 1 && diceApart(table)?.includes(one.dice[0][0])) : undefined;
  if (!instead) return pick();
  table.act({ do: "untap", seat: ask.seat, window: ask.window, cell: instead.cell }).then((done) => done && pick()); // another die is set apart
}

/** Says why a die cannot be taken, if the question does. @param {Table} table @param {string} die */
function refuseDie(table, die) {
  const { faces } = table.snapshot.dice;
  if (diceApart(table)?.some((other) => other !== die && faces[other] === faces[die])) return explain(table, translate("play.same-apart", { face: faces[die] }));
  if (statesOfDice(table).spent.includes(die)) return explain(table, translate("play.die-used"));
  const aside = asked(table)?.aside;
  if (aside) explain(table, aside);
}

/** Lets a pressed die take the place of its twin, if only that one could be pressed. @param {Table} table @param {string} die */
function exchangeFor(table, die) {
  const twin = twinOf(table, statesOfDice(table).own, die);
  if (twin) table.picked.twins = exchanged(table.picked.twins, die, twin);
}

/** A die was pressed where dice are the answer: it is taken once the pressed ones tell the answers apart. @param {Table} table @param {Choosable[]} answers @param {string} die */
function answerByDice(table, answers, die) {
  const { lifted } = table.picked;
  const wanted = lifted.includes(die) ? lifted.filter((one) => one !== die) : [...lifted, die];
  const meant = answers.filter((one) => wanted.every((other) => one.dice[0].includes(other)));
  if (wanted.length && meant.length === 1) return void take(table, meant[0]);
  table.picked.lifted = meant.length ? wanted : [die];
  table.draw();
}
