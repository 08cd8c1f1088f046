// A new table: seats, dice and house rules.

import "./top.js";
import { recall, remember } from "./storage.js";
import { address, Refused } from "./net.js";
import { loadPalette, loadSheets, pictureOf } from "./pictures.js";
import { makeTable } from "./promise.js";
import { translate } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
const rows = /** @type {HTMLElement} */ (document.getElementById("seats"));
const template = /** @type {HTMLTemplateElement} */ (document.getElementById("seat-row"));
const add = /** @type {HTMLButtonElement} */ (document.getElementById("add"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
const counts = (form.dataset.counts ?? "").split(" ").map(Number);
const most = Math.max(...counts);
const hints = /** @type {HTMLInputElement} */ (document.getElementById("hints"));
/** Until somebody has decided: everybody gets hints where one person plays with bots. */
let hintsChosen = false;
hints.addEventListener("change", () => {
  hintsChosen = true;
});

/** How strong bots are unless somebody says so: as strong as in quick games. */
const usualLevel = recall("strength", /** @type {Record<string, string>} */ ({}))[form.dataset.game ?? ""] ?? form.dataset.level ?? "";

/** @param {Element} row @param {string} kind */
const field = (row, kind) => /** @type {HTMLInputElement | HTMLSelectElement} */ (row.querySelector(`.${kind}`));

/** @param {string} kind @param {string} [name] */
function addRow(kind, name = "") {
  const row = /** @type {Element} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
  field(row, "kind").value = kind;
  field(row, "name").value = name;
  field(row, "level").value = usualLevel;
  for (const one of ["kind", "level"]) field(row, one).addEventListener("change", showRows);
  row.querySelector(".remove")?.addEventListener("click", () => {
    row.remove();
    showRows();
    add.focus();
  });
  rows.append(row);
  showRows();
  return row;
}

/** Whether no dice are entered, so that no bot can play. */
function marksOnly() {
  return form.querySelector("[name=dice]:checked")?.getAttribute("value") === "none";
}

/** Shows the fields that each row needs. */
function showRows() {
  const all = [...rows.children];
  const without = document.getElementById("no-bots");
  if (without) without.hidden = !marksOnly();
  for (const row of marksOnly() ? all : []) if (field(row, "kind").value === "bot") field(row, "kind").value = "open";
  all.forEach((row, i) => {
    const kind = field(row, "kind").value;
    /** @type {HTMLElement} */ (field(row, "name")).hidden = kind !== "me" && kind !== "screen";
    /** @type {HTMLElement} */ (field(row, "level")).hidden = kind !== "bot";
    const level = /** @type {HTMLSelectElement} */ (row.querySelector(".level")).selectedOptions[0];
    /** @type {HTMLElement} */ (row.querySelector(".character")).textContent = (kind === "bot" && level?.dataset.character) || "";
    /** @type {HTMLElement} */ (row.querySelector(".hint")).hidden = kind !== "open";
    /** @type {HTMLElement} */ (row.querySelector(".remove")).hidden = i === 0 || all.length <= Math.min(...counts);
    const options = /** @type {HTMLOptionElement[]} */ ([...row.querySelectorAll(".kind option")]);
    for (const option of options) option.disabled = (i === 0) !== (option.value === "me") || (option.value === "bot" && marksOnly());
    row.querySelector(".kind")?.setAttribute("aria-label", translate("new.seat", { n: i + 1 }));
  });
  showValues(all.length);
  add.hidden = all.length >= most;
  if (!hintsChosen) hints.checked = !all.some((row, i) => i > 0 && field(row, "kind").value !== "bot");
  /** @type {HTMLElement} */ (document.getElementById("hints-line")).hidden = marksOnly();
  /** @type {HTMLElement} */ (document.getElementById("one-screen")).hidden = marksOnly() || !all.some((row) => field(row, "kind").value === "screen");
}

/** Offers only what is possible with this many seats. @param {number} seats */
function showValues(seats) {
  const values = /** @type {HTMLOptionElement[]} */ ([...form.querySelectorAll("option[data-seats]")]);
  for (const value of values) {
    const isPossible = Number(value.dataset.seats) <= seats;
    value.hidden = value.disabled = !isPossible;
    const list = value.closest("select");
    if (!isPossible && value.selected && list) list.selectedIndex = [...list.options].findIndex((one) => one.defaultSelected);
  }
}

for (const dice of form.querySelectorAll("[name=dice]")) dice.addEventListener("change", showRows);
add.addEventListener("click", () => field(addRow("open"), "kind").focus());
addRow("me", recall("name", ""));
for (const kind of wantedSeats()) addRow(kind);

/** Who else sits here: those named in the URL for a rematch, else whoever comes by the link. */
function wantedSeats() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const [people, bots] = [Number(wanted.get("people")) || 0, Number(wanted.get("bots")) || 0];
  const others = [...Array(Math.min(people, most)).fill("open"), ...Array(Math.min(bots, most)).fill("bot")];
  return (others.length ? others : ["open"]).slice(0, most - 1);
}

/** @param {Element} row @param {number} place */
function seatOf(row, place) {
  const kind = field(row, "kind").value;
  if (kind === "bot") return { kind, level: field(row, "level").value };
  if (kind === "open") return { kind };
  const fallback = place === 0 ? translate("home.guest") : translate("new.player", { n: place + 1 });
  return { kind, name: field(row, "name").value.trim() || fallback };
}

/** The options that are not as usual. */
function agreed() {
  const chosen = new FormData(form);
  const parts = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-option]")]);
  const values = parts.map(({ dataset: { option = "" } }) => ({ option, value: String(chosen.get(`option-${option}`)) }));
  const usual = parts.map((part) => part.querySelector("option[selected], input[checked]")?.getAttribute("value"));
  return Object.fromEntries(values.filter(({ value }, i) => value !== usual[i]).map(({ option, value }) => [option, value]));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  const options = agreed();
  const dice = form.querySelector("[name=dice]:checked")?.getAttribute("value");
  const spectators = /** @type {HTMLInputElement} */ (document.getElementById("spectators")).checked;
  const series = Number(/** @type {HTMLSelectElement} */ (document.getElementById("series")).value);
  const curtain = !(/** @type {HTMLInputElement} */ (document.getElementById("open-sheets")).checked);
  const seats = [...rows.children].map(seatOf);
  if (field(rows.children[0], "name").value.trim()) remember("name", field(rows.children[0], "name").value.trim());
  try {
    const code = await makeTable({ game: form.dataset.game, options, seats, dice, spectators, series, curtain, hints: hints.checked && !marksOnly() ? "everybody" : "nobody" });
    location.assign(address(`/t/${code}`));
  } catch (wrong) {
    problem.textContent = wrong instanceof Refused ? wrong.message : translate("net.lost");
  }
});

/** Of a choice between many sheets only some are drawn. */
const FEW = 4;

/** Draws the sheets that can be chosen. */
async function showSheets() {
  const choices = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-sheets]")]);
  const all = choices.map((choice) => (choice.dataset.sheets ?? "").split(" "));
  const shown = all.map((sheets) => (sheets.length > 2 ? sheets.filter((_, i) => i % 2 === 0).slice(0, FEW) : sheets.slice(0, 1)));
  if (!choices.length) return;
  const [palette] = await Promise.all([loadPalette(), loadSheets(shown.flat())]);
  choices.forEach((choice, i) => {
    const pictures = shown[i].map((id) => pictureOf(`choice-${i}`, id, palette, { label: "", small: true }).svg);
    for (const svg of pictures) svg.setAttribute("aria-hidden", "true");
    choice.querySelector(".pictures")?.append(...pictures);
  });
}

await showSheets();
