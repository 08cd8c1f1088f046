// A game step by step: from a pasted record, a file, or a table.

import "./top.js";
import { drawDice } from "./dice.js";
import { keysOf } from "./storage.js";
import { DICE_WORDS } from "./names.js";
import { post, Refused } from "./net.js";
import { begun } from "./others.js";
import { button, copy, download, el, keysAreTaken, sync, setText } from "./page.js";
import { pictureFile } from "./picture-file.js";
import { loadPalette, loadSheetsOf, pictureOf, sheetOf, signed, viewOf } from "./pictures.js";
import { translate } from "./words.js";

/** @import {ReplayStep, Snapshot} from "./types.js" */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

const code = by("main").dataset.code ?? "";
const palette = await loadPalette();
/** @type {string[]} */
let records = [];
let game = 0;
let at = -1;
let wanted = 0;
let steps = 0;
/** @type {ReplayStep | null} */
let shown = null;
/** @type {{sheet: string, tray: ReturnType<typeof drawDice>} | null} */
let tray = null;

/** Shows a step; while one is being fetched, only the newest request counts. @param {number} to */
async function go(to) {
  wanted = Math.max(0, steps ? Math.min(to, steps) : to);
  by("step").value = String(wanted);
  if (busy) return;
  busy = true;
  try {
    while (at !== wanted) await fetchStep(wanted);
  } catch (problem) {
    refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
    wanted = at;
  } finally {
    busy = false;
  }
}
let busy = false;

/** @param {number} to */
async function fetchStep(to) {
  /** @type {ReplayStep} */
  const step = await post("/replay/step", { record: records[game], to });
  await loadSheetsOf(step.snapshot);
  steps = step.steps;
  at = Math.min(to, steps);
  wanted = Math.min(wanted, steps);
  show(step);
}

/** @param {ReplayStep} step */
function show(step) {
  const before = shown?.snapshot ?? null;
  shown = step;
  by("open").hidden = true;
  by("problem").hidden = true;
  by("shown").hidden = false;
  by("step").max = String(steps);
  by("step").value = String(at);
  by("step").setAttribute("aria-valuetext", translate("replay.of", { n: at, steps }));
  setText(by("count"), `${at} / ${steps}`);
  setText(by("line"), step.text || translate("replay.start", { game: step.snapshot.title }));
  history.replaceState(null, "", `#step=${at}`);
  showDice(step);
  showSheets(step, before);
  showGames();
}

/** @param {ReplayStep} step */
function showDice({ snapshot: { dice } }) {
  if (!tray || tray.sheet !== dice.sheet) {
    tray = { sheet: dice.sheet, tray: drawDice(sheetOf(dice.sheet).dice, palette, { words: DICE_WORDS }) };
    by("tray").replaceChildren(tray.tray.element);
  }
  tray.tray.show(dice.faces);
}

/** @param {ReplayStep} step @param {Snapshot | null} before */
function showSheets({ snapshot }, before) {
  const seats = (snapshot.shared_board ? snapshot.seats.slice(0, 1) : snapshot.seats).map((seat, i) => ({ seat, i }));
  sync(by("sheets"), seats, ({ i }) => `${game}/${i}`, ({ i }) => makeSeat(i), (card, { seat, i }) => {
    const [head, sheets] = /** @type {HTMLElement[]} */ ([...card.children]);
    const names = snapshot.shared_board ? snapshot.seats.map((one) => one.name).join(" · ") : seat.name;
    setText(head.children[0], names);
    setText(head.children[1], snapshot.shared_board ? "" : signed(seat.score));
    card.classList.toggle("turn", snapshot.active === i && !snapshot.shared_board);
    const pages = begun(seat.sheets).map((page) => {
      const picture = pictureOf(`replay-${game}-${i}`, page.id, palette, { label: translate("play.sheet-of", { name: names }), small: true });
      picture.update(viewOf(snapshot, before, i, page));
      return { id: page.id, svg: picture.svg };
    });
    sync(sheets, pages, ({ id }) => id, ({ svg }) => el("div", "", svg));
  });
}

/** @param {number} place */
function makeSeat(place) {
  const save = button(translate("replay.svg"), "plain slim", () => {
    const svg = by("sheets").children[place].querySelector("svg");
    download(`sheet-${place + 1}-step-${at}.svg`, pictureFile(svg), "image/svg+xml");
  });
  const head = el("div", "other-head", el("h2", "who"), el("span", "score"));
  return el("div", "other", head, el("div", "other-sheets"), save);
}

/** The games of a series. */
function showGames() {
  by("games").hidden = records.length < 2;
  sync(by("games"), records.map((_, i) => i), String, (i) => {
    const chip = el("button", "chip", translate("replay.game", { n: i + 1 }));
    chip.type = "button";
    chip.addEventListener("click", () => openGame(i, 0));
    return chip;
  }, (chip, i) => chip.setAttribute("aria-pressed", String(i === game)));
}

/** @param {number} which @param {number} to */
function openGame(which, to) {
  game = which;
  at = -1;
  steps = 0;
  shown = null;
  void go(to);
}

/** @param {string} text */
function refuse(text) {
  by("problem").hidden = false;
  setText(by("problem"), text);
}

/** The step named in the URL. */
function stepInAddress() {
  return Number(location.hash.match(/step=(\d+)/)?.[1] ?? 0);
}

/** Reads a record as text, or from JSON written by this page; pasting often loses the last line break. @param {string} text */
function recordIn(text) {
  try {
    return String(JSON.parse(text).record ?? text);
  } catch {
    return `${text.trimEnd()}\n`;
  }
}

by("first").addEventListener("click", () => void go(0));
by("back").addEventListener("click", () => void go(wanted - 1));
by("next").addEventListener("click", () => void go(wanted + 1));
by("last").addEventListener("click", () => void go(steps));
by("step").addEventListener("input", () => void go(Number(by("step").value)));
by("link").addEventListener("click", async () => setText(by("done"), (await copy(location.href)) ? translate("copied") : location.href));
by("text").addEventListener("click", () => download(`${shown?.snapshot.game}.txt`, records[game], "text/plain"));
by("json").addEventListener("click", () => {
  download(`${shown?.snapshot.game}-${at}.json`, JSON.stringify({ record: records[game], step: at, snapshot: shown?.snapshot }, null, 1), "application/json");
});
by("file").addEventListener("change", async () => {
  const text = await by("file").files?.[0]?.text();
  if (text) by("record").value = recordIn(text);
});
by("open").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  records = [recordIn(by("record").value)];
  openGame(0, 0);
});
addEventListener("hashchange", () => records.length && void go(stepInAddress()));
document.addEventListener("keydown", (event) => {
  if (!records.length || keysAreTaken() || event.altKey || event.ctrlKey || event.metaKey || event.target === by("step")) return;
  /** @type {Record<string, number>} */
  const moves = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: steps };
  if (!(event.key in moves)) return;
  event.preventDefault();
  void go(moves[event.key]);
});

/** Loads the games of a table, the current one without the open window. */
async function openTable() {
  try {
    const { records: found } = await post(`/t/${code}/records`, { keys: keysOf(code) });
    if (!found.length) return refuse(translate("replay.not-yet"));
    records = found;
    openGame(records.length - 1, stepInAddress());
  } catch (problem) {
    refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
  }
}

if (code) void openTable();
