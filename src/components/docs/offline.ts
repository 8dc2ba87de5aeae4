/**
 * The part of offline reading that every page loads: marks a cached copy, and remembers the first article of a visit.
 * The rest loads at the reader's first interaction (keep-offline.ts).
 */

/** Tab storage: the first article of the visit. */
const FIRST_KEY = 'docs-first';

export function sayWhenCopy(): void {
  const keptAt = document.documentElement.dataset['copyOf'];
  const note = document.querySelector<HTMLElement>('[data-copy-note]');
  if (keptAt === undefined || note === null) return;
  const time = note.querySelector('time');
  const date = new Date(keptAt);
  if (time && !Number.isNaN(date.getTime())) {
    time.dateTime = keptAt;
    time.textContent = date.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
  }
  note.querySelector('button')?.addEventListener('click', () => location.reload());
  note.hidden = false;
}

/** Stores the first article of the visit; for a later one, passes it to keep-offline.ts. */
export function rememberVisit(): void {
  const { pathname } = location;
  if (!pathname.startsWith('/docs/')) return;
  try {
    const first = sessionStorage.getItem(FIRST_KEY);
    if (first === null) sessionStorage.setItem(FIRST_KEY, pathname);
    else if (first !== pathname) document.documentElement.dataset['earlierArticle'] = first;
  } catch {
    // Storage is blocked: treat every article as the first.
  }
}
