// The other players: a row of small sheets; a tap enlarges one.

import { button, el, openDialog, sync, setText } from "./page.js";
import { countedOn, pictureOf, pointsByKind, sheetOf, signed, viewOf } from "./pictures.js";
import { nameOf } from "./steps.js";
import { makeStrip, showStrip } from "./strip.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {SeatView, SheetView, Snapshot} from "./types.js" */

/** @param {Table} table */
export function makeOthers(table) {
  const element = el("div", "others");
  /** @type {Snapshot | null} */
  let before = null;
  /** @type {Snapshot | null} */
  let last = null;
  /** @type {{dialog: HTMLDialogElement, seat: number} | null} */
  let open = null;

  /** @param {number} seat */
  const enlarge = (seat) => {
    const close = button(translate("close"), "", () => open?.dialog.close());
    const dialog = openDialog(table.snapshot.seats[seat].name, [el("div", "stack large-sheets"), close], "wide");
    dialog.addEventListener("close", () => (open = null));
    open = { dialog, seat };
    fillDialog(table, dialog, seat, before);
  };

  /** @param {Snapshot} snapshot @param {number} main the seat that lies large */
  const show = (snapshot, main) => {
    if (snapshot !== last) [before, last] = [last, snapshot];
    const seats = snapshot.seats.map((seat, i) => ({ seat, i })).filter(({ seat, i }) => snapshot.shared_board || (i !== main && seat.kind !== "open"));
    sync(element, seats, ({ i }) => `${i}`, ({ i }) => makeOther(table, i, () => enlarge(i)), (one, { seat, i }) => showOther(table, one, seat, i, before));
    element.hidden = seats.length === 0;
    element.classList.toggle("on-board", snapshot.shared_board);
    if (open) fillDialog(table, open.dialog, open.seat, before);
  };
  return { element, show, enlarge };
}

/** @param {Table} table @param {number} place @param {() => void} enlarge */
function makeOther(table, place, enlarge) {
  const board = table.snapshot.shared_board;
  const card = el(board ? "div" : "button", "other", makeStrip(), el("div", "other-sheets"));
  if (card instanceof HTMLButtonElement) {
    card.type = "button";
    card.addEventListener("click", enlarge);
  }
  return el("div", "other-slot", card);
}

/** @param {Table} table @param {HTMLElement} slot @param {SeatView} seat @param {number} place @param {Snapshot | null} before */
function showOther(table, slot, seat, place, before) {
  const { snapshot } = table;
  const [card] = /** @type {HTMLElement[]} */ ([...slot.children]);
  const [strip, sheets] = /** @type {HTMLElement[]} */ ([...card.children]);
  card.classList.toggle("turn", snapshot.active === place && snapshot.phase !== "over");
  const name = nameOf(snapshot, place);
  const score = !snapshot.shared_board && (table.scores || seat.sheets.some(tellsPoints)) ? signed(seat.score) : "";
  showStrip(strip, seat, place, { snapshot, before, palette: table.palette, name, score });
  strip.querySelector(".score")?.classList.toggle("so-far", !table.scores);
  if (snapshot.shared_board) return;
  const pages = begun(seat.sheets).map((page) => {
    const picture = pictureOf(`other-${place}`, page.id, table.palette, { label: translate("play.sheet-of", { name: seat.name }), small: true });
    picture.update(viewOf(snapshot, before, place, page));
    return { id: page.id, svg: picture.svg };
  });
  sync(sheets, pages, ({ id }) => id, ({ svg }) => el("div", "", svg));
  tellSheets(card, pages.length);
}

/** Tells the styles how many sheets are on a card. @param {HTMLElement} card @param {number} count */
export function tellSheets(card, count) {
  card.classList.toggle("with-sheets", count > 0);
  card.querySelector(".other-sheets")?.classList.toggle("with-two", count > 1);
}

/** Whether the points so far stand on a sheet. @param {SheetView} page */
function tellsPoints({ id }) {
  return sheetOf(id).totals?.some((total) => total.pencilled && !total.row && !total.kind) ?? false;
}

/** The sheet in use, and any other with marks on it. @param {SheetView[]} sheets */
export function begun(sheets) {
  return sheets.slice(0, 2).filter((page, i) => i === 0 || Object.keys(page.marks).length > 0);
}

/** The same in the order in which they are played. @param {SheetView[]} sheets */
export function inOrder(sheets) {
  return begun(sheets).sort((one, other) => one.number - other.number);
}

/** A picture of a sheet, with the name of its grid if it has several. @param {"div" | "span"} tag @param {SVGSVGElement} svg @param {number} number */
export function namedSheet(tag, svg, number) {
  const sheet = el(tag, "card-sheet", el("span", "grid-name"), svg, el("span", "sheet-points"));
  tellSheet(sheet, { number, points: "" });
  return sheet;
}

/** Tells beside a picture which grid it is and its points; grids are numbered in the order in which they are begun. @param {HTMLElement} sheet @param {{number: number, points: string}} told */
export function tellSheet(sheet, { number, points }) {
  const [name, place] = [".grid-name", ".sheet-points"].map((what) => /** @type {HTMLElement} */ (sheet.querySelector(what)));
  setText(name, number ? translate("over.grid", { n: number }) : "");
  name.hidden = number === 0;
  setText(place, points);
}

/** What a dialog has above and below a sheet, in pixels. */
const AROUND_SHEETS = 210;

/** @param {Table} table @param {HTMLDialogElement} dialog @param {number} place @param {Snapshot | null} before */
function fillDialog(table, dialog, place, before) {
  const seat = table.snapshot.seats[place];
  const box = dialog.querySelector(".large-sheets");
  if (!seat || !(box instanceof HTMLElement)) return;
  const room = { width: box.clientWidth, height: innerHeight - AROUND_SHEETS };
  const pages = inOrder(seat.sheets).map((page) => {
    const picture = pictureOf(`dialog-${place}`, page.id, table.palette, { label: translate("play.sheet-of", { name: seat.name }), small: true });
    const counted = countedOn(table.snapshot, place, page);
    picture.arrange(room);
    picture.update({ ...viewOf(table.snapshot, before, place, page), points: counted, beside: true });
    return { id: page.id, svg: picture.svg, number: page.number, points: pointsByKind(page.id, counted) };
  });
  sync(box, pages, ({ id }) => id, ({ svg, number }) => namedSheet("div", svg, number), tellSheet);
  const title = dialog.querySelector("h2");
  if (title) setText(title, translate("play.name-points", { name: seat.name, points: signed(seat.score) }));
}
