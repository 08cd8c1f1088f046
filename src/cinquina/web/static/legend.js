// What a board reminds of: signs, such as sums, and what they do.

import { el, sync } from "./page.js";
import { translate } from "./words.js";

/** @import {LegendLine, Snapshot} from "./types.js" */

/** @returns {{element: HTMLElement, show: (snapshot: Snapshot) => void}} */
export function makeLegend() {
  const list = el("dl", "legend-lines");
  const element = el("section", "card legend", el("h2", "visually-hidden", translate("play.legend")), list);
  /** @param {Snapshot} snapshot */
  const show = ({ legend, phase }) => {
    sync(list, legend, ({ sign, text }) => `${sign}/${text}`, lineOf, (line, { now }) => {
      if (now && phase === "choose") line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
    element.hidden = legend.length === 0 || phase === "lobby";
  };
  return { element, show };
}

/** @param {LegendLine} line */
function lineOf({ look, sign, text }) {
  return el("div", look && `legend-${look}`, el("dt", "", sign), el("dd", "", text));
}
