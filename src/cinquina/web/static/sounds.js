// Sounds made by the page, and a buzz on phones; both are off until they are switched on.

import { recall } from "./storage.js";

/** @import {Snapshot} from "./types.js" */

/** Notes as [frequency in Hz, start in s, length in s]. @type {Record<string, number[][]>} */
const TUNES = {
  mark: [[220, 0, 0.07]],
  turn: [[660, 0, 0.12], [880, 0.13, 0.2]],
  nudge: [[520, 0, 0.2], [520, 0.3, 0.2]],
  over: [[523, 0, 0.18], [659, 0.16, 0.18], [784, 0.32, 0.4]],
};

const VOLUME = 0.08;
const RATTLE = [0, 0.06, 0.11, 0.19, 0.3];
const CLICK_SECONDS = 0.03;
const BUZZ = { turn: [60], nudge: [60, 80, 60] };
const NUDGE_DELAY = 30_000;

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} tune */
function play(tune) {
  if (!recall("sounds", false) || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const start = audio.currentTime;
  if (tune === "throw") for (const at of RATTLE) click(audio, start + at);
  else for (const [frequency, at, length] of TUNES[tune]) note(audio, frequency, start + at, length);
}

/** @param {AudioContext} context @param {number} frequency @param {number} at @param {number} length */
function note(context, frequency, at, length) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(VOLUME / 100, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** A die that hits the table. @param {AudioContext} context @param {number} at */
function click(context, at) {
  const length = Math.ceil(CLICK_SECONDS * context.sampleRate);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) * VOLUME * 2;
  const source = context.createBufferSource();
  source.buffer = noise;
  source.connect(context.destination);
  source.start(at);
}

/** @param {keyof typeof BUZZ} kind */
function buzz(kind) {
  if (recall("buzz", false)) navigator.vibrate?.(BUZZ[kind]);
}

/** Whether this device can buzz. */
export function canBuzz() {
  return "vibrate" in navigator;
}

let timer = 0;

/** Sounds for what is new in a snapshot; whoever keeps others waiting is nudged after a while. @param {Snapshot} now @param {Snapshot | null} before @param {() => void} nudge */
export function soundsOf(now, before, nudge) {
  clearTimeout(timer);
  if (now.seat >= 0 && now.seats.length > 1) {
    timer = setTimeout(() => {
      play("nudge");
      buzz("nudge");
      nudge();
    }, NUDGE_DELAY);
  }
  if (now.nudge && now.nudge.n > (before?.nudge?.n ?? 0)) {
    play("nudge");
    buzz("nudge");
    nudge();
  }
  if (!before) return;
  if (now.phase === "over" && before.phase !== "over") return play("over");
  if (now.dice.count > before.dice.count) play("throw");
  else if (now.number > before.number && now.phase !== "lobby") play("mark");
  if (now.seat >= 0 && before.seat < 0) {
    play("turn");
    buzz("turn");
  }
}
