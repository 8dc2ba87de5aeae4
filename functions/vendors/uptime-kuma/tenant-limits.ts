/**
 * Reads and enforces plan limits through the companion beside the instance.
 *
 * Owns: the companion's response format (docs/operating.md, "Contador de monitores").
 */
import * as z from 'zod';
import type { VendorRequest } from '#functions/platform/vendor-http.ts';
import type { TenantLimits } from '#functions/vendors/monitor-limits.ts';
import { type CompanionOptions, companionOf, unavailable } from './companion.ts';

interface TenantLimitsOptions extends CompanionOptions {
  /** For orders: the companion works for up to 15 s, and waits up to 20 s for one response of the instance. */
  readonly orderTimeoutMs?: number | undefined;
}

/** A monitor takes about 600 bytes with the longest name and address. */
const BODY_BYTES_MAX = 1024 * 1024;

const whole = z.int().nonnegative();
const Report = z.object({
  monitors: z.array(
    z.object({
      id: whole,
      name: z.string(),
      type: z.string(),
      isRunning: z.boolean(),
      interval: whole,
      retryInterval: whole.nullable(),
      address: z.string().max(200).optional(),
    }),
  ),
  paused: z.array(whole),
  raised: z.array(z.object({ id: whole, from: whole, to: whole })),
});
const Outcome = Report.extend({ failed: z.array(whole) });

export function createTenantLimits(options: TenantLimitsOptions): TenantLimits {
  const { timeoutMs = 5000, orderTimeoutMs = 40_000 } = options;

  async function ask<S extends z.ZodType>(
    subdomain: string,
    schema: S,
    request: Pick<VendorRequest, 'method' | 'json'>,
  ): Promise<z.output<S>> {
    const call = await companionOf(options, subdomain, {
      timeoutMs: request.method === 'GET' ? timeoutMs : orderTimeoutMs,
      bodyBytesMax: BODY_BYTES_MAX,
    });
    const answer = await call({ ...request, path: '/-/limits' });
    const read = answer.outcome === 'ok' ? schema.safeParse(answer.body) : null;
    if (!read?.success) throw unavailable(`limits ${answer.outcome} ${answer.status ?? 'silent'}`);
    return read.data;
  }

  return {
    read: (subdomain) => ask(subdomain, Report, { method: 'GET' }),
    applyOrders: (subdomain, orders) => ask(subdomain, Outcome, { method: 'PUT', json: orders }),
  };
}
