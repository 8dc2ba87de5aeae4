/** What stays of a person's data after a deletion: why, on which legal basis, until when. */

import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { businessDay, DAY_MS, startOfDay } from '#domain/billing/days.ts';
import type { MarkKind } from '#domain/contract/holds.ts';
import { formatPeriod, hasToStay, legalBases, type RetentionEntry } from '#domain/privacy/retention.ts';
import type { Deps } from '#functions/compose.ts';
import { findMarks } from '#functions/debts/marks-store.ts';
import { partiesOfPerson } from '#functions/debts/parties.ts';
import { tablesOf } from './personal-tables.ts';
import { purgedDays } from './retention-store.ts';
import {
  type Customer,
  isContract,
  newestChargeAt,
  quarantinedOf,
  recordsOf,
  type StoredRow,
} from './store.ts';

/** Entries that contain only hashes; most people have none of these marks. */
const kindsOfEntry: Readonly<Record<string, readonly MarkKind[]>> = {
  'purchase-marks': ['withdrawal', 'trust'],
  debts: ['debt', 'dispute'],
};

/** Data kept outside of our tables, only for people who paid something or had an account. */
const ofPayers: ReadonlySet<string> = new Set(['payment', 'fiscal']);
const ofAccounts: ReadonlySet<string> = new Set(['sign-in-history']);

/** What has no rows of its own and must stay is kept by other services. */
const isElsewhere = (entry: RetentionEntry): boolean => tablesOf(entry.id).length === 0 && hasToStay(entry);

/** Rows of a person that stay, by the entry that keeps them. */
async function rowsThatStay(
  { db }: Deps,
  customer: Customer,
  coming: readonly StoredRow[],
): Promise<Readonly<Record<string, readonly StoredRow[]>>> {
  const proofs = ['orders', 'contract_ends', 'support_messages'] as const;
  const records = await recordsOf(db, customer, [], proofs);
  const contracts = new Set(customer.orders.filter(isContract).map(({ id }) => id));
  return {
    orders: [...records.orders, ...records.contract_ends, ...coming].filter((row) =>
      contracts.has(String(row['order_id'] ?? row['id'])),
    ),
    support: records.support_messages,
    'quarantined-names': await quarantinedOf(db, customer.orders),
  };
}

/**
 * What stays of this person after a deletion: entries with rows, marks (hashes only), and data that other services keep.
 * The period counts from the newest kept row, or from now for other services.
 * @param coming Ends of contracts that the deletion will write, as rows.
 */
export async function keptOf(
  needs: Deps,
  customer: Customer,
  coming: readonly StoredRow[] = [],
): Promise<DeletedCustomer['kept']> {
  const { subjects, orders, customerIds } = customer;
  const orderIds = orders.map(({ id }) => id);
  const parties = await partiesOfPerson(needs, { subjects, orderIds });
  const marks = await findMarks(needs.db, parties);
  const chargedAt = await newestChargeAt(needs.db, orderIds);
  const found = await rowsThatStay(needs, customer, coming);
  const now = needs.clock.now();
  const daysById = purgedDays(needs.retention);
  return needs.retention.entries.flatMap((entry) => {
    const { id, title, purpose, keep, bases } = entry;
    const rows = found[id] ?? [];
    const newest = marks.filter(({ kind }) => kindsOfEntry[id]?.includes(kind)).at(-1);
    const isAtOthers =
      isElsewhere(entry) &&
      (customerIds.length > 0 || !ofPayers.has(id)) &&
      (subjects.length > 0 || !ofAccounts.has(id));
    if (rows.length === 0 && newest === undefined && !isAtOthers) return [];
    const days = daysById.get(id) ?? daysOf(keep);
    const from = newest?.at ?? ageOf(rows, orders, isAtOthers ? now : null);
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
  rows: readonly StoredRow[],
  orders: Pick<Customer, 'orders'>['orders'],
  otherwise: number | null,
): number | null {
  const ends = rows.flatMap((row) => {
    // The last day may be long after the environment was removed.
    if ('ends_on' in row) return startOfDay(String(row['ends_on']));
    const order = orders.find(({ id }) => id === row['id']);
    if (order === undefined) return row['quarantined_until'] ?? row['created_at'] ?? [];
    const hasEnd = rows.some((each) => each['order_id'] === order.id);
    return hasEnd ? [] : (order.releasedAt ?? row['released_at'] ?? []);
  });
  const known = ends.filter((each) => typeof each === 'number');
  return known.length === 0 ? otherwise : Math.max(...known);
}
