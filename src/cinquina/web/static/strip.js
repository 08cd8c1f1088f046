// A player in one strip: token, name, what they are doing, their newest marks, points or chips.

import { lock } from "./blank-sheet.js";
import { drawFace } from "./dice.js";
import { SHEET_WORDS } from "./names.js";
import { el, setText } from "./page.js";
import { sheetOf, viewOf } from "./pictures.js";
import { draw, hue, signed, symbol } from "./shapes.js";
import { isMe } from "./steps.js";
import { agreed } from "./surroundings.js";
import { drawStack, drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Cell, Palette, Sheet} from "./drawing.js" */
/** @import {SeatView, Snapshot} from "./types.js" */
/** @typedef {{snapshot: Snapshot, before: Snapshot | null, palette: Palette, score: string, name: string, standing?: number}} Scene what a strip is about; `standing` is a place in the ranking */
/** @typedef {{sheet: Sheet, cell: Cell, mark: string, marks: Record<string, string>}} Newest a new mark, among all on its sheet */

/** @type {Record<string, string>} */
const STATES = {
  throws: translate("state.throws"), chooses: translate("state.chooses"), chosen: translate("state.chosen"), finished: translate("state.finished"),
};
/** What the only player of this page is doing. @type {Record<string, string>} */
const OWN_STATES = { ...STATES, throws: translate("state.own-throws"), chooses: translate("state.own-chooses") };
/** @type {Record<string, string>} */
const LOOKS = { throws: "strong", chosen: "done" };

const MINUTE = 60;
const MOST_PILLS = 4;

/** An empty strip. */
export function makeStrip() {
  return el("div", "other-head", el("span", "token"), el("span", "who"), el("span", "tag"), el("span", "pills"), el("span", "score"), el("span", "supply"));
}

/** @param {HTMLElement} strip @param {SeatView} seat @param {number} place @param {Scene} scene */
export function showStrip(strip, seat, place, { snapshot, before, palette, score, name, standing = 0 }) {
  const [token, who, tag, pills, points, supply] = /** @type {HTMLElement[]} */ ([...strip.children]);
  const active = snapshot.active === place && snapshot.phase !== "over";
  token.classList.toggle("on", active && !seat.colour);
  once(token, `${place}/${seat.colour}`, () => [drawToken(place, seat.colour, palette)]);
  once(who, `${name}/${seat.level}`, () => [name, ...levelOf(seat)]);
  showTag(tag, seat, standing, isMe(snapshot, place) ? OWN_STATES : STATES);
  const newest = newestOf(snapshot, before, seat, place);
  once(pills, JSON.stringify(newest.map(({ cell, mark }) => [cell.id, mark])), () => newest.map(({ sheet, cell, mark }) => pill(sheet, cell, mark, palette)));
  pills.hidden = newest.length === 0;
  setText(points, score);
  supply.hidden = seat.chips === 0;
  supply.dataset.short = `${seat.chips_left}/${seat.chips}`;
  supply.dataset.left = translate("others.chips", { left: supply.dataset.short });
  if (seat.chips) once(supply, `${seat.chips_left}/${seat.chips}/${seat.colour}`, () => [el("span", "quiet", translate("others.supply", { n: seat.chips_left, all: seat.chips })), drawStack(seat.chips_left, seat.colour, palette)]);
}

/** How strong a bot is, behind its name. @param {SeatView} seat @returns {Node[]} */
function levelOf({ kind, level }) {
  return kind === "bot" && level ? [el("span", "level", ` ${level}`)] : [];
}

/** Draws the content of an element anew when its state has changed. @param {HTMLElement} element @param {string} state @param {() => (Node | string)[]} make */
function once(element, state, make) {
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.replaceChildren(...make());
}

/** @param {HTMLElement} tag @param {SeatView} seat @param {number} standing @param {Record<string, string>} states */
function showTag(tag, seat, standing, states) {
  const [text, minutes, brief] = standing ? [ordinal(standing), "", ""] : [tagOf(seat, states), minutesOf(seat), briefOf(seat)];
  const told = brief ? [el("span", "in-full", text), el("span", "brief", brief)] : [text];
  once(tag, `${text}/${minutes}`, () => (minutes ? [...told, el("span", "minutes", ` ${minutes}`)] : told));
  tag.hidden = tag.textContent === "";
  const look = standing ? (standing === 1 ? "strong" : "") : isAway(seat) ? "away" : (LOOKS[seat.state] ?? "");
  tag.className = `tag ${look}`.trim();
}

/** The place of a player in the ranking; 0 while there is none, or nobody to be ranked with. @param {Snapshot} snapshot @param {number} seat */
export function placeOf({ over, seats }, seat) {
  const ranking = over?.ranking ?? [];
  return ranking.length > 1 ? (ranking.find((one) => one.names.includes(seats[seat]?.name))?.place ?? 0) : 0;
}

/** The first three places have words of their own. */
const NAMED_PLACES = 3;

/** 1st, 2nd and so on. @param {number} n */
function ordinal(n) {
  return translate(`over.place.${n <= NAMED_PLACES ? n : "n"}`, { n });
}

/** @param {SeatView} seat */
function isAway(seat) {
  return seat.substitute || (seat.kind === "person" && !seat.here);
}

/** How long a player has been away; "" for a moment only. @param {SeatView} seat */
function minutesOf(seat) {
  const gone = seat.substitute || seat.free || !isAway(seat) || seat.away < MINUTE;
  return gone ? "" : translate("state.away-minutes", { n: Math.round(seat.away / MINUTE) });
}

/** What a player is doing, or that they are away. @param {SeatView} seat @param {Record<string, string>} states */
function tagOf(seat, states) {
  if (hasLeft(seat)) return translate(seat.substitute ? "state.left-bot" : "state.left");
  if (seat.substitute) return translate("state.substitute");
  if (isAway(seat)) return translate("state.away");
  const corrected = seat.corrections ? translate("pad.corrections", { n: seat.corrections }) : "";
  return [states[seat.state] ?? "", corrected].filter(Boolean).join(" · ");
}

/** The same where two strips share a line; "" where all of it has room. @param {SeatView} seat */
function briefOf(seat) {
  if (!isAway(seat)) return "";
  return translate(!seat.substitute ? "state.away-brief" : hasLeft(seat) ? "state.left" : "state.bot");
}

/** @param {SeatView} seat */
function hasLeft({ free, kind }) {
  return free && kind === "person";
}

/** The marks made with the newest throw that a pill can show; on a board only the player's own chips. @param {Snapshot} snapshot @param {Snapshot | null} before @param {SeatView} seat @param {number} place */
function newestOf(snapshot, before, seat, place) {
  const told = snapshot.log.filter((turn) => turn.seat >= 0 || turn.deeds.length).at(-1);
  if (snapshot.log.length && !told?.deeds.some((deed) => deed.seat === place && deed.kind === "marks")) return [];
  const found = seat.sheets.flatMap((page) => {
    const sheet = agreed(sheetOf(page.id), snapshot.score_tables);
    const cells = (viewOf(snapshot, before, place, page).newest ?? []).filter((id) => !snapshot.shared_board || page.marks[id] === seat.colour);
    return cells.flatMap((id) => sheet.cells.filter((cell) => cell.id === id).map((cell) => ({ sheet, cell, mark: page.marks[id] ?? "", marks: page.marks })));
  });
  const heads = found.map(headed).filter(({ cell }, i, all) => !isHead(cell) || all.findIndex((other) => other.cell === cell) === i);
  const inOrder = heads.sort((one, other) => Number(isHead(other.cell)) - Number(isHead(one.cell)));
  return inOrder.filter(({ sheet, cell, mark }) => cell.colour || labelOf(sheet, cell, mark)).slice(0, MOST_PILLS);
}

/** Whether a cell shows the die that its column is for. @param {Cell} cell */
function isHead({ look }) {
  return look?.style === "die";
}

/** A mark in a column that is for a die is told by that die. @param {Newest} one @returns {Newest} */
function headed({ sheet, cell, mark, marks }) {
  const head = cell.column ? sheet.cells.find((other) => other.column === cell.column && isHead(other)) : undefined;
  return { sheet, cell: head ?? cell, mark: head ? (marks[head.id] ?? "") : mark, marks };
}

/** What is written on a pill: the number that was written, or that of the cell or its row, or the price of a crossed box. @param {Sheet} sheet @param {Cell} cell @param {string} mark */
function labelOf(sheet, cell, mark) {
  if (/^\d+$/.test(mark)) return mark;
  const row = sheet.bands.find((band) => band.id === cell.row)?.label;
  return row ?? (cell.look?.style === "box" ? priceOf(sheet) : String(cell.number ?? ""));
}

/** What is written instead of a price where a crossed box has none. */
const BOX = "☒";

/** What every crossed box of a sheet costs, if its print tells. @param {Sheet} sheet */
function priceOf({ labels, scores }) {
  const [price, ...more] = labels.flatMap(({ score }) => (score ? scores[score] : []));
  return price === undefined || more.length ? BOX : signed(price);
}

/** @param {Sheet} sheet @param {Cell} cell @param {string} mark @param {Palette} palette */
function pill(sheet, cell, mark, palette) {
  const element = el("span", `pill ${hue(cell.colour)}`.trim());
  if (cell.colour) element.append(symbol(cell.colour, palette), el("span", "visually-hidden", `${SHEET_WORDS[cell.colour]} `));
  const label = labelOf(sheet, cell, mark);
  if (cell.look?.sign === "lock") element.append(draw("svg", { class: "symbol shut", viewBox: "-26 -28 52 60", "aria-hidden": "true" }, [lock(100)]));
  else if (isHead(cell)) element.append(el("span", `die mini ${hue(sheet.dice[0].colour)}`, drawFace(sheet.dice[0], Number(label), palette)), el("span", "visually-hidden", label));
  else if (label === BOX) element.append(draw("svg", { class: "crossed-box", viewBox: "-30 -30 60 60", "aria-hidden": "true" }, [draw("path", { d: "M-26 -26H26V26H-26Z" }), draw("path", { d: "M-17 -17L17 17M17 -17L-17 17" })]), el("span", "visually-hidden", SHEET_WORDS.crossed));
  else element.append(label);
  return element;
}
