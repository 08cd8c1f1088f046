// Caches sheets and pictures; each picture has a slot of the page.

import { SHEET_WORDS } from "./names.js";
import { fetched } from "./net.js";
import { signed } from "./shapes.js";
import { drawSheet } from "./sheet.js";
import { isSettled } from "./steps.js";
import { lang } from "./words.js";

export { signed };

/** @import {Detail, Drawn, Palette, Sheet, View} from "./drawing.js" */
/** @import {SheetView, Snapshot} from "./types.js" */

/** @type {Map<string, Sheet>} */
const sheets = new Map();

/** @type {Map<string, Drawn>} */
const drawn = new Map();

/** @returns {Promise<Palette>} */
export function loadPalette() {
  return fetched("/palette.json");
}

/** @param {string[]} ids */
export async function loadSheets(ids) {
  const missing = [...new Set(ids)].filter((id) => !sheets.has(id));
  await Promise.all(missing.map(async (id) => sheets.set(id, withLooks(await fetched(`/sheets/${lang}/${id}.json`)))));
}

/** @param {Sheet} sheet @returns {Sheet} */
function withLooks(sheet) {
  const looks = Object.fromEntries(Object.entries(sheet.kinds ?? {}).map(([kind, look]) => [kind, look.key ? { ...look, word: sheet.words[look.key] } : look]));
  return { ...sheet, cells: sheet.cells.map((cell) => ({ ...cell, look: looks[cell.kind] })) };
}

/** Loads every sheet a snapshot mentions. @param {Snapshot} snapshot */
export function loadSheetsOf(snapshot) {
  const ids = snapshot.seats.flatMap((seat) => seat.sheets.map((one) => one.id));
  return loadSheets([...ids, snapshot.dice.sheet].filter(Boolean));
}

/** @param {string} id */
export function isLoaded(id) {
  return sheets.has(id);
}

/** A sheet that has been loaded. @param {string} id @returns {Sheet} */
export function sheetOf(id) {
  const sheet = sheets.get(id);
  if (!sheet) throw new Error(`sheet ${id} is not loaded`);
  return sheet;
}

/**
 * The picture in a slot; it is redrawn for another sheet.
 * @param {string} slot
 * @param {string} id the sheet
 * @param {Palette} palette
 * @param {{label: string, small?: boolean, detail?: Detail}} options
 * @returns {Drawn}
 */
export function pictureOf(slot, id, palette, { label, small = false, detail }) {
  const name = `${slot}/${id}`;
  let picture = drawn.get(name);
  if (!picture) {
    const sheet = sheetOf(id);
    picture = drawSheet(sheet, palette, { words: SHEET_WORDS, names: sheet.names, id: name.replace(/[^\w-]/g, "-"), label, small, detail });
    drawn.set(name, picture);
  }
  if (picture.svg.getAttribute("aria-label") !== label) picture.svg.setAttribute("aria-label", label);
  return picture;
}

/**
 * The state of a seat's sheet: its marks, those new since the snapshot before, its points so far, and at the end those to write.
 * @param {Snapshot} snapshot
 * @param {Snapshot | null} before
 * @param {number} seat
 * @param {SheetView} page
 * @returns {View}
 */
export function viewOf(snapshot, before, seat, page) {
  const old = before?.seats[seat]?.sheets.find((other) => other.id === page.id)?.marks;
  const fresh = old ? Object.keys(page.marks).filter((cell) => old[cell] !== page.marks[cell]) : [];
  const { seats, over, line, shared_board: shared, score_tables: scoreTables } = snapshot;
  const counted = countedOn(snapshot, seat, page);
  const others = seats[seat].sheets.filter((other) => other !== page && Object.keys(other.marks).length);
  const elsewhere = others.length ? others.reduce((sum, other) => sum + sumOf(countedOn(snapshot, seat, other)), 0) : undefined;
  return { marks: page.marks, lost: page.lost, closed: closedBy(snapshot, seat, page), fresh, newest: page.newest.length ? page.newest : fresh, line, scoreTables, counted, elsewhere, settled: isSettled(page), points: over || snapshot.phase === "over" ? counted : {}, name: shared ? "" : seats[seat].name };
}

/** The points on one of a seat's sheets, by the band or cell where they are written. @param {Snapshot} snapshot @param {number} seat @param {SheetView} page */
export function countedOn({ counted, seats }, seat, page) {
  return counted[seat]?.[seats[seat].sheets.indexOf(page)] ?? {};
}

/** @param {Record<string, number>} points */
export function sumOf(points) {
  return Object.values(points).reduce((sum, one) => sum + one, 0);
}

/** The points on a sheet in words, where they are counted by kinds of cells; else nothing. @param {string} id @param {Record<string, number>} counted */
export function pointsByKind(id, counted) {
  const { ladders = [], cells, words } = sheetOf(id);
  const of = (/** @type {string} */ kind) => cells.filter((cell) => cell.kind === kind).reduce((sum, cell) => sum + (counted[cell.id] ?? 0), 0);
  return ladders.flatMap(({ key, kind }) => (kind ? [`${words[key]} ${signed(of(kind))}`] : [])).join(" · ");
}

/** By row that others have closed: their names. @param {Snapshot} snapshot @param {number} seat @param {SheetView} page @returns {Record<string, string>} */
function closedBy({ seats }, seat, page) {
  const others = seats.flatMap(({ name, sheets }, other) => (other === seat ? [] : sheets.filter(({ id }) => id === page.id).map(({ closed }) => ({ name, closed }))));
  const rows = new Set(others.flatMap(({ closed }) => closed));
  return Object.fromEntries([...rows].map((row) => [row, others.filter(({ closed }) => closed.includes(row)).map(({ name }) => name).join(", ")]));
}

/** The seat whose sheet is shown large. @param {Snapshot} snapshot @param {number} last the one before */
export function mainSeat(snapshot, last) {
  if (snapshot.shared_board) return 0;
  if (snapshot.seat >= 0) return snapshot.seat;
  if (snapshot.seats[last]?.mine) return last;
  const mine = snapshot.seats.findIndex((seat) => seat.mine);
  return mine >= 0 ? mine : Math.max(0, snapshot.active);
}
