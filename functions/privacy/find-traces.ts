/**
 * Searches for data of a person that is left after a deletion.
 *
 * Owns: the search words, and when a row that contains one belongs to another person: subdomains change owners, and
 * people share names.
 */
import { hasToStay } from '#domain/retention/retention.ts';
import type { Deps } from '#functions/compose.ts';
import type { Customer } from './store.ts';
import type { TraceRow } from './trace-store.ts';

export interface Traces {
  /** Rows that stay, by the retention entry that keeps them. */
  readonly kept: ReadonlyMap<string, readonly TraceRow[]>;
  /** Tables with rows that no entry keeps, with their counts. */
  readonly left: readonly string[];
}

/** Entries that keep a subdomain without its owner. */
const withoutPerson: ReadonlySet<string> = new Set(['resting-names']);
/** Tables about pages: only an e-mail in them is personal. */
const aboutPages: ReadonlySet<string> = new Set(['missing_pages', 'feedback', 'reconciliations']);

/** The deletion's own row; its address is removed at the end (deletion-store.ts). */
const ofTheDeletion = 'deletions';

const emailPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** A first name alone does not identify a person. */
const isFullName = (name: string): boolean => name.trim().includes(' ');

/** True for the whole word only: `bolo` is not found in `bolo-de-fuba`. */
function holds(text: string, word: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}-])${literal}(?![\\p{L}\\p{N}-])`, 'iu').test(text);
}

/** Searches for e-mails, names and subdomains over all tables. */
export async function findTraces(
  { traces, retentionEntries }: Pick<Deps, 'traces' | 'retentionEntries'>,
  customer: Customer & { readonly names: readonly string[] },
): Promise<Traces> {
  const { emails, orders } = customer;
  const names = customer.names.filter(isFullName);
  const words = new Set([...emails, ...names, ...orders.map(({ subdomain }) => subdomain)]);
  const found = (await traces.search([...words])).filter(
    (trace) => trace.table !== ofTheDeletion && isTheirs(trace, { ...customer, names }),
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

function isTheirs(
  { table, row }: TraceRow,
  person: Customer & { readonly names: readonly string[] },
): boolean {
  const text = Object.values(row)
    .filter((value) => typeof value === 'string')
    .join('\n');
  // An e-mail belongs to one person, in any table.
  if (person.emails.some((email) => holds(text, email))) return true;
  if (aboutPages.has(table) || isOfAnother({ table, row }, person)) return false;
  if (person.orders.some((order) => holds(text, order.subdomain) && isOfTheirTime(row, order))) return true;
  const hasOtherAddress = (text.match(emailPattern) ?? []).length > 0;
  return !hasOtherAddress && person.names.some((name) => holds(text, name));
}

/** True when the row names an order, account or subscription of another person. */
function isOfAnother({ table, row }: TraceRow, { orders, subjects, subscriptionIds }: Customer): boolean {
  const ids = orders.map(({ id }) => id);
  const known: readonly (readonly [value: unknown, own: readonly string[]])[] = [
    [table === 'orders' ? row['id'] : row['order_id'], ids],
    [row['subject'], subjects],
    [row['subscription_id'], subscriptionIds],
  ];
  return known.some(([value, own]) => typeof value === 'string' && !own.includes(value));
}

/** A row older than their use of the subdomain is about its former owner. */
function isOfTheirTime(row: TraceRow['row'], { createdAt }: { readonly createdAt: number }): boolean {
  const at = row['created_at'] ?? row['at'];
  return typeof at !== 'number' || at >= createdAt;
}
