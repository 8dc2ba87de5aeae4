/** What stays of a person's data after a deletion: why, on which legal basis, until when. */

import type { DeletedCustomer } from '#domain/api-schemas/operations.ts';
import { businessDay, DAY_MS, startOfDay } from '#domain/billing/days.ts';
import type { MarkKind } from '#domain/contract/holds.ts';
import { formatPeriod, hasToStay, legalBases, type RetentionEntry } from '#domain/retention/retention.ts';
import type { Deps } from '#functions/compose.ts';
import { partiesOfPerson } from '#functions/debts/parties.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { Traces } from './find-traces.ts';
import type { Customer } from './store.ts';
import type { TraceRow } from './trace-store.ts';

type Needs = NeedsOf<typeof partiesOfPerson> &
  Pick<Deps, 'marks' | 'customers' | 'clock' | 'retentionEntries' | 'retentionDays'>;

/** Entries that contain only hashes; most people have none of these marks. */
const kindsOfEntry: Readonly<Record<string, readonly MarkKind[]>> = {
  'purchase-marks': ['withdrawal', 'trust'],
  debts: ['debt', 'dispute'],
};

/** Data kept outside of our tables, only for people who paid something or had an account. */
const ofPayers: ReadonlySet<string> = new Set(['payment', 'fiscal']);
const ofAccounts: ReadonlySet<string> = new Set(['sign-in-history']);

/**
 * What stays of this person: entries with rows that a search found, marks (hashes only), and data that other services
 * keep. The period counts from the newest kept row, or from now for other services.
 */
export async function keptOf(
  needs: Needs,
  { subjects, orders, customerIds }: Pick<Customer, 'subjects' | 'orders' | 'customerIds'>,
  found: Traces['kept'],
): Promise<DeletedCustomer['kept']> {
  const orderIds = orders.map(({ id }) => id);
  const parties = await partiesOfPerson(needs, { subjects, orderIds });
  const marks = await needs.marks.findMarks(parties);
  const chargedAt = await needs.customers.newestChargeAt(orderIds);
  const now = needs.clock.now();
  return needs.retentionEntries.flatMap((entry) => {
    const { id, title, purpose, keep, bases, tables } = entry;
    const rows = found.get(id) ?? [];
    const newest = marks.filter(({ kind }) => kindsOfEntry[id]?.includes(kind)).at(-1);
    const isElsewhere =
      tables.length === 0 &&
      hasToStay(entry) &&
      (customerIds.length > 0 || !ofPayers.has(id)) &&
      (subjects.length > 0 || !ofAccounts.has(id));
    if (rows.length === 0 && newest === undefined && !isElsewhere) return [];
    const days = needs.retentionDays.get(id) ?? daysOf(keep);
    const from = newest?.at ?? ageOf(rows, orders, isElsewhere ? now : null);
    const counted = from === null || days === null ? null : businessDay(from + days * DAY_MS);
    const until = id === 'fiscal' ? fiscalEnd(keep, chargedAt) : counted;
    const basis = bases.map((each) => legalBases[each]).join('; ');
    const kept = { id, title, why: purpose, period: formatPeriod(keep), basis, rows: rows.length };
    return [until === null ? kept : { ...kept, until }];
  });
}

/** Tax law counts full years, starting with the year after the last charge. */
const fiscalEnd = (keep: RetentionEntry['keep'], chargedAt: number | null): string | null =>
  'until' in keep || chargedAt === null
    ? null
    : `${Number(businessDay(chargedAt).slice(0, 4)) + keep.amount}-12-31`;

/** Length in days of a period that counts from an event; `null` for one that counts from a year's end. */
function daysOf(keep: RetentionEntry['keep']): number | null {
  if ('until' in keep || keep.unit === 'years') return null;
  return keep.amount * (keep.unit === 'months' ? 31 : 1);
}

/** The time from which the newest of these rows is kept; `null` when unknown. */
function ageOf(
  rows: readonly TraceRow[],
  orders: Pick<Customer, 'orders'>['orders'],
  otherwise: number | null,
): number | null {
  const ends = rows.flatMap(({ table, row }) => {
    // The last day may be long after the environment was removed.
    if (table === 'contract_ends') return startOfDay(String(row['ends_on']));
    if (table === 'orders') {
      const id = row['id'];
      if (rows.some((each) => each.table === 'contract_ends' && each.row['order_id'] === id)) return [];
      return orders.find((order) => order.id === id)?.releasedAt ?? row['released_at'] ?? [];
    }
    return row['quarantined_until'] ?? row['created_at'] ?? row['at'] ?? [];
  });
  const known = ends.filter((each) => typeof each === 'number');
  return known.length === 0 ? otherwise : Math.max(...known);
}
