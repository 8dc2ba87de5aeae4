/**
 * Deletes a customer's data (LGPD, art. 18).
 *
 * Owns: that a deletion first ends everything that charges and runs, and which data has to stay. The kinds of data that
 * stay come from the legal bases in content/legal/retention.json.
 */
import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import type { OperatorRequest } from '#domain/api-schemas/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { admittedWork } from '#functions/people/send-admitted.ts';
import { findOpenPlanChange } from '#functions/plan-change/store.ts';
import { noteDeletedAccount } from '#functions/platform/deleted-accounts.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { findMembership } from '#functions/tenants/members.ts';
import { endForRemoval, findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { RemovalUnderWay } from '#functions/vendors/cluster.ts';
import { keptOf } from './kept.ts';
import { maskMentions } from './mentions.ts';
import { type Person, requirePerson } from './require-person.ts';
import { eraseRows, leftOf, openWorkOf } from './store.ts';

/**
 * Ends a customer's contract at once and deletes what may be deleted. Finished when the environment is confirmed gone
 * and the tables have only rows that must be kept; until then it answers what is left, and a repeated call continues.
 * @throws DomainError `not-found`; `validation-failed` when `who` may be several people, or `confirm` does not repeat
 *   the subdomain or the e-mail; `upgrade-open` while a plan is being bought; `payment-unavailable`,
 *   `cluster-unavailable`, `identity-unavailable`.
 */
export async function deleteCustomer(
  needs: Deps,
  { who, confirm }: OperatorRequest<'apagar'>,
): Promise<DeletedCustomer> {
  const customer = await requirePerson(needs, who);
  if (!isConfirmed(customer, confirm))
    throw new DomainError('validation-failed', {
      fields: { confirm: 'Repita o subdomínio ou o e-mail do cliente.' },
    });
  return deletePerson(needs, customer);
}

/** The person's live order, if any. */
export const liveOrder = ({ orders }: Pick<Person, 'orders'>): Order | undefined =>
  orders.find(({ releasedAt }) => releasedAt === null);

/** True when the typed text repeats the subdomain or an e-mail of the person, as a guard against mistakes. */
export function isConfirmed(customer: Pick<Person, 'orders' | 'emails'>, typed: string): boolean {
  const expected = (liveOrder(customer) ?? customer.orders[0])?.subdomain;
  return typed === expected || customer.emails.includes(normalEmail(typed));
}

/**
 * Deletes a person who was found and confirmed. Safe to repeat after an interruption at any point.
 * @throws DomainError As `deleteCustomer`, except the errors about finding the person.
 */
export async function deletePerson(needs: Deps, customer: Person): Promise<DeletedCustomer> {
  const live = liveOrder(customer);
  const isTaken = live !== undefined && live.status !== 'CONCLUIDO';
  if (isTaken) await markCancelled(needs.db, live.id, needs.clock.now());
  const tenant = live === undefined ? null : await findTenantByName(needs.db, live.subdomain);
  const running = await removeEnvironments(needs, customer.orders, tenant);
  const open = [
    ...running,
    ...(await openWorkOf(
      needs.db,
      customer.orders.map(({ id }) => id),
    )),
  ];
  if (open.length > 0) return unfinished(customer, open);
  // Recorded once nothing above can refuse any more: the account's access tokens stay valid for minutes.
  for (const subject of customer.subjects) await noteDeletedAccount(needs, subject);
  const accounts = await Promise.all(customer.subjects.map((subject) => needs.identity.removeUser(subject)));
  const erased = customer.orders.map(({ erasedAt }) => erasedAt ?? 0);
  const deletedAt = Math.max(0, ...erased) || null;
  const joined = await Promise.all(customer.subjects.map((subject) => findMembership(needs.db, subject)));
  const rows = await eraseRows(needs.db, customer, needs.clock.now());
  // At once, as when a member leaves: the access must not outlast the account until the scheduled job's next round.
  const orderIds = joined.flatMap((member) => member?.orderId ?? []);
  await runWorkNow(needs, admittedWork, orderIds);
  await maskMentions(needs.db, customer.emails);
  const removed = {
    ...rows,
    environments: tenant === null ? 0 : 1,
    accounts: accounts.filter(Boolean).length,
  };
  const left = isTaken ? [TAKEN_DOWN] : await leftOf(needs.db, customer);
  return {
    isDone: left.length === 0,
    left,
    ...(deletedAt === null ? {} : { deletedAt }),
    removed,
    kept: await keptOf(needs, customer),
    processorCustomerIds: customer.customerIds,
  };
}

/** Label of an open order that the scheduled job is cleaning up. */
const TAKEN_DOWN = 'o pedido em aberto, que está sendo desfeito';

/** While environments run or the processor has not done its part, nothing else is deleted, and what will stay is not known yet. */
function unfinished({ customerIds }: Person, left: readonly string[]): DeletedCustomer {
  return { isDone: false, left: [...left], removed: {}, kept: [], processorCustomerIds: customerIds };
}

/**
 * Removes the live environment and leftovers of earlier orders in the cluster.
 * @returns What is still there; empty when all is confirmed gone.
 */
async function removeEnvironments(
  needs: Deps,
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
  const current = tenant && (await findTenantByName(needs.db, tenant.subdomain));
  return tenant !== null && current?.orderId === tenant.orderId ? [`o ambiente ${tenant.subdomain}`] : [];
}

/**
 * Stops all charges, then removes the environment with its data. Payments are not refunded, and unpaid days become a
 * debt.
 */
async function endAtOnce(needs: Deps, tenant: Tenant): Promise<void> {
  const { orderId, subject } = tenant;
  if ((await findOpenPlanChange(needs.db, orderId)) !== null) throw new DomainError('upgrade-open');
  const { contracts } = (await readLedger(needs.db, orderId)).facts;
  // The row may not show a new purchase yet, so the ledger decides.
  if (contracts.length > 0) await cancelSubscription(needs, subject);
  for (const { subscriptionId } of contracts) await needs.processor.cancelSubscription(subscriptionId);
  // Dated far in the past, so that the scheduled job's next run removes it if this call is interrupted.
  await endForRemoval(needs.db, orderId, needs.clock.now());
  await removeTenant(needs, { ...tenant, state: 'ended' });
}
