/**
 * Members of environments in D1: memberships with their ends and pauses, and the group updates still due at the
 * identity provider.
 */
import {
  AMONG,
  all,
  first,
  firstChangesOne,
  firstValue,
  list,
  run,
  statement,
} from '#functions/platform/db.ts';
import {
  type ChangeReport,
  mailStatement,
  type OutgoingMail,
  reportStatements,
} from '#functions/platform/outbox.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { admittedChanged } from './admitted-store.ts';
import type { Invitation, Membership, Team } from './team.ts';

const RECORD = `id, order_id AS orderId, subject, email, name, token_hash AS tokenHash, joined_at AS joinedAt, paused_at AS pausedAt,
  agreed_at AS agreedAt`;

/** Longer than the calls about one account's group may take together, in milliseconds. */
const GROUP_LEASE_MS = 120_000;

/**
 * SQL: makes a group due at `?1`. While a call about it may still arrive, the next one waits for the lease to end, and
 * the changed time shows that the result of the first call is out of date.
 */
const GROUP_DUE = 'IIF(group_due_at > ?1, group_due_at + 1, ?1)';

/** An account whose group must be updated. */
export interface OwedGroup {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly subject: string;
  /** 1 when the account must be in the group. */
  readonly isIn: number;
}

const OWED_GROUP = `m.id, m.order_id AS orderId, t.subdominio AS subdomain, m.subject,
  (t.subject = m.subject OR EXISTS (SELECT 1 FROM memberships n WHERE n.order_id = m.order_id
    AND n.subject = m.subject AND n.ended_at IS NULL AND n.paused_at IS NULL)) AS isIn`;

/** What decides about an environment's seats. */
export interface SeatRow {
  readonly orderId: string;
  readonly overSince: number | null;
  readonly gracePlan: string | null;
  readonly graceAt: number | null;
}

const SEATS = `order_id AS orderId, seats_over_at AS overSince, seats_grace_plan AS gracePlan, seats_grace_at AS graceAt`;

/** Makes the store over a D1 database. */
export function createPeopleStore(db: D1Database) {
  const withMails = (mails: readonly OutgoingMail[], now: number, condition: string, ...values: unknown[]) =>
    mails.map((mail) => mailStatement(db, mail, now, condition, ...values));

  return {
    async readTeam(orderId: string): Promise<Team> {
      const [members, invitations] = await Promise.all([
        all<Membership>(
          db,
          `SELECT ${RECORD} FROM memberships WHERE order_id = ? AND ended_at IS NULL ORDER BY joined_at, id`,
          orderId,
        ),
        all<Invitation>(
          db,
          `SELECT id, email, expires_at AS expiresAt FROM invitations WHERE order_id = ? ORDER BY created_at, id`,
          orderId,
        ),
      ]);
      return { members, invitations };
    },
    /** The account's membership; `null` when it is no member of another customer's environment. */
    findMembership: (subject: string) =>
      first<Membership>(
        db,
        `SELECT ${RECORD} FROM memberships WHERE subject = ? AND ended_at IS NULL`,
        subject,
      ),

    /**
     * Copies the account's name and e-mail into its membership (LGPD, art. 18, III); an unverified e-mail changes
     * nothing.
     */
    followAccount: ({ subject, email, emailVerified, name }: Identity) =>
      run(
        db,
        `UPDATE memberships SET email = IIF(?1, ?2, email), name = ?3
         WHERE subject = ?4 AND ended_at IS NULL AND (email <> IIF(?1, ?2, email) OR name IS NOT ?3)`,
        ...[Number(emailVerified && email !== null), email, name, subject],
      ),

    /** Ends a membership with its report; false, with no report, when it had already ended. */
    end: ({ id, orderId }: Pick<Membership, 'id' | 'orderId'>, report: ChangeReport, now: number) =>
      firstChangesOne(db, [
        statement(
          db,
          `UPDATE memberships SET ended_at = ?1, group_due_at = ${GROUP_DUE} WHERE id = ?2 AND order_id = ?3 AND ended_at IS NULL`,
          now,
          id,
          orderId,
        ),
        admittedChanged(db, orderId, now, 'changes() = 1'),
        // A seat is free, so a paused member may get access again.
        statement(db, 'UPDATE tenants SET seats_due_at = 0 WHERE order_id = ? AND changes() = 1', orderId),
        ...reportStatements(
          db,
          report,
          now,
          'EXISTS (SELECT 1 FROM memberships WHERE id = ? AND ended_at = ?)',
          ...[id, now],
        ),
      ]),

    /** Claims accounts whose group is due, each under a lease. */
    claimGroups: (now: number, limit: number) =>
      claim(
        `id IN (SELECT id FROM memberships WHERE group_due_at <= ? ORDER BY group_due_at LIMIT ?)`,
        now,
        now,
        limit,
      ),
    /** Claims the group of one account. */
    claimGroupsOf: (subject: string, now: number) =>
      claim('subject = ? AND group_due_at <= ?', now, subject, now),
    /**
     * Ends the lease of an updated group; one that changed meanwhile is due again.
     * @param since When it was claimed.
     */
    groupDone: (id: string, since: number, now: number) =>
      run(
        db,
        `UPDATE memberships SET group_due_at = IIF(group_due_at = ?, NULL, ?)
         WHERE id = ? AND group_due_at IS NOT NULL`,
        ...[since + GROUP_LEASE_MS, now, id],
      ),
    postponeGroup: (id: string, dueAt: number) =>
      run(db, 'UPDATE memberships SET group_due_at = ? WHERE id = ? AND group_due_at IS NOT NULL', dueAt, id),

    /** Claims environments whose seats must be checked. */
    claimSeats: (now: number, nextAt: number, limit: number) =>
      all<SeatRow>(
        db,
        `UPDATE tenants SET seats_due_at = ? WHERE order_id IN (
           SELECT order_id FROM tenants WHERE seats_due_at <= ? AND state = 'active' ORDER BY seats_due_at LIMIT ?)
         RETURNING ${SEATS}`,
        nextAt,
        now,
        limit,
      ),
    readSeats: (orderId: string) =>
      first<SeatRow>(db, `SELECT ${SEATS} FROM tenants WHERE order_id = ?`, orderId),
    /** All people fit into the plan: members in `resume` get their access back, and no check is due. */
    async noteFits(orderId: string, resume: readonly string[], report: ChangeReport, now: number) {
      await db.batch([
        statement(
          db,
          `UPDATE memberships SET paused_at = NULL, group_due_at = ${GROUP_DUE}
           WHERE paused_at IS NOT NULL AND ended_at IS NULL AND id IN (SELECT value FROM json_each(?2))`,
          now,
          list(resume),
        ),
        admittedChanged(db, orderId, now, 'changes() > 0'),
        statement(
          db,
          'UPDATE tenants SET seats_due_at = NULL, seats_over_at = NULL WHERE order_id = ?',
          orderId,
        ),
        ...reportStatements(db, report, now),
      ]);
    },
    /** Too many people: queues the owner's mail, with time to choose until `until`. */
    async noteGrace(
      orderId: string,
      { plan, until }: { plan: string; until: number },
      mails: readonly OutgoingMail[],
      now: number,
    ) {
      await db.batch([
        statement(
          db,
          `UPDATE tenants SET seats_due_at = ?3, seats_over_at = COALESCE(seats_over_at, ?1),
             seats_grace_plan = IIF(seats_over_at IS NULL, ?2, seats_grace_plan),
             seats_grace_at = IIF(seats_over_at IS NULL, ?1, seats_grace_at)
           WHERE order_id = ?4`,
          now,
          plan,
          until,
          orderId,
        ),
        // The mail's id contains the last day, so it is sent once.
        ...withMails(mails, now, 'TRUE'),
      ]);
    },
    /** Pauses the newest members beyond the seats. */
    async notePause(orderId: string, pause: readonly string[], report: ChangeReport, now: number) {
      await db.batch([
        statement(
          db,
          `UPDATE memberships SET paused_at = ?1, group_due_at = ${GROUP_DUE} WHERE paused_at IS NULL AND ended_at IS NULL
             AND id IN (SELECT value FROM json_each(?2))`,
          now,
          list(pause),
        ),
        admittedChanged(db, orderId, now, 'changes() > 0'),
        statement(
          db,
          'UPDATE tenants SET seats_due_at = NULL, seats_over_at = COALESCE(seats_over_at, ?) WHERE order_id = ?',
          now,
          orderId,
        ),
        ...reportStatements(db, report, now),
      ]);
    },

    /** When the members were mailed about the deletion; `null` when they were not. */
    deletionAnnouncedAt: (orderId: string) =>
      firstValue<number>(db, 'SELECT deletion_told_at AS value FROM tenants WHERE order_id = ?', orderId),
    /** Records that the members were notified and queues the mails, once. */
    async announceDeletion(orderId: string, mails: readonly OutgoingMail[], now: number) {
      await db.batch([
        statement(
          db,
          'UPDATE tenants SET deletion_told_at = ? WHERE order_id = ? AND deletion_told_at IS NULL',
          now,
          orderId,
        ),
        ...withMails(mails, now, 'changes() = 1'),
      ]);
    },
    agree: (id: string, now: number) =>
      run(db, 'UPDATE memberships SET agreed_at = ? WHERE id = ? AND agreed_at IS NULL', now, id),
  };

  async function claim(which: string, now: number, ...values: unknown[]): Promise<OwedGroup[]> {
    const taken = await all<{ id: string }>(
      db,
      `UPDATE memberships SET group_due_at = ? WHERE ${which} RETURNING id`,
      now + GROUP_LEASE_MS,
      ...values,
    );
    return all<OwedGroup>(
      db,
      `SELECT ${OWED_GROUP} FROM memberships m JOIN tenants t ON t.order_id = m.order_id WHERE m.id IN ${AMONG}`,
      list(taken.map(({ id }) => id)),
    );
  }
}
