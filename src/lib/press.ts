/** Presses on links and buttons without React, whose code is not in the page yet. Islands have client-press.ts. */

/** Marks a pressed control as busy while its code is loading (styles/base.css). */
const PENDING = 'data-pending';

/** False for a click that the browser should handle, such as opening a new tab. */
export function isPlainPress(event: {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/**
 * Loads the code of controls when one of them is pressed, and then presses it again.
 *
 * If the code cannot be loaded, a link is followed, and a button can be pressed again.
 *
 * @param controls Selects them.
 */
export function onFirstPress(controls: string, load: () => Promise<unknown>): void {
  const listening = new AbortController();
  const press = async (event: Event): Promise<void> => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (control === null || !isPlainPress(event as MouseEvent)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    control.setAttribute(PENDING, '');
    const isLoaded = await load().then(
      () => true,
      () => false,
    );
    // While the click of a key is under way, Chromium ignores another one on the same button.
    await new Promise((resolve) => setTimeout(resolve));
    control.removeAttribute(PENDING);
    if (isLoaded) {
      listening.abort();
      control.click();
    } else if (control instanceof HTMLAnchorElement) location.assign(control.href);
  };
  document.addEventListener('click', (event) => void press(event), {
    capture: true,
    signal: listening.signal,
  });
}

/** Runs a load once; after a failure it can be tried again. */
export function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}
