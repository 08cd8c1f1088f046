// The players' tokens: neutral signs, never in a colour of a game; where players have chips, a chip.

import { chip } from "./marks.js";
import { draw, hue, polygon, round, softened, symbolPath } from "./shapes.js";

/** @import {Palette} from "./drawing.js" */

const [TIPS, HOLLOWS] = [polygon(5, 10), polygon(5, 4.6, Math.PI / 5)];

/** Moon, leaf, drop, star, hill, sun: by seat. */
const SIGNS = [
  "M5 -9A9.5 9.5 0 1 0 9 5A8 8 0 0 1 5 -9Z",
  "M-8 8C-9 -4 -2 -9 9 -9C9 3 3 9 -8 8Z",
  "M0 -10C5 -3 7 0 7 4A7 7 0 0 1 -7 4C-7 0 -5 -3 0 -10Z",
  softened(TIPS.flatMap((tip, i) => [tip, HOLLOWS[i]]), 1),
  "M-11 7L-4 -5L0 1L4 -8L11 7Z",
  "M-5.5 0A5.5 5.5 0 1 1 5.5 0A5.5 5.5 0 1 1 -5.5 0ZM0 -11V-9M0 9V11M-11 0H-9M9 0H11M-8 -8L-6.5 -6.5M6.5 6.5L8 8M-8 8L-6.5 6.5M6.5 -6.5L8 -8",
];

/** The token of a seat. @param {number} seat @param {string} colour of its chips, if it has some @param {Palette} palette */
export function drawToken(seat, colour, palette) {
  const sign = colour ? chip(colour, 10.5, palette) : draw("path", { class: "token-sign", d: SIGNS[seat % SIGNS.length] });
  return draw("svg", { class: "token-face", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, [sign]);
}

const HIGHEST = 12;
const [RADIUS, RISE] = [20, 4.6];

/** A stack of chips, as high as there are some. @param {number} chips @param {string} colour @param {Palette} palette */
export function drawStack(chips, colour, palette) {
  const high = Math.min(chips, HIGHEST);
  const layers = Array.from({ length: high }, (_, i) =>
    draw("g", { transform: `translate(0 ${round(-i * RISE)})` }, [draw("circle", { class: "chip-side", cy: 2.2, r: RADIUS }), draw("circle", { class: "stacked", r: RADIUS })]),
  );
  const top = draw("path", { class: "chip-symbol", d: symbolPath(palette[colour].symbol, 7.5), "fill-rule": "evenodd", transform: `translate(0 ${round(-(high - 1) * RISE)})` });
  const rise = (HIGHEST - 1) * RISE;
  return draw("svg", { class: `stack-of-chips ${hue(colour)}`, viewBox: `-22 ${round(-22 - rise)} 44 ${round(48 + rise)}`, "aria-hidden": "true" }, [...layers, ...(high ? [top] : [])]);
}
