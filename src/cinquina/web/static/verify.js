// Checks whether the dice of a finished game were the promised ones.

import "./top.js";
import { post, Refused } from "./net.js";
import { el } from "./page.js";
import { translate } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("verify"));
const record = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
const checks = /** @type {HTMLElement} */ (document.getElementById("checks"));

file.addEventListener("change", async () => (record.value = (await file.files?.[0]?.text()) ?? record.value));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const promised = /** @type {HTMLInputElement} */ (document.getElementById("promised")).value.trim();
    const { ok, text, lines } = await post("/verify", { record: `${record.value.trimEnd()}\n`, promised, salts: saltsTyped() });
    showAnswer(text, ok);
    checks.replaceChildren(...lines.map(lineOf));
  } catch (problem) {
    checks.replaceChildren();
    showAnswer(problem instanceof Refused ? problem.message : translate("net.lost"), false);
  }
});

/** Salts written as SEAT=HEX, by seat. */
function saltsTyped() {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("salts")).value.trim().toLowerCase();
  return Object.fromEntries(typed.split(/[\s,]+/).filter(Boolean).map((one) => one.split("=", 2)).map(([seat, salt]) => [seat, salt ?? ""]));
}

const SIGNS = { right: "✓", wrong: "✗", unknown: "?" };

/** @param {{state: "right" | "wrong" | "unknown", text: string}} line */
function lineOf({ state, text }) {
  return el("li", { right: "good", wrong: "bad", unknown: "quiet" }[state], `${SIGNS[state]} ${text}`);
}

/** @param {string} text @param {boolean} good */
function showAnswer(text, good) {
  answer.className = good ? "good" : "bad";
  answer.textContent = `${good ? "✓" : "✗"} ${text}`;
}
