/**
 * Trusted Types: the browser turns no string into markup or code unless a named policy made it.
 *
 * Each page's Content Security Policy says which policies it may have (layouts/base-layout.astro): none on most, and
 * none where somebody pays. Browsers without Trusted Types get the string back. Each policy stands in a file of its
 * own that one script uses (mdx/built-html.ts, docs/service-worker-url.ts): scripts that shared a file could no longer
 * be written into the page, and every article would cost one request more.
 */
interface Rules {
  readonly createHTML?: (html: string) => string;
  readonly createScriptURL?: (address: string) => string | null;
}

/** What a policy makes is no string, but everything here that takes one takes it in its place. */
export interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: Rules): Policy } | undefined;
}

/** Names as the documentation's policy lists them. */
export const DOCS_POLICIES = 'vigia-panels vigia-worker';
