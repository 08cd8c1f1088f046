// The next game with the same people: at their table, or at a new one if that is closed.

import { address, Lost, newId, post, Refused } from "./net.js";
import { keysOf } from "./storage.js";

/** @typedef {{code: string, game: string, people: number, bots: number}} Company a table and who else sat there */

/** Begins it and opens the table. Throws Lost if the server does not answer. @param {Company} company */
export async function rematch({ code, game, people, bots }) {
  const [key = ""] = keysOf(code);
  const elsewhere = address(`/new/${game}#${new URLSearchParams({ people: String(people), bots: String(bots) })}`);
  if (!key) return location.assign(elsewhere);
  try {
    await post(`/t/${code}/do`, { key, id: newId(), do: "next" });
  } catch (problem) {
    if (problem instanceof Lost || !(problem instanceof Refused)) throw problem;
    if (GONE.includes(problem.reason)) return location.assign(elsewhere);
  }
  location.assign(address(`/t/${code}`));
}

/** Why a table has no further game. */
const GONE = ["no-such-table", "table-ended", "table-damaged"];
