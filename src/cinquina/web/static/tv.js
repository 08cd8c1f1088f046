// A table on a television: everything large, no controls.

import "./top.js";
import { keepAwake } from "./awake.js";
import { isOnlyHere, onlyHere, qrCode, tableLink } from "./invite.js";
import { connect } from "./socket.js";
import { el, sync, setText } from "./page.js";
import { makeLegend } from "./legend.js";
import { arrangeCards, makeCard, showCard } from "./cards.js";
import { loadPalette, loadSheetsOf, signed } from "./pictures.js";
import { placeOf } from "./strip.js";
import { makeSteps } from "./steps.js";
import { makeTray } from "./tray.js";
import { lang, translate } from "./words.js";

/** @import {Drawn, Table} from "./drawing.js" */
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
const steps = makeSteps(show);

connect(`/t/${code}/ws`, { hello: () => ({ keys: [], lang }), online: () => {}, receive });

/** @param {Snapshot & {refused?: string}} received */
async function receive(received) {
  if (received.refused) return page.replaceChildren(el("h1", "sentence", received.refused));
  if (received.number < newest) return;
  newest = received.number;
  const snapshot = received;
  await loadSheetsOf(snapshot);
  if (snapshot.number === newest) steps.add(snapshot);
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
  sync(sheets, board ? [{ seat: snapshot.seats[0], i: -1 }] : seats, ({ i }) => String(i), () => makeCard(), (card, { seat, i }) => showSeat(snapshot, card, seat, i));
  sync(strips, board ? seats : [], ({ i }) => String(i), () => makeCard(), (card, { seat, i }) => showSeat(snapshot, card, seat, i));
  legend.show(snapshot);
  page.classList.toggle("on-board", board);
  page.classList.toggle("in-lobby", lobby);
  document.body.classList.toggle("at-tv", !lobby);
  if (lobby && !join.firstChild) join.replaceChildren(...invitation());
  join.hidden = !lobby;
  last = snapshot;
  keepAwake(snapshot.phase !== "ended");
  fill();
}

/** The pictures by card. @type {Map<HTMLElement, Drawn[]>} */
const pictures = new Map();
let filled = "";

/** Makes the sheets as large as they can be, each arranged for its card. */
function fill() {
  const now = [sheets.clientWidth, sheets.clientHeight, sheets.children.length, [...pictures.values()].flat().length].join();
  if (now === filled) return;
  filled = now;
  for (const drawn of pictures.values()) for (const picture of drawn) picture.arrange(WIDE);
  arrangeCards(sheets);
  for (const [card, drawn] of pictures) {
    const { clientWidth: width, clientHeight: height } = card.querySelector(".other-sheets") ?? card;
    for (const picture of drawn) picture.arrange({ width, height: height / drawn.length });
  }
}

/** Room for the arrangement by which cards are put in columns. */
const WIDE = { width: 2, height: 1 };

addEventListener("resize", fill);

/** @param {Snapshot} snapshot @param {HTMLElement} card @param {SeatView} seat @param {number} place -1 for the board of all */
function showSeat(snapshot, card, seat, place) {
  card.classList.toggle("turn", snapshot.active === place && snapshot.phase !== "over");
  const standing = placeOf(snapshot, place);
  card.classList.toggle("winner", standing === 1);
  const name = seat.kind === "open" ? translate("lobby.open") : seat.name;
  const score = snapshot.over && !snapshot.shared_board ? signed(seat.score) : "";
  pictures.set(card, showCard(card, seat, place, { snapshot, before: last, palette, name, score, standing }, "tv") ?? []);
}

function invitation() {
  const words = el("div", "stack", el("p", "sentence", translate("lobby.code"), " ", el("strong", "code", code)), isOnlyHere ? onlyHere() : el("p", "tv-link", tableLink));
  return isOnlyHere ? [words] : [qrCode(code), words];
}
