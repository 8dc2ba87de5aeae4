/**
 * What a page of each template may cost a phone before it is touched. Limits are promises with a little room over
 * today's figures (`npm run bench:pages` prints them): a page that outgrows one is made lighter.
 */
import type { Template } from '#tests/support/built-weight.ts';

export interface Budget {
  /** HTML, CSS and JavaScript, in kB on the wire. */
  readonly text: number;
  /** JavaScript in files and in the page itself, in kB on the wire. */
  readonly js: number;
  /** Everything asked for before a touch, typefaces and images that do not wait included. */
  readonly requests: number;
}

/** In kB, for every page: titles, text and, where there is code, its typeface. */
export const FONTS_MAX = 60;
/** In kB, for every page: what stands in the first screen is drawn, not loaded. */
export const IMAGES_MAX = 0;

/** Whole applications: React, the form's rules and the session come at once, because the page is nothing without. */
const application: Budget = { text: 152, js: 136, requests: 43 };
const reading: Budget = { text: 29, js: 7, requests: 13 };

export const budgets: Readonly<Record<Template, Budget>> = {
  landing: { text: 38, js: 6, requests: 13 },
  comparison: { text: 24, js: 4, requests: 8 },
  tool: { text: 24, js: 4, requests: 8 },
  'docs-index': { text: 24, js: 4, requests: 7 },
  article: { text: 25, js: 8, requests: 8 },
  // Kept beforehand, with the title of every article.
  offline: { text: 20, js: 4, requests: 7 },
  checkout: application,
  upgrade: application,
  'upgrade-checkout': application,
  'card-change': application,
  account: { text: 137, js: 125, requests: 38 },
  reports: { text: 130, js: 116, requests: 29 },
  provisioning: { text: 125, js: 112, requests: 30 },
  support: { text: 28, js: 8, requests: 12 },
  legal: reading,
  'not-found': { text: 22, js: 4, requests: 8 },
};
