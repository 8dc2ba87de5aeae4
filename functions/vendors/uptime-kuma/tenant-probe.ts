/**
 * Checks whether a tenant's instance (Uptime Kuma) is ready for its owner.
 *
 * Owns: which responses of `GET /api/entry-page` mean ready. `/` and `/dashboard` prove nothing: they answer 200 during
 * set-up and migration too. Measured on 2.5.3.
 */
import * as z from 'zod';
import { createVendorHttp, type Fetch } from '#functions/platform/vendor-http.ts';
import type { TenantProbe } from '#functions/vendors/instance.ts';
import { instanceAddress } from './instance-address.ts';

interface TenantProbeOptions {
  /** Base URL template of an instance; `{tenant}` is replaced by the subdomain, in the host or in the path. */
  readonly urlTemplate: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number | undefined;
}

/** An instance answers with less than 200 bytes; a larger response comes from something else. */
const BODY_BYTES_MAX = 4096;

/**
 * During set-up an instance answers `entryPage: null`, and without a database `type: 'setup-database'`: neither is
 * ready.
 */
const Ready = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('entryPage'), entryPage: z.string().min(1) }),
  z.looseObject({ type: z.literal('statusPageMatchedDomain'), statusPageSlug: z.string().min(1) }),
]);

/** Makes the probe. It never throws: a failure means "not ready yet". */
export function createTenantProbe({ urlTemplate, fetch, timeoutMs = 5000 }: TenantProbeOptions): TenantProbe {
  return {
    async isReady(subdomain) {
      const baseUrl = instanceAddress(urlTemplate, subdomain);
      if (baseUrl === null) return false;
      const call = createVendorHttp({ baseUrl, fetch, timeoutMs, bodyBytesMax: BODY_BYTES_MAX });
      const answer = await call({ method: 'GET', path: '/api/entry-page' });
      return answer.outcome === 'ok' && answer.status === 200 && Ready.safeParse(answer.body).success;
    },
  };
}
