// Measures a table's page in the window as it is now: returns what is wrong, and where the sheet and the buttons stand.
// `whole` is whether everything needed for a turn has to be inside the window.
async (whole) => {
  const tight = innerWidth < 360 || innerHeight < 480; // still usable, but not as large
  const [FINGER, CELL, TEXT] = [44, tight ? 18 : 24, tight ? 7 : 11];
  const NEAR = 1.5;
  const faults = [];
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  scrollTo(0, 0);

  const all = (what, from = document) => [...from.querySelectorAll(what)];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const first = (what) => all(what).find(shown);
  const named = (element) => {
    const text = (element.textContent ?? "").trim().slice(0, 30);
    return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${text}"`;
  };
  const over = document.getElementById("table").dataset.phase === "over";
  const sheet = first(over ? ".end-sheets svg.sheet" : ".sheet-box svg.sheet:not(.small)");

  const edges = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const drawn = () => { // the picture itself, without the empty room beside it
    const { a, d, e, f } = sheet.getScreenCTM();
    const { x, y, width, height } = sheet.viewBox.baseVal;
    return { left: e + a * x, top: f + d * y, right: e + a * (x + width), bottom: f + d * (y + height) };
  };
  const upright = (element) => { // dice lie askew
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const [w, h] = [element.offsetWidth / 2, element.offsetHeight / 2];
    return { left: x - w, top: y - h, right: x + w, bottom: y + h };
  };
  const box = (element) => {
    if (element === sheet) return drawn();
    return element.matches(".die") ? upright(element) : edges(element.getBoundingClientRect());
  };
  const inside = ([x, y]) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;

  // What a turn needs is in the window, or can be scrolled to, and nothing lies on it.
  const parts = {
    question: first(".play .sentence"),
    dice: first(".play .tray-box"),
    sheet,
    main: first(".play .actions .button.main"),
  };
  const cover = (element, [x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found && !element.contains(found) && !found.contains(element) ? found : null;
  };
  const probes = ({ left, top, right, bottom }) => [
    [(left + right) / 2, (top + bottom) / 2],
    ...[left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y])),
  ];
  for (const [name, element] of Object.entries(parts)) {
    if (!element) {
      if (!over || name !== "dice") faults.push(`${name} is not there`);
      continue;
    }
    if (!whole) element.scrollIntoView({ block: "nearest" });
    const place = box(element);
    if (place.left < -0.5 || place.right > innerWidth + 0.5) faults.push(`${name} is beside the window`);
    const out = place.top < -0.5 || place.bottom > innerHeight + 0.5;
    if (whole && out) faults.push(`${name} is outside the window: ${JSON.stringify(place)}`);
    const covered = probes(place).filter(inside).map((point) => cover(element, point)).find(Boolean);
    if (covered) faults.push(`${name} is covered by ${named(covered)}`);
  }
  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");

  // Nothing overlaps; only where a page scrolls, things pass under the bar.
  const BLOCKS =
    ".top, .play .sentence, .play .around, .play .why, .play .tray, .play .die, .play .options .chip, " +
    ".play .actions .button, .end-tools .button, .play .ranking, .other, .end-around .card, .page-small, .guide, .side > .card";
  const clipped = (element) => {
    const place = box(element);
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === "visible") continue;
      const edge = up.getBoundingClientRect();
      [place.top, place.bottom] = [Math.max(place.top, edge.top), Math.min(place.bottom, edge.bottom)];
    }
    return place;
  };
  // The other sheet of a player stands in a free place of the main one: on none of its cells, words and boxes.
  const PRINTED = ".face, .rim, text, .step-face, .total, .track, .area";
  const besideAll = (b) => all(PRINTED, sheet).filter(shown).every((one) => {
    const a = one.getBoundingClientRect();
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) <= NEAR || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= NEAR;
  });
  const inBar = (element) => ["sticky", "fixed"].includes(getComputedStyle(element.closest(".actions") ?? element).position);
  const blocks = all(BLOCKS).filter(shown).concat(sheet ?? []).map((element) => ({ element, place: clipped(element) }));
  for (const [i, { element: one, place: a }] of blocks.entries()) {
    for (const { element: other, place: b } of blocks.slice(i + 1)) {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width <= NEAR || height <= NEAR || one.contains(other) || other.contains(one)) continue;
      if (other === sheet && one.matches(".page-small") && besideAll(a)) continue;
      if ((over || !whole) && (inBar(one) || inBar(other))) continue;
      faults.push(`${named(one)} overlaps ${named(other)} by ${Math.round(width)} x ${Math.round(height)}`);
    }
  }

  // Nothing sticks out of the tray.
  for (const tray of all(".play .tray").filter(shown)) {
    const edge = tray.getBoundingClientRect();
    for (const one of all("button, .tray-sum", tray).filter(shown)) {
      const { left, right } = box(one);
      if (left < edge.left - NEAR || right > edge.right + NEAR) faults.push(`${named(one)} sticks out of the tray`);
    }
  }

  // Nor out of a button.
  const written = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  for (const one of whole ? all(".play .actions .button:not(.icon)").filter(shown) : []) {
    const [text, edge] = [written(one), one.getBoundingClientRect()];
    if (text.height > edge.height - 4 || text.width > edge.width - 4) faults.push(`${named(one)} has no room for its words`);
  }

  // Nor out of a tile.
  for (const tile of all(".tiles .chip").filter(shown)) {
    const edge = tile.getBoundingClientRect();
    for (const one of all(".tile-letter, .tile-points, .die, strong", tile).filter(shown)) {
      const { left, right } = one.getBoundingClientRect();
      if (left < edge.left + 1.5 || right > edge.right - 1.5) faults.push(`${named(one)} sticks out of its tile`);
    }
  }

  // Lit cells are large enough for a finger, or there is a chip for them, or a die to press first.
  const chips = new Set(all(".options .chip").filter(shown).map((chip) => chip.dataset.cell));
  const tiles = all(".options .tiles .chip").some(shown);
  const dice = all(".play button.die:not([aria-disabled])").some(shown);
  for (const cell of sheet ? all(".legal", sheet) : []) {
    const { width, height } = cell.getBoundingClientRect();
    const size = Math.min(width, height);
    const other = chips.has(cell.dataset.cell) || (tiles && cell.matches(".lettered"));
    if (size >= FINGER - 0.5 || other || (dice && size >= CELL - 0.5)) continue;
    faults.push(`cell ${cell.dataset.cell} has ${Math.round(size)} px and no chip`);
    break;
  }

  // No cell lies on what is printed beside it.
  for (const text of sheet && !over ? all(".layer-bands :is(.label, .text)", sheet).filter(shown).filter((one) => one.textContent) : []) {
    text.scrollIntoView({ block: "nearest" });
    const { left, top, right, bottom } = text.getBoundingClientRect();
    const points = [left + 2, (left + right) / 2, right - 2].map((x) => [x, (top + bottom) / 2]).filter(inside);
    const cell = points.flatMap((point) => document.elementsFromPoint(...point)).find((one) => one.matches(".cell :is(.face, .rim)"));
    if (cell) faults.push(`${named(text)} lies under cell ${cell.closest(".cell").dataset.cell}`);
  }
  scrollTo(0, 0);

  // Letters can be read; at the end sheets are pictures, which a press enlarges.
  const scale = sheet?.getScreenCTM().a ?? 1;
  const sizeOf = (text) => parseFloat(getComputedStyle(text).fontSize);
  const tiny = sheet && !over && all(tight ? ".cell .print" : "text", sheet).filter(shown).filter((one) => one.textContent).find((text) => sizeOf(text) * scale < TEXT - 0.25);
  if (tiny) faults.push(`${named(tiny)} on the sheet is ${(sizeOf(tiny) * scale).toFixed(1)} px high`);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const texts = all("#table :is(p, h1, h2, li, button, span, th, td, label), .top *").filter(shown).filter(hasText);
  const small = texts.find((element) => sizeOf(element) < TEXT);
  if (small) faults.push(`${named(small)} has letters of ${sizeOf(small)} px`);

  // What can be pressed is large enough for a finger.
  const PRESSED = ".top :is(a, summary), #table :is(button:not(.die[aria-disabled]), a, input, summary)";
  for (const element of all(PRESSED).filter(shown).map((one) => one.closest("label") ?? one)) {
    element.scrollIntoView({ block: "nearest" });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y, far] = [(left + right) / 2, (top + bottom) / 2, FINGER / 2 - 1];
    const ends = [[x - far, y], [x + far, y], [x, y - far], [x, y + far]].filter(inside);
    if (ends.every((point) => element.contains(document.elementFromPoint(...point)))) continue;
    const size = `${Math.round(right - left)} x ${Math.round(bottom - top)}`;
    faults.push(`${named(element)} is no target of ${FINGER} px: ${size}`);
  }
  scrollTo(0, 0);
  const buttons = all(".play > .actions .button").filter(shown).map((one) => edges(one.getBoundingClientRect()));
  return { faults, kept: { sheet: sheet && drawn(), buttons }, over };
};
