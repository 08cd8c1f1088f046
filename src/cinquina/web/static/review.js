// The review of a game: the graph, the mistakes one by one, and how the result came about. Of a table, or of a pasted record.

import "./top.js";
import { watchWindow } from "./layout.js";
import { keepReview, mistakesOf } from "./mistakes.js";
import { watchMore } from "./more.js";
import { address, post, Refused } from "./net.js";
import { copy, download, el, keysAreTaken, setText, sync } from "./page.js";
import { loadPalette } from "./pictures.js";
import { played } from "./playback.js";
import { accountCard, lotOf, throwLists } from "./review-account.js";
import { gradeOf, isUnsure, lossOf, makePosition, phrase, reasonsOf, showOptions, tagsOf } from "./review-choice.js";
import { amount, cost, gravest, mistakesBy } from "./review-figures.js";
import { drawGraph } from "./review-graph.js";
import { reviewOf } from "./reviewing.js";
import { showGames } from "./series-chips.js";
import { keysOf, recall } from "./storage.js";
import { drawToken } from "./tokens.js";
import { translate } from "./words.js";

/** @import {Playback} from "./playback.js" */
/** @import {GameReview, ReviewAnswer, ReviewedChoice} from "./types.js" */
/** @typedef {{review: GameReview, playback: Playback}} Reviewed */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

const code = by("main").dataset.code ?? "";
const palette = await loadPalette();
/** @type {string[]} */
let records = [];
/** The seats of this device. @type {number[]} */
let mine = [];
/** The games that were asked for, by their place. @type {Map<number, Reviewed>} */
const known = new Map();
let [game, seat] = [0, 0];
let all = false;
/** @type {ReviewedChoice | null} */
let current = null;
const position = makePosition();
by("position").replaceWith(position.element);

/** @returns {Reviewed} */
function shown() {
  return /** @type {Reviewed} */ (known.get(game));
}

/** The choices of the shown seat that are listed: those that gave something away, or all. */
function listed() {
  const { choices } = shown().review;
  return all ? choices.filter((choice) => choice.seat === seat) : mistakesBy(choices, seat);
}

/** @param {number} which */
function isMe(which) {
  return mine.length === 1 && mine[0] === which;
}

/** @param {number} which */
function nameOf(which) {
  return shown().review.replay.start.seats[which].name;
}

/** Shows a choice, or the end where there is none. @param {ReviewedChoice | null} choice @param {boolean} [focus] whether the mark in the graph gets the focus */
function go(choice, focus = false) {
  current = choice;
  const { review, playback } = shown();
  history.replaceState(null, "", `#${records.length > 1 ? `${game + 1}.` : ""}${choice?.event ?? 0}`);
  showChoice();
  graph();
  const own = mine.length === 1 ? mine[0] : -1;
  if (choice) position.show(choice, playback, palette, titleOf(choice), own);
  else position.showEnd(playback, seat, palette, translate("review.at-end"), own);
  for (const item of by("mistakes").querySelectorAll("button")) {
    const on = Number(item.dataset.event) === choice?.event;
    item.toggleAttribute("aria-current", on);
    if (on) item.setAttribute("aria-current", "true");
    if (on) intoSight(by("mistakes"), item);
  }
  if (focus) by("graph").querySelector("[aria-current]")?.focus({ preventScroll: true });
  by("replay").href = address(code ? `/t/${code}/replay#${game + 1}.${choice?.event ?? review.replay.steps.length}` : "/replay");
}

/** Whose sheet is shown, and when. @param {ReviewedChoice} choice */
function titleOf({ seat: of, throw: n }) {
  if (shown().review.replay.start.shared_board) return translate(isMe(of) ? "review.board-you" : "review.board", { name: nameOf(of), n });
  return translate(isMe(of) ? "review.before-you" : "review.before", { name: nameOf(of), n });
}

/** @param {HTMLElement} list @param {HTMLElement} item */
function intoSight(list, item) {
  const [room, place] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (place.top < room.top || place.bottom > room.bottom) list.scrollTop += place.top - room.top; // no line is cut above it
}

/** Says what was chosen, what is better, and what everything is worth. */
function showChoice() {
  const { review } = shown();
  const choices = listed();
  const at = current ? choices.findIndex((choice) => choice.event === current?.event) : -1;
  for (const [id, to] of /** @type {[string, number][]} */ ([["before", at - 1], ["after", at + 1]])) by(id).disabled = !choices[to];
  by("choice").hidden = current === null;
  by("faultless").hidden = current !== null;
  if (!current) return;
  const { options, made } = current;
  const where = translate(all ? "review.choice-of" : "review.mistake-of", { n: at + 1, all: choices.length });
  setText(by("which"), [where, translate("review.throw", { n: current.throw }), gradeOf(current)].join(" · "));
  by("said").replaceChildren(...phrase(made === 0 ? "review.right" : isUnsure(current) ? "review.may" : "review.could", current, palette));
  const compared = made === 0 ? [options[0]] : [options[made], options[0]];
  by("reasons").replaceChildren(...reasonsOf(compared));
  by("lost").hidden = made === 0;
  const { loss, loss_error: error } = options[made];
  const lost = { loss: cost(review.unit, loss, { error }) };
  const of = review.unit === "chance" && isMe(seat) ? "chance-you" : review.unit;
  setText(by("lost"), isUnsure(current) ? translate("review.unsure", lost) : translate(`review.lost-${of}`, lost));
  const { from, more } = showOptions(by("options"), current, review.unit, palette, tagsOf(current));
  by("source").replaceChildren([translate(`review.bars-${review.unit}`, { from: amount(review.unit, from, 0) }), current.source].join(" "));
  by("more").replaceChildren(...more);
}

/** Draws the graph of the shown seat. */
function graph() {
  const { review, playback } = shown();
  drawGraph(by("graph"), { review, seat, mistakes: mistakesBy(review.choices, seat), end: resultText(playback), name: nameOf(seat) }, current, (choice) => go(choice, true));
}

/** How the game ended for the shown seat. @param {Playback} playback */
function resultText({ states }) {
  const { seats, over, shared_board: shared } = states[states.length - 1];
  const place = over?.ranking.find((one) => one.names.includes(seats[seat].name))?.place ?? 0;
  const tied = (over?.ranking ?? []).filter((one) => one.place === 1).length > 1;
  const points = seats.map((one) => one.score).filter((_, i) => i !== seat);
  if (seats.length === 1) return translate("play.points", { n: amount("points", seats[0].score, 0) });
  const score = shared || seats.length > 2 ? "" : ` ${translate("home.score", { high: amount("points", seats[seat].score, 0), low: amount("points", points[0], 0) })}`;
  return translate(place !== 1 ? "review.ended-lost" : tied ? "review.ended-tied" : "review.ended-won") + score;
}

/** The seats, to choose one of them. */
function showSeats() {
  const { seats } = shown().review.replay.start;
  by("seats").hidden = seats.length < 2;
  sync(by("seats"), seats.map((_, i) => i), (i) => `${game}/${i}`, (i) => {
    const chip = el("button", "chip", el("span", "token", drawToken(i, seats[i].colour, palette)), isMe(i) ? translate("log.you") : seats[i].name);
    chip.type = "button";
    chip.addEventListener("click", () => showSeat(i));
    return chip;
  }, (chip, i) => chip.setAttribute("aria-pressed", String(i === seat)));
}

/** Shows the game of a seat. @param {number} which @param {ReviewedChoice | null} [choice] */
function showSeat(which, choice = null) {
  seat = which;
  const { review } = shown();
  if (choice && !listed().includes(choice)) all = true;
  by("all").checked = all;
  showSeats();
  const choices = listed();
  setText(by("title"), translate(`review.title-${review.unit}${isMe(seat) ? "-you" : ""}`, { name: nameOf(seat) }));
  setText(by("about"), gravest(review.unit, review.choices, { seat, isMe: isMe(seat), rough: Boolean(review.rough) }));
  by("mistakes").replaceChildren(...choices.map(mistakeLine));
  setText(by("faultless"), translate(review.players[seat].decisions ? "review.faultless" : "review.no-choices"));
  const named = (/** @type {number} */ i) => (isMe(i) ? translate("log.you") : nameOf(i));
  by("throws").replaceChildren(...throwLists(review, shown().playback, { seat, isMe: isMe(seat), palette, named }));
  setText(by("lot"), lotOf(review, seat, named, isMe));
  go(choice ?? worst(choices) ?? null);
}

/** The choice that cost most. @param {ReviewedChoice[]} choices */
function worst(choices) {
  return choices.reduce((/** @type {ReviewedChoice | undefined} */ most, one) => (most && most.loss >= one.loss ? most : one), undefined);
}

/** A line of the list. @param {ReviewedChoice} choice @param {number} i */
function mistakeLine(choice, i) {
  const line = el("button", `choice-line ${choice.grade}`, el("i", "", String(i + 1)), el("span", "quiet", translate("review.throw", { n: choice.throw })), el("span", "choice-what", ...phrase(choice.made === 0 || isUnsure(choice) ? "review.line-right" : "review.line", choice, palette)), el("strong", "number", choice.loss ? lossOf(choice, shown().review.unit) : ""));
  line.type = "button";
  line.dataset.event = String(choice.event);
  line.addEventListener("click", () => go(choice));
  return el("li", "", line);
}

/** The next or last choice of the list. @param {number} by_ */
function step(by_) {
  const choices = listed();
  const at = choices.findIndex((choice) => choice.event === current?.event);
  const to = choices[Math.max(0, Math.min(choices.length - 1, at + by_))];
  if (to) go(to, by("graph").contains(document.activeElement));
}

/** Shows the review of a game, and in it the choice after this many events. @param {number} which @param {number} event */
async function openGame(which, event) {
  by("open").hidden = true;
  by("problem").hidden = true;
  try {
    if (!known.has(which)) known.set(which, await asked(records[which]));
  } catch (problem) {
    return refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
  } finally {
    by("wait").hidden = true;
  }
  game = which;
  const { review } = shown();
  by("shown").hidden = false;
  by("heading").hidden = true;
  document.body.classList.add("reviewing");
  showGames(by("games"), records.length, game, (i) => void openGame(i, 0));
  setText(by("rough"), review.rough);
  by("rough").hidden = !review.rough;
  by("accounts").replaceChildren(...review.players.map((_, i) => accountCard(review, i, isMe(i), palette)));
  const choice = event ? (review.choices.find((one) => one.event === event) ?? null) : null;
  const people = review.replay.start.seats.findIndex((one) => one.kind === "person");
  showSeat(choice?.seat ?? mine[0] ?? Math.max(0, people), choice);
  keepReview(records[game], review, mine);
  const waiting = mistakesOf(records[game]);
  by("practise").hidden = waiting === 0;
  setText(by("practise"), translate("practice.these", { n: waiting }));
}

/** Asks for a review and shows how far it is. @param {string} record @returns {Promise<Reviewed>} */
async function asked(record) {
  by("wait").hidden = false;
  tell({ done: 0, ahead: 0, review: null });
  const review = await reviewOf(record, tell);
  if (!code) mine = review.replay.start.seats.flatMap((one, i) => (one.kind === "person" && one.name === recall("name", "") ? [i] : []));
  return { review, playback: await played(review.replay) };
}

/** @param {ReviewAnswer} answer */
function tell({ done, ahead }) {
  setText(by("wait-text"), ahead ? translate("review.ahead", { n: ahead }) : done ? translate("review.being-made") : translate("review.being-prepared"));
  if (done) by("done").value = done;
  else by("done").removeAttribute("value");
}

/** @param {string} text */
function refuse(text) {
  by("problem").hidden = false;
  by("open").hidden = Boolean(code);
  by("heading").hidden = false;
  setText(by("problem"), text);
}

/** The game and the choice named in the URL: #12, or #2.12 in the second game. @returns {[number, number]} */
function placeInAddress() {
  const [, which, event] = location.hash.match(/^#(?:(\d+)\.)?(\d+)$/) ?? [];
  return [Math.max(0, Math.min(which ? Number(which) : records.length, records.length) - 1), Number(event ?? 0)];
}

/** Reads a record as text, or from JSON written by the page of a replay. @param {string} text */
function recordIn(text) {
  try {
    return String(JSON.parse(text).record ?? text);
  } catch {
    return `${text.trimEnd()}\n`;
  }
}

/** @param {string} record */
function openRecord(record) {
  records = [record];
  known.clear();
  void openGame(...placeInAddress());
}

watchMore(by("mistakes"));
by("before").addEventListener("click", () => step(-1));
by("after").addEventListener("click", () => step(1));
by("all").addEventListener("change", () => {
  all = by("all").checked;
  showSeat(seat, current && listed().includes(current) ? current : null);
});
by("link").hidden = !code;
by("link").addEventListener("click", async () => setText(by("copied"), (await copy(location.href)) ? translate("copied") : location.href));
by("json").addEventListener("click", () => download(`${shown().review.replay.start.game}-review.json`, JSON.stringify({ record: records[game], ...shown().review }, null, 1), "application/json"));
by("file").addEventListener("change", async () => {
  const text = await by("file").files?.[0]?.text();
  if (text) by("record").value = recordIn(text);
});
by("open").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const record = recordIn(by("record").value);
  sessionStorage.setItem("cinquina.review", record);
  openRecord(record);
});
addEventListener("hashchange", () => records.length && void openGame(...placeInAddress()));
document.addEventListener("keydown", (event) => {
  if (!known.has(game) || keysAreTaken() || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity) };
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
watchWindow(document.body, () => {
  if (!known.has(game) || by("shown").hidden) return;
  graph();
  position.arrange();
});

/** Loads the games of a table. */
async function openTable() {
  try {
    const { records: found, mine: own } = await post(`/t/${code}/records`, { keys: keysOf(code) });
    if (!found.length) return refuse(translate("replay.not-yet"));
    records = found;
    mine = own;
    await openGame(...placeInAddress());
  } catch (problem) {
    refuse(problem instanceof Refused ? problem.message : translate("net.lost"));
  }
}

const brought = by("main").dataset.record ?? (location.hash ? sessionStorage.getItem("cinquina.review") : "") ?? "";
if (code) void openTable();
else if (brought) openRecord(brought);
