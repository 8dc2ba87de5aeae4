/** Pages with card fields: no chat, no service worker, no Trusted Types policy, and a list of allowed scripts. */
export const paymentPages = ['/checkout', '/conta/cartao', '/upgrade/checkout'] as const;

/** @param path Address of a page without ".html". */
export const isPaymentPage = (path: string): boolean => paymentPages.some((page) => page === path);
