/**
 * Trusted Types: the browser turns no string into markup or code unless a named policy made it.
 *
 * Each page's Content Security Policy says which policies it may have (layouts/base-layout.astro): none on most, and
 * none where somebody pays. Browsers without Trusted Types get the string back.
 */
interface Rules {
  readonly createHTML?: (html: string) => string;
  readonly createScriptURL?: (address: string) => string | null;
}

/** What a policy makes is no string, but everything here that takes one takes it in its place. */
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Policy };
};

/** Names as the documentation's policy lists them. */
export const DOCS_POLICIES = 'vigia-panels vigia-worker default';
/** Pages with the search alone. */
export const SEARCH_POLICIES = 'default';

let panels: Policy | undefined;

/** Markup that the site's own build wrote (build/docs-panels.ts), fetched from the site. */
export function builtHtml(html: string): string {
  panels ??= trustedTypes?.createPolicy('vigia-panels', { createHTML: (text) => text });
  return panels?.createHTML(html) ?? html;
}

/** Address of the documentation's service worker, and of no other. */
export function serviceWorkerUrl(address: '/docs-worker.js'): string {
  const policy = trustedTypes?.createPolicy('vigia-worker', {
    createScriptURL: (text) => (text === address ? text : null),
  });
  return policy?.createScriptURL(address) ?? address;
}

let isSearchAllowed = false;

/**
 * Lets the search start its thread. A default policy, because Pagefind makes its worker from a string inside its own
 * file; it lets through that one address, and no markup.
 */
export function allowSearchWorker(folder: string): void {
  if (isSearchAllowed) return;
  isSearchAllowed = true;
  const own = new URL(`${folder}pagefind-worker.js`, location.href).href;
  trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => (new URL(text, location.href).href === own ? text : null),
  });
}
