/** On the offline page, shows only the articles that are cached on this device. */

export {};

const PAGES = 'docs-pages';

async function show(): Promise<void> {
  const list = document.querySelector('[data-kept]');
  if (list === null) return;
  const kept = await keptPages();
  const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
  for (const link of list.querySelectorAll('a')) {
    const item = link.closest('li');
    if (item) item.hidden = !paths.has(link.pathname);
  }
  const none = document.querySelector<HTMLElement>('[data-kept-none]');
  if (none) none.hidden = list.querySelector('li:not([hidden])') !== null;
}

async function keptPages(): Promise<readonly Request[]> {
  try {
    return await (await caches.open(PAGES)).keys();
  } catch {
    // Storage is blocked; in a sandboxed frame even naming it throws.
    return [];
  }
}

void show();
document.querySelector('[data-try-again]')?.addEventListener('click', () => location.reload());
