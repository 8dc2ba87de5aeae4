/** Deletions that people requested themselves, in D1: one per account. */

import { DELETION_WORK } from '#functions/platform/work/names.ts';
import { exists, first, run, type Sql, sql } from './db.ts';
import { changeAndReport, type OutgoingMail } from './outbox.ts';

export interface Deletion {
  /** OIDC subject. */
  readonly subject: string;
  readonly email: string | null;
  /** Milliseconds, UTC. */
  readonly requestedAt: number;
  /** Before this time only the renewal ends. */
  readonly deletableAt: number;
}

const RECORD = sql`subject, email, requested_at, deletable_at`;

/** The open deletion of an account, or `null`. */
/** SQL condition: the account has asked for its deletion. */
export const hasOpenDeletion = (subject: string): Sql =>
  sql`EXISTS (SELECT 1 FROM deletions WHERE subject = ${subject} AND done_at IS NULL)`;

export const findOpenDeletion = (db: D1Database, subject: string): Promise<Deletion | null> =>
  first<Deletion>(db)`SELECT ${RECORD} FROM deletions WHERE subject = ${subject} AND done_at IS NULL`;

/**
 * Stores a deletion that is due at once; false when one is already open.
 * @param orderId Of the environment that goes with it.
 */
export const beginDeletion = (
  db: D1Database,
  { subject, email, requestedAt, deletableAt }: Deletion,
  orderId: string | undefined,
): Promise<boolean> =>
  changeAndReport(
    db,
    {
      work: [{ kind: DELETION_WORK, key: subject }],
      events: orderId === undefined ? [] : [{ kind: 'deletion-asked', orderId }],
    },
    requestedAt,
  )`
        INSERT INTO deletions (subject, email, requested_at, deletable_at)
          VALUES (${subject}, ${email}, ${requestedAt}, ${deletableAt})
          ON CONFLICT (subject) DO UPDATE SET email = excluded.email, requested_at = excluded.requested_at,
            deletable_at = excluded.deletable_at, done_at = NULL WHERE done_at IS NOT NULL`;

/** Waits for the members' notice until `deletableAt`; does nothing if it was hastened meanwhile. */
export const holdDeletion = (
  db: D1Database,
  known: Pick<Deletion, 'subject' | 'deletableAt'>,
  deletableAt: number,
) =>
  run(db)`UPDATE deletions SET deletable_at = ${deletableAt}
        WHERE subject = ${known.subject} AND deletable_at = ${known.deletableAt} AND done_at IS NULL`;

/** Ends the wait. */
export const bringDeletionForward = (db: D1Database, subject: string, now: number): Promise<boolean> =>
  changeAndReport(db, { work: [{ kind: DELETION_WORK, key: subject }] }, now)`
        UPDATE deletions SET deletable_at = ${now}
          WHERE subject = ${subject} AND deletable_at > ${now} AND done_at IS NULL`;

/** Finishes it: the address moves from the row into the last mail. */
export const finishDeletion = (
  db: D1Database,
  subject: string,
  mail: OutgoingMail | null,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { mails: [mail] }, now)`
        UPDATE deletions SET done_at = ${now}, email = NULL
          WHERE subject = ${subject} AND done_at IS NULL`;

/** True while a mail whose id begins so was not sent. */
export const isMailWaiting = (db: D1Database, prefix: string) =>
  exists(db)`SELECT 1 FROM outbox WHERE id > ${prefix} AND id < ${prefix} || '~' AND sent_at IS NULL`;

/** Deletes the sent last mail, because its row contains the person's address. */
export const deleteSentMail = (db: D1Database, template: string) =>
  run(db)`DELETE FROM outbox WHERE template = ${template} AND sent_at IS NOT NULL`;
