// In place of net.js on a page that is a file: everything that would be asked for is on the page.

/** @type {Record<string, any>} */
const files = JSON.parse(document.getElementById("files")?.textContent ?? "{}");

/** Nothing is refused here. */
export class Refused extends Error {}

/** Something that is not on the page. */
export class Lost extends Error {}

/** There are no other pages. @param {string} path */
export function address(path) {
  return `#${path}`;
}

/** @param {string} path @returns {Promise<any>} */
export async function fetched(path) {
  if (!(path in files)) throw new Lost(path);
  return files[path];
}

/** @param {string} path @returns {Promise<any>} */
export async function post(path) {
  return fetched(path);
}
