import type {} from '#lib/trusted-types.ts';

/** Address of the documentation's service worker, and of no other. */
export function serviceWorkerUrl(address: '/docs-worker.js'): string {
  const policy = globalThis.trustedTypes?.createPolicy('vigia-worker', {
    createScriptURL: (text) => (text === address ? text : null),
  });
  return policy?.createScriptURL(address) ?? address;
}
