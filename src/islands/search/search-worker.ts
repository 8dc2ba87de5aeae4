import type {} from '#lib/trusted-types.ts';

let isSearchAllowed = false;

/**
 * Lets the search start its thread. A default policy, because Pagefind makes its worker from a string inside its own
 * file; it lets through that one address, and no markup.
 */
export function allowSearchWorker(folder: string): void {
  if (isSearchAllowed) return;
  isSearchAllowed = true;
  const own = new URL(`${folder}pagefind-worker.js`, location.href).href;
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => (new URL(text, location.href).href === own ? text : null),
  });
}
