// Between two games: who is awaited and for how long; and at a closed table the way on.

import { address, Refused } from "./net.js";
import { button, el, linkButton, setText } from "./page.js";
import { openAgain } from "./promise.js";
import { keysOf } from "./storage.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

const SECOND = 1000;

/** When a snapshot came. @type {WeakMap<Snapshot, number>} */
const cameAt = new WeakMap();

/** Who is awaited for the next game, and in how many seconds it begins. @param {Snapshot} snapshot */
export function awaitedText(snapshot) {
  const { next } = snapshot;
  if (!next) return "";
  const came = cameAt.get(snapshot) ?? performance.now();
  cameAt.set(snapshot, came);
  const n = Math.max(0, next.seconds - Math.floor((performance.now() - came) / SECOND));
  if (next.ready) return translate("over.awaits", { n, names: next.awaited.join(", ") });
  const waiting = snapshot.seats.filter(({ kind, mine, free, here, name }) => kind === "person" && !mine && !free && here && !next.awaited.includes(name));
  return waiting.length === 1 ? translate("over.awaited-by", { n, name: waiting[0].name }) : translate("over.awaited", { n });
}

/** The line with the seconds, and the buttons that go on. @param {Table} table */
export function makeNext(table) {
  const text = el("p", "next-text quiet");
  const home = linkButton(translate("closed.home"), address("/"), "");
  const press = button("", "main", () => void goOn(table));
  let timer = 0;
  const tick = () => setText(text, awaitedText(table.snapshot));
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    clearInterval(timer);
    if (snapshot.next) timer = setInterval(tick, SECOND);
    tick();
    text.hidden = !snapshot.next;
    home.hidden = snapshot.phase !== "ended";
    setText(press, goOnText(snapshot));
    press.hidden = press.textContent === "";
    press.classList.toggle("main", !snapshot.next?.ready);
  };
  return { parts: [text, home, press], main: press, show };
}

/** What goes on from here: the next game, the same again, or a new table. @param {Snapshot} snapshot */
function goOnText({ can, next, series, seats, successor }) {
  if (successor) return translate("closed.join");
  const others = seats.filter((seat) => !seat.mine && seat.kind !== "open");
  if (can.again) return translate(others.some((seat) => seat.kind === "person") ? "closed.again" : "closed.again-alone");
  if (!can.next) return "";
  if (next?.ready) return translate("over.begin-now");
  if (series.game < series.games) return translate("over.next", { n: series.game + 1, games: series.games });
  const alone = seats.filter((seat) => seat.mine).length === 1;
  return alone && others.length === 1 ? translate("over.again-with", { name: others[0].name }) : translate("over.rematch");
}

/** Begins the next game, or leads to another table. @param {Table} table */
export async function goOn(table) {
  const { can, successor } = table.snapshot;
  if (!successor && !can.again) return void table.act({ do: "next" });
  try {
    location.href = address(`/t/${successor || (await openAgain(table.code, keysOf(table.code)))}`);
  } catch (problem) {
    table.why = problem instanceof Refused ? problem.message : translate("net.lost");
    table.draw();
  }
}
