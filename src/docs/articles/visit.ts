/** The first article of a visit: with a later one the articles of the visit are kept (keep-offline.ts). */

/** Tab storage: the first article of the visit. */
const FIRST_KEY = 'docs-first';

/** The first article of the visit, when this is a later one. */
export const earlierArticle = (): string | undefined => document.documentElement.dataset['earlierArticle'];

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
