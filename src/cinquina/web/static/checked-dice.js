// Checks whether the dice were the promised ones: computes every throw again and trusts nothing but what this page stored.

import { promiseOf, thrown } from "./fair-dice.js";
import { storedDice } from "./promise.js";

/** @import {StoredDice} from "./promise.js" */
/** @import {Snapshot} from "./types.js" */

const CURRENT = 2;
const DIE = 6;

/** @typedef {{state: "right" | "wrong" | "unknown", key: string, details: Record<string, string | number>}} Verdict */

/** @param {"right" | "wrong" | "unknown"} state @param {string} key @param {Record<string, string | number>} [details] @returns {Verdict} */
const verdict = (state, key, details = {}) => ({ state, key, details });

/** Whether the dice of a finished game are those promised to this page; null while the seed is secret. @param {Snapshot} snapshot @returns {Verdict | null} */
export function checkedDice(snapshot) {
  const { proof, code, over } = snapshot;
  if (!proof?.seed || !over) return null;
  if (proof.version !== CURRENT) return verdict("unknown", "dice.why.old");
  const stored = storedDice(code);
  const promise = stored.promised[proof.game];
  if (!promise) return verdict("unknown", "dice.why.late");
  if (promiseOf(proof.seed) !== promise) return verdict("wrong", "dice.why.seed");
  const before = stored.promised[proof.game - 1];
  if (before && before !== promise && (stored.next[before] ?? promise) !== promise) return verdict("wrong", "dice.why.seed");
  const own = stored.salts[promise];
  if (own && snapshot.seats.some((seat, i) => seat.mine && proof.salts[i] !== own)) return verdict("wrong", "dice.why.salt");
  return checkedThrows(snapshot, stored);
}

/** @param {Snapshot} snapshot @param {StoredDice} stored @returns {Verdict} */
function checkedThrows({ proof, code, over, seats }, stored) {
  if (!proof || !over) return verdict("unknown", "dice.why.late");
  const source = { table: code, seed: proof.seed, salts: proof.salts };
  let throws = 0;
  for (const [game, record] of over.records.entries()) {
    if (stored.promised[game] !== stored.promised[proof.game]) continue; // of another series
    const found = throwsIn(record, seats.length);
    for (const [number, { faces, sides }] of found.entries()) {
      const fair = thrown(source, game, number, sides).join(" ");
      const seen = stored.seen[game]?.[number]?.join(" ") ?? fair;
      if (faces.join(" ") !== fair || seen !== fair) return verdict("wrong", "dice.why.throw", { game: game + 1, throw: number + 1 });
    }
    throws += found.filter(({ isDraw }) => !isDraw).length;
  }
  return verdict("right", "dice.why.kept", { n: throws });
}

/** The throws of a record: their faces, and the number of sides of each die. @param {string} record @param {number} seats */
function throwsIn(record, seats) {
  return record.split("\n").flatMap((line) => {
    const [word, ...rest] = line.split(" ");
    if (word === "begins") return [{ faces: [Number(rest[0]) + 1], sides: [seats], isDraw: true }];
    if (word === "roll") return [{ faces: rest.map(Number), sides: rest.map(() => DIE), isDraw: false }];
    return [];
  });
}
