// Keyboard navigation on a sheet: Tab reaches one cell, the arrow keys move to its neighbours.

import { cellOutline } from "./blank-sheet.js";
import { draw } from "./shapes.js";

/** @import {Cell, Stop} from "./drawing.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lets keys and taps on cells send an event "cell"; `lay` has other cells, the layer above them shows the focus; `offer` moves
 * the Tab stop to what can be chosen.
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} layer
 * @param {Stop[]} stops
 * @returns {{offer: (legal: string[]) => void, lay: (layer: SVGGElement, stops: Stop[]) => void}}
 */
export function makeWalkable(svg, layer, stops) {
  svg.setAttribute("tabindex", "-1"); // otherwise Tab stops at the picture itself in some browsers
  let here = stops[0];
  /** @type {string[]} */
  let lit = [];
  const step = (/** @type {Stop} */ to) => {
    here.element.setAttribute("tabindex", "-1");
    to.element.setAttribute("tabindex", "0");
    here = to;
  };
  const under = (/** @type {Event} */ event) => stops.find((stop) => stop.element.contains(/** @type {Node} */ (event.target)));
  step(here);
  svg.addEventListener("click", (event) => press(svg, under(event)));
  svg.addEventListener("focusin", (event) => {
    const stop = under(event);
    if (stop) step(stop);
    layer.replaceChildren(...(stop?.element.matches(":focus-visible") ? halo(stop.cell, stop.element) : []));
  });
  const lead = () => {
    const first = stops.find((stop) => lit.includes(stop.cell.id));
    if (first && !lit.includes(here.cell.id)) step(first);
  };
  svg.addEventListener("focusout", (event) => {
    layer.replaceChildren();
    if (!svg.contains(/** @type {Node | null} */ (event.relatedTarget))) lead();
  });
  svg.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !under(event)) return;
    if (event.key === "Enter" || event.key === " ") press(svg, here, event.key === "Enter");
    else if (!move(stops, here, event.key)) return;
    event.preventDefault();
  });
  return {
    offer(legal) {
      lit = legal;
      if (!svg.contains(document.activeElement)) lead();
    },
    lay(above, cells) {
      [layer, stops] = [above, cells];
      here = stops.find((stop) => stop.cell.id === here.cell.id) ?? stops[0];
      step(here);
    },
  };
}

/** @param {SVGSVGElement} svg @param {Stop} [stop] @param {boolean} confirms whether pressing a pencilled cell inks it */
function press(svg, stop, confirms = false) {
  if (stop) svg.dispatchEvent(new CustomEvent("cell", { bubbles: true, detail: { cell: stop.cell.id, confirms } }));
}

/** Moves the focus according to a key; returns false for any other key. @param {Stop[]} stops @param {Stop} here @param {string} key */
function move(stops, here, key) {
  const to = key in ARROWS ? nearest(stops, here, ARROWS[key]) : edge(stops, here, key);
  to?.element.focus();
  return key in ARROWS || to !== undefined;
}

/** The nearest cell in a direction; sideways distance counts double. @param {Stop[]} stops @param {Stop} here @param {[number, number]} direction */
function nearest(stops, here, [dx, dy]) {
  let best;
  let least = Infinity;
  for (const stop of stops) {
    const [x, y] = [stop.cell.at[0] - here.cell.at[0], stop.cell.at[1] - here.cell.at[1]];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    const far = ahead + 2 * aside;
    if (ahead > 0.1 && aside < 2 * ahead && far < least) [best, least] = [stop, far];
  }
  return best;
}

/** The first or the last cell on the same line. @param {Stop[]} stops @param {Stop} here @param {string} key */
function edge(stops, here, key) {
  const line = stops.filter((stop) => Math.abs(stop.cell.at[1] - here.cell.at[1]) < 0.1);
  line.sort((a, b) => a.cell.at[0] - b.cell.at[0]);
  return key === "Home" ? line[0] : key === "End" ? line.at(-1) : undefined;
}

/** A ring in two tones, visible on every colour. @param {Cell} cell @param {SVGGElement} element */
function halo(cell, element) {
  const ring = { d: cellOutline(cell, -5), transform: element.getAttribute("transform") ?? "" };
  return [draw("path", { class: "halo halo-edge", ...ring }), draw("path", { class: "halo", ...ring })];
}
