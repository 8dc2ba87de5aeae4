/** Events that show that a reader is interacting with the page. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'];

const QUIET_WITHIN_MS = 500;

/** Resolves when the browser is idle, at the latest after half a second. */
export const quietMoment = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: QUIET_WITHIN_MS });
    else setTimeout(resolve);
  });

/** The documentation search (components/search) and the button that opens it. */
const SEARCH = '.search-panel, [data-search-dialog], [data-search-open]';

/**
 * Calls `wake` once, when the browser is idle after the first of these events: the touched control answers first.
 *
 * @param counts Whether an event counts; by default every one does.
 */
export function onSignOfLife(wake: () => void, counts = (_event: Event): boolean => true): void {
  const heard = new AbortController();
  const hear = (event: Event): void => {
    // Browsers also send this event for a resting pointer under a new page.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return;
    if (!counts(event)) return;
    heard.abort();
    void quietMoment().then(wake);
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
}

/** Whether an event concerns more than the search, which needs no island. */
export function isBesideSearch(event: Event): boolean {
  // `/` and Ctrl+K open the search; other commands are for the browser.
  if (event instanceof KeyboardEvent && (event.key === '/' || event.ctrlKey || event.metaKey)) return false;
  // An on-screen keyboard scrolls the page under the focused field.
  const place = event.target instanceof Element ? event.target : document.activeElement;
  return place?.closest(SEARCH) == null;
}
