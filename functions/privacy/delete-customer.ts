/**
 * A customer's data, to be removed (LGPD, art. 18).
 *
 * Owns: that a deletion ends what charges and runs before it removes anything, and what has to stay. Which kinds of data
 * stay is read from the legal bases of content/legal/retention.json.
 */
import type { DeletedCustomer, OperatorRequest } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { removeTenant } from '#functions/contract/end-tenant.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { OperationsStore } from '#functions/operations/store.ts';
import type { DeletedAccounts } from '#functions/platform/deleted-accounts.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentGateway } from '#functions/vendors/payments.ts';
import { keptOf } from './kept.ts';
import { requirePerson } from './require-person.ts';

type Needs = NeedsOf<typeof requirePerson> &
  NeedsOf<typeof cancelSubscription> &
  NeedsOf<typeof keptOf> &
  NeedsOf<typeof removeTenant> & {
    readonly operations: OperationsStore;
    readonly deletedAccounts: DeletedAccounts;
    readonly payments: PaymentGateway;
  };

/**
 * Ends a customer's contract at once and removes what may go. Asking again goes on where an earlier call ended.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people, or `confirma` does not repeat
 *   the subdomain or the e-mail; `upgrade-open` while a plan is being bought; `payment-unavailable`,
 *   `cluster-unavailable`, `identity-unavailable`.
 */
export async function deleteCustomer(
  needs: Needs,
  { quem, confirma }: OperatorRequest<'apagar'>,
): Promise<DeletedCustomer> {
  const customer = await requirePerson(needs, quem);
  const live = customer.orders.find(({ releasedAt }) => releasedAt === null);
  const expected = (live ?? customer.orders[0])?.subdomain;
  if (confirma !== expected && !customer.emails.includes(normalEmail(confirma)))
    throw new DomainError('validation-failed', {
      fields: { confirma: 'Repita o subdomínio ou o e-mail do cliente.' },
    });

  const isTaken = live !== undefined && live.status !== 'CONCLUIDO';
  if (isTaken) await needs.operations.cancelOrder(live.id, needs.clock.now());
  const tenant = live === undefined ? null : await needs.tenants.findBySubdomain(live.subdomain);
  if (tenant !== null) await endAtOnce(needs, tenant);
  // Once nothing above refuses any more: a token of the account proves itself until it runs out.
  for (const subject of customer.subjects) await needs.deletedAccounts.note(subject);
  const accounts = await Promise.all(customer.subjects.map((subject) => needs.identity.removeUser(subject)));
  const removed = await needs.customers.erase(customer);
  for (const { id } of customer.orders) await needs.events.append('customer-deleted', { orderId: id });
  return {
    isDone: !isTaken,
    removed: { ...removed, environments: tenant === null ? 0 : 1, accounts: accounts.filter(Boolean).length },
    kept: await keptOf(needs, customer),
    processorCustomerIds: customer.customerIds,
  };
}

/**
 * Nothing is charged any more, then the environment goes with its data. What was paid stays paid, and what ran unpaid is
 * owed.
 */
async function endAtOnce(needs: Needs, tenant: Tenant): Promise<void> {
  const { orderId, subject } = tenant;
  if ((await needs.planChanges.findOpen(orderId)) !== null) throw new DomainError('upgrade-open');
  const { contracts } = (await needs.ledger.read(orderId)).facts;
  // The row may not have learnt of a purchase yet: the ledger decides.
  if (contracts.length > 0) await cancelSubscription(needs, subject);
  for (const { subscriptionId } of contracts) await needs.payments.cancelSubscription(subscriptionId);
  // Ended long ago, so that the scheduled job removes it with its next run should this call not come to its end.
  await needs.tenants.endForRemoval(orderId);
  await removeTenant(needs, { ...tenant, state: 'ended' });
}
