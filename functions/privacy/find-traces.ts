/**
 * Searches for data of a person that is left after a deletion.
 *
 * Owns: the search words, and when a row that contains one belongs to another person: subdomains change owners, and
 * people share names.
 */
import { normalEmail } from '#domain/email/email.ts';
import { hasToStay } from '#domain/retention/retention.ts';
import type { Deps } from '#functions/compose.ts';
import type { Customer } from './store.ts';
import { type TraceRow, wholeWord } from './trace-store.ts';

export interface Traces {
  /** Rows that stay, by the retention entry that keeps them. */
  readonly kept: ReadonlyMap<string, readonly TraceRow[]>;
  /** Tables with rows that no entry keeps, with their counts. */
  readonly left: readonly string[];
}

/** Entries that keep a subdomain without its owner. */
const withoutPerson: ReadonlySet<string> = new Set(['quarantined-names']);
/** Tables about pages: only an e-mail in them is personal. */
const aboutPages: ReadonlySet<string> = new Set(['missing_pages', 'feedback', 'reconciliations']);

/** The deletion's own row; its address is removed at the end (deletion-store.ts). */
const ofTheDeletion = 'deletions';

const emailPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** A first name alone does not identify a person. */
const isFullName = (name: string): boolean => name.trim().includes(' ');

const holds = (text: string, word: string): boolean => wholeWord(word, 'iu').test(text);

/** A person with the words that identify them. */
type Sought = Customer & {
  readonly names: readonly string[];
  /** Their former subdomains that another customer has now. */
  readonly passedOn: ReadonlySet<string>;
};

/** Searches for e-mails, names and subdomains over all tables. */
export async function findTraces(
  { traces, tenants, retentionEntries }: Pick<Deps, 'traces' | 'tenants' | 'retentionEntries'>,
  customer: Customer & { readonly names: readonly string[] },
): Promise<Traces> {
  const { emails, orders } = customer;
  const names = customer.names.filter(isFullName);
  const words = new Set([...emails, ...names, ...orders.map(({ subdomain }) => subdomain)]);
  const now = await Promise.all(orders.map(({ subdomain }) => tenants.findBySubdomain(subdomain)));
  const others = now.filter((tenant) => tenant !== null && orders.every(({ id }) => id !== tenant.orderId));
  const passedOn = new Set(others.flatMap((tenant) => tenant?.subdomain ?? []));
  const found = (await traces.search([...words])).filter(
    (trace) => trace.table !== ofTheDeletion && isTheirs(trace, { ...customer, names, passedOn }),
  );
  const kept = new Map<string, TraceRow[]>();
  const left = new Map<string, number>();
  for (const trace of found) {
    const entry = retentionEntries.find(
      (each) => each.tables.includes(trace.table) && (hasToStay(each) || withoutPerson.has(each.id)),
    );
    if (entry === undefined) left.set(trace.table, (left.get(trace.table) ?? 0) + 1);
    else kept.set(entry.id, [...(kept.get(entry.id) ?? []), trace]);
  }
  return { kept, left: [...left].map(([table, rows]) => `${table}: ${rows}`) };
}

function isTheirs({ table, row }: TraceRow, person: Sought): boolean {
  const text = Object.values(row)
    .filter((value) => typeof value === 'string')
    .join('\n');
  // Who mentions an address does not thereby write a row about its person.
  if (!isAddressedTo(row, person) && isOfAnother({ table, row }, person)) return false;
  if (person.emails.some((email) => holds(text, email))) return true;
  if (aboutPages.has(table)) return false;
  if (person.orders.some((order) => holds(text, order.subdomain) && isOfTheirTime(row, order))) return true;
  const hasOtherAddress = (text.match(emailPattern) ?? []).length > 0;
  return !hasOtherAddress && person.names.some((name) => holds(text, name));
}

/** The account or address that a row is about. For a mail, its recipient, or the sender of a support message. */
function addresseeOf(row: TraceRow['row']): { readonly subject: unknown; readonly email: unknown } {
  const { to, email } = mailOf(row);
  return { subject: row['subject'], email: row['email'] ?? to ?? email };
}

/** The payload of an outbox row; empty for any other row. */
function mailOf({ payload }: TraceRow['row']): Readonly<Record<string, unknown>> {
  return typeof payload === 'string' ? (JSON.parse(payload) as Record<string, unknown>) : {};
}

function isAddressedTo(row: TraceRow['row'], { subjects, emails }: Customer): boolean {
  const { subject, email } = addresseeOf(row);
  return (
    (typeof subject === 'string' && subjects.includes(subject)) ||
    (typeof email === 'string' && emails.includes(normalEmail(email)))
  );
}

/** True when the row names an order, account, address, environment or subscription of another person. */
function isOfAnother({ table, row }: TraceRow, person: Sought): boolean {
  const { orders, subjects, subscriptionIds, passedOn } = person;
  const { subject, email } = addresseeOf(row);
  const subdomains = orders.map(({ subdomain }) => subdomain).filter((name) => !passedOn.has(name));
  const known: readonly (readonly [value: unknown, own: readonly string[]])[] = [
    [table === 'orders' ? row['id'] : row['order_id'], orders.map(({ id }) => id)],
    [subject, subjects],
    // It is addressed to another person.
    [email, []],
    [row['subdominio'], subdomains],
    [row['subscription_id'], subscriptionIds],
  ];
  return known.some(([value, own]) => typeof value === 'string' && !own.includes(value));
}

/** A row from before or after their use of the subdomain is about another owner. */
function isOfTheirTime(
  row: TraceRow['row'],
  { createdAt, releasedAt }: Pick<Customer['orders'][number], 'createdAt' | 'releasedAt'>,
): boolean {
  const at = row['created_at'] ?? row['at'];
  return typeof at !== 'number' || (at >= createdAt && (releasedAt === null || at <= releasedAt));
}
