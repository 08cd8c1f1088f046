// The top of every page: the theme, and a menu that closes after use.

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
  const summary = menu.querySelector("summary");
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!menu.contains(target) || target.closest("button, a")) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary?.focus();
  });
}
