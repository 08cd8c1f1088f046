// The page of a table: receives snapshots, draws them, sends actions.

import "./top.js";
import { makeAsides } from "./asides.js";
import { ink, isHandedOver, pass, undo, updatePicked } from "./choose.js";
import { rememberTable, keyFromAddress, keysOf } from "./storage.js";
import { keepAwake } from "./awake.js";
import { tellFacts, watchFacts } from "./facts.js";
import { makeFold } from "./fold.js";
import { makeGuide } from "./guide.js";
import { makeHint } from "./hint.js";
import { makeLegend } from "./legend.js";
import { pointInLesson } from "./lesson.js";
import { makeLobby, sitForm } from "./lobby.js";
import { makeMenu, showKeys } from "./menu.js";
import { watchWindow } from "./layout.js";
import { address, newId, Refused } from "./net.js";
import { awaitedText } from "./next.js";
import { makeOthers } from "./others.js";
import { loadEnd, makeOver } from "./over.js";
import { makeCount, withPad } from "./pad.js";
import { el, keepFocus, keysAreTaken, linkButton, setText } from "./page.js";
import { loadPalette, loadSheetsOf, signed } from "./pictures.js";
import { watchDice } from "./promise.js";
import { connect } from "./socket.js";
import { soundsOf } from "./sounds.js";
import { makeSteps } from "./steps.js";
import { summaryOf } from "./summary.js";
import { makeTalk, newLines } from "./talk.js";
import { loadEntering } from "./tray.js";
import { makePlay, untouched } from "./view.js";
import { watchWaiting } from "./waiting.js";
import { lang, translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Action, Done, Snapshot, TurnedAway} from "./types.js" */

const page = /** @type {HTMLElement} */ (document.getElementById("table"));
const code = page.dataset.code ?? "";
keyFromAddress(code);

/** @type {Table} */
const table = {
  code,
  ...untouched(),
  palette: await loadPalette(),
  draw,
  front,
  act,
  isBehind: () => steps.isBehind(),
  skip: () => steps.skip(),
};

const steps = makeSteps(show);
const notice = el("p", "notice");
notice.hidden = true;
notice.setAttribute("role", "status");
const live = el("div", "visually-hidden");
live.setAttribute("aria-live", "polite");
const lobby = makeLobby(table, seated);
const others = makeOthers(table);
const over = makeOver(table, others.enlarge);
const legend = makeLegend();
const play = makePlay(table, over.element, legend.element);
const talk = makeTalk(table);
const count = makeCount(table);
const asides = makeAsides(table, seated);
const guide = makeGuide(table);
const top = /** @type {HTMLElement} */ (document.querySelector(".top"));
const hint = makeHint(table, top, (action) => ask(action));
const side = el("aside", "side", hint.element, asides.element, others.element, guide.element, count.element, ...talk.elements);
side.setAttribute("aria-label", translate("others.title"));
const menu = makeMenu(table, /** @type {HTMLElement} */ (document.getElementById("menu")), () => play.element.querySelector(".sheet-box")?.classList.toggle("zoomed"));
const fold = makeFold(page, top, side);
const middle = el("div", "front stack", notice, lobby.element, play.element);

watchWindow(page, draw);
watchFacts(page);

const RETRY_DELAY = 1500;
let shown = -1;
let pad = -1;
/** @type {(() => boolean)[]} */
let waiting = [];
const socket = connect(`/t/${code}/ws`, { hello: () => ({ keys: keysOf(code), lang }), receive, online });

/** @param {Snapshot | TurnedAway} received */
async function receive(received) {
  if ("refused" in received) return turnedAway(received);
  if (received.number < shown) return;
  shown = received.number;
  watchDice(received, keysOf(code));
  rememberTable(code, summaryOf(received));
  if (received.over) void import("./results.js").then(({ keepResult }) => keepResult(received));
  const snapshot = received;
  try {
    await Promise.all([loadSheetsOf(snapshot), loadEnd(snapshot), loadEntering(snapshot)]);
  } catch {
    return void setTimeout(socket.sendHello, RETRY_DELAY); // a file could not be fetched: ask again
  }
  if (snapshot.number >= shown) steps.add(snapshot);
}

/** Shows a snapshot. @param {Snapshot} snapshot */
function show(snapshot) {
  const before = table.snapshot;
  newest = snapshot;
  const now = withPad(snapshot, pad);
  if (before?.sentence !== now.sentence || before.phase !== now.phase) table.why = "";
  table.snapshot = now;
  waiting = waiting.filter((look) => !look());
  draw();
  announce(now, before);
  showTitle(now);
  soundsOf(now, before, play.nudge);
}

/** Whether the page was drawn last while an action was under way. */
let isDrawnBusy = false;

const TITLE = document.title;

/** Says in the browser's tab whose turn it is. @param {Snapshot} snapshot */
function showTitle({ seat, dice_mode: dice }) {
  document.title = seat >= 0 && dice !== "none" ? `● ${translate("title.your-turn")} · ${TITLE}` : TITLE;
}

/** The snapshot in sight as received, without regard to which pad is in front. @type {Snapshot} */
let newest;

/** @param {number} seat */
function front(seat) {
  pad = seat;
  Object.assign(table, { why: "", narrowed: "", correcting: false, snapshot: withPad(newest, seat) });
  draw();
}

/** @param {TurnedAway} away */
function turnedAway({ refused, sit }) {
  const ways = el("div", "row", linkButton(translate("error.home"), address("/"), sit ? "" : "main"), linkButton(translate("home.tables"), address("/games"), ""));
  page.replaceChildren(el("section", "card stack", el("h1", "sentence", refused), ...(sit ? [sitForm(table, seated)] : []), ways));
  if (!sit) socket.close();
}

function draw() {
  const { snapshot } = table;
  if (!snapshot) return;
  isDrawnBusy = table.busy;
  forgetWhy();
  updatePicked(table);
  watchWaiting(table);
  keepFocus(() => {
    if (!middle.isConnected) page.replaceChildren(middle, side, live, hint.spoken);
    const inLobby = snapshot.phase === "lobby";
    lobby.element.hidden = !inLobby;
    play.element.hidden = inLobby;
    page.classList.toggle("in-lobby", inLobby);
    const isOver = snapshot.over !== null;
    const isEmpty = snapshot.phase === "ended" && snapshot.seats.every((seat) => seat.sheets.length === 0);
    page.classList.toggle("playing", !inLobby && !isOver && !isEmpty);
    page.classList.toggle("at-end", isOver);
    document.documentElement.classList.toggle("at-the-end", isOver);
    page.setAttribute("data-phase", snapshot.phase);
    keepAwake(!isOver && snapshot.phase !== "ended");
    over.show(snapshot);
    if (inLobby) lobby.show(snapshot);
    else showAll(snapshot);
    guide.show(snapshot, isHandedOver(table));
    others.element.hidden ||= inLobby;
    tellFacts(page);
    talk.show(snapshot);
    menu.show(snapshot);
    fold.show(snapshot);
    hint.show(snapshot);
    asides.show(snapshot);
    count.show(snapshot);
    legend.show(snapshot);
    showWhere(snapshot);
    tellFacts(page);
    over.arrange(snapshot);
    pointInLesson(table);
  }, fallbackFocus);
}

/** Draws the large sheet and the others; again if those have just come, since they take room from it. @param {Snapshot} snapshot */
function showAll(snapshot) {
  const before = others.element.childElementCount;
  others.show(snapshot, play.show(snapshot));
  if (others.element.childElementCount !== before) play.show(snapshot);
}

/** Where the focus goes when its element disappears: the next step, or the sentence. */
function fallbackFocus() {
  if (table.snapshot.phase === "lobby") return lobby.sentence;
  return [over.main, play.fallbackFocus()].find((step) => step.getClientRects().length) ?? play.sentence;
}

/** @param {Snapshot} snapshot */
function showWhere(snapshot) {
  const { series, title, phase, seats } = snapshot;
  const where = document.getElementById("where");
  const game = series.games > 1 && phase !== "lobby" ? ` · ${translate("where.game", { n: series.game, games: series.games })}` : "";
  const own = seats.filter((seat) => seat.mine);
  const points = table.scores && own.length === 1 && !snapshot.shared_board && phase !== "lobby" ? ` · ${translate("play.points", { n: signed(own[0].score) })}` : "";
  const word = ` · ${translate("where.table")} `;
  if (where && where.textContent !== title + word + code + game + points) where.replaceChildren(el("b", "", title), el("span", "where-word", word), el("strong", "", code), game, points);
}

/** Sends the server my new key. */
function seated() {
  socket.sendHello();
}

/** How long a reason stays in the place of the question. */
const WHY_SHOWN = 7000;
let [told, timer] = ["", 0];

/** Lets the question come back some time after a reason was given. */
function forgetWhy() {
  if (table.why === told) return;
  told = table.why;
  clearTimeout(timer);
  if (told) timer = setTimeout(() => {
    table.why = "";
    draw();
  }, WHY_SHOWN);
}

/** Announces changes to screen readers. @param {Snapshot} snapshot @param {Snapshot | null} before */
function announce(snapshot, before) {
  const lines = newLines(snapshot, before);
  if (before && before.sentence !== snapshot.sentence && !lines.some((line) => snapshot.sentence.includes(line))) lines.push(snapshot.sentence);
  if (snapshot.next && !before?.next) lines.push(awaitedText(snapshot));
  if (lines.length) live.replaceChildren(...lines.map((text) => el("p", "", text)));
}

/** @param {boolean} yes */
function online(yes) {
  notice.hidden = yes;
  if (!yes) setText(notice, translate("net.lost"));
  if (!yes && !middle.isConnected) page.replaceChildren(middle);
}

/** Sends an action with the key that owns it; returns whether it succeeded. @param {Action} action @returns {Promise<boolean>} */
async function act(action) {
  const waits = action.do !== "chat";
  if (table.busy && waits) return false;
  if (waits) {
    table.busy = true;
    showBusy();
    play.wait();
  }
  let told = "";
  try {
    const done = await ask(action);
    await until(() => {
      if (!("seat" in action && DRAFTS.has(action.do) ? showsDraft(action.seat, done.drafted) : table.snapshot.number >= done.number)) return false;
      if (waits) Object.assign(table, { busy: false, why: "" }); // before the page is drawn, which is then done
      return true;
    }, SNAPSHOT_TIMEOUT);
  } catch (problem) {
    told = table.why = problem instanceof Refused ? problem.message : translate("net.lost");
  }
  const isDrawn = !told && !table.busy && !isDrawnBusy;
  if (waits) table.busy = false;
  if (!isDrawn) draw();
  setTimeout(() => {
    makePresses(action);
    showBusy();
  }, 0);
  return !told;
}

/** Tells whoever watches the page whether an action is under way; then what can be pressed is about to change. */
function showBusy() {
  page.toggleAttribute("data-busy", table.busy);
}

/** Makes the presses that came while a draft was on its way; those during anything else were meant for the question before. @param {Action} action */
function makePresses(action) {
  const waiting = DRAFTS.has(action.do) ? table.presses : [];
  table.presses = [];
  for (const press of waiting) press();
}

/** Whether the page shows a change of a seat's draft. @param {number} seat @param {number} drafted */
function showsDraft(seat, drafted) {
  const now = table.snapshot.ask;
  return now?.seat !== seat || now.drafted >= drafted;
}

const SNAPSHOT_TIMEOUT = 4000;
/** Actions that raise no number: their snapshot has that of the one before. */
const DRAFTS = new Set(["tap", "untap"]);

/** Waits until the page shows what an action did, so that no click refers to an outdated snapshot. @param {() => boolean} isShown @param {number} most @returns {Promise<void>} */
function until(isShown, most) {
  return new Promise((done) => {
    const late = setTimeout(done, most);
    const look = () => {
      if (!isShown()) return false;
      clearTimeout(late);
      done();
      return true;
    };
    if (!look()) waiting.push(look);
  });
}

/** @param {Action} action @returns {Promise<Done>} */
async function ask(action) {
  const id = newId();
  const keys = [...keysOf(code)].reverse();
  for (const [i, key] of keys.entries()) {
    try {
      return await socket.ask(`/t/${code}/do`, { key, id, ...action });
    } catch (problem) {
      const foreign = problem instanceof Refused && problem.status === 403;
      if (!foreign || i + 1 === keys.length) throw problem;
    }
  }
  return { number: 0, drafted: 0 };
}

/** @type {Record<string, () => void>} */
const KEYS = {
  r: () => table.snapshot.can.roll && play.fallbackFocus().click(),
  c: () => (table.snapshot.ask?.draft.ink.length ? void ink(table) : play.fallbackFocus().click()),
  u: () => void undo(table),
  p: () => pass(table),
  h: hint.press,
  n: nextLit,
  "?": showKeys,
};

/** Moves the focus to the next lit cell. */
function nextLit() {
  const lit = /** @type {SVGElement[]} */ ([...document.querySelectorAll("svg.sheet:not(.small) .legal")]);
  lit[(lit.findIndex((cell) => cell === document.activeElement) + 1) % lit.length]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || keysAreTaken() || !table.snapshot) return;
  const does = KEYS[event.key.toLowerCase()];
  if (!does || (table.snapshot.phase === "lobby" && event.key !== "?")) return;
  event.preventDefault();
  does();
});
