// How strong the other player of a quick game is: asked once for each game, and remembered; the answer for one is offered for the next.

import { recall, remember } from "./storage.js";
import { button, el, openDialog } from "./page.js";
import { translate } from "./words.js";

/** The levels of bots by strength, as the card of a game has them. @param {HTMLElement} card @returns {[string, string][]} */
function strengths(card) {
  return /** @type {[string, string][]} */ ((card.dataset.strengths ?? "").split(" ").filter(Boolean).map((one) => one.split(":")));
}

/** The level that was chosen for a game, or the only one; "" if nobody was asked yet. @param {HTMLElement} card */
export function strengthOf(card) {
  const chosen = recall("strength", /** @type {Record<string, string>} */ ({}))[card.dataset.game ?? ""] ?? "";
  if (strengths(card).length < 2) return card.dataset.level ?? "";
  return strengths(card).some(([, level]) => level === chosen) ? chosen : "";
}

/** What was answered last, for any game; "" before the first answer. */
const lastAnswer = () => recall("last-strength", "");

/** Asks how strong the other should be; the last answer is dark, and one press away. @param {HTMLElement} card @param {(level: string) => void} then */
export function askStrength(card, then) {
  const choices = strengths(card).map(([name, level]) =>
    choice(name, name === lastAnswer(), () => {
      remember("last-strength", name);
      remember("strength", { ...recall("strength", {}), [card.dataset.game ?? ""]: level });
      dialog.close();
      then(level);
    }),
  );
  const dialog = openDialog(translate("strength.title"), [el("p", "quiet", translate("strength.text", { game: card.querySelector("h2")?.textContent ?? "" })), el("div", "stack strengths", ...choices), button(translate("close"), "plain", () => dialog.close())]);
  /** @type {HTMLElement | null} */ (dialog.querySelector(".strength.main"))?.focus();
}

/** A strength, and in a line what it means. @param {string} name @param {boolean} main @param {() => void} press */
function choice(name, main, press) {
  const element = button(translate(`strength.${name}`), `strength${main ? " main" : ""}`, press);
  element.append(el("span", "strength-text", translate(`strength.${name}-text`)));
  return element;
}

/** Shows on its card what was chosen for a game. @param {HTMLElement} card */
export function showStrength(card) {
  const link = /** @type {HTMLElement | null} */ (card.querySelector("[data-strength]"));
  const chosen = strengths(card).find(([, level]) => level === strengthOf(card));
  if (!link) return;
  link.hidden = strengths(card).length < 2 || !chosen;
  if (!chosen) return;
  const strength = translate(`strength.${chosen[0]}`).toLowerCase();
  const [long, short] = ["strength.chosen", "strength.chosen-short"].map((key) => translate(key, { strength }));
  link.firstChild?.replaceWith(el("span", "", el("span", "long-text", long), el("span", "short-text", short)));
}
