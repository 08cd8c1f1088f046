// The end of a game: ranking, the parts of every score, and what comes next.

import { address } from "./net.js";
import { button, download, el, linkButton, sync, setText } from "./page.js";
import { signed } from "./pictures.js";
import { checkedDice, evidence } from "./promise.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Ending, Snapshot} from "./types.js" */

/** The least widths of columns in the table of points, in rem. */
const [FIRST_COLUMN, COLUMN] = [5.5, 3.5];

/** @param {Table} table */
export function makeOver(table) {
  const ranking = el("ol", "ranking");
  const parts = el("div", "table-box");
  parts.tabIndex = 0;
  parts.setAttribute("role", "region");
  parts.setAttribute("aria-label", translate("over.parts"));
  const replay = linkButton(translate("over.replay"), address(`/t/${table.code}/replay`), "");
  const record = button(translate("over.record"), "", () => saveRecord(table));
  const next = button("", "main", () => void table.act({ do: "next" }));
  const resume = button(translate("pad.resume"), "", () => void table.act({ do: "resume" }));
  const dice = makeDiceVerdict();
  const element = el("div", "over", ranking, el("div", "actions", replay, record, resume, next));
  const details = el("section", "card stack", parts, dice.element);
  let shown = "";

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    element.hidden = snapshot.over === null;
    details.hidden = snapshot.over === null;
    const { series, can, over } = snapshot;
    next.hidden = !can.next;
    resume.hidden = !can.resume;
    setText(next, series.game < series.games ? translate("over.next", { n: series.game + 1, games: series.games }) : translate("over.rematch"));
    if (!over) return;
    dice.show(snapshot);
    const now = JSON.stringify([over.ranking, over.parts, series, snapshot.seats.map((seat) => seat.name)]);
    if (now === shown) return;
    shown = now;
    sync(ranking, over.ranking, (one) => `${one.place}/${one.names.join("+")}/${one.score}`, (one) => rankLine(one, !snapshot.shared_board));
    parts.hidden = over.parts.every((list) => list.length < 2);
    parts.replaceChildren(partsTable(snapshot, over));
  };
  return { element, details, show, main: next };
}

/** How a verdict on the dice is shown: its sign, its class, its sentence. */
const VERDICTS = {
  right: ["✓", "good", "dice.right"],
  wrong: ["✗", "bad", "dice.wrong"],
  unknown: ["?", "quiet", "dice.unknown"],
};

/** Whether the dice were the promised ones, with the data to check them elsewhere. */
function makeDiceVerdict() {
  const sentence = el("summary", "");
  const explained = el("p", "quiet");
  const promise = el("code", "");
  const own = el("code", "");
  const salt = el("p", "", translate("dice.salt"), " ", own);
  const more = el("p", "", el("a", "", translate("verify.title")));
  /** @type {HTMLAnchorElement} */ (more.firstElementChild).href = address("/verify");
  const element = el("details", "dice-verdict", sentence, explained, el("p", "", translate("dice.promise"), " ", promise), salt, more);
  let shown = "";

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const stored = evidence(snapshot);
    const now = JSON.stringify([snapshot.proof, stored, snapshot.over?.records.length]);
    if (now === shown) return;
    shown = now;
    const found = checkedDice(snapshot);
    element.hidden = found === null;
    if (!found) return;
    const [sign, kind, key] = VERDICTS[found.state];
    sentence.className = kind;
    setText(sentence, `${sign} ${translate(key)}`);
    setText(explained, translate(found.key, found.details));
    setText(promise, stored.promise || "–");
    salt.hidden = !stored.salt;
    setText(own, stored.seats.map((seat) => `${seat}=${stored.salt}`).join(" "));
  };
  return { element, show };
}

/** @param {Ending["ranking"][number]} one @param {boolean} counted whether there are points */
function rankLine(one, counted) {
  const place = el("span", "place", `${one.place}.`);
  const score = el("span", "score number", counted ? signed(one.score) : "");
  return el("li", one.place === 1 ? "winner" : "", place, el("span", "who", one.names.join(" + ")), score);
}

/** @param {Snapshot} snapshot @param {Ending} over */
function partsTable(snapshot, over) {
  const seats = snapshot.seats.map((seat, i) => ({ seat, i })).filter(({ seat }) => seat.kind !== "open");
  const head = el("tr", "", el("th", "", el("span", "visually-hidden", translate("over.part"))), ...seats.map(({ seat }) => column(seat.name)));
  const rows = (over.parts[0] ?? []).map((part, at) => line(part.name, seats.map(({ i }) => over.parts[i][at]?.points ?? 0)));
  const total = line(translate("over.total"), seats.map(({ i }) => over.parts[i].reduce((sum, part) => sum + part.points, 0)), "winner");
  const { series } = snapshot;
  const sums = series.games > 1 ? [line(translate("over.series", { n: series.game, games: series.games }), seats.map(({ i }) => series.totals[i]), "winner")] : [];
  const table = el("table", "", el("thead", "", head), el("tbody", "", ...rows, total, ...sums));
  table.style.minWidth = `${FIRST_COLUMN + COLUMN * seats.length}rem`;
  return table;
}

/** @param {string} name */
function column(name) {
  const cell = el("th", "count", name);
  cell.scope = "col";
  return cell;
}

/** @param {string} name @param {number[]} points @param {string} [kind] */
function line(name, points, kind = "") {
  const head = el("th", "", name);
  head.scope = "row";
  return el("tr", kind, head, ...points.map((number) => el("td", "count", signed(number))));
}

/** @param {Table} table */
function saveRecord(table) {
  const { over, seats, game } = table.snapshot;
  const records = over?.records ?? [];
  const own = over?.sheets?.findIndex((seat) => seats[seat].mine) ?? -1;
  const place = over?.sheets && own >= 0 ? records.length - over.sheets.length + own : records.length - 1;
  download(`${game}-${table.code}-${place + 1}.txt`, records[place] ?? "", "text/plain");
}
