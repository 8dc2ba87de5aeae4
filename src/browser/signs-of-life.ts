/** What tells that somebody is there: islands and whatever else waits for a reader wake up with the first of them. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'];

/** Calls `wake` once, at the first sign of life. */
export function onSignOfLife(wake: () => void): void {
  const heard = new AbortController();
  const hear = (event: Event): void => {
    // Browsers tell of a pointer that was resting where the page came up; nobody moved it.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return;
    heard.abort();
    wake();
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
}
