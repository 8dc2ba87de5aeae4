/**
 * Counts the monitors of a tenant's instance (Uptime Kuma).
 *
 * Owns: the response of the counter in the companion (docs/operating.md, "Contador de monitores"), and the fallback to
 * the instance's own metrics. Both need the Worker's token for this environment.
 */
import * as z from 'zod';
import type { VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { TenantCounter } from '#functions/vendors/instance.ts';
import { type CompanionOptions, companionOf, unavailable } from './companion.ts';
import { countMonitors } from './metrics.ts';

/** The metrics of the largest plan are under 1 MB; tags and long names may double that. */
const METRICS_BYTES_MAX = 4 * 1024 * 1024;

const number = z.int().nonnegative();
const Counted = z.object({
  monitors: number,
  prohibited: z.object({ directIp: number, onion: number }),
});

/** Makes the counter. Short timeout, because a person is waiting for at most two requests. */
export function createTenantCounter(options: CompanionOptions): TenantCounter {
  const { timeoutMs = 3000 } = options;
  return {
    async count(subdomain) {
      const call = await companionOf(options, subdomain, { timeoutMs, bodyBytesMax: METRICS_BYTES_MAX });

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
        throw unavailable(`counter ${describeAnswer(counter)}, metrics ${describeAnswer(metrics)}`);
      }
      return { monitors, isExact: false, prohibited: null };
    },
  };
}

/** A response in one word, for the log. */
function describeAnswer({ outcome, status }: VendorAnswer): string {
  return outcome === 'ok' ? 'unreadable' : String(status ?? 'silent');
}
