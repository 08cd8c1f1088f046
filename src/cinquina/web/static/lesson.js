// Lessons: begun from any page, left and taken up again, and what to do after one.

import { recall, remember, rememberKey } from "./storage.js";
import { playBot } from "./instant.js";
import { address, exists, post, Refused } from "./net.js";
import { button, el } from "./page.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */

/** The tables of lessons that were begun, by game; those that were finished have no code. @returns {Record<string, string>} */
function begun() {
  return recall("lessons", /** @type {Record<string, string>} */ ({}));
}

/** Opens the lesson of a game where it was left, or a new one. @param {string} game */
export async function openLesson(game) {
  const known = begun()[game];
  const code = known && (await exists(`/t/${known}`)) ? known : await newLesson(game);
  location.assign(address(`/t/${code}`));
}

/** Begins the lesson of a game anew. @param {string} game */
export async function restartLesson(game) {
  location.assign(address(`/t/${await newLesson(game)}`));
}

/** @param {string} game @returns {Promise<string>} */
async function newLesson(game) {
  const { code, key } = await post("/lessons", { game, name: recall("name", "") || translate("home.guest") });
  rememberKey(code, key);
  remember("lessons", { ...begun(), [game]: code });
  return code;
}

/** Points at what a lesson asks for. @param {Table} table */
export function pointInLesson(table) {
  if (table.snapshot.lesson) void import("./pointer.js").then(({ point }) => point(table));
}

/** What to do after a lesson: a game, or the lesson once more. @param {Table} table */
export function makeLessonEnd(table) {
  const again = button(translate("lesson.again"), "", () => tell(table, restartLesson(table.snapshot.game)));
  const main = button(translate("lesson.play"), "main", () => tell(table, playBot(table.snapshot.game, table.snapshot.lesson?.opponent ?? "")));
  const element = el("div", "actions", again, main);
  const show = () => remember("lessons", { ...begun(), [table.snapshot.game]: "" });
  return { element, show, main };
}

/** Shows why something did not work. @param {Table} table @param {Promise<void>} tried */
function tell(table, tried) {
  tried.catch((problem) => {
    table.why = problem instanceof Refused ? problem.message : translate("net.lost");
    table.draw();
  });
}
