// A drawn sheet as a file: styles are copied from the style sheet into the picture.

const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "display",
  "font-family", "font-size", "font-weight", "text-anchor", "transform",
];

/** @param {SVGSVGElement} svg @returns {string} */
export function pictureFile(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((element, i) => {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) {
      const value = looks.getPropertyValue(name);
      const moved = name === "transform" && (value === "none" || element.hasAttribute("transform"));
      if (value && !moved && element !== svg) to[i].setAttribute(name, value);
    }
    for (const name of ["class", "style", "id", "role", "tabindex", "aria-label", "data-cell"]) to[i].removeAttribute(name);
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(svg.viewBox.baseVal.width));
  copy.setAttribute("height", String(svg.viewBox.baseVal.height));
  return new XMLSerializer().serializeToString(copy);
}
