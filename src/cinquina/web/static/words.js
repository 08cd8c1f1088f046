// The words of the page, which the server embeds in the user's language.

/** @type {Record<string, string | string[]>} a sentence, or its singular and its plural */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** The language of the page. */
export const lang = document.documentElement.lang;

/** How the language of the page writes dates: the day comes first in English, too. */
export const dates = lang === "en" ? "en-GB" : lang;

const ONE = /^[−-]?1$/;

/**
 * A sentence with its details filled in; the detail n decides between singular and plural.
 * @param {string} key
 * @param {Record<string, string | number>} [details]
 */
export function translate(key, details = {}) {
  const forms = words[key] ?? key;
  const form = typeof forms === "string" ? forms : forms[ONE.test(String(details.n)) ? 0 : 1];
  return form.replace(/\{(\w+)\}/g, (all, name) => (name in details ? String(details[name]) : all));
}

/** The words whose keys have this prefix, without it. @param {string} start @returns {Record<string, string>} */
export function wordsUnder(start) {
  const found = Object.keys(words).filter((key) => key.startsWith(start));
  return Object.fromEntries(found.map((key) => [key.slice(start.length), translate(key)]));
}
