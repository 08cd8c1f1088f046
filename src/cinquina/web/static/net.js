// The only script that talks to the network: requests to the server, and the socket that `socket.js` speaks over.

/** The base path of the server; "/" unless a proxy adds one. */
const BASE = document.documentElement.dataset.base ?? "/";

/** The URL of a page or file of this server. @param {string} path from the first page, with a slash before it */
export function address(path) {
  return BASE + path.slice(1);
}

/** The server refused a request; the message says why. */
export class Refused extends Error {
  /** @param {string} text @param {string} reason @param {number} status */
  constructor(text, reason, status) {
    super(text);
    this.reason = reason;
    this.status = status;
  }
}

/** No answer, after all retries. */
export class Lost extends Error {}

const WAITS = [400, 800, 1600, 3000, 5000, 8000];
/** How long a request that can be repeated may take. */
const REQUEST_WAIT = 5000;
/** Answers of a server that is about to stop, or of a proxy without one. */
export const BUSY = [502, 503, 504];

/**
 * Posts JSON; a request with an id is retried when the connection is lost, since the server applies an id only once.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  const waits = "id" in body ? WAITS : [];
  for (let turn = 0; ; turn++) {
    const answer = await send(path, body, waits.length > 0);
    const last = turn >= waits.length;
    if (answer && (last || !BUSY.includes(answer.status))) return read(answer);
    if (last) throw new Lost();
    await pause(waits[turn]);
  }
}

/** @param {string} path @param {unknown} body @param {boolean} repeats @returns {Promise<Response | null>} nothing when the connection is lost */
async function send(path, body, repeats) {
  const headers = { "Content-Type": "application/json" };
  const signal = repeats ? AbortSignal.timeout(REQUEST_WAIT) : null;
  try {
    return await fetch(address(path), { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch {
    return null;
  }
}

/** @param {Response} answer */
async function read(answer) {
  const result = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(result.error ?? String(answer.status), result.reason ?? "", answer.status);
  return result;
}

/** Asks for data; throws Refused with the server's reason, or Lost. @param {string} path @returns {Promise<any>} */
export async function get(path) {
  const answer = await fetch(address(path)).catch(() => null);
  if (!answer) throw new Lost();
  return read(answer);
}

/** Whether the server has a page. @param {string} path */
export async function exists(path) {
  const answer = await fetch(address(path), { method: "HEAD" }).catch(() => null);
  if (!answer) throw new Lost();
  return answer.ok;
}

/** Opens a socket to the server. @param {string} path */
export function socketTo(path) {
  return new WebSocket(location.origin.replace(/^http/, "ws") + address(path));
}

/** A new id for a click. */
export function newId() {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Fetches a file once. @param {string} path @returns {Promise<any>} */
export function fetched(path) {
  const known = files.get(path);
  if (known) return known;
  const file = fetch(address(path)).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Lost(path))));
  files.set(path, file);
  file.catch(() => files.delete(path));
  return file;
}

/** @type {Map<string, Promise<any>>} */
const files = new Map();
