/**
 * Keeps the help window from covering the focused element (WCAG 2.4.11).
 *
 * The button fades while it covers the focus. The open window scrolls the page so that the focused element is visible,
 * and closes when that is not possible. Does not own: `scroll-padding` (chat.css), which avoids most cases.
 */
import { CLEARANCE_PX, covers } from '#ui/covers.ts';

/** Fades the button where it covers the focus. The mark is on the page's element, because the button is React's. */
export function keepButtonClear(help: HTMLElement): () => void {
  return onFocusOutside(help, (focused) => {
    const button = help.querySelector('.chat-launcher');
    const isCovering = button !== null && focused !== null && covers(rectOf(button), rectOf(focused));
    help.toggleAttribute('data-aside', isCovering);
  });
}

/** Scrolls the page, or closes the window, where it covers the focus. */
export function keepWindowClear(box: HTMLDialogElement): () => void {
  return onFocusOutside(box, (focused) => {
    if (!box.open || focused === null || box.matches(':modal')) return;
    if (!covers(rectOf(box), rectOf(focused))) return;
    window.scrollBy({
      top: rectOf(focused).bottom - rectOf(box).top + 2 * CLEARANCE_PX,
      behavior: 'instant',
    });
    if (covers(rectOf(box), rectOf(focused))) box.close();
  });
}

/**
 * Calls `look` with the focused element, now and after each change; with `null` when it is the help's own or none.
 *
 * @returns Stops it.
 */
function onFocusOutside(part: HTMLElement, look: (focused: Element | null) => void): () => void {
  const help = part.closest('.chat');
  const listening = new AbortController();
  // The browser scrolls to a focused element only after the event, so look in the next frame.
  const onFocus = (): void => {
    requestAnimationFrame(() => {
      const { activeElement: focused, body } = document;
      look(focused === body || help?.contains(focused) ? null : focused);
    });
  };
  onFocus();
  for (const type of ['focusin', 'focusout'])
    document.addEventListener(type, onFocus, { signal: listening.signal });
  return () => listening.abort();
}

const rectOf = (element: Element): DOMRect => element.getBoundingClientRect();
