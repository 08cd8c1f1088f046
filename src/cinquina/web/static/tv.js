// A table on a television: everything large, no controls.

import "./top.js";
import { address, connect } from "./net.js";
import { el, sync, setText } from "./page.js";
import { makeLegend } from "./legend.js";
import { begun } from "./others.js";
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
const strips = el("div", "tv-strips");
const legend = makeLegend();
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
  if (!sentence.isConnected) page.replaceChildren(el("div", "tv-lead", sentence, around), tray.element, sheets, strips, legend.element, join);
  setText(sentence, snapshot.sentence);
  setText(around, snapshot.over ? snapshot.over.reasons.join(" ") : snapshot.around);
  tray.show({ ...snapshot, can: { ...snapshot.can, roll: false } });
  tray.element.hidden = snapshot.phase === "lobby" || snapshot.phase === "over" || snapshot.dice_mode === "none";
  const seats = snapshot.seats.map((seat, i) => ({ seat, i })).filter(({ seat }) => snapshot.phase === "lobby" || seat.kind !== "open");
  const lobby = snapshot.phase === "lobby";
  const board = snapshot.shared_board && !lobby;
  sync(sheets, board ? [{ seat: snapshot.seats[0], i: -1 }] : seats, ({ i }) => String(i), makeSeat, (card, { seat, i }) => showSeat(snapshot, card, seat, i));
  sync(strips, board ? seats : [], ({ i }) => String(i), makeSeat, (card, { seat, i }) => showSeat(snapshot, card, seat, i));
  legend.show(snapshot);
  page.classList.toggle("on-board", board);
  page.classList.toggle("in-lobby", lobby);
  if (lobby && !join.firstChild) join.replaceChildren(...invitation());
  join.hidden = !lobby;
  last = snapshot;
  arrange();
}

addEventListener("resize", arrange);

/** Arranges the sheets so that they are as large as they can be: in columns, and two of one player side by side or not. */
function arrange() {
  const cards = [...sheets.children];
  const first = /** @type {SVGSVGElement | null} */ (sheets.querySelector("svg.sheet"));
  if (!first) return;
  const { width, height } = first.viewBox.baseVal;
  const most = Math.max(...cards.map((card) => card.querySelectorAll("svg.sheet").length));
  const head = cards[0].querySelector(".other-head")?.getBoundingClientRect().height ?? 0;
  let best = { scale: 0, columns: 1, beside: false };
  for (let columns = 1; columns <= cards.length; columns++) {
    for (const beside of [false, true]) {
      const [wide, high] = [sheets.clientWidth / columns - PADDING, sheets.clientHeight / Math.ceil(cards.length / columns) - head - PADDING];
      const scale = Math.min(wide / width / (beside ? most : 1), high / height / (beside ? 1 : most));
      if (scale > best.scale) best = { scale, columns, beside };
    }
  }
  sheets.classList.toggle("side-by-side", best.beside);
  spread(/** @type {HTMLElement[]} */ (cards), best.columns);
}

/** Puts cards in columns; those of the last row share its whole width. @param {HTMLElement[]} cards @param {number} columns */
function spread(cards, columns) {
  const last = cards.length % columns || columns;
  sheets.style.setProperty("--tracks", String(columns * last));
  cards.forEach((card, i) => (card.style.gridColumn = `span ${i < cards.length - last ? last : columns}`));
}

/** What a card and the gap beside it take besides its sheet. */
const PADDING = 60;

function makeSeat() {
  return el("div", "other", makeStrip(), el("div", "other-sheets"));
}

/** @param {Snapshot} snapshot @param {HTMLElement} card @param {SeatView} seat @param {number} place -1 for the board of all */
function showSeat(snapshot, card, seat, place) {
  const [strip, pages] = /** @type {HTMLElement[]} */ ([...card.children]);
  strip.hidden = place < 0;
  card.classList.toggle("turn", snapshot.active === place && snapshot.phase !== "over");
  const name = seat.kind === "open" ? translate("lobby.open") : seat.name;
  if (place >= 0) showStrip(strip, seat, place, { snapshot, before: last, palette, name, score: snapshot.over && !snapshot.shared_board ? signed(seat.score) : "" });
  if (snapshot.shared_board && place >= 0) return;
  const shown = begun(seat.sheets).map((one) => {
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
