// Selecting an option, putting it back, confirming it. No rules here: the snapshot says what is possible.

import { finishTurn, narrow, padOf, pressOnPad, TURN } from "./pad.js";
import { shake } from "./sheet.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, Question, Snapshot} from "./types.js" */

/** The question to the person at this screen; null while the screen is being handed over. @param {Table} table @returns {Question | null} */
export function asked(table) {
  return isHandedOver(table) ? table.snapshot.ask : null;
}

/** The id of a hand-over of the screen. @param {Snapshot} snapshot */
export function handover(snapshot) {
  return `${snapshot.seat}/${snapshot.ask?.window ?? snapshot.dice.count}`;
}

/** @param {Table} table */
export function isHandedOver(table) {
  return !table.snapshot.handover || table.handed === handover(table.snapshot);
}

/** Drops a selection that belongs to an older question; an only option is selected by itself. @param {Table} table */
export function updatePencil(table) {
  const ask = asked(table);
  const held = table.pencil;
  if (held && (!ask || held.seat !== ask.seat || held.window !== ask.window || !ask.options.some((one) => one.option === held.option))) {
    table.pencil = null;
  }
  if (!ask || !ask.options.some((one) => one.cell === table.narrowed)) table.narrowed = "";
  if (ask?.options.length === 1 && !table.pencil && !padOf(table)) hold(table, ask, ask.options[0]);
}

/** @param {Table} table @param {Question} ask @param {Choosable} option */
function hold(table, ask, option) {
  table.pencil = { seat: ask.seat, window: ask.window, option: option.option, cell: option.cell };
}

/** Selects an option; selecting it again confirms it. @param {Table} table @param {Choosable} option */
export function take(table, option) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  table.why = "";
  const pad = padOf(table);
  if (pad) return void table.act({ do: "pencil", seat: pad.seat, window: pad.window, cell: option.cell, mark: option.cell ? option.marks[option.cell] : TURN });
  if (table.pencil?.option === option.option) return void confirm(table);
  hold(table, ask, option);
  if (option.cell !== table.narrowed) table.narrowed = "";
  table.draw();
}

/** Handles a press on a cell. @param {Table} table @param {string} cell @param {SVGSVGElement} svg */
export function pressCell(table, cell, svg) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  const pad = padOf(table);
  if (pad) return pressOnPad(table, pad, cell, svg);
  const options = ask.options.filter((one) => one.cell === cell);
  const held = options.find((one) => one.option === table.pencil?.option);
  if (held) return void confirm(table);
  if (options.length === 1) return take(table, options[0]);
  if (options.length) return narrow(table, cell);
  shake(svg, cell);
  table.why = ask.why[cell] ?? "";
  table.draw();
}

/** Sends the selected option. @param {Table} table */
export async function confirm(table) {
  const held = table.pencil;
  const pad = padOf(table);
  if (pad && !table.busy) return finishTurn(table, pad);
  if (!held || table.busy) return;
  await table.act({ do: "choose", seat: held.seat, window: held.window, option: held.option });
}

/** Drops the selection; without one, takes back the last choice. @param {Table} table */
export async function undo(table) {
  const { ask, seat, pads } = table.snapshot;
  const front = pads.find((one) => one.seat === seat);
  const last = front?.undo ? { seat, window: front.window } : table.snapshot.undo;
  if ((table.pencil && ask?.options.length !== 1) || table.narrowed) {
    table.pencil = null;
    table.narrowed = "";
    table.why = "";
    table.draw();
  } else if (last) {
    await table.act({ do: "undo", ...last });
  }
}

/** Whether there is something to undo. @param {Table} table */
export function canUndo(table) {
  const only = table.snapshot.ask?.options.length === 1;
  const back = table.snapshot.undo !== null;
  return !table.busy && Boolean((table.pencil && !only) || table.narrowed || back);
}

/** @param {Table} table @returns {Choosable | undefined} */
export function passing(table) {
  return asked(table)?.options.find((one) => one.passes);
}

/** What the selected option would write, shown in pencil; what it removes is crossed out. @param {Table} table @returns {Record<string, string>} */
export function pencilled(table) {
  const pad = padOf(table);
  if (pad) return pad.pencil;
  const options = asked(table)?.options ?? [];
  const held = options.find((one) => one.option === table.pencil?.option);
  const marks = Object.entries(held ? held.marks : inAnyCase(options));
  return Object.fromEntries(marks.map(([cell, mark]) => [cell, mark || CROSS]));
}

const CROSS = "x";

/** What all options would write, such as a cell for which only the dice are asked. @param {Choosable[]} options */
function inAnyCase([first, ...others]) {
  const marks = Object.entries(first?.marks ?? {});
  return Object.fromEntries(marks.filter(([cell, mark]) => others.every((other) => other.marks[cell] === mark)));
}
