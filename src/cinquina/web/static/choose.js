// Taking an option in hand, laying it down, confirming it. Nothing here knows a rule: the snapshot says what is possible.

import { finishTurn, narrow, padOf, pressOnPad, TURN } from "./pad.js";
import { shake } from "./sheet.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, Question, Snapshot} from "./types.js" */

/** What is asked of the person in front of this screen; nothing while the screen is handed over. @param {Table} table @returns {Question | null} */
export function asked(table) {
  return isHandedOver(table) ? table.snapshot.ask : null;
}

/** The name of the moment at which a screen is handed over. @param {Snapshot} snapshot */
export function handover(snapshot) {
  return `${snapshot.seat}/${snapshot.ask?.window ?? snapshot.dice.count}`;
}

/** @param {Table} table */
export function isHandedOver(table) {
  return !table.snapshot.handover || table.handed === handover(table.snapshot);
}

/** Lays down a pencil that belongs to an older question; the only option there is comes to hand by itself. @param {Table} table */
export function sharpen(table) {
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

/** Takes an option in hand; who takes the same one again confirms it. @param {Table} table @param {Choosable} option */
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

/** A cell was pressed. @param {Table} table @param {string} cell @param {SVGSVGElement} svg */
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

/** Sends what is in hand. @param {Table} table */
export async function confirm(table) {
  const held = table.pencil;
  const pad = padOf(table);
  if (pad && !table.busy) return finishTurn(table, pad);
  if (!held || table.busy) return;
  await table.act({ do: "choose", seat: held.seat, window: held.window, option: held.option });
}

/** Lays the pencil down; without one, asks for the last choice back. @param {Table} table */
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

/** Whether there is something to take back. @param {Table} table */
export function canUndo(table) {
  const only = table.snapshot.ask?.options.length === 1;
  const back = table.snapshot.undo !== null;
  return !table.busy && Boolean((table.pencil && !only) || table.narrowed || back);
}

/** @param {Table} table @returns {Choosable | undefined} */
export function passing(table) {
  return asked(table)?.options.find((one) => one.passes);
}

/** What the option in hand would write, as a pencil does; what it takes off is crossed out. @param {Table} table @returns {Record<string, string>} */
export function pencilled(table) {
  const pad = padOf(table);
  if (pad) return pad.pencil;
  const options = asked(table)?.options ?? [];
  const held = options.find((one) => one.option === table.pencil?.option);
  const marks = Object.entries(held ? held.marks : inAnyCase(options));
  return Object.fromEntries(marks.map(([cell, mark]) => [cell, mark || CROSS]));
}

const CROSS = "x";

/** What all options would write, such as the cell for which only the dice are asked. @param {Choosable[]} options */
function inAnyCase([first, ...others]) {
  const marks = Object.entries(first?.marks ?? {});
  return Object.fromEntries(marks.filter(([cell, mark]) => others.every((other) => other.marks[cell] === mark)));
}
