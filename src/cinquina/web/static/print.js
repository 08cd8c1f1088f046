// Empty sheets to print, several on a page.

import "./top.js";
import { el } from "./page.js";
import { loadPalette, loadSheets, pictureOf } from "./pictures.js";
import { said } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("print"));
const kind = /** @type {HTMLSelectElement | null} */ (document.getElementById("kind"));
const count = /** @type {HTMLSelectElement} */ (document.getElementById("count"));
const papers = /** @type {HTMLElement} */ (document.getElementById("sheets"));
const { game = "", sheet = "" } = form.dataset;
const palette = await loadPalette();

/** The sheets of a kind: two sides where a kind is a letter. */
function wanted() {
  if (!kind) return [sheet];
  const value = kind.value.toLowerCase();
  return value.length === 1 ? [`${game}-${value}-front`, `${game}-${value}-back`] : [`${game}-${value}`];
}

async function show() {
  const ids = wanted();
  await loadSheets(ids);
  const copies = Array.from({ length: Number(count.value) }, (_, copy) => ids.map((id) => ({ id, copy }))).flat();
  papers.replaceChildren(...copies.map(({ id, copy }) => {
    const { svg } = pictureOf(`print-${copy}`, id, palette, { label: said("print.sheet", { n: copy + 1 }), small: true });
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
