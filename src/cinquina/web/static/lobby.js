// Before the first game: the invitation, the seats, and the button to begin.

import { rememberKey, recall, remember, sitsAtOnce } from "./storage.js";
import { isOnlyHere, linkButtons, linkField, onlyHere, qrCode, tableLink } from "./invite.js";
import { openLesson } from "./lesson.js";
import { address, post, Refused } from "./net.js";
import { button, el, openDialog, sync, setText } from "./page.js";
import { loadSheets, pictureOf, sheetOf } from "./pictures.js";
import { saltFor } from "./promise.js";
import { translate } from "./words.js";

/** @import {Palette, Table} from "./drawing.js" */
/** @import {SeatView, Snapshot} from "./types.js" */

/** As many letters as a name on a page may have; a record takes longer ones. */
const LONGEST_NAME = 24;

/** @param {Table} table @param {() => void} seated called when I have got a seat */
export function makeLobby(table, seated) {
  const sentence = el("h1", "sentence");
  sentence.tabIndex = -1;
  const around = el("p", "around");
  const facts = el("dl", "facts");
  const seats = el("ol", "seats");
  const form = sitForm(table, seated);
  const begin = button(translate("lobby.begin"), "main", () => void table.act({ do: "begin" }));
  const why = el("p", "why bad");
  why.setAttribute("role", "status");
  const invite = makeInvite(table.code);
  const forHost = /** @type {HTMLElement | null} */ (invite.querySelector(".only-here"));
  const left = el("div", "stack", el("div", "", sentence, around, why), seats, form);
  const preview = el("div", "preview stack");
  const element = el("section", "card lobby", left, invite, el("div", "actions", begin), preview, facts);
  let atOnce = sitsAtOnce();

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    setText(sentence, snapshot.sentence);
    setText(around, snapshot.around);
    showFacts(facts, snapshot);
    setText(why, table.why);
    sync(seats, snapshot.seats.map((seat, i) => ({ seat, i })), ({ i }) => String(i), () => el("li", "", el("span", "who"), el("span", "tag")), showSeat);
    form.hidden = !snapshot.can.sit;
    if (snapshot.can.sit && atOnce) form.requestSubmit();
    atOnce = false;
    begin.hidden = !snapshot.can.begin;
    const open = snapshot.seats.some((seat) => seat.kind === "open");
    begin.classList.toggle("main", !snapshot.can.sit && !open);
    setText(begin, translate(open ? "lobby.begin-now" : "lobby.begin"));
    if (forHost) forHost.hidden = !snapshot.host;
    invite.hidden = snapshot.can.sit || !open && !snapshot.seats.some((seat) => seat.kind === "person" && !seat.mine);
    preview.hidden = !snapshot.can.sit;
    if (snapshot.can.sit && !preview.firstChild) preview.append(...previewOf(snapshot, table.palette));
  };
  return { element, show, sentence };
}

/** What a guest is invited to: the game's picture, its rules, and its lesson. @param {Snapshot} snapshot @param {Palette} palette */
function previewOf({ game, title }, palette) {
  const rules = el("a", "button", translate("menu.rules"));
  Object.assign(rules, { href: address(`/rules/${game}`), target: "_blank", rel: "noopener" });
  const lesson = document.querySelector("[data-lesson]") ? [button(translate("lesson.open"), "", () => void openLesson(game))] : [];
  const links = el("div", "row", rules, ...lesson);
  const sheet = document.getElementById("table")?.dataset.sheet ?? "";
  void loadSheets([sheet]).then(() => {
    const picture = pictureOf("preview", sheet, palette, { label: translate("rules.sheet", { game: title }), small: true });
    picture.update(sheetOf(sheet).sample ?? {});
    links.before(picture.svg);
  });
  return [links];
}

/** @param {HTMLElement} line @param {{seat: SeatView}} item */
function showSeat(line, { seat }) {
  const [who, tag] = /** @type {HTMLElement[]} */ ([...line.children]);
  setText(who, seat.kind === "open" ? translate("lobby.open") : seat.name);
  line.classList.toggle("open", seat.kind === "open");
  setText(tag, seat.mine ? translate("lobby.you") : seat.kind === "bot" ? [translate("lobby.bot"), seat.level].filter(Boolean).join(" · ") : seat.kind === "person" && !seat.here ? translate("state.away") : "");
  tag.hidden = tag.textContent === "";
}

/** @param {string} code */
function makeInvite(code) {
  const link = linkField(tableLink, translate("lobby.link"));
  const scan = isOnlyHere ? [] : [el("figure", "scan", qrCode(code), el("figcaption", "", translate("lobby.scan")))];
  const spoken = el("p", "spoken", translate("lobby.code"), " ", el("strong", "code", code));
  return el("div", "invite stack", el("h2", "", translate("lobby.invite")), el("div", "row", ...scan, spoken), link, el("div", "row", ...linkButtons(tableLink, "")), ...(isOnlyHere ? [onlyHere()] : []));
}

/** What is played: a line each for dice, games, rules, and whoever is missing. @param {HTMLElement} list @param {Snapshot} snapshot */
function showFacts(list, snapshot) {
  sync(list, snapshot.facts, ({ title }) => title, ({ title }) => el("div", "", el("dt", "", title), el("dd")), (line, { text }) => setText(/** @type {Element} */ (line.lastElementChild), text));
}

/** @param {Table} table @param {() => void} seated @param {string} [text] what the button says @param {string} [key] that of somebody who is in for the next game */
export function sitForm(table, seated, text = translate("lobby.sit"), key = "") {
  const input = el("input");
  Object.assign(input, { maxLength: LONGEST_NAME, required: true, value: recall("name", ""), autocomplete: "nickname" });
  const wrong = el("p", "bad");
  wrong.setAttribute("role", "status");
  const send = button(text, "main");
  send.type = "submit";
  const form = el("form", "stack", el("div", "row sit-row", el("label", "field", el("span", "", translate("lobby.name")), input), send), wrong);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const taken = await post(`/t/${table.code}/sit`, { name: input.value.trim(), salt: saltFor(table.snapshot), key });
      remember("name", input.value.trim());
      rememberKey(table.code, taken.key);
      seated();
    } catch (problem) {
      setText(wrong, problem instanceof Refused ? problem.message : translate("net.lost"));
    }
  });
  return form;
}

/** A dialog for sitting down during a game. @param {Table} table @param {() => void} seated @param {string} text @param {string} [key] */
export function sitDialog(table, seated, text, key) {
  const done = () => {
    dialog.close();
    seated();
  };
  const dialog = openDialog(text, [sitForm(table, done, text, key)]);
}
