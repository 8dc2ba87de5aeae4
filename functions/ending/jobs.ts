/** Scheduled work on ending contracts, and on environments whose data must go. */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide, sideBySideIn } from '#functions/platform/side-by-side.ts';
import { tryFinishEnding } from './end-contract.ts';
import { removeTenantOrNotify } from './end-tenant.ts';

/** How many run in parallel, so that none waits behind a slow one until its lease expires. */
const BATCH = 5;
/** Per cluster; large enough that a few failing removals do not block the others. */
const TENANTS_AT_ONCE = 20;

async function finishDueEndings(needs: NeedsOf<typeof tryFinishEnding> & Pick<Deps, 'ends'>): Promise<void> {
  const ends = await needs.ends.claimEnds(needs.clock.now(), BATCH);
  await sideBySide(ends, (end) => tryFinishEnding(needs, end));
}

async function removeTenants(
  needs: NeedsOf<typeof removeTenantOrNotify> & Pick<Deps, 'tenants' | 'logger'>,
): Promise<void> {
  const before = needs.clock.now() - needs.environmentKeptDays * DAY_MS;
  await sideBySideIn(
    ({ cluster }) => cluster,
    await needs.tenants.listInState('ended', before, TENANTS_AT_ONCE),
    (tenant) => removeTenantOrNotify(needs, tenant),
    ({ orderId, state }, error) => needs.logger.warn('tenant-end-postponed', { orderId, state, error }),
  );
}

export const endingJobs = { contractEnds: finishDueEndings, tenantEnds: removeTenants };
