// The list of a hint: every option with a bar, the best first; a press pencils it.

import { asked, rubOut } from "./choose.js";
import { button, el, setText, switchOff, sync } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {AdviceView, HintView} from "./types.js" */

/** The tap of an option that only ends an answer. */
const PASSING = -1;

/**
 * Shows the hint of the snapshot, or that it is on its way.
 * @param {Table} table
 * @param {HTMLElement} panel
 * @param {HTMLElement} spoken
 * @param {string} refused why there is none
 * @param {() => void} close
 */
export function showHint(table, panel, spoken, refused, close) {
  if (!panel.firstChild) panel.append(...makeParts(close));
  const [head, list, news] = /** @type {HTMLElement[]} */ ([...panel.children]);
  const source = /** @type {HTMLElement} */ (head.querySelector(".hint-source"));
  const hint = hintFor(table);
  setText(source, refused || (hint?.source ?? ""));
  sync(list, refused ? [] : (hint?.advice ?? []), (one) => String(one.tap), (one) => el("li", "", makeRow(table, one.tap)), (item, one) => showRow(table, /** @type {HTMLElement} */ (item.firstElementChild), one));
  const looking = !hint || (hint.coming && !hint.advice.length);
  news.hidden = refused !== "" || !(looking || hint.coming);
  setText(/** @type {HTMLElement} */ (news.firstElementChild), translate(looking ? "hint.looking" : "hint.better"));
  const best = hint?.advice[0];
  setText(spoken, refused || (best ? translate("hint.said", { spoken: best.spoken }) : looking ? translate("hint.looking") : hint.source));
}

/** The hint for what is pencilled now. @param {Table} table @returns {HintView | null} */
function hintFor({ snapshot: { hint, ask } }) {
  return hint && ask && hint.window === ask.window && hint.taps.join() === ask.draft.taps.join() ? hint : null;
}

/** @param {() => void} close */
function makeParts(close) {
  const shut = button("×", "plain icon", close);
  shut.setAttribute("aria-label", translate("hint.close"));
  const head = el("div", "hint-head", el("h2", "", translate("hint.title")), el("p", "hint-source"), shut);
  return [head, el("ol", "hint-list"), el("div", "hint-news", el("span"), el("progress"))];
}

/** @param {Table} table @param {number} tap */
function makeRow(table, tap) {
  const row = button("", "hint-option", () => press(table, tap));
  row.className = "hint-option";
  row.append(el("span", "hint-bar"), el("span", "hint-text"), el("span", "hint-worth"), el("span", "hint-mark"), el("span", "hint-why"));
  return row;
}

/** @param {Table} table @param {HTMLElement} row @param {AdviceView} one */
function showRow(table, row, one) {
  const [bar, text, worth, mark, why] = /** @type {HTMLElement[]} */ ([...row.children]);
  bar.style.setProperty("--share", String(one.share));
  setText(text, one.text);
  setText(mark, one.mark);
  mark.hidden = one.mark === "";
  setText(worth, `${one.worth}${one.interval ? ` ${one.interval}` : ""}`);
  setText(why, [one.points, one.reason].filter(Boolean).join(" · "));
  row.classList.toggle("best", one.best);
  row.setAttribute("aria-label", one.spoken);
  row.setAttribute("aria-pressed", String(table.snapshot.ask?.draft.taps.includes(one.tap) ?? false));
  switchOff(row, table.busy);
}

/** Pencils an option; one that throws dice lifts them, and passing shows its button. @param {Table} table @param {number} tap */
function press(table, tap) {
  const ask = asked(table);
  if (!ask || table.busy) return;
  if (tap === PASSING) return void passButton(ask.draft.taps.length > 0)?.focus();
  const drafted = ask.draft.options.find((one) => one.tap === tap);
  if (drafted) return rubOut(table, drafted.cell);
  const option = ask.options.find((one) => one.tap === tap);
  if (!option?.throws) return void table.act({ do: "tap", seat: ask.seat, window: ask.window, tap });
  table.picked.lifted = option.dice.flat();
  table.draw();
}

/** The button that ends the answer. @param {boolean} drafted whether something is pencilled, so that inking ends it */
function passButton(drafted) {
  const passing = /** @type {HTMLElement | null} */ (document.querySelector(".play .actions .button:not(.icon, .main, [hidden])"));
  return drafted || !passing ? /** @type {HTMLElement | null} */ (document.querySelector(".play .actions .main")) : passing;
}
