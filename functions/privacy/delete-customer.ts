/**
 * A customer's data, to be removed (LGPD, art. 18).
 *
 * Owns: that a deletion ends what charges and runs before it removes anything, and what has to stay. Which kinds of data
 * stay is read from the legal bases of content/legal/retention.json.
 */
import type { DeletedCustomer, OperatorRequest } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import type { Order } from '#functions/checkout/order.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { removeTenant } from '#functions/contract/end-tenant.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { OperationsStore } from '#functions/operations/store.ts';
import type { DeletedAccounts } from '#functions/platform/deleted-accounts.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { applicationOf } from '#functions/provisioning/environment.ts';
import { RemovalUnderWay } from '#functions/vendors/cluster.ts';
import type { PaymentGateway } from '#functions/vendors/payments.ts';
import { findTraces } from './find-traces.ts';
import { keptOf } from './kept.ts';
import { type Person, requirePerson } from './require-person.ts';

type Needs = NeedsOf<typeof requirePerson> &
  NeedsOf<typeof cancelSubscription> &
  NeedsOf<typeof keptOf> &
  NeedsOf<typeof findTraces> &
  NeedsOf<typeof removeTenant> & {
    readonly operations: OperationsStore;
    readonly deletedAccounts: DeletedAccounts;
    readonly payments: PaymentGateway;
  };

/**
 * Ends a customer's contract at once and removes what may go. It is done when the environment is proven gone and a search
 * over all tables finds nothing but what is kept; until then it says what is left, and asking again goes on from there.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people, or `confirma` does not repeat
 *   the subdomain or the e-mail; `upgrade-open` while a plan is being bought; `payment-unavailable`,
 *   `cluster-unavailable`, `identity-unavailable`.
 */
export async function deleteCustomer(
  needs: Needs,
  { quem, confirma }: OperatorRequest<'apagar'>,
): Promise<DeletedCustomer> {
  const customer = await requirePerson(needs, quem);
  if (!isConfirmed(customer, confirma))
    throw new DomainError('validation-failed', {
      fields: { confirma: 'Repita o subdomínio ou o e-mail do cliente.' },
    });
  return deletePerson(needs, customer);
}

/** The order that stands, if one does. */
export const liveOrder = ({ orders }: Pick<Person, 'orders'>): Order | undefined =>
  orders.find(({ releasedAt }) => releasedAt === null);

/** True where what was typed repeats the subdomain, or an e-mail of the person: nothing is deleted by a slip. */
export function isConfirmed(customer: Pick<Person, 'orders' | 'emails'>, typed: string): boolean {
  const expected = (liveOrder(customer) ?? customer.orders[0])?.subdomain;
  return typed === expected || customer.emails.includes(normalEmail(typed));
}

/**
 * The same for a person who is known and has confirmed it. Safe to repeat after being cut off at any point.
 * @throws DomainError As `deleteCustomer`, but for those about the person.
 */
export async function deletePerson(needs: Needs, customer: Person): Promise<DeletedCustomer> {
  const live = liveOrder(customer);
  const isTaken = live !== undefined && live.status !== 'CONCLUIDO';
  if (isTaken) await needs.operations.cancelOrder(live.id, needs.clock.now());
  const tenant = live === undefined ? null : await needs.tenants.findBySubdomain(live.subdomain);
  const standing = await removeEnvironments(needs, customer.orders, tenant);
  if (standing.length > 0) return unfinished(customer, standing);
  // Once nothing above refuses any more: a token of the account proves itself until it runs out.
  for (const subject of customer.subjects) await needs.deletedAccounts.note(subject);
  const accounts = await Promise.all(customer.subjects.map((subject) => needs.identity.removeUser(subject)));
  const deletedAt = await needs.customers.deletedAt(customer.orders.map(({ id }) => id));
  const rows = await needs.customers.erase(customer);
  const removed = {
    ...rows,
    environments: tenant === null ? 0 : 1,
    accounts: accounts.filter(Boolean).length,
  };
  if (deletedAt === null || Object.values(removed).some((count) => count > 0))
    for (const { id } of customer.orders) await needs.events.append('customer-deleted', { orderId: id });
  const traces = await findTraces(needs, { ...customer, names: namesOf(customer) });
  const left = isTaken ? [TAKEN_DOWN] : traces.left;
  return {
    isDone: left.length === 0,
    left: [...left],
    ...(deletedAt === null ? {} : { deletedAt }),
    removed,
    kept: await keptOf(needs, customer, traces.kept),
    processorCustomerIds: customer.customerIds,
  };
}

/** What is said of an order that the scheduled job is taking down. */
const TAKEN_DOWN = 'o pedido em aberto, que está sendo desfeito';

/** Nothing but environments goes before they are gone, and nothing says yet what stays. */
function unfinished({ customerIds }: Person, left: readonly string[]): DeletedCustomer {
  return { isDone: false, left: [...left], removed: {}, kept: [], processorCustomerIds: customerIds };
}

function namesOf({ orders, accounts }: Person): string[] {
  const ofAccounts = accounts.map(({ firstName, lastName }) =>
    [firstName, lastName].filter((part) => typeof part === 'string').join(' '),
  );
  return [...new Set([...orders.flatMap(({ name }) => name ?? []), ...ofAccounts])];
}

/**
 * Removes the environment in force and whatever earlier orders left in the cluster.
 * @returns What is still there; empty when it is proven gone.
 */
async function removeEnvironments(
  needs: Needs,
  orders: Person['orders'],
  tenant: Tenant | null,
): Promise<readonly string[]> {
  try {
    if (tenant !== null) await endAtOnce(needs, tenant);
    for (const order of orders) {
      if (order.releasedAt === null || order.id === tenant?.orderId) continue;
      await needs.cluster.removeApplication(
        applicationOf(needs, { ...order, orderId: order.id, state: 'ended' }),
      );
    }
  } catch (error) {
    if (error instanceof RemovalUnderWay) return error.left;
    throw error;
  }
  const current = tenant && (await needs.tenants.findBySubdomain(tenant.subdomain));
  return tenant !== null && current?.orderId === tenant.orderId ? [`o ambiente ${tenant.subdomain}`] : [];
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
