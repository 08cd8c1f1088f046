// All communication with the server: idempotent requests, and a socket that reconnects.

/** @import {Answered} from "./types.js" */

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
const BUSY = [502, 503, 504];

/**
 * Posts JSON; a request with an id is retried when the connection is lost, since the server applies an id only once.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  const waits = "id" in body ? WAITS : [];
  for (let turn = 0; ; turn++) {
    const answer = await send(path, body);
    if (answer && !BUSY.includes(answer.status)) return read(answer);
    if (turn >= waits.length) throw new Lost();
    await pause(waits[turn]);
  }
}

/** @param {string} path @param {unknown} body @returns {Promise<Response | null>} nothing when the connection is lost */
async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  try {
    return await fetch(address(path), { method: "POST", headers, body: JSON.stringify(body) });
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

/** A new id for a click. */
export function newId() {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

const LONGEST_WAIT = 8000;
/** How long the socket may take to answer an action before it is sent as a request. */
const ANSWER_WAIT = 4000;

/**
 * A socket that reconnects whenever it closes, and sends `hello` first each time. `ask` sends an action over it, or as a
 * request to a path when the socket does not answer; the server applies its id only once.
 * @param {string} path
 * @param {{hello: () => unknown, receive: (message: any) => void, open: (yes: boolean) => void}} on
 * @returns {{sendHello: () => void, ask: (path: string, act: {id: string} & Record<string, unknown>) => Promise<any>, close: () => void}}
 */
export function connect(path, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = 500;
  let timer = 0;
  let ended = false;
  /** @type {Map<string, (answer: Answered | null) => void>} */
  const unanswered = new Map();
  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const sendHello = () => isOpen() && socket?.send(JSON.stringify(on.hello()));
  /** @param {any} message */
  const receive = (message) => ("status" in message ? unanswered.get(message.id)?.(message) : on.receive(message));
  const open = () => {
    clearTimeout(timer);
    const mine = (socket = new WebSocket(location.origin.replace(/^http/, "ws") + address(path)));
    mine.binaryType = "arraybuffer";
    mine.addEventListener("open", () => {
      wait = 500;
      sendHello();
      on.open(true);
    });
    mine.addEventListener("message", (event) => receive(JSON.parse(textOf(event.data))));
    mine.addEventListener("close", () => {
      if (mine !== socket || ended) return;
      for (const give of unanswered.values()) give(null);
      on.open(false);
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    });
  };
  const wake = () => {
    if (!ended && document.visibilityState === "visible" && (socket?.readyState ?? WebSocket.CLOSED) >= WebSocket.CLOSING) open();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  open();
  /** @param {{id: string}} act @returns {Promise<Answered | null>} nothing when no answer comes */
  const overSocket = (act) =>
    new Promise((done) => {
      const late = setTimeout(() => give(null), ANSWER_WAIT);
      /** @param {Answered | null} answer */
      const give = (answer) => {
        clearTimeout(late);
        unanswered.delete(act.id);
        done(answer);
      };
      unanswered.set(act.id, give);
      socket?.send(JSON.stringify({ act }));
    });
  return {
    sendHello,
    async ask(path, act) {
      const answer = isOpen() ? await overSocket(act) : null;
      if (!answer || BUSY.includes(answer.status)) return post(path, act);
      if (answer.error) throw new Refused(answer.error, answer.reason, answer.status);
      return answer;
    },
    close() {
      ended = true;
      socket?.close();
    },
  };
}

/** @param {string | ArrayBuffer} data */
function textOf(data) {
  return typeof data === "string" ? data : new TextDecoder().decode(data);
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
