// The rules of a game, with its sheet, an example from a game, and all its sheets.

import "./top.js";
import { openLesson } from "./lesson.js";
import { el } from "./page.js";
import { loadPalette, loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { translate } from "./words.js";

/** @import {Drawn} from "./drawing.js" */

/** Below this width a window is that of a phone. */
const NARROW = 640;

const article = /** @type {HTMLElement} */ (document.getElementById("rules"));
const { sheet = "", title = "" } = article.dataset;
document.getElementById("lesson")?.addEventListener("click", () => void openLesson(article.dataset.game ?? ""));
const palette = await loadPalette();
await loadSheets([sheet]);
const picture = pictureOf("rules", sheet, palette, { label: translate("rules.sheet", { game: title }), small: true, detail: "screen" });
arrange(picture);
picture.svg.classList.add("drawn");
article.querySelector(".sheet-here")?.replaceWith(picture.svg);
const { sample } = sheetOf(sheet);
const next = article.querySelectorAll("h2")[1];
if (sample && next) {
  const label = translate("rules.sample");
  const drawn = pictureOf("sample", sheet, palette, { label, small: true });
  drawn.update(sample);
  arrange(drawn);
  drawn.svg.classList.add("drawn");
  next.before(el("figure", "sample", drawn.svg, el("figcaption", "quiet", label)));
}
await showKinds();
showContents();

/** Lists the headings beside the text, where a window has room for it. */
function showContents() {
  const links = [...article.querySelectorAll("h2")].map((heading, i) => {
    heading.id = `part-${i + 1}`;
    const link = el("a", "", heading.textContent ?? "");
    link.href = `#${heading.id}`;
    return el("li", "", link);
  });
  const list = el("nav", "contents no-print", el("ul", "", ...links));
  list.setAttribute("aria-label", translate("rules.contents"));
  article.before(list);
}

/** On a phone a sheet lies as it does at the table. @param {Drawn} drawn */
function arrange(drawn) {
  if (innerWidth < NARROW) drawn.arrange({ width: article.clientWidth, height: innerHeight });
}

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
