// The home page: a miniature of every game, an instant game, joining a table by its code, the tables of this device.

import "./top.js";
import { openLesson } from "./lesson.js";
import { AT_ONCE, recall, remember, tablesHere } from "./storage.js";
import { playBot } from "./instant.js";
import { address, post, Refused } from "./net.js";
import { askStrength, showStrength, strengthOf } from "./strength.js";
import { loadPalette, loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { UNIT } from "./shapes.js";
import { translate } from "./words.js";

const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
name.value = recall("name", "");
name.addEventListener("change", () => remember("name", name.value.trim()));

const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]);
for (const card of cards) {
  const game = card.dataset.game ?? "";
  const play = (/** @type {string} */ level) => void tell(() => playBot(game, level));
  card.querySelector("[data-play]")?.addEventListener("click", () => (strengthOf(card) ? play(strengthOf(card)) : askStrength(card, play)));
  card.querySelector("[data-strength]")?.addEventListener("click", () => askStrength(card, () => showStrength(card)));
  card.querySelector("[data-lesson]")?.addEventListener("click", () => void tell(() => openLesson(game)));
  showStrength(card);
  // Disabled until now, since a press would have been lost.
  for (const press of card.querySelectorAll("button")) press.disabled = false;
}

/** Makes a table, or shows why it could not be made. @param {() => Promise<void>} make */
async function tell(make) {
  remember("name", name.value.trim());
  try {
    await make();
  } catch (problem) {
    const notice = document.getElementById("problem");
    if (!notice) return;
    notice.hidden = false;
    notice.textContent = problem instanceof Refused ? problem.message : translate("net.lost");
  }
}

const code = /** @type {HTMLInputElement} */ (document.getElementById("code"));
const wrongCode = /** @type {HTMLElement} */ (document.getElementById("wrong-code"));
code.addEventListener("input", () => sayOfCode(""));

document.getElementById("join")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  sayOfCode("");
  try {
    const { code: found } = await post("/find", { code: code.value.split("#")[0] });
    remember("name", name.value.trim());
    location.assign(address(`/t/${found}${name.value.trim() ? AT_ONCE : ""}`));
  } catch (problem) {
    sayOfCode(problem instanceof Refused ? problem.message : translate("net.lost"));
    code.select();
  }
});

/** Says beside the field what is wrong with a code. @param {string} text */
function sayOfCode(text) {
  wrongCode.textContent = text;
  code.setAttribute("aria-invalid", String(text !== ""));
}

const asked = loadPalette();
const newcomer = document.getElementById("newcomer");
if (newcomer) newcomer.hidden = tablesHere().length > 0 || !document.querySelector("[data-lesson]");
if (tablesHere().length) void import("./my-tables.js").then(({ showMyTables }) => showMyTables(asked));

const palette = await asked;
await loadSheets(cards.map((card) => card.dataset.sheet ?? ""));
for (const card of cards) {
  const { sheet = "" } = card.dataset;
  const picture = pictureOf("home", sheet, palette, { label: translate("sheet.sheet"), small: true });
  const { sample } = sheetOf(sheet);
  picture.update(sample ?? {});
  picture.svg.setAttribute("aria-hidden", "true");
  const place = card.querySelector(".picture");
  if (sample?.view) {
    picture.svg.setAttribute("viewBox", sample.view.map((length) => length * UNIT).join(" "));
    picture.svg.classList.add("part");
    place?.append(picture.svg);
  } else place?.replaceWith(picture.svg);
}
document.body.dataset.ready = "yes";
