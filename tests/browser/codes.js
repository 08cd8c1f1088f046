// Reads everything a page shows or says, whenever it changes, and complains about codes that only programs know.
(() => {
  const CODES = [
    /\b[a-z]+_[a-z]+\b/, // late_die
    /\b[a-z]+-(?:lock|dead|front|back|numbers|colours)\b/, // r-lock, mixx-colours
    /\b(?:penalty|failure|miss|column|row|way|cell)\d/, // failure1
    /\b(?:web|option|question|refusal|cell|label|log|said|table|draft|lobby|colour|spoken)\.[a-z]/, // a key without words
    /[{}]|undefined|\bNaN\b|\[object/,
    /\bbot:\w/, // bot:expert
  ];
  const CELL = /\b[rygbopvsnacdef]\d{1,2}[ab]?\b/g; // o5, v8, n1a
  const SPOKEN = ["aria-label", "aria-description", "title", "alt", "placeholder"];
  const told = new Set();

  /** What is printed at the edges of a board is no code: column e and row 2 make e2. @param {string} cell */
  const isPrinted = (cell) => {
    const printed = new Set([...document.querySelectorAll("svg.sheet text")].map((label) => label.textContent));
    return printed.has(cell[0]) && printed.has(cell.slice(1));
  };

  /** @param {string} text @param {string} where */
  const check = (text, where) => {
    const cell = text.match(CELL)?.find((one) => !isPrinted(one));
    const found = cell ?? CODES.find((code) => code.test(text));
    if (!found || told.has(text)) return;
    told.add(text);
    console.error(`code: "${text.trim()}" (${where}) ${found}`);
  };

  const read = () => {
    check(document.title, "title of the page");
    const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement && !parentElement.closest("script, style, noscript, textarea, .proof, .tv-link, a[download]")) check(textContent ?? "", parentElement.className || parentElement.tagName);
    }
    for (const name of SPOKEN) for (const element of document.querySelectorAll(`[${name}]`)) check(element.getAttribute(name) ?? "", name);
  };

  let due = 0;
  const soon = () => { due ||= setTimeout(() => { due = 0; read(); }, 100); };
  addEventListener("DOMContentLoaded", () => {
    soon();
    new MutationObserver(soon).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SPOKEN });
  });
})();
