/** Accepts what an environment reports of its monitors. Accepted means rows: what follows is due work. */
import { monitorsADay } from '#domain/alerts/shares.ts';
import type { AlertReport, AlertReportRefused } from '#domain/api-schemas/alert-report.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { countDroppedEvents } from './event-statements.ts';
import { acceptReport, readRefusal } from './report-store.ts';

type Needs = Pick<Deps, 'db' | 'catalog' | 'clock' | 'newId'>;

/** What became of a report. */
export type Received =
  | {
      readonly revision: number;
      /** Ids of those to tell. */
      readonly recipients: readonly string[];
      /** Ids of webhooks to post to. */
      readonly webhooks: readonly string[];
    }
  | { readonly refused: AlertReportRefused };

/**
 * What a bound drops is accepted too, so that nothing behind it waits; the operators hear of it.
 * @throws DomainError `tenant-missing` for an environment that has ended or is unknown.
 */
export async function receiveReport(needs: Needs, orderId: string, report: AlertReport): Promise<Received> {
  const { db, catalog, clock, newId } = needs;
  const tenant = await findTenant(db, orderId);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  const now = clock.now();
  const monitorsMax = monitorsADay(catalog.plan(tenant.plan).limits.monitors);
  const accepted = await acceptReport(db, orderId, newId(), report, monitorsMax, now);
  if (accepted === null) return { refused: await readRefusal(db, orderId, report) };
  const { revision, recipients, webhooks, dropped, unwritten } = accepted;
  // Events that were known before are none of the operators' business.
  const droppedEvents = unwritten > 0 ? await countDroppedEvents(db, orderId, report.events, now) : 0;
  if (dropped + droppedEvents > 0) {
    const reference = `${orderId}/${businessDay(now)}`;
    await notifyOperators(needs, 'alert-flood', { subdomain: tenant.subdomain, orderId, reference });
  }
  return { revision, recipients, webhooks };
}
