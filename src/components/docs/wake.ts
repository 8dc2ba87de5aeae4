/**
 * Loads the deferred parts of a page at the reader's first interaction.
 *
 * The scripts are in <template data-late>; on documentation pages <body> also has the addresses of the island runtime
 * and a style sheet (build/docs-weight.ts). A click that needs them is held and repeated after loading. If loading
 * fails, the link or form works without them.
 */

import type { HeldIsland, WokenWindow } from '#browser/interaction-directive.ts';
import { onSignOfLife } from '#browser/signs-of-life.ts';

const ANSWERS = 'astro-island, [data-search-open], a[data-picture], button[data-copy]';
/** Marks a control as busy (styles/base.css); for islands, browser/held-press.ts removes the mark. */
const HELD_PRESS = 'data-held';
const HELD = ['click', 'submit', 'keydown'];
/** With a visible list of sections, load at once, so that the current section is marked. */
const WIDE = '(min-width: 70rem)';

export function wakeOnFirstSign(): void {
  const late = lateScripts();
  let waking: Promise<void> | undefined;

  const wake = (): Promise<void> => {
    waking ??= load(late).finally(() => {
      for (const type of HELD) removeEventListener(type, hold, true);
    });
    return waking;
  };

  const hold = (event: Event): void => {
    const target = heldTarget(event);
    if (target === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const island = target.closest<HeldIsland>('astro-island');
    target.closest('a, button')?.setAttribute(HELD_PRESS, '');
    // An island repeats the click itself after hydration.
    if (island) island.heldTarget = target;
    const goOn = (): void => {
      target.closest('a, button')?.removeAttribute(HELD_PRESS);
      press(target);
    };
    wake().then(() => island ?? goOn(), goOn);
  };

  onSignOfLife(() => void wake().catch(() => {}));
  for (const type of HELD) addEventListener(type, hold, true);
  const actions = late.at(-1);
  if (actions !== undefined && matchMedia(WIDE).matches) import(/* @vite-ignore */ actions).catch(() => {});
}

/** The last script is page-late.ts, because the layout puts it after the article. */
const lateScripts = (): string[] =>
  [...document.querySelectorAll<HTMLTemplateElement>('template[data-late]')].flatMap(({ content }) =>
    [...content.querySelectorAll('script')].map(({ src }) => src),
  );

async function load(late: readonly string[]): Promise<void> {
  const { wakeScript, wakeStyle: style } = document.body.dataset;
  const scripts = wakeScript === undefined ? late : [...late, wakeScript];
  const styled = new Promise((resolve) => {
    if (style === undefined) return resolve(null);
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style });
    link.onload = link.onerror = resolve;
    // Before the page's own styles, so that those take precedence.
    document.querySelector('link[rel="stylesheet"]')?.after(link);
  });
  (window as WokenWindow).isAwake = true;
  await styled;
  await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)));
}

/** The element of an event that needs a deferred script; `null` when the browser can handle the event. */
function heldTarget(event: Event): Element | null {
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
  // Hydrating islands hold their events themselves.
  const isThere = answer?.localName === 'astro-island' && customElements.get('astro-island') !== undefined;
  return isElsewhere || isThere || answer === null ? null : target;
}

const isCommandK = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;

function press(target: Element): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
