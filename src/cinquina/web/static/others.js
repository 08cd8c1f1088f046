// The other players: a row of small sheets; a tap enlarges one.

import { button, el, openDialog, sync, setText } from "./page.js";
import { pictureOf, signed, viewOf } from "./pictures.js";
import { hue, symbol } from "./shapes.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {SeatView, SheetView, Snapshot} from "./types.js" */

/** @type {Record<string, string>} */
const STATES = {
  throws: translate("state.throws"), chooses: translate("state.chooses"), chosen: translate("state.chosen"), finished: translate("state.finished"),
};

const MINUTE = 60;

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
  return { element, show };
}

/** @param {Table} table @param {number} place @param {() => void} enlarge */
function makeOther(table, place, enlarge) {
  const board = table.snapshot.shared_board;
  const head = el("div", "other-head", el("span", "mark-of"), el("span", "who"), el("span", "tag"), el("span", "score"));
  const card = el(board ? "div" : "button", "other", head, el("div", "other-sheets"));
  if (card instanceof HTMLButtonElement) {
    card.type = "button";
    card.addEventListener("click", enlarge);
  }
  const bot = button(translate("away.bot"), "slim", () => void table.act({ do: "bot", seat: place }));
  bot.hidden = true;
  return el("div", "other-slot", card, bot);
}

/** @param {Table} table @param {HTMLElement} slot @param {SeatView} seat @param {number} place @param {Snapshot | null} before */
function showOther(table, slot, seat, place, before) {
  const { snapshot } = table;
  const [card, bot] = /** @type {HTMLElement[]} */ ([...slot.children]);
  const [mark, who, tag, score] = /** @type {HTMLElement[]} */ ([...card.children[0].children]);
  card.classList.toggle("turn", snapshot.active === place && snapshot.phase !== "over");
  showMark(table, mark, seat.colour);
  setText(who, seat.mine && snapshot.shared_board ? translate("others.me", { name: seat.name }) : seat.name);
  setText(tag, tagOf(seat));
  tag.hidden = tag.textContent === "";
  setText(score, table.scores && !snapshot.shared_board ? signed(seat.score) : "");
  bot.hidden = !snapshot.can.bot.includes(place);
  const sheets = /** @type {HTMLElement} */ (card.children[1]);
  if (snapshot.shared_board) return;
  const pages = begun(seat.sheets).map((page) => {
    const picture = pictureOf(`other-${place}`, page.id, table.palette, { label: translate("play.sheet-of", { name: seat.name }), small: true });
    picture.update(viewOf(snapshot, before, place, page));
    return { id: page.id, svg: picture.svg };
  });
  sync(sheets, pages, ({ id }) => id, ({ svg }) => el("div", "", svg));
}

/** The sheet in use, and any other with marks on it. @param {SheetView[]} sheets */
export function begun(sheets) {
  return sheets.slice(0, 2).filter((page, i) => i === 0 || Object.keys(page.marks).length > 0);
}

/** @param {Table} table @param {HTMLElement} mark @param {string} colour */
function showMark(table, mark, colour) {
  if (mark.dataset.colour === colour) return;
  mark.dataset.colour = colour;
  mark.hidden = !colour;
  mark.className = `mark-of ${hue(colour)}`;
  mark.replaceChildren(...(colour ? [symbol(colour, table.palette)] : []));
}

/** What a player is doing, or how long they have been away. @param {SeatView} seat */
export function tagOf(seat) {
  if (seat.substitute) return translate("state.substitute");
  if (seat.kind === "person" && !seat.here) return seat.away < MINUTE ? translate("state.away") : translate("state.away-minutes", { n: Math.round(seat.away / MINUTE) });
  const corrected = seat.corrections ? translate("pad.corrections", { n: seat.corrections }) : "";
  return [STATES[seat.state] ?? "", corrected].filter(Boolean).join(" · ");
}

/** @param {Table} table @param {HTMLDialogElement} dialog @param {number} place @param {Snapshot | null} before */
function fillDialog(table, dialog, place, before) {
  const seat = table.snapshot.seats[place];
  const box = dialog.querySelector(".large-sheets");
  if (!seat || !(box instanceof HTMLElement)) return;
  const pages = seat.sheets.slice(0, 2).map((page) => {
    const picture = pictureOf(`dialog-${place}`, page.id, table.palette, { label: translate("play.sheet-of", { name: seat.name }), small: true });
    picture.update(viewOf(table.snapshot, before, place, page));
    return { id: page.id, svg: picture.svg };
  });
  sync(box, pages, ({ id }) => id, ({ svg }) => el("div", "", svg));
}
