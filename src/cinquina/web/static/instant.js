// A game against a bot, at once.

import { recall } from "./storage.js";
import { address } from "./net.js";
import { makeTable } from "./promise.js";
import { translate } from "./words.js";

/** Makes a table for one player and a bot, and opens it. @param {string} game @param {string} level */
export async function playBot(game, level) {
  const seats = [{ kind: "me", name: recall("name", "") || translate("home.guest") }, { kind: "bot", level }];
  const code = await makeTable({ game, options: {}, seats, dice: "virtual", spectators: true, series: 1 });
  location.assign(address(`/t/${code}`));
}
