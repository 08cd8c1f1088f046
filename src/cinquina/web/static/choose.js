// Drafting an answer and inking it. No rules here: the snapshot says what is possible.

import { finishTurn, narrow, padOf, pressOnPad, TURN } from "./pad.js";
import { shake } from "./sheet.js";
import { recall } from "./storage.js";
import { diceApart, pressTile, tileAt, tilesOf } from "./tiles.js";
import { areAlike, twinOf, withTwins } from "./twins.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Action, Choosable, Question, Snapshot} from "./types.js" */

/** The question to the person in front of this screen; null while the screen is handed over, or dice are corrected. @param {Table} table @returns {Question | null} */
export function asked(table) {
  const { snapshot: { ask }, picked: { twins } } = table;
  return isHandedOver(table) && !isCorrecting(table) && ask ? withTwins(ask, twins) : null;
}

/** Whether real dice on the table are being corrected. @param {Table} table */
export function isCorrecting({ correcting, snapshot }) {
  return correcting && snapshot.can.correct;
}

/** A name for the moment at which a screen is handed over. @param {Snapshot} snapshot */
export function handover(snapshot) {
  return `${snapshot.seat}/${snapshot.ask?.window ?? snapshot.dice.count}`;
}

/** @param {Table} table */
export function isHandedOver(table) {
  return !table.snapshot.handover || table.handed === handover(table.snapshot);
}

/** Forgets the dice and the cell that were picked for an older question. @param {Table} table */
export function updatePicked(table) {
  const ask = asked(table);
  const moment = ask ? `${ask.seat}/${ask.window}` : "";
  if (moment !== table.picked.moment) Object.assign(table, { picked: { moment, lifted: [], die: "", twins: {} }, narrowed: "" });
  if (!ask?.options.some((one) => one.cell === table.narrowed)) table.narrowed = "";
}

/** The options that throw dice, if dice can be picked for them. @param {Table} table */
export function throwsToPick(table) {
  const throws = asked(table)?.options.filter((one) => one.throws) ?? [];
  return throws.length > 1 ? throws : [];
}

/** Whether dice can be picked now to be thrown; pencil marks keep them all. @param {Table} table */
export function offersThrows(table) {
  return throwsToPick(table).length > 0 && !asked(table)?.draft.taps.length;
}

/** Whether an option is chosen by pressing dice, so that it needs no chip. @param {Choosable} option */
export function isOfDice(option) {
  return !option.cell && option.dice.length === 1;
}

/** The option that throws the same dice once more, where there is no other; the tray offers it beside the lit cells. @param {Table} table */
export function throwAgain(table) {
  const throws = asked(table)?.options.filter((one) => one.throws) ?? [];
  return throws.length === 1 ? throws[0] : undefined;
}

/** What the main button throws: the lifted dice, or all where nothing is lit; nothing while dice are the answer to a question. @param {Table} table */
export function nextThrow(table) {
  if (answersByDice(table).length) return undefined;
  const again = throwAgain(table);
  if (again && !litOptions(table).length && !asked(table)?.draft.taps.length) return again;
  const wanted = [...table.picked.lifted].sort().join();
  return throwsToPick(table).find((one) => [...one.dice.flat()].sort().join() === wanted);
}

/** The dice that can be pressed, those that are lifted or lie apart, those that the draft uses (unless a game always uses all), and those it leaves. @param {Table} table */
export function statesOfDice(table) {
  const ask = asked(table);
  const well = diceApart(table);
  const lifted = well ?? (table.picked.die ? [table.picked.die] : table.picked.lifted);
  const options = (table.narrowed ? optionsAt(table, table.narrowed) : (ask?.options ?? [])).filter((one) => !one.throws || !ask?.draft.taps.length); // a throw would lose pencil marks
  const used = well ? [] : diceUsed(table);
  const rest = ask?.dice.filter((die) => !used.includes(die)) ?? [];
  const isAlone = used.length > 0 && !used.some((die) => ask?.dice.includes(die)); // what is asked next is about the others alone
  const answers = answersByDice(table);
  const live = (answers.length ? answers : tellApart(table, options.filter((one) => !tilesOf(table).includes(one)))).flatMap(diceFor);
  const several = (ask?.draft.taps.length ?? 0) > 1;
  const useless = diceAside(table, well);
  const left = isAlone && !answers.length && !table.narrowed ? useless : [];
  const states = { live: [...new Set([...live, ...(well ?? [])])], lifted, spent: rest.length || several || isAlone ? used : [], left, well, aside: left.length ? [] : useless };
  const twins = Object.keys(table.snapshot.dice.faces).filter((die) => twinOf(table, states, die));
  // One that looks like the die in the hand is as good as that one: nothing is wrong with it.
  const isLikeLifted = (/** @type {string} */ die) => Boolean(well) && lifted.some((other) => areAlike(table.snapshot, other, die));
  return { ...states, own: states, live: [...states.live, ...twins], aside: states.aside.filter((die) => !twins.includes(die) && !isLikeLifted(die)) };
}

/** Whether a die has to be set apart before anything else: then the dice are lit, and cells that would do so too are quiet. @param {Table} table */
export function asksForDie(table) {
  return diceApart(table)?.length === 0 && statesOfDice(table).live.length > 0;
}

/** The options, unless they are cells that all use all dice on the table: then pressing a die tells nothing. @param {Table} table @param {Choosable[]} options */
function tellApart({ snapshot: { dice } }, options) {
  const lying = Object.values(dice.faces).filter(Boolean).length;
  const several = options.filter((one) => one.throws).length > 1;
  return several || options.some((one) => !(one.cell || one.throws) || new Set(diceFor(one)).size < lying) ? options : [];
}

/** The dice that the draft uses; in a later window those of an earlier one can be used again. @param {Table} table */
function diceUsed(table) {
  const ask = asked(table);
  const next = offeredNow(table).filter((one) => !one.instead).map((one) => one.stage);
  const used = ask?.draft.options.filter((one) => next.every((stage) => one.stage >= stage)) ?? [];
  return ask?.draft.dice.filter((die) => used.some((one) => one.dice.flat().includes(die))) ?? [];
}

/** How to pass where nothing else can be made of the throw. @param {Question} ask */
export function onlyPass({ options, draft, passing }) {
  const isBare = options.every((one) => !one.cell && !one.throws && one.dice.length === 0);
  return isBare && draft.taps.length === 0 ? passing : null;
}

/** The dice on the table that nothing can be made with now, or that cannot be set apart. @param {Table} table @param {string[] | undefined} well */
function diceAside(table, well) {
  const ask = asked(table);
  if (!ask) return [];
  const offered = table.narrowed ? optionsAt(table, table.narrowed) : offeredNow(table);
  const isOpen = !ask.draft.taps.length && !offered.some((one) => one.cell) && !onlyPass(ask);
  const used = new Set([...ask.draft.dice, ...offered.flatMap(diceFor), ...(isOpen ? ask.dice : [])]);
  return Object.keys(table.snapshot.dice.faces).filter((die) => table.snapshot.dice.faces[die] && !used.has(die));
}

/** Marks the dice that make a lit cell, unless all do. @param {Table} table @param {string} cell "" for none */
export function hintDice(table, cell) {
  const options = cell && litOptions(table).some((one) => one.cell === cell) ? optionsAt(table, cell) : [];
  const dice = new Set(options.flatMap(diceFor));
  const all = [...document.querySelectorAll(".play button.die")];
  const some = dice.size < all.filter((die) => !die.classList.contains("aside")).length;
  for (const die of all) die.classList.toggle("hinted", some && dice.has(die.getAttribute("data-die") ?? ""));
}

/** The dice that an option uses, or of which it will use some. @param {Choosable} option */
function diceFor({ dice, either }) {
  return [...dice.flat(), ...either];
}

/** The one die that was pressed, to see what it can do or to throw it again. @param {Table} table */
export function inHand({ picked: { die, lifted } }) {
  return die || (lifted.length === 1 ? lifted[0] : "");
}

/** The options of a cell: those that change nothing else in the draft, and those of the pressed die, if there are any. @param {Table} table @param {string} cell */
export function optionsAt(table, cell) {
  const all = asked(table)?.options.filter((one) => one.cell === cell) ?? [];
  const next = all.filter((one) => !one.instead);
  const free = next.length ? next : all;
  const own = free.filter((one) => diceFor(one).includes(inHand(table)));
  return firstWindow(own.length ? own : free);
}

/** Without those options for a cell that can be had in an earlier window. @param {Choosable[]} options */
export function firstWindow(options) {
  return options.filter((one) => !one.cell || !options.some((other) => other.cell === one.cell && other.stage < one.stage));
}

/** The lit cells of a later window, where others, lit or pencilled, belong to the open one. @param {Table} table */
export function laterCells(table) {
  const lit = firstWindow(litOptions(table));
  const later = lit.filter((one) => one.stage > 0);
  const begun = asked(table)?.draft.options.some((one) => one.stage === 0);
  return begun || later.length < lit.length ? later.map((one) => one.cell) : [];
}

/** The lit cells of the open window, where others, lit or pencilled, belong to a later one. @param {Table} table */
export function soonerCells(table) {
  const lit = firstWindow(litOptions(table));
  const both = [...lit, ...(asked(table)?.draft.options ?? [])].some((one) => one.stage > 0);
  return both ? lit.filter((one) => one.stage === 0).map((one) => one.cell) : [];
}

/** Whether one die tells the options of a cell apart. @param {Choosable[]} options */
export function differByDie(options) {
  const dice = options.map((one) => one.dice.flat());
  return dice.every((group) => group.length === 1) && new Set(dice.flat()).size === options.length;
}

/** The options to choose from by pressing dice, where the draft needs that. @param {Table} table */
export function answersByDice(table) {
  const ask = asked(table);
  return ask?.draft.taps.length ? ask.options.filter((one) => !one.instead && !one.throws && isOfDice(one)) : [];
}

/** Says why a press did nothing. @param {Table} table @param {string} why */
export function explain(table, why) {
  table.why = why;
  table.draw();
}

/** Whether a press has to wait for the answer to the one before it; then it is made afterwards. @param {Table} table @param {() => void} press */
export function isLate(table, press) {
  if (table.busy) table.presses.push(press);
  return table.busy;
}

/** The options of the lit cells: those of the pressed die, if there is one. @param {Table} table @returns {Choosable[]} */
export function litOptions(table) {
  const options = asked(table)?.options.filter((one) => !table.narrowed || one.cell === table.narrowed) ?? [];
  const own = options.filter((one) => one.cell && diceFor(one).includes(inHand(table)));
  if (own.length || tilesOf(table).length) return own;
  return offeredNow(table, options).filter((one) => one.cell);
}

/** The options that change nothing in the draft; if there are none, those that take the place of its only tap. @param {Table} table @param {Choosable[]} [options] */
function offeredNow(table, options = asked(table)?.options ?? []) {
  const next = options.filter((one) => !one.instead);
  const several = (asked(table)?.draft.taps.length ?? 0) > 1; // then another would rub out more than one
  return next.length || several ? next : options;
}

/** Adds an option to the draft; one that throws dice, or is final for somebody who inks at once, is inked. @param {Table} table @param {Choosable} option */
export async function take(table, option) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  table.why = "";
  const pad = padOf(table);
  const { seat, window } = ask;
  if (pad) return table.act({ do: "pencil", seat: pad.seat, window: pad.window, cell: option.cell, mark: option.cell ? option.marks[option.cell] : TURN });
  if (option.throws) return inkAndThrow(table, option);
  const final = table.snapshot.pads.length > 0 || (option.last && option.cell && recall("at-once", false));
  if (final) return table.act({ do: "ink", seat, window, taps: option.instead ? [option.tap] : [...ask.draft.taps, option.tap] });
  Object.assign(table, { narrowed: "" });
  Object.assign(table.picked, { lifted: [], die: "" });
  await table.act({ do: "tap", seat, window, tap: option.tap });
}

/** Adds an option to the draft, and then which die it uses, if that is the one in the hand. @param {Table} table @param {Choosable} option */
async function takeWithHand(table, option) {
  const die = inHand(table);
  await take(table, option);
  const next = asked(table)?.options.filter((one) => !one.cell && !one.instead && one.dice.flat().includes(die)) ?? [];
  if (option.either.includes(die) && next.length === 1) await take(table, next[0]);
}

/** Inks which dice are thrown, and throws them. @param {Table} table @param {Choosable} option */
export async function inkAndThrow(table, option) {
  const ask = asked(table);
  if (!ask || !(await table.act({ do: "ink", seat: ask.seat, window: ask.window, taps: [option.tap] }))) return;
  const { can, dice_mode } = table.snapshot;
  if (can.roll && dice_mode === "virtual") await throwDice(table, { do: "roll", throw: table.snapshot.dice.count });
}

/** Throws dice, or enters or corrects real ones; whoever does it sees them first. @param {Table} table @param {Action} action */
export async function throwDice(table, action) {
  const { seat } = table.snapshot;
  if (!(await table.act(action))) return;
  table.correcting = false;
  if (table.snapshot.seat === seat) table.handed = handover(table.snapshot);
  table.draw();
  if (action.do !== "roll" || action.faces) scrollTo({ top: 0 });
}

/** Handles a press on a cell. @param {Table} table @param {string} cell @param {SVGSVGElement} svg */
export function pressCell(table, cell, svg) {
  const ask = asked(table);
  if (!ask && table.snapshot.can.roll && isHandedOver(table)) {
    shake(svg, cell);
    return explain(table, translate("play.throw-first"));
  }
  if (!ask || isLate(table, () => pressCell(table, cell, svg))) return;
  hintDice(table, "");
  const pad = padOf(table);
  if (pad) return pressOnPad(table, pad, cell, svg);
  const tile = tileAt(table, cell);
  if (tile) return pressTile(table, tile);
  if (cell in pencilled(table)) return rubOut(table, cell);
  const options = litOptions(table).some((one) => one.cell === cell) ? optionsAt(table, cell) : [];
  if (options.length === 1) return void takeWithHand(table, options[0]);
  if (options.length) return narrow(table, cell);
  shake(svg, cell);
  explain(table, ask.why[cell] ?? (ask.draft.taps.length ? translate("play.rub-out-first") : ""));
}

/** Whether a cell is pencilled and nothing is missing any more, so that it can be inked. @param {Table} table @param {string} cell */
export function isWhole(table, cell) {
  return !table.busy && !padOf(table) && cell in pencilled(table) && Boolean(asked(table)?.draft.ink.length) && !nextThrow(table);
}

/** Takes a pencil mark out of the draft. @param {Table} table @param {string} cell */
export function rubOut(table, cell) {
  const ask = asked(table);
  if (ask && !table.busy) void table.act({ do: "untap", seat: ask.seat, window: ask.window, cell });
}

/** Inks the draft. @param {Table} table */
export async function ink(table) {
  const ask = asked(table);
  const pad = padOf(table);
  if (table.busy || !ask) return;
  if (pad) return finishTurn(table, pad);
  if (ask.draft.ink.length) await table.act({ do: "ink", seat: ask.seat, window: ask.window, taps: ask.draft.ink });
}

/** Does nothing more with this throw; pencil marks are inked with that, or have to be rubbed out before. @param {Table} table */
export function pass(table) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  const { seat, window, enough, draft, passing } = ask;
  if (draft.taps.length && !enough) return explain(table, translate("play.rub-out-to-pass"));
  const taps = (enough ?? passing)?.ink;
  if (taps) void table.act({ do: "ink", seat, window, taps });
}

/** Puts dice down, rubs out the last pencil mark, or takes back what was inked. @param {Table} table */
export async function undo(table) {
  const { ask, seat, pads } = table.snapshot;
  const front = pads.find((one) => one.seat === seat);
  const last = front?.undo ? { seat, window: front.window } : table.snapshot.undo;
  if (table.narrowed || hasPicked(table) || isCorrecting(table)) {
    Object.assign(table, { narrowed: "", why: "", correcting: false });
    Object.assign(table.picked, { lifted: [], die: "" });
    table.draw();
  } else if (ask?.draft.taps.length) {
    await table.act({ do: "untap", seat: ask.seat, window: ask.window, cell: "" });
  } else if (last) {
    await table.act({ do: "undo", ...last });
  }
}

/** @param {Table} table */
function hasPicked(table) {
  return table.picked.die !== "" || table.picked.lifted.length > 0;
}

/** Whether there is something to undo. @param {Table} table */
export function canUndo(table) {
  const { ask, undo } = table.snapshot;
  return !table.busy && Boolean(table.narrowed || isCorrecting(table) || hasPicked(table) || ask?.draft.taps.length || undo);
}

/** The pencil marks; removed marks are crossed out. @param {Table} table @returns {Record<string, string>} */
export function pencilled(table) {
  const pad = padOf(table);
  if (pad) return pad.pencil;
  const ask = asked(table);
  const drafted = Object.entries(ask?.draft.marks ?? {});
  const marks = ask?.draft.taps.length && !ask.draft.ink.length ? drafted.concat(Object.entries(commonMarks(ask.options))) : drafted;
  return Object.fromEntries(marks.map(([cell, mark]) => [cell, mark || CROSS]));
}

const CROSS = "x";

/** The marks that all next options write, such as the cell for which only the dice are asked. @param {Choosable[]} options */
function commonMarks(options) {
  const [first, ...others] = options.filter((one) => !one.instead && !one.cell && one.dice.length < 2);
  const marks = Object.entries(first?.marks ?? {});
  return Object.fromEntries(marks.filter(([cell, mark]) => others.every((other) => other.marks[cell] === mark)));
}
