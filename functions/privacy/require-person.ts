/** Finds the person that an operator's input refers to, in our rows and at the identity provider. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import type { Account } from '#functions/vendors/identity.ts';
import { type Customer, findRows, noCustomer } from './store.ts';

type Needs = Pick<Deps, 'db' | 'identity' | 'processor'>;

/** A person with their existing accounts. */
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

/**
 * The person in our own rows.
 * @throws DomainError `validation-failed`.
 */
async function findInRows({ db }: Needs, who: string): Promise<Customer | null> {
  const customer = await findRows(db, who);
  if (customer === 'several-people') throw severalPeople();
  return customer;
}

/**
 * Finds the person. An account may have no order (its person stopped before the checkout, or is a member of another
 * customer's environment), and an order may have the account's former e-mail.
 * @throws DomainError `not-found`, `validation-failed`, `identity-unavailable`, `payment-unavailable`.
 */
export async function requirePerson(needs: Needs, who: string): Promise<Person> {
  const customer = (await findInRows(needs, who)) ?? noCustomer;
  const isEmail = who.includes('@');
  if (!isEmail && customer.subjects.length > 0) return complete(needs, customer);
  // A lone surrogate cannot be encoded in a URL.
  const asked = who.replace(/\p{Surrogate}/gu, '\u{FFFD}');
  const account = isEmail ? await needs.identity.findUser(asked) : await needs.identity.readUser(asked);
  if (account !== null && customer.subjects.length === 0)
    return complete(needs, (await findInRows(needs, account.id)) ?? { ...customer, subjects: [account.id] });
  if (customer.subjects.length > 0) {
    const subjects = [...new Set([...customer.subjects, ...(account === null ? [] : [account.id])])];
    const person = await complete(needs, { ...customer, subjects });
    // Deleted accounts belonged to the same person. With two existing accounts, one has the other's former e-mail.
    if (person.accounts.length > 1) throw severalPeople();
    return person;
  }
  if (customer.emails.length > 0) return { ...customer, accounts: [] };
  throw new DomainError('not-found', {
    sentence: 'Não há cliente, conta nem mensagem com este identificador.',
  });
}

/**
 * Adds what our rows lack: the account's current e-mail, and charges after the first, which only the processor lists.
 */
async function complete({ identity, processor }: Needs, customer: Customer): Promise<Person> {
  const [users, charges] = await Promise.all([
    Promise.all(customer.subjects.map((subject) => identity.readUser(subject))),
    Promise.all(customer.subscriptionIds.map((id) => processor.listSubscriptionPayments(id))),
  ]);
  const accounts = users.filter((account) => account !== null);
  const emails = [...customer.emails, ...accounts.flatMap(({ email }) => email ?? [])];
  const paymentIds = [...customer.paymentIds, ...charges.flat().map(({ paymentId }) => paymentId)];
  return { ...customer, accounts, emails: [...new Set(emails)], paymentIds: [...new Set(paymentIds)] };
}
