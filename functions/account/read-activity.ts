/** The history of an environment for its owner and its members. */
import { activityKinds } from '#domain/activity/kinds.ts';
import { ACTIVITY_MAX, type Activity, type ActivityAnswer } from '#domain/api-schemas/activity.ts';
import type { Deps } from '#functions/compose.ts';
import type { Order } from '#functions/orders/order.ts';
import { findOrder } from '#functions/orders/store.ts';
import { type ActivityRow, listActivity } from '#functions/platform/activity.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { aboutOf, type Names, readNames, recipientIn } from './activity-about.ts';

/** Longest pause between two batches of one import. */
const BATCH_MS = 600_000;

/** @throws DomainError As `requireParty`. */
export async function readActivity(
  needs: Pick<Deps, 'db' | 'clock' | 'catalog'>,
  { subject }: Pick<Identity, 'subject'>,
): Promise<ActivityAnswer> {
  const {
    tenant: { orderId, subdomain },
  } = await requireParty(needs, subject);
  const [rows, order, names] = await Promise.all([
    listActivity(needs.db, orderId, activityKinds, ACTIVITY_MAX + 1),
    findOrder(needs.db, orderId),
    readNames(needs, orderId),
  ]);
  return {
    tenant: subdomain,
    activities: withoutBatches(rows.slice(0, ACTIVITY_MAX).filter(isShown)).map((row) => {
      const kind = row.kind as Activity['kind'];
      const about = aboutOf(row, kind, names, needs);
      return {
        id: row.id,
        at: new Date(row.at).toISOString(),
        kind,
        ...(about === undefined ? {} : { about }),
        who: actorOf(actedBy(row, names), order),
      };
    }),
    isComplete: rows.length <= ACTIVITY_MAX,
  };
}

/** Of what was tried with a card only the refusal is the customer's business. */
const isShown = ({ kind, detail }: ActivityRow): boolean =>
  (kind !== 'charge-failed' && kind !== 'card-change-closed') || /\bpayment-declined$/.test(detail ?? '');

/** An import is made in batches, seconds apart: one line for all of them, with their sum. */
function withoutBatches(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const kept: ActivityRow[] = [];
  let oldest: ActivityRow | undefined;
  for (const row of rows) {
    const newer = kept.at(-1);
    const isSame =
      row.kind === 'monitors-imported' &&
      newer?.kind === row.kind &&
      newer.actor === row.actor &&
      oldest !== undefined &&
      oldest.at - row.at < BATCH_MS;
    if (isSame) kept[kept.length - 1] = { ...newer, detail: sumOf(newer.detail, row.detail) };
    else kept.push(row);
    oldest = row;
  }
  return kept;
}

/** "12, csv" and "5, csv" are "17, csv". */
function sumOf(one: string | null, other: string | null): string | null {
  const [count = '', source] = one?.split(', ') ?? [];
  const [more = '', otherSource] = other?.split(', ') ?? [];
  return source === undefined || source !== otherSource ? null : `${Number(count) + Number(more)}, ${source}`;
}

/** What is done in a chat or by a link, where no account calls, is by whoever that belongs to. */
function actedBy(row: ActivityRow, names: Names): ActivityRow {
  if (row.kind === 'alert-seen' && row.actor === null)
    return { ...row, actor: 'recipient', memberName: recipientIn(row, names)?.name ?? null };
  return row.kind === 'alert-recipient-on' &&
    row.actor === null &&
    row.detail?.startsWith('telegram') === true
    ? withActor(row, recipientIn(row, names)?.memberId ?? 'owner', names)
    : row;
}

const withActor = (row: ActivityRow, actor: string, { people }: Names): ActivityRow => ({
  ...row,
  actor,
  memberName: people.get(actor) ?? null,
});

function actorOf(
  { actor, isOperators, memberName }: ActivityRow,
  order: Pick<Order, 'name' | 'email'> | null,
): Activity['who'] {
  if (isOperators === 1) return { role: 'team' };
  if (actor === null) return { role: 'system' };
  const owner = order?.name ?? order?.email ?? null;
  if (actor === 'owner') return { role: 'owner', ...(owner === null ? {} : { name: owner }) };
  return memberName === null ? { role: 'former-member' } : { role: 'member', name: memberName };
}
