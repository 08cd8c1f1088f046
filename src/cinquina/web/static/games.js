// My games: the tables that go on, the games that are over, how they went by kind, and all of it as a file.

import "./top.js";
import { showMyTables } from "./my-tables.js";
import { download, setText } from "./page.js";
import { loadPalette } from "./pictures.js";
import { isBegun } from "./diary.js";
import { BadFile, exported, imported } from "./kept-file.js";
import { resultsHere } from "./results.js";
import { resultLine, statisticsCard } from "./statistics.js";
import { tablesHere } from "./storage.js";
import { translate } from "./words.js";

/** @import {Result} from "./results.js" */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

/** How many finished games are listed. */
const NEWEST = 15;

/** Shows how games went, by kind, and how many there are. */
function show() {
  const results = resultsHere();
  /** @type {Map<string, Result[]>} */
  const kinds = new Map();
  for (const one of results) kinds.set(one.game, [...(kinds.get(one.game) ?? []), one]);
  by("figures").replaceChildren(...[...kinds.values()].map(statisticsCard));
  by("results").replaceChildren(...results.slice(0, NEWEST).map(resultLine));
  by("none").hidden = results.length > 0 || tablesHere().length > 0;
  by("export").disabled = results.length === 0 && !isBegun();
}

/** @param {string} text @param {boolean} [isProblem] */
function say(text, isProblem = false) {
  by("said").classList.toggle("bad", isProblem);
  setText(by("said"), text);
}

by("export").addEventListener("click", () => {
  const n = resultsHere().length;
  download(`cinquina-${new Date().toISOString().slice(0, 10)}.json`, exported(), "application/json");
  say(translate("games.exported", { n }));
});

by("import").addEventListener("click", () => by("file").click());
by("file").addEventListener("change", async () => {
  const [file] = by("file").files;
  if (!file) return;
  try {
    const { games, practice } = imported(await file.text());
    say([translate("games.imported", { n: games }), practice ? translate("games.with-practice") : ""].join(" ").trim());
  } catch (problem) {
    say(problem instanceof BadFile ? sentenceOf(problem, file.name) : translate("games.unreadable", { name: file.name }), true);
  }
  by("file").value = "";
  show();
});

/** What is wrong with a file. @param {BadFile} problem @param {string} name */
function sentenceOf({ key, n }, name) {
  return translate(`games.file.${key}`, { name, n });
}

const told = new Set(resultsHere().map(({ id }) => id.split("/")[0]));
showMyTables(loadPalette(), Infinity, told);
show();
