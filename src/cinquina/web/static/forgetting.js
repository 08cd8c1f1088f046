// Whether a game that goes on is to be forgotten on this device.

import { button, el, openDialog } from "./page.js";
import { translate } from "./words.js";

/** @import {Known} from "./storage.js" */

/** Asks before a game that goes on is forgotten: its seat is lost to this device. @param {Known} known @param {(code: string) => void} forget */
export function askForget({ code }, forget) {
  const no = button(translate("close"), "main", () => dialog.close());
  const yes = button(translate("home.forget", { code }), "parting", () => {
    dialog.close();
    forget(code);
  });
  const dialog = openDialog(translate("home.forget", { code }), [el("p", "", translate("forget.text")), el("div", "row answers", no, yes)]);
}
