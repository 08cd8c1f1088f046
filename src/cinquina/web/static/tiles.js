// Tiles: options that are ways to group the dice. Each has a letter, also on the cells it marks; one die may lie apart in the well.

import { asked, take } from "./choose.js";
import { drawFace } from "./dice.js";
import { el } from "./page.js";
import { sheetOf, signed } from "./pictures.js";
import { hue } from "./shapes.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable} from "./types.js" */

/** The ways to group the dice, drafted or not, always in the same order. @param {Table} table @returns {Choosable[]} */
export function tilesOf(table) {
  const ask = asked(table);
  const all = ask ? [...ask.draft.options, ...ask.options] : [];
  return all.filter((one) => !one.cell && one.dice.length > 1).sort((a, b) => a.tap - b.tap);
}

/** The letter of a tile. @param {number} place */
export function letterOf(place) {
  return String.fromCharCode("A".charCodeAt(0) + place);
}

/** The letters of the tiles on the cells that they mark. @param {Table} table @returns {Record<string, string>} */
export function lettersOf(table) {
  /** @type {Record<string, string>} */
  const letters = {};
  tilesOf(table).forEach((tile, i) => {
    for (const cell of Object.keys(tile.marks)) letters[cell] = (letters[cell] ?? "") + letterOf(i);
  });
  return letters;
}

/** Drafts a tile, or rubs it out. @param {Table} table @param {Choosable} tile */
export function pressTile(table, tile) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  const [cell = ""] = Object.keys(tile.marks);
  if (ask.draft.taps.includes(tile.tap)) void table.act({ do: "untap", seat: ask.seat, window: ask.window, cell });
  else void take(table, tile);
}

/** The tile that alone marks a cell. @param {Table} table @param {string} cell */
export function tileAt(table, cell) {
  const tiles = tilesOf(table).filter((tile) => cell in tile.marks);
  return tiles.length === 1 ? tiles[0] : undefined;
}

/**
 * The dice in the well: those set apart before the others are grouped, by the draft or by the hand.
 * Nothing where a game has no well.
 * @param {Table} table
 * @returns {string[] | undefined}
 */
export function diceApart(table) {
  const { sheet } = table.snapshot.dice;
  if (!sheet || !sheetOf(sheet).well) return undefined;
  const ask = asked(table);
  if (!ask) return [];
  const drafted = ask.draft.options.filter((one) => one.dice.length === 1).flatMap((one) => one.dice[0]);
  if (table.picked.die) return [table.picked.die];
  return drafted.length ? drafted : leftOver(table);
}

/** The dice that no tile pairs: the rules have set them apart themselves. @param {Table} table */
function leftOver(table) {
  const [tile] = tilesOf(table);
  const { faces } = table.snapshot.dice;
  return tile ? Object.keys(faces).filter((die) => faces[die] && !tile.dice.flat().includes(die)) : [];
}

/** What is on a tile: its letter with the points it brings or costs, and each group of dice with its sum, the smallest first. @param {Table} table @param {Choosable} tile @param {string} letter */
export function tileContent(table, tile, letter) {
  const { faces, sheet } = table.snapshot.dice;
  const dice = sheetOf(sheet).dice;
  const groups = tile.dice.map((group) => dice.filter((die) => group.includes(die.id)));
  const rows = groups.map((group) => ({ group, sum: group.reduce((sum, die) => sum + (faces[die.id] ?? 0), 0) })).sort((a, b) => a.sum - b.sum);
  return [
    el("span", "tile-head", el("span", "tile-letter", letter), ...(tile.points ? [el("span", "visually-hidden", " "), el("span", `tile-points${tile.points < 0 ? " bad" : ""}`, gained(tile.points))] : [])),
    ...rows.map(({ group, sum }, i) => el("span", "tile-row", el("span", "dice-group", ...group.map((die) => el("span", `die ${hue(die.colour)}`, drawFace(die, faces[die.id] ?? 0, table.palette)))), el("span", "visually-hidden", i ? " + " : ": "), el("strong", "", String(sum)))),
  ];
}

/** Points that are added or lost. @param {number} points */
function gained(points) {
  return points > 0 ? `+${points}` : signed(points);
}
