/**
 * Invitations in D1. One statement decides each race: two invitations for the last seat, two acceptances of one
 * invitation, an acceptance and a sign-up of the same account.
 */
import { INVITATIONS_PER_DAY } from '#domain/people/seats.ts';
import { first, firstChangesOne, statement } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail, reportStatements } from '#functions/platform/outbox.ts';
import { GROUP_WORK } from '#functions/platform/work/names.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { admittedChanged } from './admitted-store.ts';
import type { Invitation } from './team.ts';

/** Conditions that an invitation must meet when it is written. */
export interface InvitingTerms {
  readonly orderId: string;
  /** The plan that has these `seats`; if the environment has another plan by now, nothing is written. */
  readonly plan: string;
  /** Seats besides the owner's. */
  readonly seats: number;
  /** `YYYY-MM-DD` in São Paulo. */
  readonly today: string;
  readonly now: number;
  readonly expiresAt: number;
}

export interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly tokenHash: string;
}

export interface AcceptingAccount {
  readonly membershipId: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
}

/** Parameters `?1` to `?5`: order, plan, seats, today, now. `except` is an invitation that already holds a seat. */
const mayInvite = (except: string): string => `EXISTS (
  SELECT 1 FROM tenants WHERE order_id = ?1 AND plano = ?2 AND state = 'active' AND deletion_told_at IS NULL
    AND (invited_on <> ?4 OR invited_count < ${INVITATIONS_PER_DAY}))
  AND ?3 > (SELECT COUNT(*) FROM memberships WHERE order_id = ?1 AND ended_at IS NULL)
    + (SELECT COUNT(*) FROM invitations WHERE order_id = ?1 AND expires_at > ?5 AND id <> ${except})`;

const termsOf = ({ orderId, plan, seats, today, now }: InvitingTerms) => [orderId, plan, seats, today, now];

/** Makes the store over a D1 database. */
export function createInvitationStore(db: D1Database) {
  const countDay = ({ orderId, today }: InvitingTerms) =>
    statement(
      db,
      `UPDATE tenants SET invited_count = CASE WHEN invited_on = ?1 THEN invited_count + 1 ELSE 1 END, invited_on = ?1
       WHERE order_id = ?2 AND changes() = 1`,
      today,
      orderId,
    );
  const isWritten = 'EXISTS (SELECT 1 FROM invitations WHERE token_hash = ?)';

  return {
    /**
     * Stores an invitation and queues its mail; false when no seat is free, the daily limit is reached, or the e-mail
     * is already in.
     */
    async invite(
      terms: InvitingTerms,
      { id, email, tokenHash }: NewInvitation,
      mail: OutgoingMail,
    ): Promise<boolean> {
      const { orderId, now } = terms;
      const [, written] = await db.batch([
        statement(
          db,
          'DELETE FROM invitations WHERE order_id = ? AND email = ? AND expires_at <= ?',
          orderId,
          email,
          now,
        ),
        statement(
          db,
          `INSERT INTO invitations (id, order_id, email, token_hash, created_at, expires_at)
           SELECT ?6, ?1, ?7, ?8, ?5, ?9 WHERE ${mayInvite('?6')}
             AND NOT EXISTS (SELECT 1 FROM memberships WHERE order_id = ?1 AND email = ?7 AND ended_at IS NULL)
           ON CONFLICT (order_id, email) DO NOTHING`,
          ...termsOf(terms),
          id,
          email,
          tokenHash,
          terms.expiresAt,
        ),
        countDay(terms),
        ...reportStatements(
          db,
          { events: [{ kind: 'person-invited', orderId, detail: id }], mails: [mail] },
          now,
          isWritten,
          tokenHash,
        ),
      ]);
      return written?.meta.changes === 1;
    },

    /** Gives an invitation a new token and seven more days, and queues its mail; the old token stops working. */
    renew: (terms: InvitingTerms, { id, tokenHash }: Omit<NewInvitation, 'email'>, mail: OutgoingMail) =>
      firstChangesOne(db, [
        statement(
          db,
          `UPDATE invitations SET token_hash = ?7, expires_at = ?8
           WHERE id = ?6 AND order_id = ?1 AND ${mayInvite('?6')}`,
          ...termsOf(terms),
          id,
          tokenHash,
          terms.expiresAt,
        ),
        countDay(terms),
        ...reportStatements(
          db,
          { events: [{ kind: 'person-invited-again', orderId: terms.orderId, detail: id }], mails: [mail] },
          terms.now,
          isWritten,
          tokenHash,
        ),
      ]),

    /** The invitation of a token with its environment, expired ones included. */
    find: (tokenHash: string) =>
      first<Invitation & { readonly orderId: string }>(
        db,
        'SELECT id, email, expires_at AS expiresAt, order_id AS orderId FROM invitations WHERE token_hash = ?',
        tokenHash,
      ),

    /** Revokes an invitation; succeeds when it no longer exists. */
    revoke: (orderId: string, id: string, now: number) =>
      changeAndReport(
        db,
        statement(db, 'DELETE FROM invitations WHERE id = ? AND order_id = ?', id, orderId),
        { events: [{ kind: 'invitation-revoked', orderId, detail: id }] },
        now,
      ),

    /**
     * Turns an invitation into a membership, once: deletes the invitation and raises the revision of the admitted
     * accounts.
     * @param seats Seats besides the owner's, by plan: the plan in force counts, not the one at the time of the
     *   invitation.
     * @returns False when the invitation has expired or is for another e-mail, the plan has no free seat, or the
     *   account has an environment, an order, a membership or an open deletion.
     */
    accept(
      tokenHash: string,
      account: AcceptingAccount,
      { orderId, seats, now }: { orderId: string; seats: Readonly<Record<string, number>>; now: number },
      mail: OutgoingMail,
    ): Promise<boolean> {
      const { membershipId, subject, email, name } = account;
      return firstChangesOne(db, [
        statement(
          db,
          `INSERT INTO memberships (id, order_id, subject, email, name, token_hash, joined_at)
           SELECT ?1, t.order_id, ?2, ?3, ?4, ?6, ?5
           FROM invitations i JOIN tenants t ON t.order_id = i.order_id
           WHERE i.token_hash = ?6 AND i.email = ?3 AND i.expires_at > ?5 AND t.state = 'active'
             AND t.deletion_told_at IS NULL
             AND json_extract(?7, '$.' || t.plano) >
               (SELECT COUNT(*) FROM memberships WHERE order_id = t.order_id AND ended_at IS NULL)
             AND NOT EXISTS (SELECT 1 FROM orders WHERE subject = ?2 AND released_at IS NULL)
             AND NOT EXISTS (SELECT 1 FROM tenants WHERE subject = ?2)
             AND NOT EXISTS (SELECT 1 FROM memberships WHERE subject = ?2 AND ended_at IS NULL)
             AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = ?2 AND done_at IS NULL)`,
          membershipId,
          subject,
          email,
          name,
          now,
          tokenHash,
          JSON.stringify(seats),
        ),
        statement(db, 'DELETE FROM invitations WHERE token_hash = ? AND changes() = 1', tokenHash),
        ...admittedChanged(db, orderId, now, 'changes() = 1'),
        workStatement(db, { kind: GROUP_WORK, key: membershipId, orderId }, now, 'changes() = 1'),
        ...reportStatements(
          db,
          { events: [{ kind: 'person-joined', orderId, detail: membershipId }], mails: [mail] },
          now,
          'EXISTS (SELECT 1 FROM memberships WHERE id = ?)',
          membershipId,
        ),
      ]);
    },
  };
}
