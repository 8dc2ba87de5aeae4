/**
 * Trusted Types: the browser accepts a string as markup or script address only from a named policy.
 *
 * Each page's Content Security Policy lists its policies (layouts/base-layout.astro): none on most pages, and none on
 * payment pages. Browsers without Trusted Types use plain strings. Each policy has its own file, used by a single
 * script (mdx/built-html.ts, docs/service-worker-url.ts), because scripts that share a file cannot be inlined, which
 * would cost every article one more request.
 */
interface Rules {
  readonly createHTML?: (html: string) => string;
  readonly createScriptURL?: (address: string) => string | null;
}

/** Typed as strings, because that is how callers use the results. */
export interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: Rules): Policy } | undefined;
}

/** Names for the documentation's Content Security Policy. */
export const DOCS_POLICIES = 'vigia-panels vigia-worker';
