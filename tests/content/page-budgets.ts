/**
 * What a page of each template may cost a phone before it is touched. The limits have a little room over today's
 * figures (`npm run bench:pages` prints them); a page that exceeds one is made lighter.
 */
import { type Template, templateOf } from '#tests/support/built-weight.ts';

export interface Budget {
  /** HTML, CSS and JavaScript, in kB transferred. */
  readonly text: number;
  /** JavaScript in files and inline, in kB transferred. */
  readonly js: number;
  /** All requests before a touch, fonts and non-lazy images included. */
  readonly requests: number;
}

/** Fonts of every page in kB: titles, text and, with code, its font. */
export const FONTS_MAX = 60;
/** Images of every page in kB: the first screen is drawn without images. */
export const IMAGES_MAX = 0;

/** React and the session check; form and rules come with the session. The header of who has an environment. */
const form: Budget = { text: 104.9, js: 86.5, requests: 20 };
const reading: Budget = { text: 31, js: 8.8, requests: 13 };

export const budgets: Readonly<Record<Template, Budget>> = {
  landing: { text: 45, js: 8.5, requests: 15 },
  comparison: { text: 24, js: 4, requests: 9 },
  tool: { text: 26, js: 6, requests: 12 },
  // With the drawn marks of the categories, and a footer whose groups fold on a phone.
  'docs-index': { text: 28.2, js: 8.5, requests: 12 },
  article: { text: 31, js: 8.5, requests: 12 },
  // Kept beforehand, with the title of every article.
  offline: { text: 21, js: 8.5, requests: 10 },
  checkout: form,
  // A full application: the plans are chosen before the sign-in, each with the time to an alert and what that covers, and
  // a member is told whose environment it is. The wait for an environment is a file that the account's page shares.
  upgrade: { text: 147.4, js: 128, requests: 49 },
  'upgrade-checkout': form,
  // With the parts that it shares with the page of the plan.
  'card-change': { ...form, js: 86.6 },
  // With the list of the account's pages, its header, what an open invitation says, and how a company signs in.
  account: { text: 116.4, js: 101, requests: 35 },
  // A button for readers of a mail, who have no account.
  leave: reading,
  reports: { text: 109.2, js: 94.1, requests: 26 },
  provisioning: { text: 98, js: 84, requests: 20 },
  // With the deadline of each plan, and a button in place of the way to a larger one.
  support: { text: 32, js: 8.5, requests: 13 },
  availability: { text: 26, js: 7, requests: 12 },
  legal: reading,
  'not-found': { text: 22.2, js: 8.5, requests: 11 },
};

/** A script in ten languages, each with its copy button. */
const CUSTOM_CHECKS: Budget = { ...budgets.article, text: 33 };

export const budgetOf = (path: string): Budget =>
  path === '/docs/custom-checks' ? CUSTOM_CHECKS : budgets[templateOf(path)];
