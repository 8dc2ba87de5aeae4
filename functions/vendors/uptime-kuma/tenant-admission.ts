/**
 * Sends the list of admitted accounts to the companion in front of a tenant's instance.
 *
 * Source: `PUT /-/admitted` in deploy/tenant-chart/files/companion.mjs. 204: accepted or already known; 409: it has a
 * newer list.
 */
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch } from '#functions/platform/vendor-http.ts';
import type { TenantAdmission } from '#functions/vendors/instance.ts';
import { instanceAddress } from './instance-address.ts';

interface TenantAdmissionOptions {
  /** Base URL template of an instance; `{tenant}` is replaced by the subdomain, in the host or in the path. */
  readonly urlTemplate: string;
  /** The Worker's token for an environment. */
  readonly tokenOf: (subdomain: string) => Promise<string>;
  readonly fetch: Fetch;
  readonly timeoutMs?: number | undefined;
}

/** Makes the client. Short timeout, because a person may be waiting. */
export function createTenantAdmission(options: TenantAdmissionOptions): TenantAdmission {
  const { urlTemplate, tokenOf, fetch, timeoutMs = 5000 } = options;
  return {
    async admit(subdomain, { revision, accounts }) {
      const baseUrl = instanceAddress(urlTemplate, subdomain);
      if (baseUrl === null) throw unavailable('not a subdomain');
      const headers = { authorization: `Bearer ${await tokenOf(subdomain)}` };
      const call = createVendorHttp({ baseUrl, fetch, timeoutMs, headers });
      const answer = await call({ method: 'PUT', path: '/-/admitted', json: { revision, accounts } });
      // An instance without a companion answers any path with 200 and a page.
      if (answer.outcome !== 'ok' || answer.status !== 204)
        throw unavailable(`the companion answers ${answer.status ?? 'nothing'}`);
    },
  };
}

function unavailable(message: string): DomainError {
  return new DomainError('tenant-unavailable', { message });
}
