/** The end of an environment: it stands still after its last day, and after the promised time its data are removed. */
import { businessDay } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Deps } from '#functions/deps.ts';
import { applicationOf, bringUpToDate, isPastKeeping } from '#functions/provisioning/environment.ts';
import { dataUntil, mailOf, recipientOf } from './billing-mails.ts';
import type { Tenant } from './tenant.ts';

/** Ends an environment whose last day is over. The cluster comes first: the row is what finds it again after a crash. */
export async function endTenant(deps: Deps, tenant: Tenant): Promise<void> {
  const { subdomain, orderId, endsOn } = tenant;
  const now = deps.clock.now();
  if (endsOn === null || endsOn >= businessDay(now)) return;
  await deps.cluster.ensureApplication(applicationOf(deps, { ...tenant, state: 'ended' }));
  const payload = { ...(await recipientOf(deps, tenant)), dataUntil: dataUntil(deps, now) };
  const mail = mailOf(`ended-${orderId}-${endsOn}`, 'ended', payload);
  if (await deps.billingWork.endTenant(subdomain, endsOn, mail, now)) {
    await deps.events.append('tenant-ended', { orderId, detail: endsOn });
    return;
  }
  // A new contract came in between: what it says holds.
  await bringUpToDate(deps, subdomain);
}

/**
 * Removes an ended environment with its data, takes away the access, and frees the name. Nothing brings it back; whoever
 * began to buy a plan for it in time is waited for.
 */
export async function removeTenant(deps: Deps, tenant: Tenant): Promise<void> {
  const { subdomain, orderId } = tenant;
  if ((await deps.planChanges.findOpen(orderId)) !== null) return;
  // Since it was listed, such a purchase may have ended in force; another one cannot begin any more.
  const current = await deps.tenants.findBySubdomain(subdomain);
  if (current?.orderId !== orderId || !isPastKeeping(deps, current)) return;
  await deps.cluster.removeApplication(applicationOf(deps, tenant));
  await deps.identity.removeGroup(tenantGroupName(subdomain));
  if (await deps.billingWork.removeTenant(subdomain, orderId, deps.clock.now()))
    await deps.events.append('tenant-removed', { orderId, detail: subdomain });
}
