// The rules of a game, with its sheet, an example from a game, and all its sheets.

import "./top.js";
import { openLesson } from "./lesson.js";
import { el } from "./page.js";
import { loadPalette, loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { translate } from "./words.js";

const article = /** @type {HTMLElement} */ (document.getElementById("rules"));
const { sheet = "", title = "" } = article.dataset;
document.getElementById("lesson")?.addEventListener("click", () => void openLesson(article.dataset.game ?? ""));
const palette = await loadPalette();
await loadSheets([sheet]);
const picture = pictureOf("rules", sheet, palette, { label: translate("rules.sheet", { game: title }), small: true });
picture.svg.classList.add("drawn");
article.querySelector(".sheet-here")?.replaceWith(picture.svg);
const { sample } = sheetOf(sheet);
const next = article.querySelectorAll("h2")[1];
if (sample && next) {
  const label = translate("rules.sample");
  const drawn = pictureOf("sample", sheet, palette, { label, small: true });
  drawn.update(sample);
  drawn.svg.classList.add("drawn");
  next.before(el("figure", "sample", drawn.svg, el("figcaption", "quiet", label)));
}
await showKinds();

/** Draws all kinds of sheets at the end, if there are several. */
async function showKinds() {
  const kinds = /** @type {{title: string, sheets: string}[]} */ (JSON.parse(article.dataset.kinds ?? "[]"));
  if (kinds.length < 2) return;
  await loadSheets(kinds.flatMap(({ sheets }) => sheets.split(" ")));
  const figures = kinds.map(({ title: kind, sheets }) => {
    const label = translate("rules.kind", { kind });
    const drawn = sheets.split(" ").map((id) => pictureOf(id, id, palette, { label, small: true }).svg);
    return el("figure", "", ...drawn, el("figcaption", "quiet", label));
  });
  article.lastElementChild?.before(el("h2", "", translate("rules.kinds")), el("div", "all-sheets", ...figures));
}
