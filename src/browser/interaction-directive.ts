/**
 * `client:interaction`: hydrates an island at the reader's first interaction with the page, its search excepted.
 *
 * A page that is only read loads no framework. A click or submit before hydration is stopped and repeated afterwards, and
 * typed text and choices are restored (filled-fields.ts). If the island's code cannot be loaded, the link or form works
 * without it. Clicks that open another tab (modifier keys, middle button) are never stopped.
 *
 * On documentation pages this file and the custom element are loaded at the first interaction too
 * (components/docs/wake.ts), which passes on an earlier press.
 */
import type { ClientDirective } from 'astro';
import { rememberFilled } from './filled-fields.ts';
import { showPending, showReleased } from './pending-press.ts';
import { isBesideSearch, onSignOfLife, quietMoment } from './signs-of-life.ts';

/** Set by components/docs/wake.ts. */
export interface WokenWindow extends Window {
  /** The first interaction has happened already. */
  isAwake?: boolean;
}
export interface PressedIsland extends HTMLElement {
  /** Element that was pressed before this directive was loaded. */
  pressedTarget?: Element;
}

const onInteraction: ClientDirective = (load, _options, island) => {
  let pressed: number[] | null = null;
  let isAwake = false;
  const { promise: isPressed, resolve: hurry } = Promise.withResolvers<void>();

  const stop = (event: Event): void => {
    if (!event.isTrusted || !isPlain(event) || !(event.target instanceof Element)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = pathWithin(island, event.target);
    showPending(event.target);
    hurry();
    wake();
  };

  const wake = async (): Promise<void> => {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      // Hydrate when the browser is idle, but a pressed island at once.
      if (pressed === null) await Promise.race([quietMoment(), isPressed]);
      const replayFilled = rememberFilled(island);
      await hydrate();
      await replayFilled();
    } finally {
      island.removeEventListener('click', stop, true);
      island.removeEventListener('submit', stop, true);
      showReleased(island);
      if (pressed !== null) repeat(elementAt(island, pressed));
    }
  };

  onSignOfLife(wake, isBesideSearch);
  const { pressedTarget } = island as PressedIsland;
  if (pressedTarget !== undefined) pressed = pathWithin(island, pressedTarget);
  if ((window as WokenWindow).isAwake) void wake();
  island.addEventListener('click', stop, true);
  island.addEventListener('submit', stop, true);
};

export default onInteraction;

function isPlain(event: Event): boolean {
  if (!(event instanceof MouseEvent)) return true;
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

function repeat(target: Element | null): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLElement) target.click();
  else target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** Child indices instead of the node, because hydration may replace the clicked node. */
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
