/** Works contracts that end, environments whose last day is over, and data whose time has come. */
import { businessDay } from '#domain/order/order.ts';
import type { Tenant } from '#functions/ports/tenant-store.ts';
import type { Deps } from '#functions/use-cases/deps.ts';
import { END_LEASE_MS, workEndSafely } from '#functions/use-cases/end-contract.ts';
import { endTenant, removeTenant } from '#functions/use-cases/end-tenant.ts';

const BATCH = 20;
const DAY_MS = 86_400_000;

export async function workContractEnds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const end of await deps.billingWork.claimEnds(now, now + END_LEASE_MS, BATCH))
    await workEndSafely(deps, end);
}

export async function endTenants(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await each(deps, await deps.tenants.listEnding(businessDay(now), BATCH), endTenant);
  const before = now - deps.environmentKeptDays * DAY_MS;
  await each(deps, await deps.tenants.listInState('ended', before, BATCH), removeTenant);
}

/** One tenant's trouble must not keep the others waiting. */
async function each(
  deps: Deps,
  tenants: readonly Tenant[],
  work: (deps: Deps, tenant: Tenant) => Promise<void>,
): Promise<void> {
  for (const tenant of tenants) {
    try {
      await work(deps, tenant);
    } catch (error) {
      deps.logger.warn('tenant-end-postponed', { orderId: tenant.orderId, state: tenant.state, error });
    }
  }
}
