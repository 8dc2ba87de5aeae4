/**
 * Counts the monitors of a tenant's instance (Uptime Kuma).
 *
 * Owns: what the counter beside the instance answers (docs/operating.md, "Contador de monitores") and falling back to
 * the instance's own metrics. Both ask for the functions' token for this environment.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { TenantCounter } from '#functions/vendors/instance.ts';
import { instanceAddress } from './instance-address.ts';
import { countMonitors } from './metrics.ts';

interface TenantCounterOptions {
  /** Base address of an instance; `{tenant}` is replaced by the subdomain, in the host or in the path. */
  readonly urlTemplate: string;
  /** The functions' token for an environment. */
  readonly tokenOf: (subdomain: string) => Promise<string>;
  readonly fetch: Fetch;
  /** For each of the two questions. */
  readonly timeoutMs?: number | undefined;
}

/** The largest plan with every kind of series is under 1 MB; tags and long names may double it. */
const METRICS_BYTES_MAX = 4 * 1024 * 1024;

const number = z.int().nonnegative();
const Counted = z.object({
  monitors: number,
  prohibited: z.object({ directIp: number, onion: number }),
});

/** Makes the counter. A person waits for the answer, so it gives up early. */
export function createTenantCounter(options: TenantCounterOptions): TenantCounter {
  const { urlTemplate, tokenOf, fetch, timeoutMs = 3000 } = options;
  return {
    async count(subdomain) {
      const baseUrl = instanceAddress(urlTemplate, subdomain);
      if (baseUrl === null) throw unavailable('not a subdomain');
      const call = createVendorHttp({
        baseUrl,
        fetch,
        timeoutMs,
        headers: { authorization: `Bearer ${await tokenOf(subdomain)}` },
        bodyBytesMax: METRICS_BYTES_MAX,
      });

      const counter = await call({ method: 'GET', path: '/-/monitors' });
      // An instance without the counter answers any path with 200 and a page.
      const counted = counter.outcome === 'ok' ? Counted.safeParse(counter.body) : null;
      if (counted?.success) {
        const { monitors, prohibited } = counted.data;
        return { monitors, isExact: true, prohibited };
      }

      const metrics = await call({ method: 'GET', path: '/metrics', answer: 'text' });
      const monitors =
        metrics.outcome === 'ok' && typeof metrics.body === 'string' ? countMonitors(metrics.body) : null;
      if (monitors === null) {
        throw unavailable(`counter ${wordOf(counter)}, metrics ${wordOf(metrics)}`);
      }
      return { monitors, isExact: false, prohibited: null };
    },
  };
}

/** An answer in a word for the log. */
function wordOf({ outcome, status }: VendorAnswer): string {
  return outcome === 'ok' ? 'unreadable' : String(status ?? 'silent');
}

function unavailable(message: string): DomainError {
  return new DomainError('tenant-unavailable', { message });
}
