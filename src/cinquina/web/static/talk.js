// The log of the game, and the chat.

import { recall, remember } from "./storage.js";
import { button, el, sync } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/** @param {Table} table */
export function makeTalk(table) {
  const log = list(translate("talk.log"));
  const logCard = el("section", "card", el("h2", "", translate("talk.log")), log);
  const chat = makeChat(table);
  let newest = 0;
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const lines = [...snapshot.log].reverse();
    newest ||= lines[1]?.n ?? 0;
    sync(log, lines, ({ n }) => String(n), ({ text }) => el("li", "", text), (item, { n, text }) => {
      if (item.textContent !== text) item.textContent = text;
      item.classList.toggle("new", n > newest);
    });
    newest = Math.max(newest, lines[1]?.n ?? 0);
    logCard.hidden = lines.length === 0;
    chat.show(snapshot);
  };
  return { elements: [logCard, chat.element], show };
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
  Object.assign(input, { maxLength: 300, placeholder: translate("talk.say"), autocomplete: "off" });
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
  const last = Math.max(0, ...before.log.map((line) => line.n));
  const talked = Math.max(0, ...before.chat.map((line) => line.n));
  const log = snapshot.log.filter((line) => line.n > last).map((line) => line.text);
  const chat = recall("mute", false) ? [] : snapshot.chat.filter((line) => line.n > talked).map((line) => `${line.name}: ${line.text}`);
  return [...log, ...chat];
}
