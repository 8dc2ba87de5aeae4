/** The events that tell of a reader: what waits for one (islands, for example) wakes with the first of them. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'];

/** Calls `wake` once, at the first sign of life. */
export function onSignOfLife(wake: () => void): void {
  const heard = new AbortController();
  const hear = (event: Event): void => {
    // Browsers tell of a pointer that was resting where the page came up and did not move.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return;
    heard.abort();
    wake();
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
}
