/** Deletions that people asked for themselves, in D1: one for an account, taken under a lease, forgotten after its end. */
import { all, first, run, statement } from '#functions/platform/db.ts';
import { changeAndTell, type OutgoingMail } from '#functions/platform/outbox.ts';

/** Longer than one run on an account may take: removing an environment waits for the cluster. */
const LEASE_MS = 600_000;

export interface Deletion {
  /** OIDC subject. */
  readonly subject: string;
  readonly email: string | null;
  /** Milliseconds, UTC. */
  readonly requestedAt: number;
  /** Before this nothing but the renewal ends. */
  readonly goesAt: number;
}

const RECORD = 'subject, email, requested_at AS requestedAt, goes_at AS goesAt';

/** Makes the store over a D1 database. */
export function createDeletionStore(db: D1Database) {
  return {
    /** The deletion of an account that is under way, or `null`. */
    findOpen: (subject: string): Promise<Deletion | null> =>
      first<Deletion>(db, `SELECT ${RECORD} FROM deletions WHERE subject = ? AND done_at IS NULL`, subject),
    /** Notes a deletion to be worked at once; false when one is under way. */
    async begin({ subject, email, requestedAt, goesAt }: Deletion): Promise<boolean> {
      const sql = `INSERT INTO deletions (subject, email, requested_at, goes_at, due_at) VALUES (?1, ?2, ?3, ?4, ?3)
        ON CONFLICT (subject) DO UPDATE SET email = ?2, requested_at = ?3, goes_at = ?4, due_at = ?3, remains = NULL,
          done_at = NULL WHERE done_at IS NOT NULL`;
      return (await run(db, sql, subject, email, requestedAt, goesAt)) === 1;
    },
    /** Takes the deletions that are due, each under a lease: a run that is killed leaves them to a later one. */
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
    /** Waits for other people until `goesAt`, and is looked at again at `dueAt`; not where it was hastened meanwhile. */
    async hold(known: Pick<Deletion, 'subject' | 'goesAt'>, goesAt: number, dueAt: number): Promise<void> {
      const sql = `UPDATE deletions SET goes_at = ?, due_at = ?, remains = NULL
        WHERE subject = ? AND goes_at = ? AND done_at IS NULL`;
      await run(db, sql, goesAt, dueAt, known.subject, known.goesAt);
    },
    /** Nobody has to be waited for any more: it goes with the next run, or when a run under way has let go of it. */
    async hasten(subject: string, now: number): Promise<void> {
      const sql = `UPDATE deletions SET goes_at = ?1, due_at = IIF(due_at > ?2, ?1, due_at)
        WHERE subject = ?3 AND goes_at > ?1 AND done_at IS NULL`;
      await run(db, sql, now, now + LEASE_MS, subject);
    },
    /** Puts the next run off. @param remains What is left, for operators; no words of the person. */
    async postpone(subject: string, dueAt: number, remains: string | null): Promise<void> {
      const sql = 'UPDATE deletions SET due_at = ?, remains = ? WHERE subject = ? AND done_at IS NULL';
      await run(db, sql, dueAt, remains, subject);
    },
    /** It is over: the address goes, into the mail that tells it. */
    finish: (subject: string, mail: OutgoingMail | null, now: number): Promise<boolean> =>
      changeAndTell(
        db,
        statement(
          db,
          'UPDATE deletions SET done_at = ?, email = NULL, remains = NULL WHERE subject = ? AND done_at IS NULL',
          now,
          subject,
        ),
        mail === null ? [] : [mail],
        now,
      ),
    /** The last mail to a person holds their address: its row goes once it has left. */
    async forgetTold(template: string): Promise<void> {
      await run(db, 'DELETE FROM outbox WHERE template = ? AND sent_at IS NOT NULL', template);
    },
  };
}
export type DeletionStore = ReturnType<typeof createDeletionStore>;
