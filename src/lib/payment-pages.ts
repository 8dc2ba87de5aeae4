/** Pages where somebody types a card: no chat, no service worker, no policy for markup, each script known. */
export const paymentPages = ['/checkout', '/conta/cartao', '/conta/pessoas', '/upgrade/checkout'] as const;

/** @param path Address of a page without ".html". */
export const isPaymentPage = (path: string): boolean => paymentPages.some((page) => page === path);
