/**
 * Loads what a page needs only once a reader does something on it, at the first sign of life.
 *
 * Its scripts are in <template data-late>; on documentation pages build/docs-weight.ts also names the island runtime and
 * a sheet on <body>. A press on something that needs them is held and done again when they are there. When they do not
 * come, the browser does what the link or form says by itself.
 */

import type { HeldIsland, WokenWindow } from '#browser/interaction-directive.ts';
import { onSignOfLife } from '#browser/signs-of-life.ts';

const ANSWERS = 'astro-island, [data-search-open], a[data-picture], button[data-copy]';
/** Shows that something is coming (styles/base.css); of an island, browser/held-press.ts takes it away. */
const HELD_PRESS = 'data-held';
const HELD = ['click', 'submit', 'keydown'];
/** Where the list of sections stands beside the text, the one being read is marked from the start. */
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
    // An island does the press again itself, once it is awake.
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

/** page-late.ts is the last: the layout puts it behind the article. */
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
    // Before the page's own styles, which go on having the last word.
    document.querySelector('link[rel="stylesheet"]')?.after(link);
  });
  (window as WokenWindow).isAwake = true;
  await styled;
  await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)));
}

/** What a press or a key asks for that is not there yet; null when the browser can go on. */
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
  // Islands that are there hold what comes for them themselves.
  const isThere = answer?.localName === 'astro-island' && customElements.get('astro-island') !== undefined;
  return isElsewhere || isThere || answer === null ? null : target;
}

const isCommandK = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;

function press(target: Element): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
