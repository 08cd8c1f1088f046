// Renders any sheet: drawn once from its file, then only changes are applied.

import { hasBoard, printBoard } from "./board.js";
import { drawFace } from "./dice.js";
import { CHIP, chipAt, drawMark, line, number, stepOf } from "./marks.js";
import { arranged } from "./arrange.js";
import { showClosed } from "./closed.js";
import { box, cellClass, cellOutline, cellsOn, faceOutline, labelSize, middle, printBand, printCell, printLabel, rimmed, bounds, strip, textWidth } from "./blank-sheet.js";
import { circle, draw, formOf, round, signed, UNIT, write } from "./shapes.js";
import { hitArea } from "./hits.js";
import { hasBox, printSurroundings, surroundingBoxes, writeSurroundings } from "./surroundings.js";
import { makeWalkable } from "./keyboard.js";

/** @import {Box, Cell, Drawn, Palette, Picture, Place, Point, Room, Sheet, SheetOptions, View, Words} from "./drawing.js" */

/** The words for a sheet, with English defaults; labels and colours are added. @type {Words} */
const WORDS = {
  sheet: "sheet", empty: "empty", crossed: "crossed", legal: "can be chosen", pencil: "not confirmed",
  lost: "no longer possible", step: "step", chip: "chip", line: "in the winning line", newest: "new mark", closed: "closed",
};

/** How much wider bold letters are. */
const BOLD = 1.15;

/**
 * Draws a sheet; `update` shows another state of it and keeps the focus, `arrange` draws it for a room.
 * @param {Sheet} sheet
 * @param {Palette} palette
 * @param {SheetOptions} [options]
 * @returns {Drawn}
 */
export function drawSheet(sheet, palette, options = {}) {
  const { names = {}, id = sheet.id, small = false, detail = small ? "bare" : "screen" } = options;
  const words = { ...WORDS, ...options.words };
  const svg = draw("svg", { class: `sheet detail-${detail}${small ? " small" : ""}`, role: small ? "img" : "group" });
  svg.setAttribute("aria-label", options.label ?? words.sheet);
  /** @type {Picture} */
  const picture = { sheet: arranged(sheet, detail), palette, words, names, small, svg, id, places: new Map(), layers: {}, drawn: "" };
  lay(picture);
  const walk = small ? null : makeWalkable(svg, picture.layers.focus, stopsOf(picture));
  /** @type {View} */
  let now = {};
  /** @param {View} view */
  const update = (view) => {
    now = view;
    show(picture, view);
    walk?.offer(view.legal ?? []);
  };
  /** @param {Room} room @param {boolean} [keeps] whether only its height may change */
  const arrange = (room, keeps = false) => {
    const wanted = arranged(sheet, detail, room, keeps ? picture.sheet : null);
    if (String(wanted.size) === String(picture.sheet.size)) return;
    const focused = document.activeElement?.closest("[data-cell]")?.getAttribute("data-cell");
    const inside = svg.contains(document.activeElement);
    picture.sheet = wanted;
    lay(picture);
    walk?.lay(picture.layers.focus, stopsOf(picture));
    update({ ...now, fresh: [] });
    if (inside) picture.places.get(focused ?? "")?.element.focus();
  };
  update({});
  return { svg, update, arrange, other: () => (picture.sheet.other ? box(picture.sheet.other) : null) };
}

/** Draws everything that is printed, in place of what is there. @param {Picture} picture */
function lay(picture) {
  const { sheet, palette, svg } = picture;
  svg.replaceChildren();
  // Not left to :has() in the styles, by which a browser styles every cell anew whenever anything on the page changes.
  const kinds = { folded: Boolean(sheet.fold), wooden: hasBoard(sheet), "has-rising": sheet.cells.some((cell) => cell.look?.style === "rising") };
  for (const [name, on] of Object.entries(kinds)) svg.classList.toggle(name, on);
  svg.style.setProperty("--label", String(round(labelSize(sheet))));
  const layers = addLayers(svg);
  if (hasBoard(sheet)) layers.bands.append(printBoard(sheet, picture.small));
  layers.bands.append(...printSurroundings(sheet, palette));
  layers.bands.append(...sheet.bands.map((band) => printBand(band, cellsOn(sheet, band), palette)));
  layers.bands.append(...sheet.labels.map((label) => printLabel(sheet, label)));
  const places = new Map(sheet.cells.map((cell) => [cell.id, addCell(sheet, cell, palette, picture.id, picture.small)]));
  layers.cells.append(...[...places.values()].map((place) => place.element));
  Object.assign(picture, { layers, places, drawn: "" });
}

/** The cells that can be reached by keys. @param {Picture} picture */
function stopsOf(picture) {
  return [...picture.places.values()].filter(isButton);
}

/** Shakes a cell: it was refused. @param {SVGSVGElement} svg @param {string} cellId */
export function shake(svg, cellId) {
  const cell = svg.querySelector(`[data-cell="${CSS.escape(cellId)}"] .cell-body`);
  if (!cell) return;
  cell.classList.remove("shaken");
  cell.getBoundingClientRect(); // restarts the animation
  cell.classList.add("shaken");
}

/** @param {SVGSVGElement} svg */
function addLayers(svg) {
  /** @type {Record<string, SVGGElement>} */
  const layers = {};
  for (const name of ["bands", "written", "cells", "stamps", "path", "line", "letters", "points", "focus"]) {
    layers[name] = draw("g", { class: `layer-${name}` });
    svg.append(layers[name]);
  }
  return layers;
}

/** @param {Place} place */
function isButton(place) {
  return place.cell.look?.style !== "gap";
}

/** @param {Sheet} sheet @param {Cell} cell @param {Palette} palette @param {string} id @param {boolean} small @returns {Place} */
function addCell(sheet, cell, palette, id, small) {
  const banded = sheet.bands.some((band) => band.id === cell.row && band.colour === cell.colour);
  const body = draw("g", { class: "cell-body" }, printCell(cell, banded, palette));
  const [x, y] = middle(cell);
  const element = draw("g", { class: cellClass(cell), transform: `translate(${x} ${y})`, "data-cell": cell.id }, [body]);
  element.style.setProperty("--n", String(cell.number ?? 0));
  const marks = draw("g", { class: "marks" });
  if (!small && cell.look?.style !== "gap") {
    element.setAttribute("id", `${id}-${cell.id}`);
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.prepend(...hitArea(sheet, cell));
    body.append(draw("path", { class: "legal-ring", d: cellOutline(cell, rimmed(cell) ? 16 : 5) }), marks, dot(cell));
  } else body.append(marks);
  return { cell, element, marks, state: "", drawn: "" };
}

/** How far from the middle the dot of a cell stands that has a corner, or a rim, as a part of its size. */
const [IN_CORNER, IN_RIM] = [0.33, 0.2];

/** The dot in the corner of a cell that can be chosen. @param {Cell} cell */
function dot(cell) {
  const [width, height] = [cell.size[0] * UNIT, cell.size[1] * UNIT];
  const size = Math.min(width, height);
  const { corner } = formOf(cell.shape);
  const far = rimmed(cell) ? IN_RIM : corner || IN_CORNER;
  const up = corner || rimmed(cell) ? size * far : height / 2 - size * (0.5 - far);
  return draw("circle", { class: "legal-dot", cx: round(width * far), cy: round(-up), r: round(size * 0.09) });
}

/** @param {Picture} picture @param {View} view */
function show(picture, view) {
  for (const place of picture.places.values()) showCell(picture, place, view);
  showPath(picture, view);
  showColumns(picture, view);
  showClosed(picture, view);
  showLine(picture, view.line ?? []);
  showLetters(picture, view.letters ?? {});
  showPoints(picture, view);
}

/** @param {Picture} picture @param {Place} place @param {View} view */
function showCell(picture, place, view) {
  const { cell, element } = place;
  const [ink = "", pencil = ""] = [view.marks?.[cell.id], view.pencil?.[cell.id]];
  const flags = {
    marked: ink !== "",
    pencilled: pencil !== "",
    chipped: (pencil || ink) in picture.palette,
    legal: !picture.small && (view.legal ?? []).includes(cell.id),
    later: (view.later ?? []).includes(cell.id),
    sooner: (view.sooner ?? []).includes(cell.id),
    asked: view.asked === cell.id,
    fresh: (view.fresh ?? []).includes(cell.id),
    lost: !ink && !pencil && (view.lost ?? []).includes(cell.id),
    won: (view.line ?? []).includes(cell.id),
    newest: !pencil && (view.newest ?? []).includes(cell.id),
    lettered: cell.id in (view.letters ?? {}),
  };
  const letter = view.letters?.[cell.id] ?? "";
  const state = JSON.stringify([ink, pencil, flags, letter]);
  if (state === place.state) return;
  place.state = state;
  for (const [name, on] of Object.entries(flags)) element.classList.toggle(name, on);
  writeMarks(picture, place, ink, pencil);
  showNewest(place, flags.newest);
  if (element.getAttribute("role")) element.setAttribute("aria-label", [accessibleName(picture, cell, ink, pencil, flags), letter].filter(Boolean).join(", "));
}

/** @param {Picture} picture @param {Place} place @param {string} ink @param {string} pencil */
function writeMarks(picture, place, ink, pencil) {
  const marked = `${ink}/${pencil}`;
  if (marked === place.drawn) return;
  place.drawn = marked;
  const { cell, marks } = place;
  const size = Math.min(...cell.size) * UNIT * (formOf(cell.shape).tiled ? 0.88 : 1);
  const drawn = (/** @type {string} */ mark) => (cell.look?.style === "die" ? [dieMark(Number(mark), size, picture.palette)] : drawMark(mark, cell.id, size, picture.palette));
  const layer = (/** @type {string} */ mark, /** @type {string} */ kind) => (mark ? [draw("g", { class: kind }, drawn(mark))] : []);
  const covered = cell.number !== undefined && (ink || pencil) in picture.palette ? [coveredNumber(cell)] : [];
  marks.replaceChildren(...layer(ink, "ink"), ...layer(pencil, "pencil"), ...covered);
}

/** The number under a chip, in the corner. @param {Cell} cell */
function coveredNumber(cell) {
  const { right, bottom } = box({ at: [0, 0], size: cell.size });
  return write(String(cell.number), [right - 6, bottom - 13], 20, "covered", "end");
}

/** Shows by a bright ground and a thin ring that a mark is new. @param {Place} place @param {boolean} on */
function showNewest({ cell, element, marks }, on) {
  const drawn = element.querySelectorAll(".newest-ground, .newest-ring");
  if (on === drawn.length > 0) return;
  drawn.forEach((old) => old.remove());
  if (!on) return;
  const { tiled } = formOf(cell.shape);
  marks.before(draw("path", { class: "newest-ring", d: rimmed(cell) ? faceOutline(cell) : cellOutline(cell, tiled ? 5 : 1) }));
  if (!tiled) marks.parentElement?.prepend(draw("path", { class: "newest-ground", d: cellOutline(cell, -5) }));
}

/** A die in its place. @param {number} face @param {number} size @param {Palette} palette */
function dieMark(face, size, palette) {
  const die = { id: "", colour: "white" };
  return draw("g", { class: "die-mark hue hue-white", transform: `scale(${round(size * 0.1) / 10 * 0.96})` }, [...drawFace(die, face, palette).children]);
}

/**
 * The name of a cell for a screen reader: "red 7, crossed".
 * @param {Picture} picture
 * @param {Cell} cell
 * @param {string} ink
 * @param {string} pencil
 * @param {{legal: boolean, lost: boolean, won: boolean, newest: boolean}} flags
 */
function accessibleName({ names, words, palette }, cell, ink, pencil, flags) {
  const parts = [names[cell.id] ?? cell.id, ink || pencil ? markWord(ink || pencil, words, palette) : words.empty];
  if (!ink && pencil) parts.push(words.pencil);
  if (flags.legal) parts.push(words.legal);
  if (flags.lost) parts.push(words.lost);
  if (flags.won) parts.push(words.line);
  if (flags.newest) parts.push(words.newest);
  return parts.join(", ");
}

/** @param {string} mark @param {Words} words @param {Palette} palette */
function markWord(mark, words, palette) {
  if (mark in palette) return `${words.chip} ${words[mark] ?? mark}`;
  if (stepOf(mark)) return `${words.step} ${stepOf(mark)}`;
  return mark === "x" ? words.crossed : mark;
}

/** Draw the path through all cells whose marks are steps, in their order. @param {Picture} picture @param {View} view */
function showPath(picture, view) {
  const all = { ...view.pencil, ...view.marks };
  const steps = Object.keys(all).filter((id) => stepOf(all[id]) && picture.places.has(id));
  steps.sort((a, b) => stepOf(all[a]) - stepOf(all[b]));
  const layer = picture.layers.path;
  const ink = (/** @type {string} */ id) => view.marks?.[id] !== undefined;
  const wanted = new Map(steps.slice(1).map((to, i) => [`${steps[i]} ${to} ${ink(to) ? "ink" : "pencil"}`, to]));
  for (const old of [...layer.children]) if (!wanted.delete(old.getAttribute("data-leg") ?? "")) old.remove();
  for (const leg of wanted.keys()) layer.append(pathLeg(picture, leg, (view.fresh ?? []).includes(wanted.get(leg) ?? "")));
  const kinds = new Set(steps.map((id) => picture.places.get(id)?.cell.kind));
  const whole = picture.sheet.cells.filter((cell) => kinds.has(cell.kind)).length;
  layer.classList.toggle("complete", steps.length > 0 && steps.length === whole);
}

/** A cell that scores for its column is lit when it has points. @param {Picture} picture @param {View} view */
function showColumns({ places }, view) {
  for (const { cell, element } of places.values()) if (cell.bonus) element.classList.toggle("complete", cell.id in (view.counted ?? {}));
}

/** @param {Picture} picture @param {string} leg "from to kind" @param {boolean} fresh */
function pathLeg(picture, leg, fresh) {
  const [from, to, kind] = leg.split(" ");
  const stroke = line(at(picture, from), at(picture, to), leg, 0, "path-leg");
  stroke.classList.add(kind);
  stroke.classList.toggle("fresh", fresh);
  stroke.setAttribute("data-leg", leg);
  return stroke;
}

/** @param {Picture} picture @param {string} id @returns {Point} */
function at(picture, id) {
  const place = picture.places.get(id);
  return place ? middle(place.cell) : [0, 0];
}

/** How much larger a badge becomes by each letter; those of cells without gaps are small, and on the edge beside what is printed. */
const [BADGE, SMALL_BADGE] = [14, 11];
const [FROM_RIGHT, FROM_TOP] = [0.2, 0.13];

/** Where the badge of a cell stands, and its size. @param {Cell} cell @returns {[number, number, number]} */
function badgePlace(cell) {
  const { left, right, top, bottom } = box(cell);
  if (!formOf(cell.shape).tiled) return [right - 8, top + 8, BADGE];
  return [right - (right - left) * FROM_RIGHT, top + (bottom - top) * FROM_TOP, SMALL_BADGE];
}

/** Letters on the corners of cells. @param {Picture} picture @param {Record<string, string>} letters */
function showLetters(picture, letters) {
  const layer = picture.layers.letters;
  const state = JSON.stringify(letters);
  if (layer.getAttribute("data-letters") === state) return;
  layer.setAttribute("data-letters", state);
  const badges = Object.entries(letters).flatMap(([id, text]) => {
    const cell = picture.places.get(id)?.cell;
    if (!cell) return [];
    const [right, top, size] = badgePlace(cell);
    const paper = draw("path", { class: "badge-paper", d: circle(size * (1 + text.length)), transform: `translate(${round(right)} ${round(top)})` });
    return [draw("g", { class: "badge" }, [paper, write(text, [right, top], size * 3.4, "badge-text")])];
  });
  layer.replaceChildren(...badges);
}

/** The middle of the chip on a cell. @param {Picture} picture @param {string} id @returns {Point} */
function onChip(picture, id) {
  const [x, y] = at(picture, id);
  const [right, down] = chipAt((picture.places.get(id)?.cell.size[0] ?? 0) * UNIT);
  return [x + right, y + down];
}

/** How far the stroke through a winning line stays away from its chips, and how long its ends are. */
const [APART_FROM_CHIP, STUB] = [5, 6];

/** A stroke through a winning line, which passes under its chips; these glow. @param {Picture} picture @param {string[]} cells */
function showLine(picture, cells) {
  const layer = picture.layers.line;
  const state = cells.join(" ");
  if (layer.getAttribute("data-cells") === state) return;
  layer.setAttribute("data-cells", state);
  layer.replaceChildren();
  if (cells.length < 2) return;
  const chips = cells.map((id) => onChip(picture, id)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const reach = (picture.places.get(cells[0])?.cell.size[0] ?? 0) * UNIT * CHIP + APART_FROM_CHIP;
  const [first, second] = chips;
  const far = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
  /** @param {Point} chip @param {number} by @returns {Point} */
  const along = ([x, y], by) => [x + ((second[0] - first[0]) / far) * by, y + ((second[1] - first[1]) / far) * by];
  const legs = [along(first, -far), ...chips].map((chip, i) => line(along(chip, i ? reach : far - reach - STUB), along(chip, i === chips.length ? reach + STUB : far - reach), `${state}${i}`, 0, "strike ink"));
  layer.append(...legs);
}

/**
 * Writes the points where there is a box for them, else by hand beside their row or on a ticket on their cell; the picture
 * grows where these have no room.
 * @param {Picture} picture
 * @param {View} view
 */
function showPoints(picture, view) {
  const { sheet, layers } = picture;
  const state = JSON.stringify([view.points, view.counted, view.elsewhere, view.settled, view.name, Object.keys(view.marks ?? {}).length]);
  if (state === picture.drawn) return;
  picture.drawn = state;
  const around = bounds(sheet, surroundingBoxes(sheet));
  const boxed = hasBox(sheet);
  const written = Object.entries(view.points ?? {}).flatMap(([id, points]) => {
    const text = signed(points);
    const place = boxed(id) ? null : (besideRow(picture, id, text, view) ?? (view.beside ? null : onCell(picture, id, points > 0 ? `+${text}` : text)));
    if (!place) return [];
    around.right = Math.max(around.right, place.right + 6);
    around.bottom = Math.max(around.bottom, place.bottom + 6);
    return [place.byHand ? handwritten(place, id) : ticket(place)];
  });
  layers.written.replaceChildren(...writeSurroundings(sheet, view));
  layers.points.replaceChildren(...written);
  const { left, top, right, bottom } = around;
  picture.svg.setAttribute("viewBox", [left, top, right - left, bottom - top].map(round).join(" "));
}

/** How large points are written by hand, the width of a digit, and the distance to the row. */
const [WRITING, DIGIT, APART] = [92, 0.37, 18];

/** The room to the right of a row or of the boxes in a line; nothing for a row that is empty or has none. @param {Picture} picture @param {string} id @param {string} text @param {View} view */
function besideRow({ sheet, places }, id, text, view) {
  const band = sheet.bands.find((one) => one.id === id);
  const cell = places.get(id)?.cell;
  const cells = band ? cellsOn(sheet, band) : cell?.look?.style === "box" ? sheet.cells.filter((other) => other.kind === cell.kind) : [];
  if (cells.length === 0 || (band?.head && !cells.some((one) => view.marks?.[one.id]))) return null;
  const end = Math.max(...cells.map((one) => box(one).right), band ? box(band).right : 0);
  const middleY = middle(band ?? cells[0])[1];
  const next = sheet.cells.map(box).filter((other) => other.left > end && other.top < middleY && other.bottom > middleY).map((other) => other.left);
  const room = Math.min(...next) - end - 2.8 * APART;
  const size = Math.min(WRITING, room / (text.length * DIGIT));
  const width = text.length * DIGIT * size;
  return { left: end + APART, right: end + APART + width, top: middleY - size / 2, bottom: middleY + size / 2, size, text, byHand: true };
}

/** How large points are written on a cell, and the paper beside their digits. */
const [PRINTED, MARGIN] = [32, 22];

/** How high their paper is, and how far it stands out to the right of a cell and below it; on a tile, how high and how far inside. */
const [PAPER, RIGHT_OF, BELOW, TILE_PAPER, INSIDE] = [46, 14, 34, 44, 12];

/** The lower corner of a cell; inside a tile, which touches its neighbours. @param {Picture} picture @param {string} id @param {string} text */
function onCell({ places }, id, text) {
  const cell = places.get(id)?.cell;
  if (!cell) return null;
  const corner = box(cell);
  const width = textWidth(text, PRINTED) * BOLD + MARGIN;
  const [right, bottom, height] = formOf(cell.shape).tiled ? [middle(cell)[0] + width / 2, corner.bottom - INSIDE, TILE_PAPER] : [corner.right + RIGHT_OF, corner.bottom + BELOW, PAPER];
  return { left: right - width, right, top: bottom - height, bottom, size: PRINTED, text, byHand: false };
}

/** @param {Box & {size: number, text: string}} place @param {string} seed */
function handwritten({ left, right, top, bottom, size, text }, seed) {
  return draw("g", { class: "ink written", transform: `translate(${round((left + right) / 2)} ${round((top + bottom) / 2)})` }, [number(text, seed, size)]);
}

/** @param {Box & {size: number, text: string}} place */
function ticket({ left, right, top, bottom, size, text }) {
  const paper = draw("path", { class: "ticket-paper", d: strip(left, top, right, bottom, (bottom - top) / 2) });
  return draw("g", { class: "ticket" }, [paper, write(text, [(left + right) / 2, (top + bottom) / 2], size, "ticket-text")]);
}
