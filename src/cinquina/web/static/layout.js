// How a table's page is arranged: by the sheet's own proportions and the room in the window. The rest is in table.css.

import { tellFacts } from "./facts.js";
import { sheetOf } from "./pictures.js";

/** @import {Box, Room} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/** What a finger needs. */
const FINGER = 44;

/** From here on a sheet stands under the question; others fill the height beside it. */
const WIDE = 2;

/** From this size of letters on, in pixels, nothing has a fixed height. */
const LARGE = 24;

/** The least width of a column of its own for the players, and what stands beside the sheet on a desk otherwise. */
const [THIRD, BESIDE] = [290, 464];

/** How high a phone has to be to show the sheets of others above one that is folded, or flat. */
const ROOM = { folded: 820, flat: 720 };

/** Tells the page the shape of the main sheet before it is drawn, and whether letters are very large. @param {HTMLElement} box @param {string} id the sheet */
export function shape(box, id) {
  const page = pageOf(box);
  const [width, height] = sheetOf(id).size;
  if (!page) return;
  tellFacts(page);
  page.dataset.shape = width >= WIDE * height ? "wide" : "tall";
  page.classList.toggle("large", parseFloat(getComputedStyle(document.documentElement).fontSize) > LARGE);
}

/** The room for the main sheet: its box, or as high as CSS lets the box become. @param {HTMLElement} box @returns {Room} */
export function roomOf(box) {
  const inside = insideOf(box);
  const page = pageOf(box);
  const width = page?.classList.contains("third") ? page.clientWidth - BESIDE : inside.width;
  return width > 0 && inside.height > 0 ? { width, height: inside.height } : { width: innerWidth, height: innerHeight };
}

/** The room inside a box, as high as CSS lets it become. @param {HTMLElement} box @returns {Room} */
export function insideOf(box) {
  const style = getComputedStyle(box);
  const size = (/** @type {string} */ name) => parseFloat(style.getPropertyValue(name)) || 0;
  return { width: box.clientWidth - size("padding-left") - size("padding-right"), height: (size("max-height") || box.clientHeight) - size("padding-top") - size("padding-bottom") };
}

/**
 * Tells the page the proportions of the main sheet as drawn, and what fits above, beside and below it.
 * @param {Snapshot} snapshot
 * @param {HTMLElement} box
 * @returns {boolean} whether the room for the sheet has become another
 */
export function arrange(snapshot, box) {
  const page = pageOf(box);
  const svg = box.querySelector("svg.sheet:not(.small)");
  if (!page || box.hidden || !(svg instanceof SVGSVGElement)) return false;
  tellFacts(page);
  const before = insideOf(box).height;
  const { width, height } = svg.viewBox.baseVal;
  page.style.setProperty("--ratio", (width / height).toFixed(3));
  page.classList.toggle("third", page.dataset.shape === "tall" && page.clientWidth - (box.clientHeight * width) / height - BESIDE >= THIRD);
  page.classList.toggle("roomy", page.dataset.shape === "wide" && !snapshot.lesson && snapshot.pads.length < 2 && innerHeight >= (svg.matches(".folded") ? ROOM.folded : ROOM.flat));
  page.classList.toggle("with-tiles", snapshot.phase !== "over" && (snapshot.tiles || hasSmallCells(svg)));
  return insideOf(box).height !== before;
}

/** The height of the letters above the other sheet, as a part of its place. */
const CAPTION = 0.135;

/** Shows the player's other sheet in the place that the main one leaves free for it. @param {HTMLElement} box @param {Box | null} place */
export function placeOther(box, place) {
  const other = /** @type {HTMLElement | null} */ (box.querySelector(".page-small"));
  const matrix = /** @type {SVGSVGElement | null} */ (box.querySelector("svg.sheet:not(.small)"))?.getScreenCTM();
  if (!other || !matrix) return;
  other.hidden = !place;
  if (!place) return;
  const from = box.getBoundingClientRect();
  const left = matrix.e + matrix.a * place.left - from.left;
  const top = matrix.f + matrix.d * place.top - from.top;
  const [width, height] = [matrix.a * (place.right - place.left), matrix.d * (place.bottom - place.top)];
  Object.assign(other.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, fontSize: `max(0.7rem, ${height * CAPTION}px)` });
}

/** @param {HTMLElement} box @returns {HTMLElement | null} */
function pageOf(box) {
  return box.closest(".table-page");
}

/** Whether some cells that people choose are too small for a finger. @param {SVGSVGElement} svg */
function hasSmallCells(svg) {
  const sizes = [...svg.querySelectorAll("[data-cell][role=button]:not(.look-box)")].map((cell) => cell.getBoundingClientRect());
  return sizes.some(({ width, height }) => Math.min(width, height) < FINGER - 0.5);
}

/** Draws again when the window has another size, as if nothing had been arranged before. @param {HTMLElement} page @param {() => void} draw */
export function watchWindow(page, draw) {
  let asked = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      page.classList.remove("third", "roomy", "with-tiles");
      draw();
    });
  });
}
