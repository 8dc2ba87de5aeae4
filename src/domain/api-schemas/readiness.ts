/** `GET /api/tenants/{tenant}/pronto`: whether an environment answers again after a change that restarts it. */
import * as z from 'zod/mini';

export const readinessEndpoint = '/api/tenants/:tenant/pronto';

/** Address of the readiness of one tenant. */
export function readinessPath(tenant: string): string {
  return readinessEndpoint.replace(':tenant', encodeURIComponent(tenant));
}

export const ReadinessResponse = z.object({
  /** True when the cluster runs the latest configuration and the environment serves its owner. */
  isReady: z.boolean(),
});
export type ReadinessResponse = z.output<typeof ReadinessResponse>;
