/** `GET /api/tenants/{tenant}/pronto`: whether an environment answers, after a change that restarts it. */
import * as z from 'zod/mini';

export const readinessEndpoint = '/api/tenants/:tenant/pronto';

/** Address of the readiness of one tenant. */
export function readinessPath(tenant: string): string {
  return readinessEndpoint.replace(':tenant', encodeURIComponent(tenant));
}

export const ReadinessResponse = z.object({
  /** What it was last told is in force in the cluster, and it serves its owner. */
  pronto: z.boolean(),
});
export type ReadinessResponse = z.output<typeof ReadinessResponse>;
