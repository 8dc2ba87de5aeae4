/** Events that show that a reader is interacting with the page. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'];

/** Calls `wake` once, at the first of these events. */
export function onSignOfLife(wake: () => void): void {
  const heard = new AbortController();
  const hear = (event: Event): void => {
    // Browsers also send this event for a resting pointer under a new page.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return;
    heard.abort();
    wake();
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
}
