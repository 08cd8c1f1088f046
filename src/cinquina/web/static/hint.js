// The coach's hint: a button beside the menu, and the list of options that it opens. What they are worth comes from the server.

import { asked } from "./choose.js";
import { Refused } from "./net.js";
import { button, el, keysAreTaken, setText, switchOff } from "./page.js";
import { draw } from "./shapes.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Action, Snapshot} from "./types.js" */

/** A lamp. */
const LAMP = "M9 21h6M10 17.5h4M12 3a6 6 0 0 0-3.6 10.8c.8.7 1.3 1.6 1.5 2.7h4.2c.2-1.1.7-2 1.5-2.7A6 6 0 0 0 12 3z";

/** The list of options is fetched when it is first wanted. @type {typeof import("./hint-list.js") | null} */
let lists = null;

/**
 * A button in the top of the page, and the panel it opens; H does the same.
 * @param {Table} table
 * @param {HTMLElement} top where the button stands
 * @param {(action: Action) => Promise<unknown>} send
 */
export function makeHint(table, top, send) {
  const toggle = button("", "plain hint-button", () => press());
  toggle.append(draw("svg", { class: "lamp", viewBox: "0 0 24 24", "aria-hidden": "true" }, [draw("path", { d: LAMP })]), el("span", "hint-word", translate("hint.button")));
  toggle.setAttribute("aria-keyshortcuts", "H");
  toggle.title = `${translate("hint.button")} (H)`;
  top.insertBefore(toggle, top.lastElementChild);
  const element = el("section", "hint-panel");
  element.id = "hint-panel";
  element.setAttribute("aria-label", translate("hint.title"));
  element.hidden = true;
  toggle.hidden = true;
  const spoken = el("p", "visually-hidden");
  spoken.setAttribute("role", "status");
  /** The question for which it is open, and the draft for which the server was asked. */
  let [open, wanted, refused, wantsFocus] = ["", "", "", false];

  const close = () => {
    if (element.contains(document.activeElement)) toggle.focus();
    open = wanted = "";
    element.hidden = true;
    lists?.light(table, null);
    lists?.writeLetters(table, []);
    setText(spoken, "");
    arrange();
  };
  /** Tells that the panel is open; where it lies over the table, the page can then be scrolled below it. */
  const arrange = () => {
    toggle.setAttribute("aria-expanded", String(open !== ""));
    if (open) toggle.setAttribute("aria-controls", element.id);
    else toggle.removeAttribute("aria-controls");
    document.getElementById("table")?.classList.toggle("hinting", open !== "");
  };
  const press = () => {
    if (open) return close();
    const moment = momentOf(table);
    if (!moment || table.isBehind()) return;
    open = moment;
    wantsFocus = document.activeElement !== toggle || toggle.matches(":focus-visible");
    void load().then(() => show(table.snapshot));
  };
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const playing = snapshot.phase === "roll" || snapshot.phase === "choose";
    toggle.hidden = !snapshot.hints || !playing || !snapshot.seats.some((seat) => seat.mine);
    switchOff(toggle, momentOf(table) === "" || table.isBehind());
    if (open !== momentOf(table) || toggle.hidden) close();
    if (!open || !lists) return;
    want();
    lists.showHint(table, element, spoken, refused, close);
    element.hidden = false;
    arrange();
    const first = /** @type {HTMLElement | null} */ (element.querySelector(".hint-option"));
    if (wantsFocus && first) first.focus();
    wantsFocus &&= !first;
  };
  /** Asks the server once for every draft. */
  const want = () => {
    const ask = asked(table);
    const draft = `${open}/${ask?.draft.taps.join()}`;
    if (!ask || table.busy || draft === wanted) return;
    wanted = draft;
    refused = "";
    send({ do: "hint", seat: ask.seat, window: ask.window }).catch((problem) => {
      refused = problem instanceof Refused ? problem.message : translate("net.lost");
      table.draw();
    });
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open && !keysAreTaken()) close();
  });
  return { element, spoken, press, show };
}

/** A name for the question that a hint would be about; empty while there is none. @param {Table} table */
function momentOf(table) {
  const ask = asked(table);
  return ask && table.snapshot.hints ? `${ask.seat}/${ask.window}` : "";
}

async function load() {
  lists ??= await import("./hint-list.js");
}
