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
export async function endTenant(needs: Needs, tenant: Tenant): Promise<void> {
  const { subdomain, orderId, endsOn } = tenant;
  const now = needs.clock.now();
  if (endsOn === null || endsOn >= businessDay(now)) return;
  await needs.cluster.ensureApplication(applicationOf(needs, { ...tenant, state: 'ended' }));
  const payload = { ...(await recipientOf(needs, tenant)), dataUntil: dataUntil(needs, now) };
  const mail = mailOf(`ended-${orderId}-${endsOn}`, 'ended', payload);
  if (await needs.billingWork.endTenant(subdomain, endsOn, mail, now)) {
    await needs.events.append('tenant-ended', { orderId, detail: endsOn });
    return;
  }
  // A new contract came in between: the environment follows it.
  await bringUpToDate(needs, subdomain);
}

/**
 * Removes an ended environment with its data, takes away the access, and frees the name. Nothing brings it back, so a
 * purchase of a plan that began in time is waited for.
 */
export async function removeTenant(needs: Needs, tenant: Tenant): Promise<void> {
  const { subdomain, orderId } = tenant;
  if ((await needs.planChanges.findOpen(orderId)) !== null) return;
  // Since it was listed, such a purchase may have come into force; another one cannot begin any more.
  const current = await needs.tenants.findBySubdomain(subdomain);
  if (current?.orderId !== orderId || !isPastKeeping(needs, current)) return;
  await needs.cluster.removeApplication(applicationOf(needs, tenant));
  await needs.identity.removeGroup(tenantGroupName(subdomain));
  if (await needs.billingWork.removeTenant(subdomain, orderId, needs.clock.now()))
    await needs.events.append('tenant-removed', { orderId, detail: subdomain });
}
