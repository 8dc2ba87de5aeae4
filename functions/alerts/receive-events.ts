/** Accepts what an environment reports. Accepted means a row: what follows is due work. */
import { monitorsADay } from '#domain/alerts/shares.ts';
import type { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { acceptEvents, countDroppedEvents } from './event-store.ts';

type Needs = Pick<Deps, 'db' | 'catalog' | 'clock'>;

/**
 * What a bound drops is accepted too, so that nothing behind it waits; the operators hear of it.
 * @returns Ids of the recipients to tell.
 * @throws DomainError `tenant-missing` for an environment that has ended or is unknown.
 */
export async function receiveEvents(
  needs: Needs,
  orderId: string,
  report: AlertEvents,
): Promise<readonly string[]> {
  const tenant = await findTenant(needs.db, orderId);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  const now = needs.clock.now();
  const monitorsMax = monitorsADay(needs.catalog.plan(tenant.plan).limits.monitors);
  const { recipients, unwritten } = await acceptEvents(needs.db, orderId, report, monitorsMax, now);
  if (unwritten > 0) await noteDropped(needs, tenant, report, now);
  return recipients;
}

/** Tells the operators when monitors were dropped; events that were known before are none of their business. */
async function noteDropped(
  needs: Needs,
  { orderId, subdomain }: Tenant,
  { events }: AlertEvents,
  now: number,
): Promise<void> {
  if ((await countDroppedEvents(needs.db, orderId, events, now)) === 0) return;
  const reference = `${orderId}/${businessDay(now)}`;
  await notifyOperators(needs, 'alert-flood', { subdomain, orderId, reference });
}
