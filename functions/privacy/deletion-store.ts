/** Deletions that people requested themselves, in D1: one per account, worked under a lease, removed when finished. */
import { all, changesOne, first, run, statement } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';

/** Longer than one run on an account may take: removing an environment waits for the cluster. */
const LEASE_MS = 600_000;

export interface Deletion {
  /** OIDC subject. */
  readonly subject: string;
  readonly email: string | null;
  /** Milliseconds, UTC. */
  readonly requestedAt: number;
  /** Before this time only the renewal ends. */
  readonly deletableAt: number;
}

const RECORD = 'subject, email, requested_at AS requestedAt, goes_at AS deletableAt';

/** Makes the store over a D1 database. */
export function createDeletionStore(db: D1Database) {
  return {
    /** The open deletion of an account, or `null`. */
    findOpen: (subject: string): Promise<Deletion | null> =>
      first<Deletion>(db, `SELECT ${RECORD} FROM deletions WHERE subject = ? AND done_at IS NULL`, subject),
    /** Stores a deletion that is due at once; false when one is already open. */
    begin: ({ subject, email, requestedAt, deletableAt }: Deletion): Promise<boolean> =>
      changesOne(
        db,
        `INSERT INTO deletions (subject, email, requested_at, goes_at, due_at) VALUES (?1, ?2, ?3, ?4, ?3)
        ON CONFLICT (subject) DO UPDATE SET email = ?2, requested_at = ?3, goes_at = ?4, due_at = ?3, remains = NULL,
          done_at = NULL WHERE done_at IS NOT NULL`,
        subject,
        email,
        requestedAt,
        deletableAt,
      ),
    /** Claims due deletions, each under a lease; a later run continues an interrupted one. */
    claimDue: (now: number, limit: number): Promise<Deletion[]> =>
      all<Deletion>(
        db,
        `UPDATE deletions SET due_at = ? WHERE subject IN
           (SELECT subject FROM deletions WHERE done_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
         RETURNING ${RECORD}`,
        now + LEASE_MS,
        now,
        limit,
      ),
    /**
     * Waits for the members' notice until `deletableAt`, with the next check at `dueAt`; does nothing if it was hastened
     * meanwhile.
     */
    hold: (known: Pick<Deletion, 'subject' | 'deletableAt'>, deletableAt: number, dueAt: number) =>
      run(
        db,
        `UPDATE deletions SET goes_at = ?, due_at = ?, remains = NULL
        WHERE subject = ? AND goes_at = ? AND done_at IS NULL`,
        deletableAt,
        dueAt,
        known.subject,
        known.deletableAt,
      ),
    /** Ends the wait: the deletion is due in the next run, or as soon as a running one releases it. */
    hasten: (subject: string, now: number) =>
      run(
        db,
        `UPDATE deletions SET goes_at = ?1, due_at = IIF(due_at > ?2, ?1, due_at)
        WHERE subject = ?3 AND goes_at > ?1 AND done_at IS NULL`,
        now,
        now + LEASE_MS,
        subject,
      ),
    /**
     * Postpones the next run.
     * @param remains What is left, for operators; no personal data.
     */
    postpone: (subject: string, dueAt: number, remains: string | null) =>
      run(
        db,
        'UPDATE deletions SET due_at = ?, remains = ? WHERE subject = ? AND done_at IS NULL',
        dueAt,
        remains,
        subject,
      ),
    /** Finishes it: the address moves from the row into the last mail. */
    finish: (subject: string, mail: OutgoingMail | null, now: number): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          'UPDATE deletions SET done_at = ?, email = NULL, remains = NULL WHERE subject = ? AND done_at IS NULL',
          now,
          subject,
        ),
        { mails: [mail] },
        now,
      ),
    /** Deletes the sent last mail, because its row contains the person's address. */
    deleteSentMail: (template: string) =>
      run(db, 'DELETE FROM outbox WHERE template = ? AND sent_at IS NOT NULL', template),
  };
}
