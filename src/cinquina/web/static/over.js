// The end of a game: everybody's sheets with their points, the ranking, where it was decided, the last throw, what comes next.

import { arrangeCards, fitPictures, makeCard, showCard } from "./cards.js";
import { address } from "./net.js";
import { watchMore } from "./more.js";
import { makeNext } from "./next.js";
import { button, download, el, linkButton, openDialog, setText, sync } from "./page.js";
import { signed } from "./pictures.js";
import { isMe, nameOf, throwsOf } from "./steps.js";
import { placeOf } from "./strip.js";
import { turnLines } from "./talk.js";
import { drawToken } from "./tokens.js";
import { makeDiceVerdict } from "./verdict.js";
import { translate } from "./words.js";

/** @import {Drawn, Table} from "./drawing.js" */
/** @import {Ending, Snapshot} from "./types.js" */

/** @param {Table} table @param {(seat: number) => void} enlarge */
export function makeOver(table, enlarge) {
  const ranking = el("ol", "ranking");
  ranking.setAttribute("aria-label", translate("over.ranking"));
  const sheets = makeSheets(table, enlarge);
  const [where, luck, last] = [el("section", "card end-decided"), el("section", "card end-luck"), el("section", "card end-throw")];
  const around = el("div", "end-around", ranking, where, luck, last);
  watchMore(around);
  const points = button(translate("over.all-points"), "", () => showPoints(table));
  const record = button(translate("over.record"), "", () => saveRecord(table));
  const dice = makeDiceVerdict();
  const tools = el("div", "end-tools", linkButton(translate("over.replay"), address(`/t/${table.code}/replay`), ""), record, points, dice.element);
  const next = makeNext(table);
  const resume = button(translate("pad.resume"), "", () => void table.act({ do: "resume" }));
  const actions = el("div", "actions", ...next.parts.slice(0, -1), resume, next.main);
  const element = el("div", "over", sheets.element, around, tools, actions);
  let shown = "";

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const { can, over } = snapshot;
    element.hidden = over === null;
    next.show(snapshot);
    resume.hidden = !can.resume;
    actions.hidden = [...actions.children].every((part) => part instanceof HTMLElement && part.hidden);
    sheets.watch(over !== null);
    if (!over) return;
    void dice.show(snapshot);
    const now = JSON.stringify([over.ranking, over.parts, over.hints, snapshot.series, snapshot.seats.map((seat) => seat.name), snapshot.log.at(-1)]);
    if (now === shown) return;
    shown = now;
    sync(ranking, over.ranking, (one) => `${one.place}/${one.names.join("+")}/${one.score}`, (one) => rankLine(table, one));
    ranking.classList.toggle("on-cards", !snapshot.shared_board);
    const closed = snapshot.phase === "ended";
    fill(where, (closed ? null : comparison?.decided(snapshot, over, table.palette)) ?? []);
    points.hidden = closed ? snapshot.shared_board : where.hidden;
    fill(last, lastTurns(table, snapshot));
    luck.hidden = !endings?.isReviewed(snapshot);
    if (!luck.hidden) void endings?.showLuck(luck, table);
  };

  /** Gives the sheets their room; called when everything is in place. @param {Snapshot} snapshot */
  const arrange = (snapshot) => {
    if (snapshot.over) sheets.show(snapshot);
  };
  return { element, show, arrange, main: next.main };
}

/** What compares the points: fetched when a game is over. @type {typeof import("./decided.js") | null} */
let comparison = null;

/** What tells luck from choice: fetched then, too. @type {typeof import("./luck.js") | null} */
let endings = null;

/** Fetches what only the end needs. @param {Snapshot} snapshot */
export async function loadEnd({ over }) {
  if (over) [comparison, endings] = [comparison ?? (await import("./decided.js")), endings ?? (await import("./luck.js"))];
}

/** Fills a card; without content it is hidden. @param {HTMLElement} card @param {(Node | string)[]} content */
function fill(card, content) {
  card.replaceChildren(...content);
  card.hidden = content.length === 0;
}

/** How many throws are shown where there is room. */
const LAST_THROWS = 3;

/** The last throws and what everybody did with them, the newest first, and who asked for hints. @param {Table} table @param {Snapshot} snapshot */
function lastTurns({ palette }, snapshot) {
  const turns = throwsOf(snapshot).filter((turn) => turn.deeds.length).slice(-LAST_THROWS).reverse();
  const shown = turns.map((turn) => el("li", "", ...turnLines(snapshot, turn, palette)));
  const hints = snapshot.over?.hints ? [el("p", "end-hints quiet", snapshot.over.hints)] : [];
  return turns.length ? [el("h2", "", translate("over.last-throw"), " ", el("span", "quiet", lengthOf(snapshot.over))), el("ol", "last-throws", ...shown), ...hints] : [];
}

/** How many throws a game had, and how long it lasted, as far as that is known. @param {Ending | null} over */
function lengthOf(over) {
  const parts = [over?.throws && translate("over.throws", { n: over.throws }), over?.minutes && translate("over.minutes", { n: over.minutes })];
  return parts.filter(Boolean).map((part) => `· ${part}`).join(" ");
}

/** Everybody's sheets; a press enlarges one. @param {Table} table @param {(seat: number) => void} enlarge */
function makeSheets(table, enlarge) {
  const element = el("div", "end-sheets");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", translate("over.sheets"));
  let [isNew, seen] = [false, false];

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    /** @type {Drawn[]} */
    const pictures = [];
    sync(element, order(snapshot), String, (seat) => makeSheet(seat, enlarge), (card, seat) => {
      pictures.push(...showSheet(table, card, seat));
    });
    arrangeAll(element, pictures);
    if (isNew) {
      scrollTo(0, 0);
      countUp(element);
    }
    isNew = false;
  };
  /** Remembers whether the end comes while this page is looking: then the points are counted up. @param {boolean} over */
  const watch = (over) => {
    isNew ||= over && seen;
    seen = !over;
  };
  return { element, show, watch };
}

/** Windows in which the sheets stand one below the other. */
const STACKED = matchMedia("(max-width: 63.99rem), (max-height: 30rem)");

/** The seats in the order of their cards: of the ranking, or where they are stacked one's own before the others; on a shared board there is one card, -1. @param {Snapshot} snapshot */
function order(snapshot) {
  if (snapshot.shared_board) return [-1];
  const seats = snapshot.seats.flatMap((seat, i) => (seat.kind === "open" ? [] : [i]));
  const place = (/** @type {number} */ i) => (STACKED.matches && isMe(snapshot, i) ? -1 : placeOf(snapshot, i));
  return seats.sort((one, other) => place(one) - place(other));
}

/** @param {number} seat @param {(seat: number) => void} enlarge */
function makeSheet(seat, enlarge) {
  const card = makeCard(seat < 0 ? "div" : "button");
  if (seat >= 0) card.addEventListener("click", () => enlarge(seat));
  return card;
}

/** @param {Table} table @param {HTMLElement} card @param {number} place @returns {Drawn[]} */
function showSheet({ snapshot, palette }, card, place) {
  const seat = snapshot.seats[Math.max(0, place)];
  const standing = placeOf(snapshot, place);
  card.classList.toggle("winner", standing === 1);
  const score = snapshot.shared_board ? "" : signed(seat.score);
  return showCard(card, seat, place, { snapshot, before: null, palette, name: nameOf(snapshot, Math.max(0, place)), score, standing }, "end") ?? [];
}

/** Where the other cards stand: below the sheets, or beside them, if sheets become that much larger by it and fill so much of the height. */
const WAYS = ["below", "beside"];
const [WORTH_IT, FILLED] = [1.1, 0.55];

/** What a card and the gap beside it take besides its sheet. */
const PADDING = 40;

/** Gives sheets the largest room there is. @param {HTMLElement} element @param {Drawn[]} pictures */
function arrangeAll(element, pictures) {
  const page = /** @type {HTMLElement | null} */ (element.closest(".table-page"));
  if (!page) return;
  delete page.dataset.shape;
  const [below, beside] = WAYS.map((way) => {
    page.dataset.cards = way;
    return arrangeCards(element, PADDING);
  });
  page.dataset.cards = WAYS[beside.scale > WORTH_IT * below.scale && beside.filled > FILLED ? 1 : 0];
  arrangeCards(element, PADDING);
  fitPictures(pictures);
}

/** How long points are counted up, in milliseconds. */
const COUNTING = 900;

/** Counts the totals up from nothing. @param {HTMLElement} element */
function countUp(element) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const totals = [...element.querySelectorAll(".score")].map((total) => ({ total, text: total.textContent ?? "", points: Number((total.textContent ?? "").replace("−", "-")) }));
  const begun = performance.now();
  const step = () => {
    const share = Math.min(1, (performance.now() - begun) / COUNTING);
    for (const { total, text, points } of totals) if (text) setText(total, share < 1 ? signed(Math.round(points * share)) : text);
    if (share < 1) requestAnimationFrame(step);
  };
  step();
}

/** A line of the ranking; on a shared board there are no points, but chips. @param {Table} table @param {Ending["ranking"][number]} one */
function rankLine({ snapshot, palette }, one) {
  const seats = snapshot.seats.flatMap((seat, i) => (one.names.includes(seat.name) ? [i] : []));
  const token = el("span", "token", drawToken(seats[0], snapshot.seats[seats[0]].colour, palette));
  const names = seats.map((seat) => nameOf(snapshot, seat)).join(" + ");
  const { chips, chips_left: left } = snapshot.seats[seats[0]];
  const score = snapshot.shared_board ? el("span", "left", translate("others.supply", { n: left, all: chips })) : el("span", "score number", signed(one.score));
  return el("li", one.place === 1 ? "winner" : "", el("span", "place", `${one.place}.`), token, el("span", "who", names), score);
}

/** Shows the points of all players. @param {Table} table */
function showPoints({ snapshot }) {
  if (!snapshot.over) return;
  const box = el("div", "table-box all-points", ...(comparison ? [comparison.partsTable(snapshot, snapshot.over)] : []));
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", translate("over.parts"));
  const dialog = openDialog(translate("over.parts"), [box, button(translate("close"), "", () => dialog.close())]);
}

/** @param {Table} table */
function saveRecord(table) {
  const { over, seats, game } = table.snapshot;
  const records = over?.records ?? [];
  const own = over?.sheets?.findIndex((seat) => seats[seat].mine) ?? -1;
  const place = over?.sheets && own >= 0 ? records.length - over.sheets.length + own : records.length - 1;
  download(`${game}-${table.code}-${place + 1}.txt`, records[place] ?? "", "text/plain");
}
