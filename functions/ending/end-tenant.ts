/** Removes the data of an ended environment after the promised time. */
import { addDays, dataUntil, startOfDay } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import { copiesRemoval } from '#functions/copies/remove-copies.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { applicationOf, isPastKeeping } from '#functions/tenants/environment.ts';
import { findTenant, findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { isChangingPlan, removeTenantRow } from './store.ts';

/** Pause while an open plan change holds up a removal. */
const AGAIN_MS = 60_000;

/**
 * Removes an ended environment with its data, revokes the access, and releases the name. This cannot be undone, so a
 * plan purchase that began in time is finished first.
 */
export async function removeTenant(needs: Deps, tenant: Tenant): Promise<void> {
  const { subdomain, orderId } = tenant;
  if (await isChangingPlan(needs.db, orderId)) return;
  // Such a purchase may have come into force since the tenant was listed; no new one can begin now.
  const current = await findTenantByName(needs.db, subdomain);
  if (current?.orderId !== orderId || !isPastKeeping(needs, current)) return;
  await needs.cluster.removeApplication(applicationOf(needs, tenant));
  await needs.identity.removeGroup(tenantGroupName(subdomain));
  const now = needs.clock.now();
  await removeTenantRow(needs.db, subdomain, orderId, now, copiesRemoval(needs, orderId, now));
}

/** Removes an ended environment after the promised time. A cluster deletes pod and volume within minutes. */
export const removalWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.removal,
  title: 'Remoção de um ambiente',
  // Large enough that a few failing removals do not block the others.
  perRun: 20,
  isPerCluster: true,
  onStuck: notifyStuckWork('removal-stuck'),
  async run(needs, { key: orderId }) {
    const tenant = await findTenant(needs.db, orderId);
    if (tenant?.state !== 'ended') return;
    const removableAt = startOfDay(addDays(dataUntil(needs, tenant.stateSince), 1));
    if (needs.clock.now() < removableAt) return { againAt: removableAt };
    await removeTenant(needs, tenant);
    // A plan purchase that began in time is finished first.
    return { againAt: needs.clock.now() + AGAIN_MS };
  },
});
