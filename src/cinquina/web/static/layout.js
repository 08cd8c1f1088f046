// How a table's page is arranged: by the sheet's own proportions and the room in the window. The rest is in table.css.

import { sheetOf } from "./pictures.js";
import { UNIT } from "./shapes.js";

/** @import {Snapshot} from "./types.js" */

/** What a finger needs. */
export const FINGER = 44;

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
  page.classList.toggle("with-tiles", snapshot.tiles || smallestCell(box) < FINGER);
}

/** The smallest pitch of the cells that people choose, in pixels: how far apart the middles of neighbours are. @param {HTMLElement} box */
export function smallestCell(box) {
  const svg = box.querySelector("svg.sheet:not(.small)");
  const id = box.querySelector("figure")?.dataset.key?.split("/")[1];
  if (!(svg instanceof SVGSVGElement) || !id) return 0;
  const sizes = sheetOf(id).cells.filter((cell) => cell.look?.style !== "box").map((cell) => Math.min(...cell.size));
  return (svg.getScreenCTM()?.a ?? 0) * UNIT * Math.min(...sizes);
}

/** Draws again when the window has another size. @param {() => void} draw */
export function watchWindow(draw) {
  let asked = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  });
}
