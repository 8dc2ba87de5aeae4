/**
 * Loads the search when somebody asks for it: by the button of the header, by `/` or Ctrl+K, or by its field in the
 * page.
 */
import { once, onFirstPress } from '#lib/press.ts';

const OPENER = '[data-search-open]';

const load = once(() => import('./search.ts'));

export function offerSearch(): void {
  onFirstPress(document, OPENER, load);
  document.addEventListener('keydown', (event) => {
    const opener = isAsking(event) ? document.querySelector<HTMLElement>(OPENER) : null;
    if (opener === null) return;
    event.preventDefault();
    opener.click();
  });
  for (const field of document.querySelectorAll('.search-inline input'))
    field.addEventListener('focus', () => void load().catch(() => {}));
}

function isAsking({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  if (key === '/') return !ctrlKey && !metaKey && !altKey && !isWriting(target);
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
