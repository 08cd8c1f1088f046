// A magnifier for fingers: a touch where cells are small shows those around it large, and the next touch chooses one.

import { el } from "./page.js";
import { recall, remember } from "./storage.js";
import { translate } from "./words.js";

/** @import {Box} from "./drawing.js" */

/** What a finger needs, nearly so, and how large cells become, in pixels. */
const [FINGER, NEARLY, LARGE] = [44, 43.5, 54];

/** How much of the sheet is seen around the cells, beside them where there is room, and how near the edge of the window it may come. */
const [MARGIN, BESIDE] = [7, 28];

/** Lets a finger choose small cells of a sheet while `isOn`: the only one within its reach, or one of several under a magnifier. @param {SVGSVGElement} svg @param {() => boolean} isOn */
export function watchFinger(svg, isOn) {
  svg.addEventListener("click", (event) => {
    if (!isOn() || !(event instanceof PointerEvent) || event.pointerType !== "touch") return;
    const touched = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    const near = cellsNear(svg, event.clientX, event.clientY);
    if (near.length === 0 || (touched && isLarge(touched))) return;
    event.stopPropagation();
    if (near.length === 1) press(svg, near[0]);
    else magnify(svg, near, event.clientX, event.clientY);
  }, { capture: true });
}

/** The small cells that can be pressed within the reach of a finger. @param {SVGSVGElement} svg @param {number} x @param {number} y */
function cellsNear(svg, x, y) {
  return [...svg.querySelectorAll(":is(.legal, .pencilled)[data-cell]")].filter((cell) => {
    if (isLarge(cell)) return false;
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return left < x + FINGER / 2 && right > x - FINGER / 2 && top < y + FINGER / 2 && bottom > y - FINGER / 2;
  });
}

/** @param {Element} cell */
function isLarge(cell) {
  const { width, height } = cell.getBoundingClientRect();
  return Math.min(width, height) >= NEARLY;
}

/** @param {SVGSVGElement} svg @param {Element} cell */
function press(svg, cell) {
  svg.dispatchEvent(new CustomEvent("cell", { bubbles: true, detail: { cell: cell.getAttribute("data-cell") } }));
}

/** Shows a part of a sheet large, so that what was touched stays under the finger. @param {SVGSVGElement} svg @param {Element[]} cells @param {number} x @param {number} y */
function magnify(svg, cells, x, y) {
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const least = Math.min(...boxes.map((box) => Math.min(box.width, box.height)));
  const part = around(boxes, (innerWidth - 2 * MARGIN) / (LARGE / least));
  const times = Math.min(LARGE / least, (innerWidth - 2 * MARGIN) / (part.right - part.left));
  const [width, height] = [(part.right - part.left) * times, (part.bottom - part.top) * times];
  const lens = el("div", "lens", copyOf(svg, part, cells));
  if (!recall("magnified", false)) lens.append(el("p", "", translate("play.magnified")));
  lens.popover = "auto";
  lens.setAttribute("role", "group");
  lens.setAttribute("aria-label", translate("play.magnifier"));
  const place = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => `${Math.max(MARGIN, Math.min(at, room - size - MARGIN))}px`;
  lens.style.gridTemplateRows = `${height}px`;
  Object.assign(lens.style, { width: `${width}px`, left: place(x - (x - part.left) * times, width, innerWidth), top: place(y - (y - part.top) * times, height, innerHeight) });
  lens.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[role=button]") : null;
    if (!cell) return;
    remember("magnified", true); // who has chosen once knows how
    lens.hidePopover();
    press(svg, cell);
  });
  lens.addEventListener("toggle", () => lens.matches(":popover-open") || lens.remove());
  document.body.append(lens);
  lens.showPopover();
  const over = Math.max(0, lens.getBoundingClientRect().bottom + MARGIN - innerHeight);
  lens.style.top = `${lens.offsetTop - over}px`;
}

/** The box around some boxes, with a margin. @param {Box[]} boxes @param {number} room how wide it may become @returns {Box} */
function around(boxes, room) {
  const side = (/** @type {keyof Box} */ name) => boxes.map((box) => box[name]);
  const [left, right] = [Math.min(...side("left")), Math.max(...side("right"))];
  const beside = Math.max(MARGIN, Math.min(BESIDE, (room - (right - left)) / 2));
  return { left: left - beside, right: right + beside, top: Math.min(...side("top")) - MARGIN, bottom: Math.max(...side("bottom")) + MARGIN };
}

/** A copy of a part of a sheet, on which only some cells are buttons. @param {SVGSVGElement} svg @param {Box} part in the window @param {Element[]} cells */
function copyOf(svg, part, cells) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const inside = svg.getScreenCTM()?.inverse();
  const [from, to] = [new DOMPoint(part.left, part.top), new DOMPoint(part.right, part.bottom)].map((point) => point.matrixTransform(inside));
  copy.classList.add("small"); // no part of the page takes it for the sheet
  copy.setAttribute("viewBox", `${from.x} ${from.y} ${to.x - from.x} ${to.y - from.y}`);
  const wanted = new Set(cells.map((cell) => cell.getAttribute("data-cell")));
  for (const cell of copy.querySelectorAll("[data-cell]")) {
    cell.removeAttribute("id");
    if (wanted.has(cell.getAttribute("data-cell"))) cell.setAttribute("tabindex", "0");
    else for (const name of ["role", "tabindex", "aria-label", "aria-description"]) cell.removeAttribute(name);
  }
  return copy;
}
