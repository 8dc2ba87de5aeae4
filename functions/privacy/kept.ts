/** What stays of a person's data after a deletion: why, on which legal basis, until when. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { MarkKind } from '#domain/contract/holds.ts';
import type { DeletedCustomer } from '#domain/contracts/operations.ts';
import { formatPeriod, hasToStay, legalBases, type RetentionEntry } from '#domain/retention/retention.ts';
import type { MarksStore } from '#functions/contract/marks-store.ts';
import { partiesOfPerson } from '#functions/contract/parties.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { Customer } from './store.ts';

type Needs = NeedsOf<typeof partiesOfPerson> & {
  readonly marks: MarksStore;
  readonly retentionEntries: readonly RetentionEntry[];
  /** Days after which rows go, by entry. */
  readonly retentionDays: ReadonlyMap<string, number>;
};

/** Entries that hold nothing but hashes; most people have none of these marks. */
const kindsOfEntry: Readonly<Record<string, readonly MarkKind[]>> = {
  'purchase-marks': ['withdrawal', 'trust'],
  debts: ['debt', 'dispute'],
};

/** The kinds of data that stay of this person. Marks stay because they hold only hashes; the newest says until when. */
export async function keptOf(
  needs: Needs,
  { subjects, orders }: Pick<Customer, 'subjects' | 'orders'>,
): Promise<DeletedCustomer['kept']> {
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  const marks = await needs.marks.findMarks(parties);
  return needs.retentionEntries.filter(hasToStay).flatMap(({ id, title, purpose, keep, bases }) => {
    const kinds = kindsOfEntry[id];
    const newest = marks.filter(({ kind }) => kinds?.includes(kind)).at(-1);
    if (kinds !== undefined && newest === undefined) return [];
    const basis = bases.map((each) => legalBases[each]).join('; ');
    const days = needs.retentionDays.get(id);
    const until =
      newest === undefined || days === undefined ? {} : { until: businessDay(newest.at + days * DAY_MS) };
    return [{ title, why: purpose, period: formatPeriod(keep), basis, ...until }];
  });
}
