/**
 * Loads the search when somebody asks for it: by the button of the header, by `/` or Ctrl+K, or by its field in the
 * page.
 */
import { once, onFirstPress } from '#lib/press.ts';

const OPENER = '[data-search-open]';

const load = once(() => import('./search.ts'));

export function offerSearch(): void {
  onFirstPress(OPENER, load);
  document.addEventListener('keydown', (event) => {
    const opener = isAsking(event) ? document.querySelector<HTMLElement>(OPENER) : null;
    if (opener === null) return;
    event.preventDefault();
    keepTyping();
    opener.click();
  });
  for (const field of document.querySelectorAll('.search-inline input'))
    field.addEventListener('focus', () => void load().catch(() => {}));
}

/** Gives the field what is typed after the key, before the window is open. */
function keepTyping(): void {
  const isOpen = new AbortController();
  let typed = '';
  const keep = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    typed += event.key;
  };
  const give = ({ target: field }: FocusEvent): void => {
    if (!(field instanceof HTMLInputElement)) return;
    isOpen.abort();
    // After the window has selected its text.
    queueMicrotask(() => {
      if (typed === '') return;
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  addEventListener('keydown', keep, { capture: true, signal: isOpen.signal });
  addEventListener('focusin', give, { signal: isOpen.signal });
}

function isAsking({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  if (key === '/') return !ctrlKey && !metaKey && !altKey && !isWriting(target);
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
