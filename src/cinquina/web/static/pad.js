// A score pad: dice are thrown elsewhere, cells are tapped here. No rules here: the snapshot says what is possible.

import { button, el, openDialog, switchOff, sync, setText } from "./page.js";
import { sheetOf } from "./pictures.js";
import { shake } from "./sheet.js";
import { translate, wordsUnder } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, DraftView, PadView, Snapshot} from "./types.js" */

/** Pads have pencil marks of their own. @type {DraftView} */
const NOTHING = { taps: [], options: [], marks: {}, dice: [], sheets: [], ink: [], text: "", ends: "", points: 0, then: "" };

/** The mark for turning the sheet over. */
export const TURN = "turn";

/** The snapshot with one of my pads in front, its marks as options. @param {Snapshot} snapshot @param {number} seat @returns {Snapshot} */
export function withPad(snapshot, seat) {
  const pad = snapshot.pads.find((one) => one.seat === seat) ?? snapshot.pads[0];
  if (!pad) return snapshot;
  const ask = pad.ask ?? { seat: pad.seat, window: pad.window, options: optionsOf(pad), why: pad.why, dice: [], draft: NOTHING, passing: null, missing: "", place: "", aside: "", then: "", enough: null, drafted: 0 };
  return { ...snapshot, seat: pad.seat, sentence: pad.sentence, ask };
}

/** @param {PadView} pad @returns {Choosable[]} */
function optionsOf(pad) {
  const marks = Object.entries(pad.marks).flatMap(([cell, all]) => all.map((mark) => ({ cell, mark })));
  return marks.map(({ cell, mark }, tap) => {
    const marks = /** @type {Record<string, string>} */ (cell ? { [cell]: mark } : {});
    const text = cell ? mark : translate("pad.turn");
    return { tap, cell, text, short: "", colour: "", group: cell ? "mark" : "turn", marks, sheets: [], dice: [], either: [], brief: "", throws: false, last: false, instead: false, points: 0, stage: 0 };
  });
}

/** The pad that I mark now; undefined while something else is asked. @param {Table} table @returns {PadView | undefined} */
export function padOf({ snapshot }) {
  return snapshot.pads.find((one) => one.seat === snapshot.seat && !one.ask);
}

/** The lit cells. @param {Table} table @param {PadView} pad */
export function litCells(table, pad) {
  return table.correcting ? pad.erasable : Object.keys(pad.marks).filter(Boolean);
}

/** On a desk the numbers for a cell stand beside the question above the sheet; elsewhere they have it with them. */
const desk = matchMedia("(min-width: 64rem) and (min-height: 30.01rem)");

/** Whether the numbers for a cell stand beside the question above the sheet. */
export function areBeside() {
  return desk.matches;
}

/** Asks which number to write into a cell. @param {Table} table @param {string} cell */
export function whichNumber(table, cell) {
  return wordsUnder("pad.which.")[table.snapshot.game] ?? translate("pad.which", { cell: nameOf(table, cell) });
}

/** The name of a cell of my sheet. @param {Table} table @param {string} cell */
export function nameOf({ snapshot }, cell) {
  return sheetOf(snapshot.seats[snapshot.seat].sheets[0].id).names[cell] ?? cell;
}

/** Handles a press on a cell of my sheet. @param {Table} table @param {PadView} pad @param {string} cell @param {SVGSVGElement} svg */
export function pressOnPad(table, pad, cell, svg) {
  table.why = "";
  const { seat, window, marks, pencil, why } = pad;
  if (table.correcting) {
    if (pad.erasable.includes(cell)) return askErase(table, pad, cell);
    table.why = translate("pad.not-marked");
  } else if (cell in pencil) return void table.act({ do: "rub", seat, window, cell });
  else if (marks[cell]?.length === 1) return void table.act({ do: "pencil", seat, window, cell, mark: marks[cell][0] });
  else if (marks[cell]) return narrow(table, cell);
  else table.why = why[cell] ?? "";
  shake(svg, cell);
  table.draw();
}

/** Lists the numbers that a cell can take. @param {Table} table @param {string} cell */
export function narrow(table, cell) {
  table.narrowed = cell;
  table.why = "";
  table.draw();
  const first = [...document.querySelectorAll(".options .chip")].find((chip) => chip.getClientRects().length);
  if (!(first instanceof HTMLElement)) return;
  first.focus({ preventScroll: true });
  first.closest(".option-group")?.scrollIntoView({ block: "nearest" });
}

/** @param {Table} table @param {PadView} pad @param {string} cell */
function askErase(table, pad, cell) {
  const { seat, window } = pad;
  const yes = button(translate("pad.erase"), "main", async () => {
    dialog.close();
    if (await table.act({ do: "erase", seat, window, cell })) table.correcting = false;
    table.draw();
  });
  const no = button(translate("pad.keep"), "", () => dialog.close());
  const others = pad.beside[cell] ? [el("p", "", translate("pad.erase-others", { marks: pad.beside[cell] }))] : [];
  const dialog = openDialog(translate("pad.erase-title", { cell: nameOf(table, cell) }), [...others, el("p", "", translate("pad.erase-text")), el("div", "row answers", no, yes)]);
}

/** Finishes my turn with the pencil marks. @param {Table} table @param {PadView} pad */
export async function finishTurn(table, pad) {
  if (pad.ready) await table.act({ do: "finish", seat: pad.seat, window: pad.window });
}

/** @param {Table} table @param {() => void} undo @param {() => void} confirm */
export function makePadActions(table, undo, confirm) {
  const sign = el("span", "", "↶");
  sign.setAttribute("aria-hidden", "true");
  const back = button(translate("play.undo"), "", () => {
    if (table.correcting) table.correcting = false;
    undo();
  });
  back.prepend(sign);
  const correct = button("", "", () => {
    table.correcting = !table.correcting;
    table.narrowed = "";
    table.why = "";
    table.draw();
    document.querySelector(".play .sentence")?.scrollIntoView({ block: "nearest" });
  });
  const main = button("", "main", confirm);
  const element = el("div", "actions on-pad", back, correct, main);
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const pad = padOf(table);
    const front = snapshot.pads.find((one) => one.seat === snapshot.seat);
    if (!pad || pad.erasable.length === 0) table.correcting = false;
    element.hidden = !front;
    switchOff(back, table.busy || !(front?.undo || table.narrowed));
    correct.hidden = !pad;
    setText(correct, table.correcting ? translate("pad.stop") : translate("pad.correct"));
    switchOff(correct, table.busy || !pad || pad.erasable.length === 0);
    setText(main, translate("pad.done"));
    switchOff(main, table.busy || table.correcting || !pad?.ready);
  };
  return { element, show, main };
}

/** Tabs for the pads of several people at this screen. @param {Table} table */
export function makeTabs(table) {
  const element = el("div", "row tabs");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", translate("pad.whose"));
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const seats = snapshot.pads.length > 1 ? snapshot.pads.map((pad) => pad.seat) : [];
    sync(element, seats, String, (seat) => button("", "slim", () => table.front(seat)), (tab, seat) => {
      setText(tab, snapshot.seats[seat].name);
      tab.setAttribute("aria-pressed", String(seat === snapshot.seat));
    });
    element.hidden = seats.length === 0;
  };
  return { element, show };
}

/** The button to count the points when the game is over. @param {Table} table */
export function makeCount(table) {
  const press = button(translate("pad.count"), "", () => askCount(table));
  const element = el("div", "card stack count", el("p", "", translate("pad.count-text")), el("div", "row", press));
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    element.hidden = !snapshot.can.count;
    element.classList.toggle("waits", table.narrowed !== "");
    press.classList.toggle("main", snapshot.seats.some((seat) => seat.state === "finished"));
  };
  return { element, show };
}

/** @param {Table} table */
function askCount(table) {
  const yes = button(translate("pad.count"), "main", () => {
    dialog.close();
    void table.act({ do: "count" });
  });
  const no = button(translate("pad.not-yet"), "", () => dialog.close());
  const dialog = openDialog(translate("pad.count-title"), [el("p", "", translate("pad.count-sure")), el("div", "row answers", no, yes)]);
}
