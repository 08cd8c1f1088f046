// What is on a table's page, told to the styles by classes. With :has(), whose answer any change on the page may alter, a browser
// styles a hundred elements anew whenever a script reads a size. A class that has to outrank as much as :has() did is written twice.

/** What a page has: its parts, by class, that are in sight. */
const SHOWN = { side: ["asides", "count"], play: ["legend", "owner", "tabs"] };

/** The class "from-2" stands for two or more other players; only this many are told apart. */
const MOST = 5;

/** Tells the styles what is on a page now; before anything is measured. @param {HTMLElement} page */
export function tellFacts(page) {
  const [play, side] = [part(part(page, "front"), "play"), part(page, "side")];
  const [tray, options, box, others] = [part(play, "tray-box"), part(play, "options"), part(play, "sheet-box"), part(side, "others")];
  const well = { "with-well": has(tray, ".has-well") };
  const count = others?.childElementCount ?? 0;
  const company = Object.fromEntries(Array.from({ length: MOST }, (_, i) => [`from-${i + 1}`, count > i]));
  const lesson = part(play, "lead")?.matches(".lesson") ?? false;
  const pad = part(play, "actions")?.matches(".on-pad") ?? false;
  tell(page, { ...inSight(side, SHOWN.side), ...inSight(play, SHOWN.play), ...well, ...company, "with-lesson": lesson, "with-pad": pad });
  tell(play, { ...well, ...inSight(play, ["owner"]), "with-input": has(tray, ".dice-input"), "with-numbers": part(options, "numbers") !== null });
  tell(box, { "with-board": has(box, ".wooden") });
  tell(side, { ...inSight(side, ["guide", "hint-panel"]), ...company, "with-board": others?.matches(".on-board") ?? false });
  tell(others, company);
}

/** Tells the styles of every change before it is seen. @param {HTMLElement} page */
export function watchFacts(page) {
  new MutationObserver(() => tellFacts(page)).observe(page, { subtree: true, childList: true, attributeFilter: ["hidden"] });
}

/** A child by its class. @param {Element | null} parent @param {string} name @returns {HTMLElement | null} */
function part(parent, name) {
  return /** @type {HTMLElement[]} */ ([...(parent?.children ?? [])]).find((child) => child.classList.contains(name)) ?? null;
}

/** @param {Element | null} element @param {string} what */
function has(element, what) {
  return Boolean(element?.querySelector(what));
}

/** Which parts are in sight. @param {Element | null} parent @param {string[]} names */
function inSight(parent, names) {
  return Object.fromEntries(names.map((name) => [`with-${name}`, part(parent, name)?.hidden === false]));
}

/** @param {Element | null} element @param {Record<string, boolean>} facts */
function tell(element, facts) {
  for (const [name, on] of Object.entries(facts)) element?.classList.toggle(name, on);
}
