// The geometry of drawings: outlines of cells, symbols of colours, seeded random numbers, smooth strokes.

/** @import {Palette, Point} from "./drawing.js" */

/** Units of a picture per unit of a sheet; browsers render fonts below one pixel badly. */
export const UNIT = 100;

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new SVG element with these attributes and children.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElementTagNameMap[Name]}
 */
export function draw(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A line of text centred on a point.
 * @param {string} text
 * @param {Point} at
 * @param {number} size
 * @param {string} kind its class
 * @param {"start" | "middle" | "end"} [anchor]
 */
export function write(text, [x, y], size, kind, anchor = "middle") {
  const place = { x: round(x), y: round(y), dy: "0.35em", "font-size": round(size), "text-anchor": anchor };
  return draw("text", { ...place, class: kind }, [text]);
}

/** @param {number} number */
export function round(number) {
  return Math.round(number * 10) / 10;
}

/** A number with a proper minus sign. @param {number} number */
export function signed(number) {
  return String(number).replace("-", "−");
}

/** A random number generator seeded by a text: numbers from -1 to 1. @param {string} text @returns {() => number} */
export function seeded(text) {
  let state = 7;
  for (const letter of text) state = (Math.imul(state, 131) + (letter.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    return ((state >>> 8) & 0xffff) / 0x8000 - 1;
  };
}

/**
 * The corners of a regular polygon around the origin, the first one on top.
 * @param {number} corners
 * @param {number} radius
 * @param {number} [turn] in radians
 * @returns {Point[]}
 */
export function polygon(corners, radius, turn = 0) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** The path of a polygon with softened corners. @param {Point[]} corners @param {number} softness */
export function softened(corners, softness) {
  const parts = corners.map((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length];
    const after = corners[(i + 1) % corners.length];
    return `${i ? "L" : "M"}${spell(toward(corner, before, softness))}Q${spell(corner)} ${spell(toward(corner, after, softness))}`;
  });
  return parts.join("") + "Z";
}

/** @param {number} radius */
export function circle(radius) {
  const r = round(radius);
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}

/**
 * What else a shape means to a picture: whether its cells are round, and drawn no higher; whether they are laid like tiles, with no
 * gap between them; how round the end of a strip is beside it, as a part of its height; how far from its middle its corner is, if it
 * has none where a square has one, as a part of its size.
 * @typedef {{round: boolean, tiled: boolean, end: number, corner: number}} Form
 */

/** @type {Form} */
const SQUARE = { round: false, tiled: false, end: 0.24, corner: 0 };

/** @type {Record<string, Form>} */
const FORMS = {
  circle: { ...SQUARE, round: true, end: 0.5, corner: 0.3 },
  pentagon: { ...SQUARE, end: 0.4, corner: 0.26 },
  hexagon: { ...SQUARE, tiled: true, corner: 0.3 },
};

/** The form of a shape; this script alone knows shapes by name. @param {string} [shape] */
export function formOf(shape = "") {
  return FORMS[shape] ?? SQUARE;
}

/** The outline of a cell around the origin. @param {string} shape @param {number} width @param {number} height */
export function outline(shape, width, height) {
  const [x, y] = [width / 2, height / 2];
  if (shape === "circle") return circle(x);
  if (shape === "pentagon") return softened(polygon(5, x * 1.14).map(([px, py]) => [px, py + y * 0.08]), x * 0.2);
  if (shape === "hexagon") return softened([[0, -y], [x, -y / 2], [x, y / 2], [0, y], [-x, y / 2], [-x, -y / 2]], x * 0.14);
  return softened([[-x, -y], [x, -y], [x, y], [-x, y]], Math.min(x, y) * 0.42);
}

/** @type {Record<string, (r: number) => string>} */
const SYMBOLS = {
  "◆": (r) => softened(polygon(4, r * 1.1), r * 0.12),
  "▲": (r) => softened(polygon(3, r * 1.1).map(([x, y]) => [x, y + r * 0.2]), r * 0.12),
  "■": (r) => softened(polygon(4, r * 1.2, Math.PI / 4), r * 0.12),
  "●": (r) => circle(r * 0.95),
  "○": (r) => circle(r * 0.95) + circle(r * 0.62),
  "⬟": (r) => softened(polygon(5, r * 1.1), r * 0.12),
  "✚": (r) => softened(plus(r, r * 0.36), r * 0.08),
  "✦": (r) => softened(star(r * 1.25, r * 0.45), r * 0.05),
  "⬢": (r) => softened(polygon(6, r * 1.08), r * 0.12),
};

/** The path of a colour's symbol around the origin; it needs no font. @param {string} symbol @param {number} radius */
export function symbolPath(symbol, radius) {
  return (SYMBOLS[symbol] ?? circle)(radius);
}

/**
 * A colour's symbol as a small picture, for chips, tags and sentences.
 * @param {string} colour
 * @param {Palette} palette
 * @returns {SVGSVGElement}
 */
export function symbol(colour, palette) {
  const path = draw("path", { d: symbolPath(palette[colour].symbol, 9), "fill-rule": "evenodd" });
  return draw("svg", { class: `symbol ${hue(colour)}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" }, [path]);
}

/** The classes that give an element the paint, tint and deep ink of a colour. @param {string} [colour] */
export function hue(colour) {
  return colour ? `hue hue-${colour}` : "";
}

/** A smooth stroke through the points. @param {Point[]} points */
export function smooth(points) {
  let path = `M${spell(points[0])}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]];
    path += `C${spell([b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6])} `;
    path += `${spell([c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6])} ${spell(c)}`;
  }
  return path;
}

/** @param {Point} point */
function spell([x, y]) {
  return `${round(x)} ${round(y)}`;
}

/** @param {Point} from @param {Point} to @param {number} length @returns {Point} */
function toward(from, to, length) {
  const share = Math.min(0.5, length / Math.hypot(to[0] - from[0], to[1] - from[1]));
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** @param {number} r @param {number} w @returns {Point[]} */
function plus(r, w) {
  return [[-w, -r], [w, -r], [w, -w], [r, -w], [r, w], [w, w], [w, r], [-w, r], [-w, w], [-r, w], [-r, -w], [-w, -w]];
}

/** @param {number} outer @param {number} inner @returns {Point[]} */
function star(outer, inner) {
  const [points, hollows] = [polygon(4, outer), polygon(4, inner, Math.PI / 4)];
  return points.flatMap((point, i) => [point, hollows[i]]);
}
