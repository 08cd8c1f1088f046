// The log of the game, and the chat.

import { drawFace } from "./dice.js";
import { button, el, sync } from "./page.js";
import { sheetOf } from "./pictures.js";
import { hue, signed } from "./shapes.js";
import { deedText, isMe, lastThrow, nameOf, threw } from "./steps.js";
import { recall, remember } from "./storage.js";
import { translate } from "./words.js";

/** @import {Palette, Table} from "./drawing.js" */
/** @import {LogTurn, Snapshot} from "./types.js" */

/** As many letters as a message may have; the same as in table/base.py. */
const LONGEST_CHAT = 300;

/** @param {Table} table */
export function makeTalk(table) {
  const log = list(translate("talk.log"));
  const logCard = el("section", "card log-card", el("h2", "", translate("talk.log")), log);
  const chat = makeChat(table);
  /** Tells whether lines lie below the last one in sight. */
  const cut = () => log.classList.toggle("cut", log.scrollHeight - log.scrollTop > log.clientHeight + 1);
  log.addEventListener("scroll", cut, { passive: true });
  new ResizeObserver(cut).observe(log);
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const turns = [...snapshot.log].reverse();
    sync(log, turns, ({ n }) => String(n), () => el("li", "turn"), (item, turn) => showTurn(table, item, turn, turn === turns[0]));
    log.firstElementChild?.classList.toggle("again", turns.length > 1 && isThrownAgain(snapshot, turns[1]));
    logCard.hidden = turns.length === 0;
    cut();
    chat.show(snapshot);
  };
  return { elements: [logCard, chat.element], show };
}

/** A throw as small dice, and what everybody did with it. @param {Table} table @param {HTMLElement} item @param {LogTurn} turn @param {boolean} newest */
function showTurn({ palette, snapshot }, item, turn, newest) {
  item.classList.toggle("new", newest);
  const state = JSON.stringify([turn, isThrownAgain(snapshot, turn), snapshot.seats.map((seat) => seat.name)]);
  if (item.dataset.state === state) return;
  item.dataset.state = state;
  item.replaceChildren(...turnLines(snapshot, turn, palette));
}

/** A sentence in which a price stands out. @param {string} text @param {string} price @returns {(Node | string)[]} */
function withPrice(text, price) {
  const [before, after] = price === "0" ? [text] : text.split(`(${price})`);
  return after === undefined ? [text] : [before, el("span", "bad", `(${price})`), after];
}

/** Who threw what, and what everybody did with it. @param {Snapshot} snapshot @param {LogTurn} turn @param {Palette} palette */
export function turnLines(snapshot, turn, palette) {
  const deeds = turn.deeds.map((deed) => el("p", "deed", ...withPrice(deedText(snapshot, deed), signed(deed.cost))));
  if (turn.again) deeds.push(el("p", "deed", turn.again));
  if (isThrownAgain(snapshot, turn)) deeds.push(el("p", "deed", translate(isMe(snapshot, turn.seat) ? "log.you-throw-again" : "log.throws-again", { name: nameOf(snapshot, turn.seat) })));
  return [...(turn.seat < 0 ? (turn.text ? [turn.text] : []) : [thrown(snapshot, turn, palette)]), ...deeds];
}

/** Whether nothing was done with a throw before the next one. @param {Snapshot} snapshot @param {LogTurn} turn */
function isThrownAgain(snapshot, turn) {
  return turn.seat >= 0 && turn.deeds.length === 0 && turn.n < (lastThrow(snapshot)?.n ?? 0);
}

/** Who threw what, beside the dice that lay still; the dice are pictures, and words for those who do not see them. @param {Snapshot} snapshot @param {LogTurn} turn @param {Palette} palette */
function thrown(snapshot, turn, palette) {
  const seen = el("span", "thrown", el("strong", "", nameOf(snapshot, turn.seat)), ...miniDice(snapshot, { ...turn.kept, ...turn.dice }, palette, turn.kept));
  seen.setAttribute("aria-hidden", "true");
  return el("p", "", seen, el("span", "visually-hidden", threw(snapshot, turn)));
}

/** Small pictures of a throw; dice in `kept` lay still. @param {Snapshot} snapshot @param {Record<string, number>} faces @param {Palette} palette @param {Record<string, number>} [kept] */
export function miniDice(snapshot, faces, palette, kept = {}) {
  const dice = sheetOf(snapshot.dice.sheet).dice.filter((die) => faces[die.id]);
  return dice.map((die) => el("span", `die mini ${hue(die.colour)}${die.faces ? " wide" : ""}${die.id in kept ? " kept" : ""}`, drawFace(die, faces[die.id], palette)));
}

/** @param {string} label */
function list(label) {
  const element = el("ol", "log");
  element.tabIndex = 0;
  element.setAttribute("aria-label", label);
  return element;
}

/** @param {Table} table */
function makeChat(table) {
  const lines = list(translate("talk.chat"));
  const input = el("input");
  Object.assign(input, { maxLength: LONGEST_CHAT, placeholder: translate("talk.say"), autocomplete: "off" });
  input.setAttribute("aria-label", translate("talk.say"));
  const send = button(translate("talk.send"), "");
  send.type = "submit";
  const form = el("form", "chat-form", input, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    table.act({ do: "chat", text }).then((done) => done || (input.value = text));
  });
  const mute = el("input");
  mute.type = "checkbox";
  mute.checked = recall("mute", false);
  mute.addEventListener("change", () => {
    remember("mute", mute.checked);
    table.draw();
  });
  const element = el("section", "card chat", el("h2", "", translate("talk.chat")), lines, form, el("label", "check", mute, translate("talk.mute")));

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const company = snapshot.seats.some((seat) => seat.kind === "person" && !seat.mine) || snapshot.watching > 1 || snapshot.chat.length > 0;
    element.hidden = !company || (!snapshot.can.chat && snapshot.chat.length === 0);
    lines.hidden = mute.checked || snapshot.chat.length === 0;
    form.hidden = mute.checked || !snapshot.can.chat;
    const atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
    sync(lines, snapshot.chat, ({ n }) => String(n), ({ name, text }) => el("li", "", el("strong", "", name), " ", el("span", "", text)));
    if (atEnd) lines.scrollTop = lines.scrollHeight;
  };
  return { element, show };
}

/** What has happened since the snapshot before, for screen readers. @param {Snapshot} snapshot @param {Snapshot | null} before */
export function newLines(snapshot, before) {
  if (!before) return [];
  const known = new Set(before.log.flatMap((turn) => linesOf(before, turn)));
  const talked = Math.max(0, ...before.chat.map((line) => line.n));
  const log = snapshot.log.slice(-NEWEST_TURNS).flatMap((turn) => linesOf(snapshot, turn)).filter((line) => !known.has(line));
  const chat = recall("mute", false) ? [] : snapshot.chat.filter((line) => line.n > talked).map((line) => `${line.name}: ${line.text}`);
  return [...log.map((line) => line.replace(KEY, "")), ...chat];
}

/** Turns in which something may be new. */
const NEWEST_TURNS = 3;
const KEY = /^\d+ /;

/** The lines of a turn, each after the number of its throw. @param {Snapshot} snapshot @param {LogTurn} turn */
function linesOf(snapshot, turn) {
  const first = turn.seat < 0 ? turn.text : threw(snapshot, turn);
  return [first, ...turn.deeds.map((deed) => deedText(snapshot, deed)), turn.again].filter(Boolean).map((line) => `${turn.n} ${line}`);
}
