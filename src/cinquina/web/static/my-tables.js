// The tables of this device as cards: game, people, whose turn or who won, when. The first ones on the first page, all on their own.

import { address, post } from "./net.js";
import { button, el, setText } from "./page.js";
import { loadSheets, pictureOf } from "./pictures.js";
import { signed } from "./shapes.js";
import { forgetTable, keysOf, rememberTable, tablesHere } from "./storage.js";
import { summaryOf } from "./summary.js";
import { drawToken } from "./tokens.js";
import { dates, lang, translate } from "./words.js";

/** @import {Palette} from "./drawing.js" */
/** @import {Company} from "./rematch.js" */
/** @import {Known, Summary} from "./storage.js" */

/** How many the first page shows. */
const FIRST = 4;

/**
 * Shows the tables of this device; beside fewer than all of them stands a link to all. Where there is a place for those that are over, they
 * stand there, but for those that are told of already.
 * @param {Promise<Palette>} palette
 * @param {number} [most]
 * @param {Set<string>} [told] the codes of tables with games that are told of elsewhere on the page
 */
export function showMyTables(palette, most = FIRST, told = new Set()) {
  const section = /** @type {HTMLElement} */ (document.getElementById("known"));
  const title = /** @type {HTMLElement} */ (document.getElementById("known-title"));
  const list = /** @type {HTMLElement} */ (document.getElementById("tables"));
  const all = document.getElementById("all-tables");
  const over = document.getElementById("over");

  const forget = (/** @type {string} */ code) => {
    const heading = over?.querySelector(`[href$="t/${code}"]`) ? document.getElementById("over-title") : title;
    forgetTable(code);
    show();
    heading?.focus();
  };
  const show = () => {
    const known = [...tablesHere()].sort((one, other) => rank(one) - rank(other) || other.when - one.when);
    const done = over ? known.filter((one) => one.about && rank(one) === 2) : [];
    const shown = known.filter((one) => !done.includes(one));
    section.hidden = shown.length === 0;
    if (all) setText(all, known.length > most ? translate("home.all-tables", { n: known.length }) : translate("home.statistics"));
    list.replaceChildren(...shown.slice(0, most).map((one) => card(one, palette, forget)));
    over?.replaceChildren(...done.filter(({ code }) => !told.has(code)).map((one) => card(one, palette, forget)));
  };
  show();
  for (const known of tablesHere().filter(mayHaveNews)) void news(known).then((changed) => changed && show());
}

/** Whether others may have gone on at a table: it is not closed, and I sit there. @param {Known} known */
function mayHaveNews({ code, about }) {
  return about !== undefined && !about.lesson && about.phase !== "ended" && keysOf(code).length > 0;
}

/** Asks how a table stands now; returns whether anything has changed since this device last saw it. @param {Known} known */
async function news({ code, when }) {
  try {
    const snapshot = await post(`/t/${code}/seen`, { keys: keysOf(code), lang });
    return tablesHere().some((one) => one.code === code) && rememberTable(code, summaryOf(snapshot), when);
  } catch {
    return false; // the card tells what was seen last
  }
}

/** The order of cards: those that wait for this player, those that go on, those that are over. @param {Known} known */
function rank({ about }) {
  if (!about) return 2;
  if (about.lesson) return 1;
  if (about.phase === "over" || about.phase === "ended") return 2;
  return about.myTurn ? 0 : 1;
}

/** @param {Known} known @param {Promise<Palette>} palette @param {(code: string) => void} forget */
function card(known, palette, forget) {
  const { code, title, when, about } = known;
  const state = about ? stateOf(about) : { text: "", kind: "quiet" };
  const people = el("span", "table-people quiet", el("span", "", about && !about.lesson ? peopleOf(about) : ""));
  const words = el("span", "table-words", el("strong", "table-title", title), people, el("span", `table-state ${state.kind}`, state.text), el("span", "quiet table-when", `${code} · ${timeAgo(when)}`));
  const link = el("a", "", words);
  link.href = address(`/t/${code}`);
  if (about?.sheet) void addPicture(link, code, about, palette);
  if (about?.tokens?.length && !about.lesson) void palette.then((colours) => people.prepend(...about.tokens.map(({ seat, colour }) => el("span", "token", drawToken(seat, colour, colours)))));
  const goesOn = about && !about.lesson && rank(known) < 2 && keysOf(code).length > 0;
  const away = button("×", "plain icon", () => (goesOn ? import("./forgetting.js").then(({ askForget }) => askForget(known, forget)) : forget(code)));
  away.setAttribute("aria-label", translate("home.forget", { code }));
  const again = about && rank(known) === 2 && about.phase !== "lobby" && keysOf(code).length ? [againButton(known, about)] : [];
  return el("li", `card table-card${about?.myTurn && !about.lesson ? " my-turn" : ""}${again.length ? " finished" : ""}`, link, away, ...again);
}

/** The next game with the same people. @param {Known} known @param {Summary} about */
function againButton({ code, title }, about) {
  const { game, people = 0, bots = 0, left } = about;
  return rematchButton(translate(left ? "home.next-game" : "home.rematch"), `${title}, ${peopleOf(about)}`, { code, game, people, bots });
}

/** @param {string} text @param {string} whose which game, for those who do not see where the button stands @param {Company} company */
export function rematchButton(text, whose, company) {
  const press = button(text, "slim again", async () => {
    press.disabled = true;
    try {
      const { rematch } = await import("./rematch.js");
      await rematch(company);
    } catch {
      press.disabled = false;
      press.textContent = translate("net.lost");
    }
  });
  press.append(el("span", "visually-hidden", `: ${whose}`));
  return press;
}

/** Adds the player's own sheet; without it if it cannot be fetched. @param {HTMLElement} link @param {string} code @param {Summary} about @param {Promise<Palette>} palette */
async function addPicture(link, code, { sheet, marks, line }, palette) {
  try {
    await loadSheets([sheet]);
    const { svg, update } = pictureOf(`known-${code}`, sheet, await palette, { label: translate("sheet.sheet"), small: true });
    update({ marks, line });
    svg.setAttribute("aria-hidden", "true");
    link.append(svg);
  } catch {
    // a sheet that this server does not know
  }
}

/** @param {Summary} about */
function peopleOf({ others, phase }) {
  if (phase === "lobby" && !others.length) return "";
  return others.length ? others.join(", ") : translate("home.alone");
}

/** Whose turn it is, or how it ended. @param {Summary} about @returns {{text: string, kind: string}} */
function stateOf({ phase, myTurn, awaited, winners, won, points, gone, lesson }) {
  if (lesson) return { text: translate("lesson.at", lesson), kind: "" };
  if (gone && phase !== "over" && phase !== "ended") return { text: translate(gone === "pad" ? "home.gone-pad" : "home.gone"), kind: "quiet" };
  if (phase === "lobby") return { text: translate("home.in-lobby"), kind: "quiet" };
  if (phase === "ended") return { text: translate("home.closed"), kind: "quiet" };
  if (phase === "over") return { text: [resultOf(won, winners, points), scoreOf(points)].filter(Boolean).join(" "), kind: won && points.length !== 1 ? "good" : "" };
  if (myTurn) return { text: translate("title.your-turn"), kind: "tag strong" };
  return { text: awaited.length ? translate("home.awaited", { names: awaited.join(", ") }) : translate("home.running"), kind: "" };
}

/** Who won; nobody where one played alone. @param {boolean} won @param {string[]} winners @param {number[]} points */
function resultOf(won, winners, points) {
  if (points.length === 1) return "";
  if (won) return translate(winners.length > 1 ? "home.shared" : "home.won");
  return translate("home.lost", { n: winners.length, names: winners.join(", ") });
}

/** The points of one or two players, the winner's first. @param {number[]} points */
export function scoreOf(points) {
  if (points.length === 1) return translate("play.points", { n: signed(points[0]) });
  return points.length === 2 ? translate("home.score", { high: signed(points[0]), low: signed(points[1]) }) : "";
}

/** Units of time in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** Longer ago than this, in seconds, the date is told. */
const WEEK = 604_800;

/** How long ago something was, in words, or the date. @param {number} when */
export function timeAgo(when) {
  const seconds = (Date.now() - when) / 1000;
  if (seconds > WEEK) return new Intl.DateTimeFormat(dates, { day: "numeric", month: "long", year: "numeric" }).format(when);
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 0];
  if (!length) return translate("home.just-now");
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
