/**
 * Reading without a connection, the part that comes with every page: says when the page is a kept copy, and remembers
 * where this visit began. What is kept, and when, comes with the reader's first sign of life (keep-offline.ts).
 */

/** Of this tab: the article with which the visit began. */
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

/** Leaves the article that was read before in this visit, if this is another one, for keep-offline.ts. */
export function rememberVisit(): void {
  const { pathname } = location;
  if (!pathname.startsWith('/docs/')) return;
  try {
    const first = sessionStorage.getItem(FIRST_KEY);
    if (first === null) sessionStorage.setItem(FIRST_KEY, pathname);
    else if (first !== pathname) document.documentElement.dataset['earlierArticle'] = first;
  } catch {
    // Storage is blocked: every article is the first.
  }
}
