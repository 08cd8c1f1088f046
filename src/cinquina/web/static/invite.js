// Inviting others: the link of the table, its QR code, and a button that hands the link on.

import { address } from "./net.js";
import { button, copy, el, setText } from "./page.js";
import { translate } from "./words.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-link]"));

/** The link of this table for other devices. */
export const tableLink = page.dataset.link ?? location.href;

/** Whether no other device can open that link. */
export const isOnlyHere = "onlyHere" in page.dataset;

/** Says that no other device can open the link; what to do about it is folded away. */
export function onlyHere() {
  const fold = el("details", "more", el("summary", "button plain", translate("lobby.let-in")), el("p", "", translate("lobby.let-in-text")));
  return el("div", "only-here", el("p", "", translate("lobby.only-here")), fold);
}

/** The QR code of the link. @param {string} code */
export function qrCode(code) {
  const picture = el("img", "qr");
  Object.assign(picture, { loading: "lazy", src: address(`/t/${code}/qr.svg`), alt: translate("lobby.qr"), width: 180, height: 180 });
  return picture;
}

/** A field with a link to select and copy. @param {string} link @param {string} title */
export function linkField(link, title) {
  const field = el("input");
  Object.assign(field, { readOnly: true, value: link });
  field.addEventListener("focus", () => field.select());
  return el("label", "field", el("span", "", title), field);
}

/** A button that shares a link, or copies it where the browser cannot share. @param {string} link @param {string} kind */
export function linkButtons(link, kind) {
  const done = el("span", "quiet");
  done.setAttribute("role", "status");
  const copied = async () => setText(done, (await copy(link)) ? translate("copied") : link);
  const press = "share" in navigator ? button(translate("lobby.share"), kind, () => void share(link, copied)) : button(translate("lobby.copy"), kind, () => void copied());
  return [press, done];
}

/** @param {string} link @param {() => Promise<void>} otherwise */
async function share(link, otherwise) {
  try {
    await navigator.share({ title: document.title, url: link });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === "AbortError")) await otherwise();
  }
}
