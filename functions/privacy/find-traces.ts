/**
 * What a search for a person still finds after a deletion.
 *
 * Owns: the words that are looked for, and when a row that holds one is another person's: a name goes from hand to hand,
 * and people share names.
 */
import { hasToStay, type RetentionEntry } from '#domain/retention/retention.ts';
import type { Customer } from './store.ts';
import type { TraceRow, TraceStore } from './trace-store.ts';

interface Needs {
  readonly traces: TraceStore;
  readonly retentionEntries: readonly RetentionEntry[];
}

export interface Traces {
  /** Rows that stay, by the entry of the retention file that keeps them. */
  readonly kept: ReadonlyMap<string, readonly TraceRow[]>;
  /** Tables with rows that nothing keeps, with how many. */
  readonly left: readonly string[];
}

/** Entries that keep a name without saying whose it was. */
const withoutPerson: ReadonlySet<string> = new Set(['resting-names']);
/** Tables about pages: only an address in them is a person's. */
const aboutPages: ReadonlySet<string> = new Set(['missing_pages', 'feedback', 'reconciliations']);

/** Asks for the deletion itself: the address in it goes with its end (deletion-store.ts). */
const ofTheDeletion = 'deletions';

const emailPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** A first name alone tells of no person. */
const isTelling = (name: string): boolean => name.trim().includes(' ');

/** The word itself, not a part of another: `bolo` is not in `bolo-de-fuba`. */
function holds(text: string, word: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}-])${literal}(?![\\p{L}\\p{N}-])`, 'iu').test(text);
}

/** Searches for e-mails, names and subdomains over all tables. */
export async function findTraces(
  { traces, retentionEntries }: Needs,
  customer: Customer & { readonly names: readonly string[] },
): Promise<Traces> {
  const { emails, orders } = customer;
  const names = customer.names.filter(isTelling);
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
  // An address is one person's, wherever it stands.
  if (person.emails.some((email) => holds(text, email))) return true;
  if (aboutPages.has(table) || isOfAnother({ table, row }, person)) return false;
  if (person.orders.some((order) => holds(text, order.subdomain) && isOfTheirTime(row, order))) return true;
  const hasOtherAddress = (text.match(emailPattern) ?? []).length > 0;
  return !hasOtherAddress && person.names.some((name) => holds(text, name));
}

/** The row names an order, an account or a subscription, and it is not theirs. */
function isOfAnother({ table, row }: TraceRow, { orders, subjects, subscriptionIds }: Customer): boolean {
  const ids = orders.map(({ id }) => id);
  const known: readonly (readonly [value: unknown, own: readonly string[]])[] = [
    [table === 'orders' ? row['id'] : row['order_id'], ids],
    [row['subject'], subjects],
    [row['subscription_id'], subscriptionIds],
  ];
  return known.some(([value, own]) => typeof value === 'string' && !own.includes(value));
}

/** A row from before they had the name is about its former owner. */
function isOfTheirTime(row: TraceRow['row'], { createdAt }: { readonly createdAt: number }): boolean {
  const at = row['created_at'] ?? row['at'];
  return typeof at !== 'number' || at >= createdAt;
}
