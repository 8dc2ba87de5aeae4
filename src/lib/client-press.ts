/**
 * `client:press`: React takes an island over at the first sign of a hand on its controls, and a press that came before
 * is repeated, once. Astro writes this into the page with its islands, built alone: it can import nothing.
 */
import type { ClientDirective } from 'astro';

const ASLEEP = 'astro-island[client="press"][ssr]';
/** A press on these is kept; `data-press` marks a link that React answers. */
const KEPT = 'button, [data-press]';
const CONTROLS = `${KEPT}, input, select, textarea`;
/** In `data-island` is the page's own content around an island: its links and its scrolling row wake the island too. */
const pressedIn = (part: Element): HTMLElement | null =>
  (part.closest('[data-island]') ?? part).querySelector(':is(astro-island *, [data-press])[data-pending]');

function heed(event: Event): void {
  const { type, target, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  const used = target instanceof Element && target.closest(type === 'scroll' ? '*' : CONTROLS);
  const island = used && (used.closest(ASLEEP) ?? used.closest('[data-island]')?.querySelector(ASLEEP));
  if (!island) return;
  if (type === 'click' && used.matches(KEPT) && !(ctrlKey || metaKey || shiftKey || altKey)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    pressedIn(island)?.removeAttribute('data-pending');
    used.setAttribute('data-pending', '');
  }
  island.dispatchEvent(new Event('press'));
}
for (const sign of ['pointerover', 'focusin', 'scroll', 'click']) document.addEventListener(sign, heed, true);

const press: ClientDirective = (load, _options, island) => {
  const controls = (): (HTMLElement | null)[] => [...island.querySelectorAll<HTMLElement>(CONTROLS)];
  const listen = () => island.addEventListener('press', wake, { once: true });
  async function wake(): Promise<void> {
    await (await load())();
    const pressed = pressedIn(island);
    const place = controls().indexOf(pressed);
    pressed?.removeAttribute('data-pending');
    if (island.matches(ASLEEP) && pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
    if (island.matches(ASLEEP)) return listen(); // Its code did not come.
    // Not at once, because during the click of a key Chromium ignores another one.
    await new Promise((resolve) => setTimeout(resolve));
    // React has only planned to hydrate: now it does. What a translator changed it draws anew, in the same order.
    island.firstElementChild?.dispatchEvent(new Event('keyup', { bubbles: true }));
    const control = pressed?.isConnected ? pressed : controls()[place];
    if (control !== pressed) control?.focus({ preventScroll: true });
    control?.click();
  }
  (pressedIn(island) || island.contains(document.activeElement) ? wake : listen)();
};
export default press;
