// The page's own words, which the server puts into it in the reader's language.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** The language of the page. */
export const lang = document.documentElement.lang;

/**
 * A sentence with its details filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [details]
 */
export function said(key, details = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => (name in details ? String(details[name]) : all));
}
