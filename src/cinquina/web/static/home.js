// The home page: a miniature of every game, an instant game, joining a table by its code, the tables of this device.

import "./top.js";
import { openLesson } from "./lesson.js";
import { recall, remember, tablesHere } from "./storage.js";
import { playBot } from "./instant.js";
import { address, Refused } from "./net.js";
import { loadPalette, loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { translate } from "./words.js";

const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
name.value = recall("name", "");
name.addEventListener("change", () => remember("name", name.value.trim()));

const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]);
for (const card of cards) {
  card.querySelector("[data-play]")?.addEventListener("click", () => void tell(playBot(card.dataset.game ?? "", card.dataset.level ?? "")));
  card.querySelector("[data-lesson]")?.addEventListener("click", () => void tell(openLesson(card.dataset.game ?? "")));
  // Disabled until now, since a press would have been lost.
  for (const press of card.querySelectorAll("button")) press.disabled = false;
}

/** Shows why a table could not be made. @param {Promise<void>} made */
async function tell(made) {
  remember("name", name.value.trim());
  try {
    await made;
  } catch (problem) {
    const notice = document.getElementById("problem");
    if (!notice) return;
    notice.hidden = false;
    notice.textContent = problem instanceof Refused ? problem.message : translate("net.lost");
  }
}

document.getElementById("join")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const code = /** @type {HTMLInputElement} */ (document.getElementById("code")).value.trim();
  if (code) location.assign(address(`/t/${encodeURIComponent(code)}`));
});

const asked = loadPalette();
if (tablesHere().length) void import("./my-tables.js").then(({ showMyTables }) => showMyTables(asked));

const palette = await asked;
await loadSheets(cards.map((card) => card.dataset.sheet ?? ""));
for (const card of cards) {
  const { sheet = "" } = card.dataset;
  const picture = pictureOf("home", sheet, palette, { label: translate("sheet.sheet"), small: true });
  picture.update(sheetOf(sheet).sample ?? {});
  picture.svg.setAttribute("aria-hidden", "true");
  card.querySelector(".picture")?.replaceWith(picture.svg);
}
document.body.dataset.ready = "yes";
