/**
 * `client:interaction`: an island sleeps until the reader's first sign of life anywhere on the page.
 *
 * A page that is only read loads no framework. A click or submit that comes before the island is awake is held
 * and done again once it is, and what was typed or chosen is told to it (filled-fields.ts). When the island's code
 * cannot be loaded, the browser does what the link or form says by itself. Clicks that open another tab (modifier keys,
 * middle button) are never held.
 *
 * On documentation pages this file and the element itself come with that first sign too (components/docs/wake.ts),
 * and what was held meanwhile is handed over.
 */
import type { ClientDirective } from 'astro';
import { rememberFilled } from './filled-fields.ts';
import { showHeld, showReleased } from './held-press.ts';
import { onSignOfLife } from './signs-of-life.ts';

/** What components/docs/wake.ts leaves for the directive. */
export interface WokenWindow extends Window {
  /** The first sign of life has been seen already. */
  isAwake?: boolean;
}
export interface HeldIsland extends HTMLElement {
  /** Where the reader pressed before this island existed. */
  heldTarget?: Element;
}

const onInteraction: ClientDirective = (load, _options, island) => {
  let held: number[] | null = null;
  let isAwake = false;
  const { promise: isPressed, resolve: hurry } = Promise.withResolvers<void>();

  const hold = (event: Event): void => {
    if (!event.isTrusted || !isPlain(event) || !(event.target instanceof Element)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = pathWithin(island, event.target);
    showHeld(event.target);
    hurry();
    wake();
  };

  const wake = async (): Promise<void> => {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      // One after the other, between the reader's own doings; the one that was pressed at once.
      if (held === null) await Promise.race([quietMoment(), isPressed]);
      const tellFilled = rememberFilled(island);
      await hydrate();
      await tellFilled();
    } finally {
      island.removeEventListener('click', hold, true);
      island.removeEventListener('submit', hold, true);
      showReleased(island);
      if (held !== null) repeat(elementAt(island, held));
    }
  };

  onSignOfLife(wake);
  const { heldTarget } = island as HeldIsland;
  if (heldTarget !== undefined) held = pathWithin(island, heldTarget);
  if ((window as WokenWindow).isAwake) void wake();
  island.addEventListener('click', hold, true);
  island.addEventListener('submit', hold, true);
};

export default onInteraction;

const QUIET_WITHIN_MS = 500;

const quietMoment = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: QUIET_WITHIN_MS });
    else setTimeout(resolve);
  });

function isPlain(event: Event): boolean {
  if (!(event instanceof MouseEvent)) return true;
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

function repeat(target: Element | null): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLElement) target.click();
  else target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** Position instead of identity: hydration may replace the node that was clicked. */
function pathWithin(root: Element, target: Element): number[] {
  const path: number[] = [];
  for (let node = target; node !== root && node.parentElement !== null; node = node.parentElement) {
    path.unshift([...node.parentElement.children].indexOf(node));
  }
  return path;
}

function elementAt(root: Element, path: readonly number[]): Element | null {
  let node: Element | null = root;
  for (const index of path) node = node?.children[index] ?? node;
  return node;
}
