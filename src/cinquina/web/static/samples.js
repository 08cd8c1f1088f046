// How each game's sheet looks in the middle of a game, for the pictures on the first page.

/** @import {View} from "./types.js" */

/** Crosses on all of these. @param {string[]} cells */
const x = (...cells) => Object.fromEntries(cells.map((cell) => [cell, "x"]));

/** The first boxes of some rows. @param {Record<string, number>} rows */
const boxes = (rows) => x(...Object.entries(rows).flatMap(([row, count]) => Array.from({ length: count }, (_, i) => row + (i + 1))));

const PATH = ["n8", "n12", "n7", "n3", "n1a", "n9", "n4"];
const LINE = ["b1", "b2", "b3", "b4", "b5"];

/** @type {Record<string, View>} */
export const SAMPLES = {
  qwixx: { marks: x("r2", "r3", "r5", "y3", "y4", "g12", "g11", "g9", "b11", "b10") },
  qwinto: {
    marks: { o1: "3", o2: "5", o4: "9", o6: "13", y1: "1", y2: "2", y3: "6", y6: "10", y7: "12", v1: "2", v3: "4", v4: "7", v5: "8", v8: "14" },
  },
  "the-choice": { marks: { ...x("r1", "p1", "p2", "b3", "y3"), ...Object.fromEntries(PATH.map((cell, i) => [cell, `step${i + 1}`])) } },
  extra: { marks: { ...boxes({ "4.": 3, "5.": 6, "6.": 9, "7.": 8, "8.": 2, "9.": 7, a: 4, b: 6, c: 2 }), a0: "3", b0: "1", c0: "6" } },
  "sequence-dice": {
    marks: { ...Object.fromEntries(LINE.map((cell) => [cell, "green"])), f4: "green", e1: "blue", c2: "blue", e3: "blue", d4: "blue", e5: "blue", a6: "blue" },
    line: LINE,
  },
};
