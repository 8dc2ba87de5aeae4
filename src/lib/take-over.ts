/**
 * Lets React take the place of the plain markup of a part of the page, once its code has been asked for
 * (lib/press.ts). The page renders the same component, so nothing moves.
 */
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

export function takeOver(part: Element, island: ReactElement): void {
  // At once, because the control that was pressed is pressed again.
  flushSync(() => createRoot(part).render(island));
}
