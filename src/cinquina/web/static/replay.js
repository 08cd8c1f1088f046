// A game step by step: from a pasted record, a file, or a table. The server is asked once for each game.

import "./top.js";
import { autoplay } from "./autoplay.js";
import { arrangeCards, fitPictures, makeCard, showCard } from "./cards.js";
import { drawDice } from "./dice.js";
import { watchWindow } from "./layout.js";
import { makeMoves } from "./moves.js";
import { DICE_WORDS } from "./names.js";
import { address, post, Refused } from "./net.js";
import { begun } from "./others.js";
import { button, copy, download, el, keysAreTaken, openDialog, setText, sync } from "./page.js";
import { pictureFile } from "./picture-file.js";
import { loadPalette, pictureOf, sheetOf, signed, viewOf } from "./pictures.js";
import { playbackOf, seenBy } from "./playback.js";
import { showGames } from "./series-chips.js";
import { keysOf } from "./storage.js";
import { makeStrip, placeOf, showStrip } from "./strip.js";
import { translate } from "./words.js";

/** @import {Drawn} from "./drawing.js" */
/** @import {Playback} from "./playback.js" */
/** @import {Scene} from "./strip.js" */
/** @import {Snapshot} from "./types.js" */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

const code = by("main").dataset.code ?? "";
const palette = await loadPalette();
/** @type {string[]} */
let records = [];
/** The games that were asked for, by their place. @type {Map<number, Playback>} */
const known = new Map();
let [game, at] = [0, 0];
/** The reader's own seat; -1 if it is unknown. */
let own = -1;
/** @type {ReturnType<typeof drawDice>} */
let tray;
/** @type {ReturnType<typeof makeMoves>} */
let moves;
const playing = autoplay(by("play"), by("pace"), { isLast: () => at === last(), isThrow: () => Object.keys(playback()?.steps[at - 1]?.thrown ?? {}).length > 0, go: (again) => show(again ? 0 : at + 1) });

/** @returns {Playback | undefined} */
function playback() {
  return known.get(game);
}

/** The number of the last step. */
function last() {
  return playback()?.steps.length ?? 0;
}

/** Shows a step because somebody wants it. @param {number} to */
function go(to) {
  playing.stop();
  show(to);
}

/** @param {number} to */
function show(to) {
  const found = playback();
  if (!found) return;
  at = Math.max(0, Math.min(to, last()));
  const [state, step] = [found.states[at], found.steps[at - 1]];
  by("step").value = String(at);
  by("step").setAttribute("aria-valuetext", translate("replay.of", { n: at, steps: last() }));
  setText(by("count"), `${at} / ${last()}`);
  setText(by("line"), step?.over?.text ?? step?.text ?? translate("replay.start", { game: state.title }));
  setText(by("also"), step?.over ? step.over.reasons.join(" ") : (step?.also ?? ""));
  history.replaceState(null, "", `#${records.length > 1 ? `${game + 1}.` : ""}${at}`);
  tray.show(state.dice.faces);
  moves.show(at);
  drawSheets();
}

/** Draws everybody's sheets as large as they can be, whoever moved framed. */
function drawSheets() {
  const found = playback();
  if (!found) return;
  const [state, mover] = [found.states[at], found.steps[at - 1]?.seat ?? -1];
  /** @type {Drawn[]} */
  const pictures = [];
  const seats = state.shared_board ? [-1] : state.seats.map((_, i) => i);
  sync(by("sheets"), seats, (i) => `${game}/${i}`, (i) => makeSeat(i), (card, i) => {
    frame(card, state, i, mover);
    pictures.push(...(showCard(card, state.seats[Math.max(0, i)], i, sceneOf(state, i), `replay-${game}`) ?? []));
  });
  sync(by("players"), state.shared_board ? state.seats.map((_, i) => i) : [], (i) => `${game}/${i}`, () => el("div", "other", makeStrip()), (card, i) => {
    frame(card, state, i, mover);
    showStrip(/** @type {HTMLElement} */ (card.firstElementChild), state.seats[i], i, sceneOf(state, i));
  });
  by("players").hidden = !state.shared_board;
  for (const { svg } of pictures) svg.style.maxWidth = "";
  arrangeCards(by("sheets"), PADDING);
  fitPictures(pictures);
  const least = Math.min(...pictures.map(({ svg }) => svg.getScreenCTM()?.a ?? 1));
  for (const { svg } of pictures) svg.style.maxWidth = `${Math.ceil(svg.viewBox.baseVal.width * least)}px`;
}

/** What a card and the gap beside it take besides its sheet. */
const PADDING = 36;

/** Frames whoever moved, and at the end whoever won. @param {HTMLElement} card @param {Snapshot} state @param {number} seat @param {number} mover */
function frame(card, state, seat, mover) {
  const place = placeOf(state, seat);
  card.classList.toggle("turn", state.over ? place === 1 : seat === mover);
}

/** @param {Snapshot} state @param {number} seat @returns {Scene} */
function sceneOf(state, seat) {
  const seen = seenBy(state, own);
  const { name = "", score = 0 } = seen.seats[seat] ?? {};
  return { snapshot: { ...seen, active: -1 }, before: null, palette, name, score: state.shared_board ? "" : signed(score), standing: placeOf(state, seat) };
}

/** @param {number} seat -1 for the board of all */
function makeSeat(seat) {
  const card = makeCard("button");
  card.addEventListener("click", () => enlarge(Math.max(0, seat)));
  return card;
}

/** Shows somebody's sheets large, to look at and to save. @param {number} seat */
function enlarge(seat) {
  playing.stop();
  const shown = playback()?.states[at];
  if (!shown) return;
  const state = seenBy(shown, own);
  const name = state.shared_board ? translate("play.board") : state.seats[seat].name;
  const drawn = begun(state.seats[seat].sheets).map((page) => {
    const { svg, update } = pictureOf(`large-${game}-${seat}`, page.id, palette, { label: translate("play.sheet-of", { name: state.shared_board ? name : shown.seats[seat].name }), small: true });
    update(viewOf(state, null, seat, page));
    return svg;
  });
  const save = button(translate("replay.svg"), "", () => drawn.forEach((svg, i) => download(`sheet-${seat + 1}${i ? `-${i + 1}` : ""}-step-${at}.svg`, pictureFile(svg), "image/svg+xml")));
  const dialog = openDialog(name, [el("div", "stack large-sheets", ...drawn), el("div", "row", save, button(translate("close"), "", () => dialog.close()))], "wide");
}

/** @param {number} which @param {number} to */
async function openGame(which, to) {
  playing.stop();
  try {
    if (!known.has(which)) known.set(which, await playbackOf(records[which], own));
  } catch (problem) {
    return refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
  }
  game = which;
  const found = /** @type {Playback} */ (playback());
  for (const [part, hidden] of Object.entries({ open: true, title: true, problem: true, shown: false })) by(part).hidden = hidden;
  by("step").max = String(last());
  by("review").hidden = !found.states[last()].over;
  tray = drawDice(sheetOf(found.states[0].dice.sheet).dice, palette, { words: DICE_WORDS });
  by("tray").replaceChildren(tray.element);
  moves = makeMoves(by("moves"), found, palette, go);
  document.body.classList.add("replaying");
  showGames(by("games"), records.length, game, (i) => void openGame(i, 0));
  show(to);
}

/** @param {string} text */
function refuse(text) {
  by("problem").hidden = false;
  setText(by("problem"), text);
}

/** The game and the step named in the URL: #12, or #2.12 in the second game. @returns {[number, number]} */
function placeInAddress() {
  const [, which, step] = location.hash.match(/^#(?:step=)?(?:(\d+)\.)?(\d+)$/) ?? [];
  return [Math.min(which ? Number(which) : records.length, records.length) - 1, Number(step ?? 0)];
}

/** Reads a record as text, or from JSON written by this page; pasting often loses the last line break. @param {string} text */
function recordIn(text) {
  try {
    return String(JSON.parse(text).record ?? text);
  } catch {
    return `${text.trimEnd()}\n`;
  }
}

by("first").addEventListener("click", () => go(0));
by("back").addEventListener("click", () => go(at - 1));
by("next").addEventListener("click", () => go(at + 1));
by("last").addEventListener("click", () => go(last()));
by("step").addEventListener("input", () => go(Number(by("step").value)));
by("list").addEventListener("click", () => {
  const open = by("shown").classList.toggle("listed");
  by("list").setAttribute("aria-expanded", String(open));
  show(at);
});
by("link").hidden = !code;
by("link").addEventListener("click", async () => setText(by("done"), (await copy(location.href)) ? translate("copied") : location.href));
by("review").addEventListener("click", () => {
  if (!code) sessionStorage.setItem("cinquina.review", records[game]);
  location.assign(address(code ? `/t/${code}/review#${game + 1}.${at}` : `/review#${at}`));
});
by("text").addEventListener("click", () => download(`${playback()?.states[0].game}.txt`, records[game], "text/plain"));
by("json").addEventListener("click", () => {
  const snapshot = playback()?.states[at];
  download(`${snapshot?.game}-${at}.json`, JSON.stringify({ record: records[game], step: at, snapshot }, null, 1), "application/json");
});
by("file").addEventListener("change", async () => {
  const text = await by("file").files?.[0]?.text();
  if (text) by("record").value = recordIn(text);
});
by("open").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  records = [recordIn(by("record").value)];
  known.clear();
  void openGame(0, 0);
});
addEventListener("hashchange", () => {
  const [which, step] = placeInAddress();
  if (records.length) void openGame(Math.max(0, which), step);
});
document.addEventListener("keydown", (event) => {
  if (!playback() || keysAreTaken() || event.altKey || event.ctrlKey || event.metaKey || event.target === by("step")) return;
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last()), " ": () => by("play").click() };
  if (!(event.key in keys) || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  keys[event.key]();
});
watchWindow(document.body, drawSheets);

/** Loads the games of a table, the current one without the open window. */
async function openTable() {
  try {
    const { records: found, mine } = await post(`/t/${code}/records`, { keys: keysOf(code) });
    if (!found.length) return refuse(translate("replay.not-yet"));
    records = found;
    own = mine.length === 1 ? mine[0] : -1;
    const [which, step] = placeInAddress();
    await openGame(Math.max(0, which), step);
  } catch (problem) {
    refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
  }
}

if (code) void openTable();
