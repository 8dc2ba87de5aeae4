/** Recipients that a provider's answer ended, in D1: counted for the breaker, listed for an operator, and on again. */
import type { Ending } from '#domain/alerts/breaker.ts';
import type { OffReason, RecipientKind } from '#domain/alerts/codes.ts';
import { endedReasons } from '#domain/alerts/may-be-on.ts';
import { all, among, firstValue, run, statement } from '#functions/platform/db.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import { workKindOf } from './names.ts';
import { type Note, noteStatements } from './note-statements.ts';
import { asNewcomer } from './recipient-store.ts';

/** An ending that an operator may undo. */
export interface EndedRecipient {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly kind: RecipientKind;
  readonly address: string;
  readonly label: string | null;
  readonly offReason: OffReason;
  /** Milliseconds, UTC. */
  readonly endedAt: number;
}

/** Endings in one answer to an operator. */
const LISTED_MAX = 500;

/** Endings by answers of a provider since then. */
export const listEndings = (db: D1Database, kind: RecipientKind, since: number): Promise<Ending[]> =>
  all<Ending>(db)`SELECT order_id, ended_at, address FROM alert_recipients
        WHERE ended_at > ${since} AND kind = ${kind} AND state = 'off'
          AND off_reason IN ${among(endedReasons)}`;

export const countRecipientsOn = async (db: D1Database, kind: RecipientKind): Promise<number> =>
  (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM alert_recipients
        WHERE kind = ${kind} AND state = 'on'`) ?? 0;

/** What may be undone since a moment: what no person asked for, in environments that exist. The oldest first. */
export const listEndedSince = (db: D1Database, since: number): Promise<EndedRecipient[]> =>
  all<EndedRecipient>(db)`SELECT r.id, r.order_id, t.subdomain, r.kind, r.address,
          r.label, r.off_reason, r.ended_at
        FROM alert_recipients r JOIN environments t ON t.order_id = r.order_id
        WHERE r.ended_at >= ${since} AND r.state = 'off' AND r.off_reason IN ${among(endedReasons)}
          AND t.state <> 'ended'
        ORDER BY r.ended_at LIMIT ${LISTED_MAX}`;

/** Recipients of an environment that get nothing, without having asked for it. */
export const listStoppedRecipients = (db: D1Database, orderId: string) =>
  all<{ address: string; label: string | null; offReason: OffReason }>(db)`SELECT address, label,
          off_reason FROM alert_recipients
        WHERE order_id = ${orderId} AND state = 'off' AND off_reason IN ('missing', 'blocked', 'kicked', 'spam', 'silent')
        ORDER BY is_owner DESC, created_at`;

/**
 * Switches a recipient on that ended for one of these reasons since one moment and before another; it is told what is
 * down, and what happens from now on.
 * @returns False when it is on, or off for another reason.
 */
export const switchRecipientOn = (
  db: D1Database,
  { id, orderId, kind }: Pick<EndedRecipient, 'id' | 'orderId' | 'kind'>,
  reasons: readonly OffReason[],
  { since, until }: { readonly since: number; readonly until: number },
  now: number,
): Promise<boolean> =>
  changeAndReport(
    db,
    {
      events: [{ kind: 'alert-recipient-on', orderId, detail: `${kind} ${id}` }],
      work: [{ kind: workKindOf(kind), key: id, orderId }],
    },
    now,
  )`
        UPDATE alert_recipients SET state = 'on', off_reason = NULL, ended_at = NULL, warned_at = NULL,
          ${asNewcomer()}
          WHERE id = ${id} AND state = 'off' AND off_reason IN ${among(reasons)} AND ended_at >= ${since} AND ended_at < ${until}`;

/**
 * Records that the others know that messages to a recipient do not arrive, with what tells them. False when they know
 * it already.
 */
export const noteWarning = async (
  db: D1Database,
  { id, orderId }: { readonly id: string; readonly orderId: string },
  report: ChangeReport,
  note: Note,
  now: number,
): Promise<boolean> => {
  const [warned] = await db.batch([
    statement(db)`UPDATE alert_recipients SET warned_at = ${now}
          WHERE id = ${id} AND state = 'on' AND warned_at IS NULL`,
    ...reportStatements(db, report, now, CHANGED),
    ...noteStatements(db, { id, orderId }, note, now),
  ]);
  return warned?.meta.changes === 1;
};

/** A message was accepted: the next trouble is told again. */
export const forgetWarning = (db: D1Database, recipientId: string) =>
  run(db)`UPDATE alert_recipients SET warned_at = NULL WHERE id = ${recipientId}`;
