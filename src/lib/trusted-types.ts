/**
 * Trusted Types: the browser accepts a string as markup or script address only from a named policy.
 *
 * Each page's Content Security Policy lists its policies (layouts/base-layout.astro): none on most pages, and none on
 * payment pages. Browsers without Trusted Types use plain strings.
 */
interface Rules {
  readonly createScriptURL: (address: string) => string | null;
}

/** Typed as a string, because that is how callers use the result. */
export interface Policy {
  createScriptURL(address: string): string;
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: Rules): Policy } | undefined;
}

/** The documentation's policy (docs/offline/keep-offline.ts). */
export const DOCS_POLICY = 'vigia-worker';
