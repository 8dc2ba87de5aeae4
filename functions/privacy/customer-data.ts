/**
 * A customer's data, to be handed over or removed (LGPD, arts. 18 to 20).
 *
 * Owns: that a deletion ends what charges and runs before it removes anything, and what has to stay. Which kinds of data
 * stay is read from the legal bases of content/legal/retention.json.
 */

import { businessDay } from '#domain/billing/days.ts';
import type { DeletedCustomer, ExportedCustomer, OperatorRequest } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import { formatPeriod, hasToStay } from '#domain/retention/retention.ts';
import { removeTenant } from '#functions/contract/end-tenant.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { Customer } from '#functions/operations/customer.ts';
import type { Account } from '#functions/vendors/identity.ts';

const nobody: Customer = {
  ...{ subjects: [], emails: [], orders: [] },
  ...{ subscriptionIds: [], customerIds: [], paymentIds: [] },
};

type Needs = Pick<Deps, 'operations' | 'identity' | 'billing'>;

function severalPeople(): DomainError {
  return new DomainError('validation-failed', {
    fields: {
      quem: 'Mais de uma conta combina com isto. Use o e-mail da pessoa ou o identificador da conta, que "historico" mostra.',
    },
  });
}

/** Who is meant as far as our own rows know. @throws DomainError `validation-failed`. */
async function findInRows({ operations }: Needs, who: string): Promise<Customer | null> {
  const customer = await operations.findCustomer(who);
  if (customer === 'several-people') throw severalPeople();
  return customer;
}

/** A person with the accounts that still exist. */
interface Person extends Customer {
  readonly accounts: readonly Account[];
}

/**
 * Who is meant. An account may have no order: its person stopped before the checkout, or was let into somebody else's
 * environment; or its order stands under the e-mail that the account had before.
 * @throws DomainError `not-found`, `validation-failed`, `identity-unavailable`, `payment-unavailable`.
 */
async function requirePerson(deps: Needs, who: string): Promise<Person> {
  const customer = (await findInRows(deps, who)) ?? nobody;
  const isEmail = who.includes('@');
  if (!isEmail && customer.subjects.length > 0) return complete(deps, customer);
  // Half of a character fits into no address that asks for an account.
  const asked = who.replace(/\p{Surrogate}/gu, '\u{FFFD}');
  const account = isEmail ? await deps.identity.findUser(asked) : await deps.identity.readUser(asked);
  if (account !== null && customer.subjects.length === 0)
    return complete(deps, (await findInRows(deps, account.id)) ?? { ...customer, subjects: [account.id] });
  if (customer.subjects.length > 0) {
    const subjects = [...new Set([...customer.subjects, ...(account === null ? [] : [account.id])])];
    const person = await complete(deps, { ...customer, subjects });
    // Accounts that are gone were the same person's; of two that exist, one has the other's former e-mail.
    if (person.accounts.length > 1) throw severalPeople();
    return person;
  }
  if (customer.emails.length > 0) return { ...customer, accounts: [] };
  throw new DomainError('not-found', {
    sentence: 'Não há cliente, conta nem mensagem com este identificador.',
  });
}

/**
 * With what our rows of a person do not say: the e-mail that the account has now, and the charges after the first,
 * which only the processor knows by their subscription.
 */
async function complete({ identity, billing }: Needs, customer: Customer): Promise<Person> {
  const [users, charges] = await Promise.all([
    Promise.all(customer.subjects.map((subject) => identity.readUser(subject))),
    Promise.all(customer.subscriptionIds.map((id) => billing.listSubscriptionPayments(id))),
  ]);
  const accounts = users.filter((account) => account !== null);
  const emails = [...customer.emails, ...accounts.flatMap(({ email }) => email ?? [])];
  const paymentIds = [...customer.paymentIds, ...charges.flat().map(({ paymentId }) => paymentId)];
  return { ...customer, accounts, emails: [...new Set(emails)], paymentIds: [...new Set(paymentIds)] };
}

/**
 * Everything that is held about a person, in an open format.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people; `identity-unavailable`,
 *   `payment-unavailable`.
 */
export async function exportCustomer(deps: Deps, who: string): Promise<ExportedCustomer> {
  const customer = await requirePerson(deps, who);
  return {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    account: customer.accounts[0] ?? null,
    tables: await deps.operations.recordsOf(customer),
    processor: { customerIds: customer.customerIds, subscriptionIds: customer.subscriptionIds },
    retention: deps.retentionEntries.map(({ title, purpose, keep }) => ({
      title,
      purpose,
      period: formatPeriod(keep),
    })),
  };
}

/**
 * Ends a customer's contract at once and removes what may go. Asking again goes on where an earlier call ended.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people, or `confirma` does not repeat
 *   the subdomain or the e-mail; `upgrade-open` while a plan is being bought; `payment-unavailable`,
 *   `cluster-unavailable`, `identity-unavailable`.
 */
export async function deleteCustomer(
  deps: Deps,
  { quem, confirma }: OperatorRequest<'apagar'>,
): Promise<DeletedCustomer> {
  const customer = await requirePerson(deps, quem);
  const live = customer.orders.find(({ isReleased }) => !isReleased);
  const expected = (live ?? customer.orders[0])?.subdominio;
  if (confirma !== expected && !customer.emails.includes(normalEmail(confirma)))
    throw new DomainError('validation-failed', {
      fields: { confirma: 'Repita o subdomínio ou o e-mail do cliente.' },
    });

  const isTaken = live !== undefined && live.status !== 'CONCLUIDO';
  if (isTaken) await deps.operations.cancelOrder(live.id, deps.clock.now());
  const tenant = live === undefined ? null : await deps.tenants.findBySubdomain(live.subdominio);
  if (tenant !== null) await endAtOnce(deps, tenant);
  const accounts = await Promise.all(customer.subjects.map((subject) => deps.identity.removeUser(subject)));
  const removed = await deps.operations.erase(customer);
  for (const { id } of customer.orders) await deps.events.append('customer-deleted', { orderId: id });
  return {
    isDone: !isTaken,
    removed: { ...removed, environments: tenant === null ? 0 : 1, accounts: accounts.filter(Boolean).length },
    kept: deps.retentionEntries.filter(hasToStay).map(({ title, purpose, keep }) => ({
      ...{ title, why: purpose, period: formatPeriod(keep) },
    })),
    processorCustomerIds: customer.customerIds,
  };
}

/** Nothing is charged any more, then the environment goes with its data. What was paid stays paid. */
async function endAtOnce(deps: Deps, tenant: Tenant): Promise<void> {
  const { subdomain, orderId, subscriptionId } = tenant;
  if ((await deps.planChanges.findOpen(orderId)) !== null) throw new DomainError('upgrade-open');
  const now = deps.clock.now();
  if (subscriptionId !== null) {
    await deps.payments.cancelSubscription(subscriptionId);
    for (const { paymentId } of await deps.billingWork.listDunning(subscriptionId))
      await deps.billingWork.closeDunning(paymentId, 'ended', now);
    await deps.tenants.scheduleEnd(subdomain, subscriptionId, businessDay(now), now);
  }
  // Ended long ago, so that the scheduled job removes it with its next run should this call not come to its end.
  await deps.tenants.setState(subdomain, tenant.state, 'ended', 0);
  await removeTenant(deps, { ...tenant, state: 'ended' });
}
