// Helpers for building pages. Text from people is only ever inserted as text nodes.

/**
 * A new element with a class and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [kind] its class
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, kind = "", ...children) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

/**
 * A button.
 * @param {string} text
 * @param {string} kind its class beside "button"
 * @param {() => void} [press]
 */
export function button(text, kind, press) {
  const element = el("button", `button ${kind}`.trim(), text);
  element.type = "button";
  if (press) element.addEventListener("click", press);
  return element;
}

/** A link that looks like a button. @param {string} text @param {string} href @param {string} kind */
export function linkButton(text, href, kind) {
  const element = el("a", `button ${kind}`.trim(), text);
  element.href = href;
  return element;
}

/** Sets a text, unless it is there already. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Disables a button without losing the focus. @param {HTMLElement} element @param {boolean} off */
export function switchOff(element, off) {
  if (off) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}

/**
 * Makes the children of an element match a list; existing ones are updated in place and keep the focus.
 * @template Item
 * @param {HTMLElement} parent
 * @param {Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => HTMLElement} make
 * @param {(element: HTMLElement, item: Item) => void} [update]
 */
export function sync(parent, items, key, make, update = () => {}) {
  const old = new Map([...parent.children].map((child) => [child.getAttribute("data-key") ?? "", /** @type {HTMLElement} */ (child)]));
  const wanted = items.map((item) => {
    const element = old.get(key(item)) ?? make(item);
    element.dataset.key = key(item);
    update(element, item);
    return element;
  });
  for (const child of [...parent.children]) if (!wanted.includes(/** @type {HTMLElement} */ (child))) child.remove();
  wanted.forEach((element, i) => {
    if (parent.children[i] !== element) parent.insertBefore(element, parent.children[i] ?? null);
  });
}

/** Keeps the focus during a change; if its element disappears, the focus goes to `fallbackFocus`. @param {() => void} change @param {() => HTMLElement | null} fallbackFocus */
export function keepFocus(change, fallbackFocus) {
  const before = document.activeElement;
  change();
  if (!before || before === document.body) return;
  if (before.isConnected && before.getClientRects().length && document.activeElement === before) return;
  if (document.activeElement === document.body || document.activeElement === before) fallbackFocus()?.focus({ preventScroll: true });
}

/**
 * A dialog that is removed when it is closed.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {string} [kind]
 */
export function openDialog(title, content, kind = "") {
  const heading = el("h2", "", title);
  heading.id = `dialog-${Math.random().toString(36).slice(2)}`;
  const dialog = el("dialog", kind, heading, ...content);
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Closes what a summary opens by a press elsewhere, or by Escape. @param {HTMLDetailsElement} details */
export function closeElsewhere(details) {
  document.addEventListener("click", (event) => {
    if (details.open && !details.contains(/** @type {Node} */ (event.target))) details.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
}

/** Whether somebody is typing or a dialog is open, so that shortcuts must not work. */
export function keysAreTaken() {
  const here = document.activeElement;
  return Boolean(here?.closest("input:not([type=radio], [type=checkbox]), textarea, select") || document.querySelector("dialog[open]"));
}

/** Copies a text, even where a page may not use the clipboard. @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", "visually-hidden");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** Saves a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const link = el("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
