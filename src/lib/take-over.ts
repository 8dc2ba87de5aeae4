/**
 * Lets React take the place of the plain markup of a part of the page, once its code has been asked for
 * (lib/press.ts). The page renders the same component, so nothing moves, and a focused control stays focused.
 */
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

export function takeOver(part: Element, island: ReactElement): void {
  const controls = (): Element[] => [
    ...part.querySelectorAll<HTMLElement>('a[href], button, input, textarea'),
  ];
  const focused = document.activeElement;
  const place = focused === null ? -1 : controls().indexOf(focused);
  // At once, because the control that was pressed is pressed again.
  flushSync(() => createRoot(part).render(island));
  const same = controls()[place];
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}
