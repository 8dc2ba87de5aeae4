/** Accepts what an environment reports. Accepted means a row: what follows is due work. */
import type { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';

/** Events of an environment in a day. A monitor that changes each minute makes 1,440. */
const EVENTS_PER_DAY = 5_000;

type Needs = Pick<Deps, 'alertEvents' | 'clock' | 'notices' | 'tenants'>;

/**
 * @returns Ids of the recipients to tell.
 * @throws DomainError `tenant-missing` for an environment that has ended: nothing more is wanted from it;
 *   `rate-limited` over the day's bound, with a notice to the operators.
 */
export async function receiveEvents(needs: Needs, orderId: string, report: AlertEvents): Promise<string[]> {
  const tenant = await needs.tenants.findByOrder(orderId);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  const now = needs.clock.now();
  if ((await needs.alertEvents.countToday(orderId, now)) >= EVENTS_PER_DAY) {
    const { subdomain } = tenant;
    const reference = `${orderId}/${businessDay(now)}`;
    await notifyOperators(needs, 'alert-flood', { subdomain, orderId, reference });
    throw new DomainError('rate-limited');
  }
  return needs.alertEvents.accept(orderId, report, now);
}
