/** Removes the data of an ended environment after the promised time. */
import { DAY_MS } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { applicationOf, isPastKeeping } from '#functions/tenants/environment.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

type Needs = NeedsOf<typeof applicationOf> &
  NeedsOf<typeof isPastKeeping> &
  Pick<Deps, 'tenants' | 'cluster' | 'ends' | 'planChanges' | 'identity' | 'clock'>;

/**
 * Removes an ended environment with its data, revokes the access, and releases the name. This cannot be undone, so a
 * plan purchase that began in time is finished first.
 */
export async function removeTenant(needs: Needs, tenant: Tenant): Promise<void> {
  const { subdomain, orderId } = tenant;
  if ((await needs.planChanges.findOpen(orderId)) !== null) return;
  // Such a purchase may have come into force since the tenant was listed; no new one can begin now.
  const current = await needs.tenants.findBySubdomain(subdomain);
  if (current?.orderId !== orderId || !isPastKeeping(needs, current)) return;
  await needs.cluster.removeApplication(applicationOf(needs, tenant));
  await needs.identity.removeGroup(tenantGroupName(subdomain));
  await needs.ends.removeTenant(subdomain, orderId, needs.clock.now());
}

/** A cluster deletes pod and volume within minutes; after this time operators are notified. */
const STUCK_MS = DAY_MS;

/** Removal by the scheduled job: retried at every run; operators are notified when it takes too long. */
export async function removeTenantOrNotify(
  needs: Needs & NeedsOf<typeof notifyOperators>,
  tenant: Tenant,
): Promise<void> {
  try {
    await removeTenant(needs, tenant);
  } catch (error) {
    const { orderId, subdomain } = tenant;
    const now = needs.clock.now();
    if (now - (await needs.ends.noteRemoval(orderId, now)) > STUCK_MS)
      await notifyOperators(needs, 'removal-stuck', {
        ...{ subdomain, orderId, reference: orderId },
        amountCentavos: null,
      });
    throw error;
  }
}
