// Offers beside a game: to come back to one's seat, to take one that a bot keeps, to be in for the next game.

import { sitDialog } from "./lobby.js";
import { goOn } from "./next.js";
import { button, el, setText } from "./page.js";
import { keysOf } from "./storage.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Snapshot} from "./types.js" */

/** @param {Table} table @param {() => void} seated called when I have got a seat */
export function makeAsides(table, seated) {
  const text = el("p", "");
  const back = button(translate("back.button"), "main", () => comeBack(table));
  const sit = button(translate("lobby.sit"), "main", () => sitDialog(table, seated, translate("lobby.sit"), waitingKey(table)));
  const join = button(translate("queue.button"), "", () => sitDialog(table, seated, translate("queue.button")));
  const out = button(translate("queue.out"), "", () => void table.act({ do: "leave", seat: -1 }));
  const again = button(translate("closed.again-alone"), "main", () => void goOn(table));
  const element = el("div", "asides notice", text, el("div", "row", back, sit, join, out, again));
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const { can, phase, queued } = snapshot;
    back.hidden = can.back.length === 0;
    sit.hidden = !can.sit;
    join.hidden = !can.queue;
    out.hidden = !queued;
    again.hidden = !endedEarly(snapshot);
    setText(text, textOf(snapshot));
    element.hidden = phase === "lobby" || text.textContent === "";
  };
  return { element, show };
}

/** Whether my table was closed before its first game. @param {Snapshot} snapshot */
function endedEarly({ can, over }) {
  return can.again && over === null;
}

/** What a viewer is to the game, unless they play it. @param {Snapshot} snapshot */
function textOf(snapshot) {
  const { can, seats, queued, phase, dice_mode } = snapshot;
  if (endedEarly(snapshot)) return translate("closed.early");
  if (can.back.length) return translate(!seats[can.back[0]].free ? "back.text" : dice_mode === "none" ? "back.left-pad" : "back.left");
  if (seats.some((seat) => seat.mine)) return "";
  if (queued) return [translate("queue.in"), ...(can.sit ? [translate("queue.seat-free")] : [])].join(" ");
  if (can.sit) return translate(dice_mode === "none" ? "queue.seat-free" : "sit.kept");
  return translate(can.queue || phase === "ended" ? "others.watching" : "queue.full");
}

/** @param {Table} table */
function comeBack({ snapshot, act }) {
  for (const seat of snapshot.can.back) void act({ do: "back", seat });
}

/** The key of somebody who is in for the next game. @param {Table} table */
function waitingKey({ snapshot, code }) {
  return snapshot.queued ? (keysOf(code).at(-1) ?? "") : "";
}
