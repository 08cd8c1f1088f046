// The top of every page: the theme, and a menu that closes after use.

import { watchMore } from "./more.js";
import { closeElsewhere } from "./page.js";
import { recall, remember } from "./storage.js";

for (const input of document.querySelectorAll("input[name=theme]")) {
  if (!(input instanceof HTMLInputElement)) continue;
  input.checked = input.value === recall("theme", "system");
  input.addEventListener("change", () => {
    remember("theme", input.value);
    if (input.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = input.value;
  });
}

for (const menu of document.querySelectorAll("details.menu")) {
  if (!(menu instanceof HTMLDetailsElement)) continue;
  watchMore(/** @type {HTMLElement} */ (menu.querySelector(".menu-list")));
  closeElsewhere(menu);
  menu.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("button, a")) menu.open = false;
  });
}
