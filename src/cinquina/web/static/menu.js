// The menu of a table: settings, help and links.

import { keysOf, recall, remember } from "./storage.js";
import { isGuided, switchGuide } from "./guide.js";
import { openLesson, restartLesson } from "./lesson.js";
import { address } from "./net.js";
import { isOnlyHere, linkButtons, linkField, onlyHere, qrCode, tableLink } from "./invite.js";
import { button, el, openDialog, setText } from "./page.js";
import { canBuzz } from "./sounds.js";
import { PACES } from "./steps.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/**
 * Fills the menu in the page's top.
 * @param {Table} table
 * @param {HTMLElement} list
 * @param {() => void} zoom
 */
export function makeMenu(table, list, zoom) {
  table.scores = recall("scores", false);
  const scores = item("", () => {
    table.scores = !table.scores;
    remember("scores", table.scores);
    table.draw();
  });
  const atOnce = item("", () => {
    remember("at-once", !recall("at-once", false));
    table.draw();
  });
  const hints = item("", () => {
    switchGuide(table.snapshot.game);
    table.draw();
  });
  const lesson = item("", () => void (table.snapshot.lesson ? restartLesson : openLesson)(table.snapshot.game));
  lesson.hidden = !document.querySelector("[data-lesson]");
  const rules = el("a", "button plain", translate("menu.rules"));
  Object.assign(rules, { target: "_blank", rel: "noopener" });
  const seat = item("", () => showLink(translate("menu.my-link"), translate("menu.my-link-text"), myLink(table)));
  const invite = item("", () => showLink(translate("menu.invite"), translate("menu.invite-text"), tableLink, table.code));
  const tv = el("a", "button plain");
  explain(seat, translate("menu.my-link"), translate("menu.my-link-more"));
  explain(invite, translate("menu.invite"), translate("menu.invite-more"));
  explain(tv, translate("menu.tv"), translate("menu.tv-more"));
  Object.assign(tv, { href: address(`/t/${table.code}/tv`), target: "_blank", rel: "noopener" });
  const leave = item(translate("menu.leave"), () => askLeave(table));
  const end = item("", () => askEnd(table));
  explain(end, translate("menu.end"), translate("menu.end-more"));
  const zoomItem = item(translate("menu.zoom"), zoom);
  zoomItem.classList.add("phone-only");
  const keys = item(translate("menu.keys"), showKeys);
  keys.classList.add("keys-only");
  const allowed = el("p", "menu-note quiet");
  list.querySelector(".theme")?.before(allowed);
  list.prepend(rules, lesson, hints, scores, atOnce, zoomItem, item(translate("menu.settings"), showSettings), keys, invite, seat, tv, leave, end);
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    rules.href = address(`/rules/${snapshot.game}`);
    setText(lesson, translate(snapshot.lesson ? "lesson.again" : "lesson.open"));
    for (const one of [invite, tv]) one.hidden = snapshot.lesson !== null;
    setText(scores, table.scores ? translate("menu.hide-scores") : translate("menu.show-scores"));
    setText(hints, isGuided(snapshot.game) ? translate("menu.hide-hints") : translate("menu.show-hints"));
    hints.hidden = snapshot.lesson !== null || snapshot.dice_mode === "none";
    setText(allowed, translate(snapshot.hints ? "hint.everybody" : "hint.nobody"));
    allowed.hidden = snapshot.dice_mode === "none" || snapshot.lesson !== null || snapshot.phase === "lobby";
    scores.hidden = snapshot.shared_board || snapshot.phase === "lobby";
    if (recall("at-once", false)) explain(atOnce, translate("menu.pencil-first"), translate("menu.pencil-first-more"));
    else explain(atOnce, translate("menu.at-once"), translate("menu.at-once-more"));
    atOnce.hidden = snapshot.dice_mode === "none";
    seat.hidden = keysOf(table.code).length === 0;
    leave.hidden = ownSeats(snapshot).length === 0;
    end.hidden = !snapshot.can.end || snapshot.lesson !== null;
  };
  return { show };
}

/** @param {string} text @param {() => void} press */
function item(text, press) {
  return button(text, "plain", press);
}

/** Writes on an item of the menu what it is, and below it in a few words what for. @param {HTMLElement} one @param {string} text @param {string} more */
function explain(one, text, more) {
  if (one.firstChild?.textContent !== text) one.replaceChildren(el("span", "", text), el("span", "menu-more quiet", more));
}

/** The link to my seat, for another device. @param {Table} table */
function myLink(table) {
  return `${tableLink}#${keysOf(table.code).at(-1)}`;
}

/** @param {string} title @param {string} text @param {string} link @param {string} [code] of a table to invite to */
function showLink(title, text, link, code = "") {
  const content = [el("p", "", text), linkField(link, code ? translate("lobby.link") : title), ...(isOnlyHere ? [onlyHere()] : code ? [qrCode(code)] : [])];
  const [press, done] = linkButtons(link, "main");
  const dialog = openDialog(title, [...content, el("div", "row", press, button(translate("close"), "", () => dialog.close()), done)]);
}

/** The seats that can be left. @param {Snapshot} snapshot */
function ownSeats({ can }) {
  return can.leave.filter((seat) => seat >= 0);
}

/** Asks once; then a bot goes on, or the seat is open again. @param {Table} table */
function askLeave(table) {
  const { phase, dice_mode } = table.snapshot;
  const text = translate(phase === "lobby" ? "leave.lobby" : dice_mode === "none" ? "leave.pad" : "leave.game");
  const go = button(translate("menu.leave"), "", async () => {
    dialog.close();
    for (const seat of ownSeats(table.snapshot)) if (!(await table.act({ do: "leave", seat }))) return;
    location.href = address("/");
  });
  const stay = button(translate("leave.stay"), "", () => dialog.close());
  const dialog = openDialog(translate("leave.title"), [el("p", "", text), el("div", "row answers", stay, go)]);
}

/** @param {Table} table */
function askEnd(table) {
  const yes = button(translate("menu.end"), "parting", () => {
    dialog.close();
    void table.act({ do: "end" });
  });
  const no = button(translate("menu.play-on"), "main", () => dialog.close());
  const dialog = openDialog(translate("menu.end-title"), [el("p", "", translate("menu.end-text")), el("div", "row answers", no, yes)]);
}

/** Settings of this device: how long throws stay in sight, sounds, a buzz. */
function showSettings() {
  const pace = el("select");
  pace.append(...Object.keys(PACES).map((name) => new Option(translate(`pace.${name}`), name, false, name === recall("pace", "normal"))));
  pace.addEventListener("change", () => remember("pace", pace.value));
  const content = [
    el("label", "field", el("span", "", translate("settings.pace")), pace),
    setting("sounds", translate("settings.sounds")),
    ...(canBuzz() ? [setting("buzz", translate("settings.buzz"))] : []),
  ];
  const dialog = openDialog(translate("menu.settings"), [...content, button(translate("close"), "main", () => dialog.close())]);
}

/** A box to tick that is stored on this device. @param {string} name @param {string} text */
function setting(name, text) {
  const box = el("input");
  box.type = "checkbox";
  box.checked = recall(name, false);
  box.addEventListener("change", () => remember(name, box.checked));
  return el("label", "check", box, text);
}

/** Shows what the keys do. */
export function showKeys() {
  const keys = [
    ["R", translate("keys.throw")], ["← ↑ → ↓", translate("keys.arrows")], ["N", translate("keys.next")], ["↵", translate("keys.enter")], ["␣", translate("keys.space")], ["C", translate("keys.confirm")],
    ["U", translate("keys.undo")], ["P", translate("keys.pass")], ["H", translate("keys.hint")], ["?", translate("keys.help")],
  ];
  const list = el("dl", "keys", ...keys.flatMap(([key, text]) => [el("dt", "", el("kbd", "", key)), el("dd", "", text)]));
  const dialog = openDialog(translate("menu.keys"), [list, el("p", "quiet", translate("keys.text")), button(translate("close"), "main", () => dialog.close())]);
}
