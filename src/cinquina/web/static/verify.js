// Whether the dice of a finished game fell as they were promised.

import "./top.js";
import { post, Refused } from "./net.js";
import { said } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("verify"));
const record = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));

file.addEventListener("change", async () => (record.value = (await file.files?.[0]?.text()) ?? record.value));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { ok, text } = await post("/verify", { record: `${record.value.trimEnd()}\n` });
    tellAnswer(text, ok);
  } catch (problem) {
    tellAnswer(problem instanceof Refused ? problem.message : said("net.lost"), false);
  }
});

/** @param {string} text @param {boolean} good */
function tellAnswer(text, good) {
  answer.className = good ? "good" : "bad";
  answer.textContent = `${good ? "✓" : "✗"} ${text}`;
}
