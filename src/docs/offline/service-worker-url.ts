import type { Policy } from '#lib/trusted-types.ts';

/** Created once per page. */
let policy: Policy | undefined;

/** Address of the documentation's service worker, the only one the policy allows. */
export function serviceWorkerUrl(address: '/docs-worker.js'): string {
  policy ??= globalThis.trustedTypes?.createPolicy('vigia-worker', {
    createScriptURL: (text) => (text === address ? text : null),
  });
  return policy?.createScriptURL(address) ?? address;
}
