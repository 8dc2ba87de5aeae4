/** The history of an environment for its owner and its members. */
import { activityKinds } from '#domain/activity/kinds.ts';
import { ACTIVITY_MAX, type Activity, type ActivityAnswer } from '#domain/api-schemas/activity.ts';
import type { Deps } from '#functions/compose.ts';
import { findOrder } from '#functions/orders/store.ts';
import { type ActivityRow, listActivity } from '#functions/platform/activity.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** Longest pause between two batches of one import. */
const BATCH_MS = 600_000;

/** @throws DomainError As `requireParty`. */
export async function readActivity(
  needs: Pick<Deps, 'db' | 'clock'>,
  { subject }: Pick<Identity, 'subject'>,
): Promise<ActivityAnswer> {
  const {
    tenant: { orderId, subdomain },
  } = await requireParty(needs, subject);
  const [rows, order] = await Promise.all([
    listActivity(needs.db, orderId, activityKinds, ACTIVITY_MAX + 1),
    findOrder(needs.db, orderId),
  ]);
  return {
    tenant: subdomain,
    activities: withoutBatches(rows.slice(0, ACTIVITY_MAX)).map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      kind: row.kind as Activity['kind'],
      who: actorOf(row, order?.email ?? null),
    })),
    isComplete: rows.length <= ACTIVITY_MAX,
  };
}

/** An import is made in batches, seconds apart: one line for all of them. */
const withoutBatches = (rows: readonly ActivityRow[]): readonly ActivityRow[] =>
  rows.filter(({ kind, actor, at }, index) => {
    const newer = rows[index - 1];
    return !(
      kind === 'monitors-imported' &&
      newer?.kind === kind &&
      newer.actor === actor &&
      newer.at - at < BATCH_MS
    );
  });

function actorOf({ actor, isOperators, memberName }: ActivityRow, owner: string | null): Activity['who'] {
  if (isOperators === 1) return { role: 'team' };
  if (actor === null) return { role: 'system' };
  if (actor === 'owner') return { role: 'owner', ...(owner === null ? {} : { name: owner }) };
  return memberName === null ? { role: 'former-member' } : { role: 'member', name: memberName };
}
