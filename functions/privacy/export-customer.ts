/** A customer's data, to be handed over (LGPD, art. 18). */
import type { ExportedCustomer } from '#domain/contracts/operations.ts';
import { formatPeriod, type RetentionEntry } from '#domain/retention/retention.ts';
import { partiesOfPerson } from '#functions/contract/parties.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { requirePerson } from './require-person.ts';

type Needs = NeedsOf<typeof requirePerson> &
  NeedsOf<typeof partiesOfPerson> & {
    readonly clock: Clock;
    readonly retentionEntries: readonly RetentionEntry[];
  };

/**
 * Everything that is held about a person, in an open format.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people; `identity-unavailable`,
 *   `payment-unavailable`.
 */
export async function exportCustomer(needs: Needs, who: string): Promise<ExportedCustomer> {
  const customer = await requirePerson(needs, who);
  const { subjects, orders } = customer;
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  return {
    exportedAt: new Date(needs.clock.now()).toISOString(),
    account: customer.accounts[0] ?? null,
    tables: await needs.customers.recordsOf(customer, parties),
    processor: { customerIds: customer.customerIds, subscriptionIds: customer.subscriptionIds },
    retention: needs.retentionEntries.map(({ title, purpose, keep }) => ({
      title,
      purpose,
      period: formatPeriod(keep),
    })),
  };
}
