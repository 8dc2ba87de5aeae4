/** Events that show that a reader is interacting with the page. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'];

const QUIET_WITHIN_MS = 500;

/** Resolves when the browser is idle, at the latest after half a second. */
export const quietMoment = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: QUIET_WITHIN_MS });
    else setTimeout(resolve);
  });

/** Calls `wake` once, when the browser is idle after the first of these events: the touched control answers first. */
export function onSignOfLife(wake: () => void): void {
  const heard = new AbortController();
  const hear = (event: Event): void => {
    // Browsers also send this event for a resting pointer under a new page.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return;
    heard.abort();
    void quietMoment().then(wake);
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
}
