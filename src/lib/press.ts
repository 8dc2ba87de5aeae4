/** Presses whose code is not in the page yet. */

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
 * Loads the code of a part of the page when one of its controls is pressed, and then presses the control again.
 *
 * The code may replace the controls by others in the same order. If it cannot be loaded, a link is followed, and a
 * button can be pressed again.
 *
 * @param controls Selects the controls inside the part.
 */
export function onFirstPress(part: Element | Document, controls: string, load: () => Promise<unknown>): void {
  const listening = new AbortController();
  const all = (): HTMLElement[] => [...part.querySelectorAll<HTMLElement>(controls)];

  const press = async (event: Event): Promise<void> => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (control === null || !isPlainPress(event as MouseEvent)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const place = all().indexOf(control);
    const isFocused = control === document.activeElement;
    control.setAttribute(PENDING, '');
    const isLoaded = await prepared(load).then(
      () => true,
      () => false,
    );
    // While the click of a key is under way, Chromium ignores another one on the same button.
    await new Promise((resolve) => setTimeout(resolve));
    control.removeAttribute(PENDING);
    if (isLoaded) listening.abort();
    else if (!(control instanceof HTMLAnchorElement)) return;
    else return location.assign(control.href);
    const same = all()[place];
    if (isFocused) same?.focus();
    same?.click();
  };
  part.addEventListener('click', (event) => void press(event), { capture: true, signal: listening.signal });
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

/** In development React code needs what Vite's fast refresh defines; Astro sets it up only for its own islands. */
async function prepared<Result>(load: () => Promise<Result>): Promise<Result> {
  if (import.meta.env.MODE === 'development' && !('$RefreshReg$' in window)) {
    const address = '/@react-refresh';
    const refresh = (await import(/* @vite-ignore */ address)) as { injectIntoGlobalHook(on: Window): void };
    refresh.injectIntoGlobalHook(window);
    Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
  }
  return load();
}
