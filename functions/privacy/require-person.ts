/** Finds the person an operator means, in our own rows and at the identity provider. */
import { DomainError } from '#domain/errors.ts';
import type { Account, IdentityAdmin } from '#functions/vendors/identity.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { type Customer, type CustomerStore, nobody } from './store.ts';

interface Needs {
  readonly customers: CustomerStore;
  readonly identity: IdentityAdmin;
  readonly billing: BillingGateway;
}

/** A person with the accounts that still exist. */
export interface Person extends Customer {
  readonly accounts: readonly Account[];
}

function severalPeople(): DomainError {
  return new DomainError('validation-failed', {
    fields: {
      quem: 'Mais de uma conta combina com isto. Use o e-mail da pessoa ou o identificador da conta, que "historico" mostra.',
    },
  });
}

/** Who is meant as far as our own rows know. @throws DomainError `validation-failed`. */
async function findInRows({ customers }: Needs, who: string): Promise<Customer | null> {
  const customer = await customers.find(who);
  if (customer === 'several-people') throw severalPeople();
  return customer;
}

/**
 * Who is meant. An account may have no order: its person stopped before the checkout, or was let into another person's
 * environment; or its order has the e-mail that the account had before.
 * @throws DomainError `not-found`, `validation-failed`, `identity-unavailable`, `payment-unavailable`.
 */
export async function requirePerson(needs: Needs, who: string): Promise<Person> {
  const customer = (await findInRows(needs, who)) ?? nobody;
  const isEmail = who.includes('@');
  if (!isEmail && customer.subjects.length > 0) return complete(needs, customer);
  // Half of a character fits into no address that asks for an account.
  const asked = who.replace(/\p{Surrogate}/gu, '\u{FFFD}');
  const account = isEmail ? await needs.identity.findUser(asked) : await needs.identity.readUser(asked);
  if (account !== null && customer.subjects.length === 0)
    return complete(needs, (await findInRows(needs, account.id)) ?? { ...customer, subjects: [account.id] });
  if (customer.subjects.length > 0) {
    const subjects = [...new Set([...customer.subjects, ...(account === null ? [] : [account.id])])];
    const person = await complete(needs, { ...customer, subjects });
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
