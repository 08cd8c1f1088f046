// How a table's page is arranged: by the sheet's own proportions and the room in the window. The rest is in table.css.

/** @import {Snapshot} from "./types.js" */

/** What a finger needs. */
const FINGER = 44;

/** From here on a sheet stands under the question; others fill the height beside it. */
const WIDE = 2;

/** The least width of a column of its own for the players, and what the rest of a desk needs beside the sheet. */
const [THIRD, BESIDE] = [290, 440];
const HEADER = 64;

/** Tells the page the proportions of the main sheet, and whether a third column fits. @param {Snapshot} snapshot @param {HTMLElement} box */
export function arrange(snapshot, box) {
  const page = /** @type {HTMLElement | null} */ (box.closest(".table-page"));
  const svg = box.querySelector("svg.sheet:not(.small)");
  if (!page || !(svg instanceof SVGSVGElement) || snapshot.phase === "over") return;
  const { width, height } = svg.viewBox.baseVal;
  const ratio = width / height;
  page.dataset.shape = ratio >= WIDE ? "wide" : "tall";
  page.style.setProperty("--ratio", ratio.toFixed(3));
  page.classList.toggle("third", innerWidth - (innerHeight - HEADER) * ratio - BESIDE >= THIRD);
  page.classList.toggle("with-tiles", snapshot.tiles || hasSmallCells(svg));
}

/** Whether some cells that people choose are too small for a finger. @param {SVGSVGElement} svg */
function hasSmallCells(svg) {
  const sizes = [...svg.querySelectorAll("[data-cell][role=button]:not(.look-box)")].map((cell) => cell.getBoundingClientRect());
  return sizes.some(({ width, height }) => Math.min(width, height) < FINGER - 0.5);
}

/** Draws again when the window has another size. @param {() => void} draw */
export function watchWindow(draw) {
  let asked = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  });
}
