// The tray with the dice of a game.

import { draw, hue, outline, seeded, symbolPath } from "./shapes.js";

/** @import {Die, Faces, Lying, Palette, Shown, Words} from "./drawing.js" */

/** The words for dice, with English defaults; the names of the colours are added. @type {Words} */
export const DICE_WORDS = { dice: "dice", out: "out of the game", waiting: "not thrown", lifted: "picked", spent: "used", left: "left", throw: "Throw" };

const PIPS = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
];

/**
 * A tray of dice; `show` shows their faces, after rolling those in `rolling`. With `press` each die is a button; those in
 * `live` do something when pressed, `lifted` are picked, `spent` are used, `left` are unused and of no use, those in `well` lie in a place of their own. While a throw
 * is `due` the tray says so; it is a picture of the button that throws. `well` is the word on that place.
 * @param {Die[]} dice
 * @param {Palette} palette
 * @param {{words?: Words, press?: (die: string) => void, well?: string}} [options]
 * @returns {{element: HTMLElement, show: (faces: Faces, options?: Shown) => void}}
 */
export function drawDice(dice, palette, options = {}) {
  const words = { ...DICE_WORDS, ...options.words };
  const element = make("div", "tray");
  const { press } = options;
  element.setAttribute("role", press ? "group" : "img");
  const [thrown, total, well, edge, due] = ["thrown", "sum", "well", "edge", "throw"].map((part) => make("div", `tray-${part}`));
  due.textContent = words.throw;
  well.dataset.word = options.well ?? "";
  due.setAttribute("aria-hidden", "true");
  element.append(thrown, total, well, edge, due);
  /** @type {Lying[]} */
  const lying = dice.map((die) => ({ die, element: press ? dieButton(die, dice, press) : make("span", dieClass(die, dice)), state: "" }));
  /** @param {Faces} faces @param {Shown} [now] */
  const show = (faces, now = {}) => {
    const from = slides() ? new Map(lying.map((one) => [one, one.element.getBoundingClientRect()])) : null;
    for (const one of lying) lay(one, faces[one.die.id], palette);
    const [out, apart] = [lying.filter(({ die }) => faces[die.id] === 0), lying.filter(({ die }) => now.well?.includes(die.id))];
    arrange(thrown, lying.filter((one) => !out.includes(one) && !apart.includes(one)));
    arrange(well, apart);
    total.textContent = sumOf(dice, faces);
    arrange(edge, out);
    if (from) for (const one of lying) slide(one.element, from.get(one));
    element.classList.toggle("has-well", now.well !== undefined);
    element.classList.toggle("due", now.due ?? false);
    const names = dice.map((die) => accessibleName(die, faces[die.id], words));
    element.setAttribute("aria-label", press ? words.dice : `${words.dice}: ${names.join(", ")}`);
    if (press) lying.forEach((one, i) => showState(one, names[i], now, words));
    for (const one of lying) if (now.rolling?.includes(one.die.id)) tumble(one.element);
  };
  show({});
  return { element, show };
}

/** The room on a die for the colour beside its number. */
const WIDE = 62;

/**
 * One face of a die as a picture: pips on its colour, and the colour beside the number where the die has one.
 * @param {Die} die
 * @param {number} face 1 to 6, or 0 for a blank one
 * @param {Palette} palette
 * @returns {SVGSVGElement}
 */
export function drawFace(die, face, palette) {
  const pips = PIPS[face].map(([x, y]) => draw("circle", { class: "pip", cx: x * 25, cy: y * 25, r: 9.5 }));
  const blank = face || die.faces || die.colour === "white" || !palette[die.colour] ? [] : [draw("path", { class: "pip", d: symbolPath(palette[die.colour].symbol, 24), "fill-rule": "evenodd" })];
  const [wide, right] = die.faces ? [WIDE, 47 + WIDE] : [0, 47];
  const body = draw("path", { class: "die-body", d: outline("square", 96 + wide, 96), transform: `translate(${wide / 2} 0)` });
  const shade = draw("path", { class: "die-shade", d: `M-47 18Q-47 47 -20 47L${right - 27} 47Q${right} 47 ${right} 18L${right} 23Q${right} 48 ${right - 25} 48L-22 48Q-47 48 -47 23Z` });
  const beside = die.faces && face ? [hexagon(die.faces[face - 1], palette)] : [];
  return draw("svg", { class: "die-face", viewBox: `-50 -50 ${100 + wide} 100`, "aria-hidden": "true" }, [body, shade, ...pips, ...blank, ...beside]);
}

/** The colour beside a number, as it looks on the sheet. @param {string} colour @param {Palette} palette */
function hexagon(colour, palette) {
  return draw("g", { class: `beside ${hue(colour)}`, transform: "translate(73 0)" }, [
    draw("path", { class: "rim", d: outline("hexagon", 62, 72) }),
    draw("path", { class: "face", d: outline("hexagon", 44, 51) }),
    draw("path", { class: "print", d: symbolPath(palette[colour].symbol, 12), "fill-rule": "evenodd" }),
  ]);
}

/** @param {Lying} one @param {number | undefined} face @param {Palette} palette */
function lay(one, face, palette) {
  const state = String(face);
  if (state === one.state) return;
  one.state = state;
  one.element.replaceChildren(drawFace(one.die, face ?? 0, palette));
  one.element.classList.toggle("waiting", face === undefined);
  const turn = one.die.faces ? 3 : 5;
  one.element.style.rotate = `${(seeded(one.die.id + state)() * turn).toFixed(1)}deg`;
}

/** A die that can be pressed. @param {Die} die @param {Die[]} dice @param {(die: string) => void} press */
function dieButton(die, dice, press) {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className: dieClass(die, dice) });
  element.dataset.die = die.id;
  element.addEventListener("click", () => press(die.id));
  return element;
}

/** @param {Lying} one @param {string} name @param {Shown} now @param {Words} words */
function showState({ die, element }, name, { live = [], lifted = [], spent = [], left = [], aside = [] }, words) {
  const [up, used] = [lifted.includes(die.id), spent.includes(die.id)];
  const tag = used ? words.spent : left.includes(die.id) ? words.left : "";
  element.classList.toggle("lifted", up);
  element.classList.toggle("spent", used);
  element.classList.toggle("aside", aside.includes(die.id));
  element.setAttribute("aria-label", [name, up ? words.lifted : "", tag].filter(Boolean).join(", "));
  element.setAttribute("aria-pressed", String(up));
  element.dataset.tag = up ? "" : tag; // the ring is there
  const off = !live.includes(die.id);
  element.tabIndex = off ? -1 : 0;
  if (off) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}

/** The sum of the dice on the table, where all of them count in it and have been thrown. @param {Die[]} dice @param {Faces} faces */
function sumOf(dice, faces) {
  const lying = dice.filter(({ id }) => faces[id] !== 0);
  const counts = lying.length && lying.every(({ id, summed }) => summed && faces[id]);
  return counts ? `= ${lying.reduce((sum, { id }) => sum + faces[id], 0)}` : "";
}

/** Moves dice into a part of the tray, except for those already there. @param {HTMLElement} part @param {Lying[]} lying */
function arrange(part, lying) {
  const wanted = lying.map((one) => one.element);
  if (wanted.length === part.children.length && wanted.every((die, i) => part.children[i] === die)) return;
  part.replaceChildren(...wanted);
}

/** Whether anything moves; measuring where dice lie costs time. */
function slides() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const SLIDE = { duration: 180, easing: "ease-out" };

/** Lets a die slide from where it lay, unless it lies there still. @param {HTMLElement} die @param {DOMRect} [from] */
function slide(die, from) {
  const to = die.getBoundingClientRect();
  const [x, y] = [(from?.left ?? 0) - to.left, (from?.top ?? 0) - to.top];
  const moved = from?.width && to.width && Math.hypot(x, y) > to.width / 2;
  if (moved) die.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, SLIDE);
}

/** @param {HTMLElement} die */
function tumble(die) {
  die.classList.remove("rolling");
  die.getBoundingClientRect(); // restarts the animation
  die.classList.add("rolling");
}

/** @param {Die} die @param {number | undefined} face @param {Words} words */
function accessibleName(die, face, words) {
  const colour = words[die.colour] ?? die.colour;
  if (face === undefined) return `${colour} ${words.waiting}`;
  if (!face) return `${colour} ${words.out}`;
  const beside = die.faces?.[face - 1];
  return beside ? `${face} ${words[beside] ?? beside}` : `${colour} ${face}`;
}

/** The class of a die; the first coloured one after white ones has some distance to them. @param {Die} die @param {Die[]} dice */
export function dieClass(die, dice) {
  const before = dice[dice.indexOf(die) - 1];
  const apart = before?.colour === "white" && die.colour !== "white";
  return `die ${hue(die.colour)}${apart ? " apart" : ""}${die.faces ? " wide" : ""}`;
}

/** @param {string} tag @param {string} kind */
function make(tag, kind) {
  const element = document.createElement(tag);
  element.className = kind.trim();
  return element;
}
