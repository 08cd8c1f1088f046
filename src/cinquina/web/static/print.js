// Empty sheets to print, as many on a page of A4 as it has room for.

import "./top.js";
import { el } from "./page.js";
import { loadPalette, loadSheets, pictureOf } from "./pictures.js";
import { translate } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("print"));
const kind = /** @type {HTMLSelectElement | null} */ (document.getElementById("kind"));
const count = /** @type {HTMLSelectElement} */ (document.getElementById("count"));
const papers = /** @type {HTMLElement} */ (document.getElementById("sheets"));
const { sheet = "" } = form.dataset;
const palette = await loadPalette();

/** What can be printed on of a page of A4, and the room between sheets, in millimetres: must agree with sheets.css. */
const PAGE = { width: 190, height: 276 };
const GAP = 7;

/** How small a sheet may become for one more to fit on the page. */
const SHRUNK = 0.9;

/** The sheets to print; some have two sides. */
function wanted() {
  return kind ? kind.value.split(" ") : [sheet];
}

async function show() {
  const ids = wanted();
  await loadSheets(ids);
  const sheets = Array.from({ length: Number(count.value) }, (_, copy) => ids.map((id) => draw(id, copy))).flat();
  const each = perPage(sheets[0].svg);
  for (const { arrange } of sheets) arrange({ width: PAGE.width, height: (PAGE.height - GAP * (each - 1)) / each });
  const pages = Array.from({ length: Math.ceil(sheets.length / each) }, (_, i) => sheets.slice(i * each, (i + 1) * each));
  papers.replaceChildren(...pages.map((some) => paper(some.map(({ svg }) => svg), each)));
}

/** @param {string} id @param {number} copy */
function draw(id, copy) {
  const picture = pictureOf(`print-${copy}`, id, palette, { label: translate("print.sheet", { n: copy + 1 }), small: true, detail: "paper" });
  picture.svg.dataset.sheet = id;
  return picture;
}

/** How many sheets as wide as a page have room on it, if they may shrink a little. @param {SVGSVGElement} svg */
function perPage(svg) {
  const { width, height } = svg.viewBox.baseVal;
  return Math.max(1, Math.floor((PAGE.height + GAP) / ((PAGE.width * height * SHRUNK) / width + GAP)));
}

/** @param {SVGSVGElement[]} sheets @param {number} each */
function paper(sheets, each) {
  const page = el("div", "card paper", ...sheets);
  page.style.setProperty("--each", String(each));
  return page;
}

kind?.addEventListener("change", () => void show());
count.addEventListener("change", () => void show());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  window.print();
});
await show();
