// The next game with the same people: at their table, or at a new one if that is closed.

import { address, Lost, newId, post, Refused } from "./net.js";
import { keysOf } from "./storage.js";

/** @import {Known} from "./storage.js" */

/** Begins it and opens the table. Throws Lost if the server does not answer. @param {Known} known */
export async function rematch({ code, about }) {
  const [key = ""] = keysOf(code);
  try {
    await post(`/t/${code}/do`, { key, id: newId(), do: "next" });
  } catch (problem) {
    if (problem instanceof Lost || !(problem instanceof Refused)) throw problem;
    if (about && GONE.includes(problem.reason)) return location.assign(address(`/new/${about.game}#${new URLSearchParams({ people: String(about.people ?? 0), bots: String(about.bots ?? 0) })}`));
  }
  location.assign(address(`/t/${code}`));
}

/** Why a table has no further game. */
const GONE = ["no-such-table", "table-ended", "table-damaged"];
