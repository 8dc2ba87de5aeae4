/** Pages that other parts link to once they are there; a link to a page that is not built yet helps nobody. */

/** Names only: nothing of the page is loaded. */
const pages = import.meta.glob('../pages/suporte.astro', { query: '?url' });

/** The support page, or `null` before it exists. */
export const supportPath: '/suporte' | null = '../pages/suporte.astro' in pages ? '/suporte' : null;
