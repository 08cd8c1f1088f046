// The socket of a page: it reconnects by itself, notices when nobody answers, and loses no action.

import { BUSY, Lost, newId, post, Refused, socketTo } from "./net.js";

/** @import {Answered} from "./types.js" */

const [FIRST_WAIT, LONGEST_WAIT] = [500, 8000];
/** How long a page waits for any answer before it says that none comes. */
const PATIENCE = 2000;
/** How long the socket may take to answer an action before it is sent as a request. */
const ANSWER_WAIT = 4000;
/** How often a page asks whether the server is still there, and how long it waits until it connects again. */
const [HEARTBEAT, DEAD] = [20_000, 8000];

/**
 * A socket that sends `hello` first whenever it opens. `ask` sends an action over it, or as a request to a path when the
 * socket does not answer, until there is an answer; the server applies its id only once. `online` hears whether the
 * server answers.
 * @param {string} path
 * @param {{hello: () => unknown, receive: (message: any) => void, online: (yes: boolean) => void}} on
 * @returns {{sendHello: () => void, ask: (path: string, act: {id: string} & Record<string, unknown>) => Promise<any>, close: () => void}}
 */
export function connect(path, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let ended = false;
  /** What waits for the socket to open. @type {(() => void)[]} */
  let waiting = [];
  /** @type {Map<string, (answer: Answered | null) => void>} */
  const unanswered = new Map();
  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const sendHello = () => isOpen() && socket?.send(JSON.stringify(on.hello()));
  const giveUp = () => unanswered.forEach((give) => give(null));
  /** @param {any} message */
  const receive = (message) => {
    if (!("status" in message)) return on.receive(message);
    unanswered.get(message.id)?.(message);
    if (unanswered.size === 0) on.online(true);
  };
  const open = () => {
    clearTimeout(timer);
    const mine = (socket = socketTo(path));
    mine.binaryType = "arraybuffer";
    mine.addEventListener("open", () => {
      wait = FIRST_WAIT;
      sendHello();
      on.online(true);
      for (const go of waiting) go();
      waiting = [];
    });
    mine.addEventListener("message", (event) => mine === socket && receive(JSON.parse(textOf(event.data))));
    mine.addEventListener("close", () => {
      if (mine !== socket || ended) return;
      giveUp();
      on.online(false);
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    });
  };
  /** Sends something that is answered with its id. @param {string} id @param {unknown} message @param {number} most @returns {Promise<Answered | null>} nothing when no answer comes in time */
  const send = (id, message, most) =>
    new Promise((done) => {
      const slow = setTimeout(() => on.online(false), PATIENCE);
      const late = setTimeout(() => give(null), most);
      /** @param {Answered | null} answer */
      const give = (answer) => {
        clearTimeout(slow);
        clearTimeout(late);
        unanswered.delete(id);
        done(answer);
      };
      unanswered.set(id, give);
      socket?.send(JSON.stringify(message));
    });
  /** Finds out whether the server is still there; connects again if it is not. @param {number} most how long it may take to answer */
  const check = async (most) => {
    if (ended || document.visibilityState !== "visible") return;
    const id = newId();
    const asked = socket;
    if (isOpen() && (await send(id, { ping: id }, most))) return;
    if (asked !== socket || ended || socket?.readyState === WebSocket.CONNECTING) return;
    asked?.close();
    on.online(false);
    open();
    giveUp();
  };
  const wake = () => void check(PATIENCE);
  addEventListener("online", wake);
  addEventListener("offline", () => on.online(false));
  document.addEventListener("visibilitychange", wake);
  setInterval(() => void check(DEAD), HEARTBEAT);
  open();
  return {
    sendHello,
    async ask(path, act) {
      for (;;) {
        const answer = isOpen() ? await send(act.id, { act }, ANSWER_WAIT) : null;
        if (answer && !BUSY.includes(answer.status)) {
          if (answer.error) throw new Refused(answer.error, answer.reason, answer.status);
          return answer;
        }
        on.online(false);
        try {
          return await post(path, act);
        } catch (problem) {
          if (!(problem instanceof Lost)) throw problem;
        } finally {
          on.online(isOpen());
        }
        if (!isOpen()) await new Promise((go) => waiting.push(() => go(null)));
      }
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
