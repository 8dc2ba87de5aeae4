/**
 * Counts an environment's monitors, and mails its customer when one breaks the terms; again only after all such monitors
 * were gone.
 */
import { prohibitedCrossing } from '#domain/quota/quota.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { countNow, prohibitedTotal } from './check-quota.ts';
import type { MonitorsProhibitedPayload } from './mail.ts';
import { noteQuota } from './store.ts';

/** @throws DomainError `tenant-unavailable`; safe to retry. */
export async function followTerms(needs: Deps, tenant: Tenant): Promise<void> {
  const reading = await countNow(needs, tenant);
  const { directIp = 0, onion = 0 } = reading.prohibited ?? {};
  const crossing = prohibitedCrossing(prohibitedTotal(reading.prohibited), reading.wasNotified);
  if (crossing === 'none') return;
  const { orderId } = tenant;
  const isProhibited = crossing === 'passed';
  const payload: MonitorsProhibitedPayload = { ...(await addresseeOf(needs, tenant)), directIp, onion };
  const mails = isProhibited ? [mailOf(needs.newId(), 'monitors-prohibited', payload)] : [];
  const kind = isProhibited ? 'monitors-prohibited' : 'monitors-allowed';
  const events = [{ kind, orderId, detail: `ip ${directIp}, onion ${onion}` }];
  await noteQuota(needs.db, reading, isProhibited, { events, mails }, needs.clock.now());
}
