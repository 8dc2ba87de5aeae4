/**
 * Keeps the help window from covering the focused element (WCAG 2.4.11).
 *
 * The button fades while it covers the focus. The open window scrolls the page so that the focused element is visible,
 * and closes when that is not possible. Does not own: `scroll-padding` (chat.css), which avoids most cases.
 */
import { type RefObject, useEffect } from 'react';
import { CLEARANCE_PX, covers } from '#ui/covers.ts';

export function useKeepClear(
  launcher: RefObject<HTMLButtonElement | null>,
  dialog: RefObject<HTMLDialogElement | null>,
): void {
  useEffect(() => {
    function keepClear(): void {
      const [button, box, focused] = [launcher.current, dialog.current, document.activeElement];
      if (button === null || box === null) return;
      const isOutside = focused !== null && focused !== document.body && !isOurs(focused, button, box);
      button.toggleAttribute('data-aside', isOutside && covers(rectOf(button), rectOf(focused)));
      if (!box.open || !isOutside || box.matches(':modal')) return;
      if (!covers(rectOf(box), rectOf(focused))) return;
      window.scrollBy({
        top: rectOf(focused).bottom - rectOf(box).top + 2 * CLEARANCE_PX,
        behavior: 'instant',
      });
      if (covers(rectOf(box), rectOf(focused))) box.close();
    }
    // The browser scrolls to a focused element only after the event, so check in the next frame.
    const onFocus = (): void => {
      requestAnimationFrame(keepClear);
    };
    onFocus();
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onFocus);
    };
  }, [launcher, dialog]);
}

const rectOf = (element: Element): DOMRect => element.getBoundingClientRect();

const isOurs = (focused: Element, button: Element, box: Element): boolean =>
  focused === button || box.contains(focused);
