// The rules of a game, with its sheet drawn instead of spelled.

import "./top.js";
import { loadPalette, loadSheets, pictureOf } from "./pictures.js";
import { said } from "./words.js";

const article = /** @type {HTMLElement} */ (document.getElementById("rules"));
const { sheet = "", title = "" } = article.dataset;
const palette = await loadPalette();
await loadSheets([sheet]);
const picture = pictureOf("rules", sheet, palette, { label: said("rules.sheet", { game: title }), small: true });
picture.svg.classList.add("drawn");
const spelled = article.querySelector("pre");
if (spelled) spelled.replaceWith(picture.svg);
else article.prepend(picture.svg);
for (const block of article.querySelectorAll("pre")) block.tabIndex = 0;
