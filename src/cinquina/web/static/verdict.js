// Whether the dice were the promised ones, with the data to check them elsewhere.

import { address } from "./net.js";
import { closeElsewhere, el, setText } from "./page.js";
import { evidence } from "./promise.js";
import { translate } from "./words.js";

/** @import {Snapshot} from "./types.js" */

/** How a verdict on the dice is shown: its sign, its class, its sentence. */
const VERDICTS = {
  right: ["✓", "good", "dice.right"],
  wrong: ["✗", "bad", "dice.wrong"],
  unknown: ["?", "quiet", "dice.unknown"],
};

/** The verdict as a button; what it rests on is shown when it is pressed. */
export function makeDiceVerdict() {
  const sentence = el("summary", "");
  const explained = el("p", "quiet");
  const promise = el("code", "");
  const own = el("code", "");
  const salt = el("p", "", translate("dice.salt"), " ", own);
  const more = el("p", "", el("a", "", translate("verify.title")));
  /** @type {HTMLAnchorElement} */ (more.firstElementChild).href = address("/verify");
  const grounds = el("div", "grounds stack", explained, el("p", "", translate("dice.promise"), " ", promise), salt, more);
  const element = el("details", "dice-verdict", sentence, grounds);
  let shown = "";

  element.hidden = true;
  closeElsewhere(element);

  /** The check is fetched when there is something to check. @param {Snapshot} snapshot */
  const show = async (snapshot) => {
    const stored = evidence(snapshot);
    const now = JSON.stringify([snapshot.proof, stored, snapshot.over?.records.length]);
    if (now === shown) return;
    shown = now;
    const found = snapshot.proof?.seed ? (await import("./checked-dice.js")).checkedDice(snapshot) : null;
    if (now !== shown) return;
    element.hidden = found === null;
    if (!found) return;
    const [sign, kind, key] = VERDICTS[found.state];
    sentence.className = `button ${kind}`;
    setText(sentence, `${sign} ${translate(key)}`);
    setText(explained, translate(found.key, found.details));
    setText(promise, stored.promise || "–");
    salt.hidden = !stored.salt;
    setText(own, stored.seats.map((seat) => `${seat}=${stored.salt}`).join(" "));
  };
  return { element, show };
}
