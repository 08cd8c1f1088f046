// Where a game was decided: the parts of two scores compared by bars, and the table of everybody's points.

import { el } from "./page.js";
import { signed } from "./pictures.js";
import { draw, hue, outline, symbol } from "./shapes.js";
import { nameOf } from "./steps.js";
import { translate } from "./words.js";

/** @import {Palette} from "./drawing.js" */
/** @import {Ending, ScorePart, Snapshot} from "./types.js" */

/** With more parts than this, those without a difference are left out. */
const MANY_PARTS = 6;

/** The least widths of columns in the table of points, in rem. */
const [FIRST_COLUMN, COLUMN] = [5.5, 3.5];

/**
 * The bars: of me and the best other player, for onlookers of the first two; of one player alone their own points.
 * @param {Snapshot} snapshot
 * @param {Ending} over
 * @param {Palette} palette
 * @returns {Node[]} nothing where scores have no parts
 */
export function decided(snapshot, over, palette) {
  const [own, other] = compared(snapshot, over);
  const parts = over.parts[own] ?? [];
  if (parts.length < 2) return [];
  const values = parts.map((part, i) => part.points - (over.parts[other]?.[i]?.points ?? 0));
  const most = Math.max(1, ...values.map(Math.abs));
  const rows = parts.map((part, i) => ({ part, value: values[i] })).filter(({ value }) => value || parts.length <= MANY_PARTS);
  const plain = parts.every((part) => !part.colour);
  const bars = el("ul", `bars${plain ? " plain" : ""}${values.some((value) => value < 0) ? "" : " one-sided"}`, ...rows.map(({ part, value }) => bar(part, value, most, other >= 0, palette)));
  return [title(snapshot, own, other), bars];
}

/** The seats that are compared; the second is -1 for one player alone. @param {Snapshot} snapshot @param {Ending} over */
function compared({ seats }, { ranking }) {
  const order = ranking.flatMap((one) => one.names.map((name) => seats.findIndex((seat) => seat.name === name)));
  const own = order.find((seat) => seats[seat]?.mine) ?? order[0] ?? 0;
  return [own, order.find((seat) => seat !== own) ?? -1];
}

/** @param {Snapshot} snapshot @param {number} own @param {number} other */
function title(snapshot, own, other) {
  if (other < 0) return el("h2", "", translate("over.own-parts"));
  return el("h2", "", translate("over.decided"), " ", el("span", "quiet", translate("over.against", { own: nameOf(snapshot, own), other: snapshot.seats[other].name })));
}

/** @param {ScorePart} part @param {number} value @param {number} most @param {boolean} compares @param {Palette} palette */
function bar({ name, colour, shape }, value, most, compares, palette) {
  const sign = colour ? symbol(colour, palette) : shape ? shaped(shape) : el("span", "bar-dot");
  const head = el("span", "bar-name", sign, el("span", "", name));
  if (colour) head.classList.add(...hue(colour).split(" "));
  const fill = el("span", `bar-fill ${value < 0 ? "less" : "more"}`);
  fill.style.setProperty("--share", String(Math.abs(value) / most));
  const text = compares && value > 0 ? `+${value}` : signed(value);
  return el("li", "bar", head, el("span", "bar-line", fill), el("span", "number", text));
}

/** The outline of the cells that a part is for. @param {string} shape */
function shaped(shape) {
  return draw("svg", { class: "symbol bar-shape", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, [draw("path", { d: outline(shape, 76, 76) })]);
}

/** The points of all players, part by part. @param {Snapshot} snapshot @param {Ending} over */
export function partsTable(snapshot, over) {
  const seats = snapshot.seats.map((seat, i) => ({ seat, i })).filter(({ seat }) => seat.kind !== "open");
  const head = el("tr", "", el("th", "", el("span", "visually-hidden", translate("over.part"))), ...seats.map(({ i }) => column(nameOf(snapshot, i))));
  const rows = (over.parts[seats[0]?.i ?? 0] ?? []).map((part, at) => line(part.name, seats.map(({ i }) => over.parts[i][at]?.points ?? 0)));
  const total = line(translate("over.total"), seats.map(({ i }) => over.parts[i].reduce((sum, part) => sum + part.points, 0)), "winner");
  const { series } = snapshot;
  const sums = series.games > 1 ? [line(translate("over.series", { n: series.game, games: series.games }), seats.map(({ i }) => series.totals[i]), "winner")] : [];
  const table = el("table", "", el("thead", "", head), el("tbody", "", ...rows, total, ...sums));
  table.style.minWidth = `${FIRST_COLUMN + COLUMN * seats.length}rem`;
  return table;
}

/** @param {string} name */
function column(name) {
  const cell = el("th", "count", name);
  cell.scope = "col";
  return cell;
}

/** @param {string} name @param {number[]} points @param {string} [kind] */
function line(name, points, kind = "") {
  const head = el("th", "", name);
  head.scope = "row";
  return el("tr", kind, head, ...points.map((number) => el("td", "count", signed(number))));
}
