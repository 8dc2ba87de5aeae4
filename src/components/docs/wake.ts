/**
 * Loads the deferred parts of a page at the reader's first interaction; islands only at the first one beside the search.
 *
 * The scripts are in <template data-late>; on documentation pages <body> also has the addresses of the island runtime
 * and a style sheet (build/docs-weight.ts). A click that needs them is stopped and repeated after loading. If loading
 * fails, the link or form works without them.
 */

import type { PressedIsland, WokenWindow } from '#browser/interaction-directive.ts';
import { isBesideSearch, onSignOfLife } from '#browser/signs-of-life.ts';

const ANSWERS = 'astro-island, [data-search-open], a[data-picture], button[data-copy]';
/** Marks a control as busy (styles/base.css); for islands, browser/pending-press.ts removes the mark. */
const PENDING = 'data-pending';
/** With a visible list of sections, load at once, so that the current section is marked. */
const WIDE = '(min-width: 70rem)';

export function wakeOnFirstSign(): void {
  const late = lateScripts();
  const { wakeScript } = document.body.dataset;
  const style = once(loadWholeStyle);
  const actions = once(async () => {
    await style.load();
    await Promise.all(late.map(importFile));
  });
  const islands = once(async () => {
    (window as WokenWindow).isAwake = true;
    await style.load();
    if (wakeScript !== undefined) await importFile(wakeScript);
  });

  const stop = (event: Event): void => {
    const target = deferredTarget(event);
    const island = target?.closest<PressedIsland>('astro-island');
    const part = island ? islands : actions;
    // Loaded parts handle clicks themselves, but not the keys that open the search.
    if (target === null || (part.isOver && !(event instanceof KeyboardEvent))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    target.closest('a, button')?.setAttribute(PENDING, '');
    // An island repeats the click itself after hydration.
    if (island) island.pressedTarget = target;
    const goOn = (): void => {
      target.closest('a, button')?.removeAttribute(PENDING);
      press(target);
    };
    part.load().then(() => island ?? goOn(), goOn);
  };

  onSignOfLife(() => void actions.load().catch(() => {}));
  onSignOfLife(() => void islands.load().catch(() => {}), isBesideSearch);
  for (const type of ['click', 'submit', 'keydown']) addEventListener(type, stop, true);
  const pageLate = late.at(-1);
  if (pageLate !== undefined && matchMedia(WIDE).matches) importFile(pageLate).catch(() => {});
}

/** Loads something once. `isOver` after success and after failure, when the browser works without it. */
function once(start: () => Promise<unknown>) {
  let loading: Promise<unknown> | undefined;
  const end = (): void => {
    part.isOver = true;
  };
  const part = { isOver: false, load: (): Promise<unknown> => (loading ??= start().finally(end)) };
  return part;
}

const importFile = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/** The last script is page-late.ts, because the layout puts it after the article. */
const lateScripts = (): string[] =>
  [...document.querySelectorAll<HTMLTemplateElement>('template[data-late]')].flatMap(({ content }) =>
    [...content.querySelectorAll('script')].map(({ src }) => src),
  );

function loadWholeStyle(): Promise<unknown> {
  const { wakeStyle: href } = document.body.dataset;
  return new Promise((resolve) => {
    if (href === undefined) return resolve(null);
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = resolve;
    // Before the page's own styles, so that those take precedence.
    document.querySelector('link[rel="stylesheet"]')?.after(link);
  });
}

/** The element of an event that needs a deferred script; `null` when the browser can handle the event. */
function deferredTarget(event: Event): Element | null {
  const { target } = event;
  if (!event.isTrusted || !(target instanceof Element)) return null;
  if (event instanceof KeyboardEvent) {
    const asks = event.key === '/' ? !(event.ctrlKey || event.metaKey || event.altKey) : isCommandK(event);
    const isWriting = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    return asks && !(event.key === '/' && isWriting) ? document.querySelector('[data-search-open]') : null;
  }
  const isElsewhere =
    event instanceof MouseEvent &&
    (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const answer = target.closest(ANSWERS);
  return isElsewhere || answer === null ? null : target;
}

const isCommandK = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;

function press(target: Element): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
