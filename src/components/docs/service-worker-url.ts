import type { Policy } from '#lib/trusted-types.ts';

/** A policy of this name is made once a page. */
let policy: Policy | undefined;

/** Address of the documentation's service worker, and of no other. */
export function serviceWorkerUrl(address: '/docs-worker.js'): string {
  policy ??= globalThis.trustedTypes?.createPolicy('vigia-worker', {
    createScriptURL: (text) => (text === address ? text : null),
  });
  return policy?.createScriptURL(address) ?? address;
}
