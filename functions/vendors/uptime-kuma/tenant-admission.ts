/**
 * Sends the list of admitted accounts to the companion in front of a tenant's instance.
 *
 * Source: `PUT /-/admitted` in deploy/tenant-chart/files/companion.mjs. 204: accepted or already known; 409: it has a
 * newer list.
 */
import type { TenantAdmission } from '#functions/vendors/instance.ts';
import { type CompanionOptions, companionOf, unavailable } from './companion.ts';

/** Makes the client. Short timeout, because a person may be waiting. */
export function createTenantAdmission(options: CompanionOptions): TenantAdmission {
  const { timeoutMs = 5000 } = options;
  return {
    async admit(subdomain, { revision, accounts }) {
      const call = await companionOf(options, subdomain, { timeoutMs });
      const answer = await call({ method: 'PUT', path: '/-/admitted', json: { revision, accounts } });
      if (answer.outcome !== 'ok' || answer.status !== 204)
        throw unavailable(`the companion answers ${answer.status ?? 'nothing'}`);
    },
  };
}
