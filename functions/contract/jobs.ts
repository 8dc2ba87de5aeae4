/** Works contracts that end, environments whose last day is over, and data whose time has come. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/deps.ts';
import { workEndSafely } from './end-contract.ts';
import { endTenant, removeTenant } from './end-tenant.ts';
import type { Tenant } from './tenant.ts';

/** Worked at the same time, so that none waits behind a slow one while its lease runs out. */
const BATCH = 5;
/** Enough that a few which cannot be ended do not stand in the way of the others. */
const TENANTS_AT_ONCE = 20;

export async function workContractEnds(deps: Deps): Promise<void> {
  const ends = await deps.billingWork.claimEnds(deps.clock.now(), BATCH);
  await Promise.all(ends.map((end) => workEndSafely(deps, end)));
}

export async function endTenants(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await each(deps, await deps.tenants.listEnding(businessDay(now), TENANTS_AT_ONCE), endTenant);
  const before = now - deps.environmentKeptDays * DAY_MS;
  await each(deps, await deps.tenants.listInState('ended', before, TENANTS_AT_ONCE), removeTenant);
}

/** One tenant's trouble must not keep the others waiting. */
async function each(
  deps: Deps,
  tenants: readonly Tenant[],
  work: (deps: Deps, tenant: Tenant) => Promise<void>,
): Promise<void> {
  await Promise.all(
    tenants.map(async (tenant) => {
      try {
        await work(deps, tenant);
      } catch (error) {
        deps.logger.warn('tenant-end-postponed', { orderId: tenant.orderId, state: tenant.state, error });
      }
    }),
  );
}
