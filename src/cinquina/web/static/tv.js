// A table on a television: everything large, no controls.

import "./top.js";
import { address, connect } from "./net.js";
import { el, sync, setText } from "./page.js";
import { loadPalette, loadSheetsOf, pictureOf, signed, viewOf } from "./pictures.js";
import { makeStrip, showStrip } from "./strip.js";
import { makeTray } from "./tray.js";
import { lang, translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {SeatView, Snapshot} from "./types.js" */

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const code = page.dataset.code ?? "";
const palette = await loadPalette();
const sentence = el("h1", "sentence");
const around = el("p", "around");
const tray = makeTray(/** @type {Table} */ (/** @type {unknown} */ ({ palette, draw() {} })));
const sheets = el("div", "tv-sheets");
const join = el("div", "row join-tv");
/** @type {Snapshot | null} */
let last = null;
let newest = -1;

connect(`/t/${code}/ws`, { hello: () => ({ keys: [], lang }), open: () => {}, receive });

/** @param {Snapshot & {refused?: string}} received */
async function receive(received) {
  if (received.refused) return page.replaceChildren(el("h1", "sentence", received.refused));
  if (received.number < newest) return;
  newest = received.number;
  const snapshot = received;
  await loadSheetsOf(snapshot);
  if (snapshot.number === newest) show(snapshot);
}

/** @param {Snapshot} snapshot */
function show(snapshot) {
  if (!sentence.isConnected) page.replaceChildren(el("div", "", sentence, around), tray.element, sheets, join);
  setText(sentence, snapshot.sentence);
  setText(around, snapshot.over ? snapshot.over.reasons.join(" ") : snapshot.around);
  tray.show({ ...snapshot, can: { ...snapshot.can, roll: false } });
  tray.element.hidden = snapshot.phase === "lobby" || snapshot.phase === "over" || snapshot.dice_mode === "none";
  const seats = snapshot.seats.map((seat, i) => ({ seat, i })).filter(({ seat }) => snapshot.phase === "lobby" || seat.kind !== "open");
  const board = snapshot.shared_board && snapshot.phase !== "lobby" ? [{ seat: snapshot.seats[0], i: -1 }] : [];
  sync(sheets, [...board, ...seats], ({ i }) => String(i), () => makeSeat(), (card, { seat, i }) => showSeat(snapshot, card, seat, i));
  const lobby = snapshot.phase === "lobby";
  if (lobby && !join.firstChild) join.replaceChildren(...invitation());
  join.hidden = !lobby;
  last = snapshot;
}

function makeSeat() {
  return el("div", "other", makeStrip(), el("div", "other-sheets"));
}

/** @param {Snapshot} snapshot @param {HTMLElement} card @param {SeatView} seat @param {number} place -1 for the board of all */
function showSeat(snapshot, card, seat, place) {
  const [strip, pages] = /** @type {HTMLElement[]} */ ([...card.children]);
  strip.hidden = place < 0;
  card.classList.toggle("turn", snapshot.active === place && snapshot.phase !== "over");
  const name = seat.kind === "open" ? translate("lobby.open") : seat.name;
  if (place >= 0) showStrip(strip, seat, place, { snapshot, before: last, palette, name, score: snapshot.over ? signed(seat.score) : "" });
  if (snapshot.shared_board && place >= 0) return;
  const shown = seat.sheets.slice(0, 2).map((one) => {
    const picture = pictureOf(`tv-${place}`, one.id, palette, { label: translate("play.sheet-of", { name: seat.name }), small: true });
    picture.update(viewOf(snapshot, last, Math.max(0, place), one));
    return { id: one.id, svg: picture.svg };
  });
  sync(pages, shown, ({ id }) => id, ({ svg }) => el("div", "", svg));
}

function invitation() {
  const picture = el("img", "qr");
  Object.assign(picture, { src: address(`/t/${code}/qr.svg`), alt: translate("lobby.qr") });
  return [picture, el("p", "sentence", translate("lobby.or-code"), " ", el("strong", "code", code))];
}
