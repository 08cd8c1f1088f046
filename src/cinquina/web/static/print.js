// Empty sheets to print, several on a page.

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

/** The sheets to print; some have two sides. */
function wanted() {
  return kind ? kind.value.split(" ") : [sheet];
}

async function show() {
  const ids = wanted();
  await loadSheets(ids);
  const copies = Array.from({ length: Number(count.value) }, (_, copy) => ids.map((id) => ({ id, copy }))).flat();
  papers.replaceChildren(...copies.map(({ id, copy }) => {
    const { svg } = pictureOf(`print-${copy}`, id, palette, { label: translate("print.sheet", { n: copy + 1 }), small: true });
    return el("div", "card paper", svg);
  }));
  papers.classList.toggle("third", (papers.querySelector("svg")?.viewBox.baseVal.height ?? 0) < 700);
  papers.classList.toggle("half", !papers.classList.contains("third"));
}

kind?.addEventListener("change", () => void show());
count.addEventListener("change", () => void show());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  window.print();
});
await show();
