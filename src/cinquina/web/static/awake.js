// Keeps the screen on while a table is in sight, where the browser allows it.

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** @param {boolean} on whether the screen is to stay on */
export function keepAwake(on) {
  if (wanted === on) return;
  wanted = on;
  void follow();
}

/** Takes the lock or gives it back. Browsers take it away from a page that is hidden. */
async function follow() {
  const on = wanted && document.visibilityState === "visible";
  if (on && (!lock || lock.released)) lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  else if (!on) await lock?.release();
}

document.addEventListener("visibilitychange", () => void follow());
