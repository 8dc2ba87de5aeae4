/** The end of an environment: it stops after its last day, and after the promised time its data are removed. */
import { businessDay } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { applicationOf, bringUpToDate, isPastKeeping } from '#functions/provisioning/environment.ts';
import type { IdentityAdmin } from '#functions/vendors/identity.ts';
import { dataUntil, recipientOf } from './billing-mails.ts';
import type { EndsStore } from './ends-store.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof bringUpToDate> &
  NeedsOf<typeof isPastKeeping> &
  NeedsOf<typeof recipientOf> & {
    readonly billingWork: EndsStore;
    readonly planChanges: PlanChangeStore;
    readonly identity: IdentityAdmin;
    readonly events: EventLog;
  };

/** Ends an environment whose last day is over. The cluster comes first: after a crash the row finds it again. */
export async function endTenant(deps: Needs, tenant: Tenant): Promise<void> {
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
  // A new contract came in between: the environment follows it.
  await bringUpToDate(deps, subdomain);
}

/**
 * Removes an ended environment with its data, takes away the access, and frees the name. Nothing brings it back, so a
 * purchase of a plan that began in time is waited for.
 */
export async function removeTenant(deps: Needs, tenant: Tenant): Promise<void> {
  const { subdomain, orderId } = tenant;
  if ((await deps.planChanges.findOpen(orderId)) !== null) return;
  // Since it was listed, such a purchase may have come into force; another one cannot begin any more.
  const current = await deps.tenants.findBySubdomain(subdomain);
  if (current?.orderId !== orderId || !isPastKeeping(deps, current)) return;
  await deps.cluster.removeApplication(applicationOf(deps, tenant));
  await deps.identity.removeGroup(tenantGroupName(subdomain));
  if (await deps.billingWork.removeTenant(subdomain, orderId, deps.clock.now()))
    await deps.events.append('tenant-removed', { orderId, detail: subdomain });
}
