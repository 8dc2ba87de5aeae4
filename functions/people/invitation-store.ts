/**
 * Invitations in D1. One statement decides each race: two invitations for the last seat, two acceptances of one
 * invitation, an acceptance and a sign-up of the same account.
 */

import { INVITATIONS_PER_DAY } from '#domain/people/seats.ts';
import { all, first, firstChangesOne, type Sql, sql, statement } from '#functions/platform/db.ts';
import { hasOpenDeletion } from '#functions/platform/deletions.ts';
import { CHANGED, changeAndReport, type OutgoingMail, reportStatements } from '#functions/platform/outbox.ts';
import { GROUP_WORK } from '#functions/platform/work/names.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { admittedChanged } from '#functions/tenants/admitted.ts';
import { isMember, joinedStatement } from '#functions/tenants/members.ts';
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

/** SQL condition. `except` is an invitation that already holds a seat. */
const mayInvite = ({ orderId, plan, seats, today, now }: InvitingTerms, except: string): Sql => sql`EXISTS (
  SELECT 1 FROM environments WHERE order_id = ${orderId} AND plan = ${plan} AND state = 'active')
    AND NOT EXISTS (SELECT 1 FROM deletion_notices WHERE order_id = ${orderId})
    AND NOT EXISTS (SELECT 1 FROM invitation_days WHERE order_id = ${orderId} AND day = ${today}
      AND invited >= ${INVITATIONS_PER_DAY})
    AND ${seats} > (SELECT COUNT(*) FROM members WHERE order_id = ${orderId} AND ended_at IS NULL)
    + (SELECT COUNT(*) FROM invitations WHERE order_id = ${orderId} AND expires_at > ${now}
      AND id <> ${except})`;

const countDay = (db: D1Database, { orderId, today }: InvitingTerms) =>
  statement(db)`INSERT INTO invitation_days (order_id, day, invited)
    SELECT ${orderId}, ${today}, 1 WHERE changes() = 1
    ON CONFLICT (order_id) DO UPDATE SET invited = IIF(day = excluded.day, invited + 1, 1), day = excluded.day`;

const isWritten = (tokenHash: string) =>
  sql`EXISTS (SELECT 1 FROM invitations WHERE token_hash = ${tokenHash})`;

/**
 * Stores an invitation and queues its mail; false when no seat is free, the daily limit is reached, or the e-mail
 * is already in.
 */
export async function writeInvitation(
  db: D1Database,
  terms: InvitingTerms,
  { id, email, tokenHash }: NewInvitation,
  mail: OutgoingMail,
): Promise<boolean> {
  const { orderId, now } = terms;
  const [, written] = await db.batch([
    statement(db)`DELETE FROM invitations WHERE order_id = ${orderId} AND email = ${email}
            AND expires_at <= ${now}`,
    statement(db)`INSERT INTO invitations (id, order_id, email, token_hash, created_at, expires_at)
          SELECT ${id}, ${orderId}, ${email}, ${tokenHash}, ${now}, ${terms.expiresAt}
          WHERE ${mayInvite(terms, id)}
            AND NOT EXISTS (SELECT 1 FROM members WHERE order_id = ${orderId} AND email = ${email}
              AND ended_at IS NULL)
          ON CONFLICT (order_id, email) DO NOTHING`,
    countDay(db, terms),
    ...reportStatements(
      db,
      { events: [{ kind: 'person-invited', orderId, detail: id }], mails: [mail] },
      now,
      isWritten(tokenHash),
    ),
  ]);
  return written?.meta.changes === 1;
}

/** Gives an invitation a new token and seven more days, and queues its mail; the old token stops working. */
export const renewInvitation = (
  db: D1Database,
  terms: InvitingTerms,
  { id, tokenHash }: Omit<NewInvitation, 'email'>,
  mail: OutgoingMail,
) =>
  firstChangesOne(db, [
    statement(db)`UPDATE invitations SET token_hash = ${tokenHash}, expires_at = ${terms.expiresAt}
          WHERE id = ${id} AND order_id = ${terms.orderId} AND ${mayInvite(terms, id)}`,
    countDay(db, terms),
    ...reportStatements(
      db,
      { events: [{ kind: 'person-invited-again', orderId: terms.orderId, detail: id }], mails: [mail] },
      terms.now,
      isWritten(tokenHash),
    ),
  ]);

/** The invitation of a token with its environment, expired ones included. */
export const findInvitation = (db: D1Database, tokenHash: string) =>
  first<Invitation & { readonly orderId: string }>(db)`SELECT id, email, expires_at,
          order_id FROM invitations WHERE token_hash = ${tokenHash}`;

/** Open invitations of an address to environments that run and stay, the newest first. */
export const listInvitationsTo = (db: D1Database, email: string, now: number) =>
  all<Invitation & { readonly orderId: string }>(db)`SELECT i.id, i.email, i.expires_at, i.order_id
    FROM invitations i JOIN environments t ON t.order_id = i.order_id AND t.state = 'active'
    WHERE i.email = ${email} AND i.expires_at > ${now}
      AND NOT EXISTS (SELECT 1 FROM deletion_notices WHERE order_id = i.order_id)
    ORDER BY i.created_at DESC, i.id LIMIT 10`;

/** The hash of an open invitation's token, for the account whose e-mail it is for. */
export const findInvitationTo = (db: D1Database, id: string, email: string) =>
  first<{ readonly tokenHash: string }>(db)`SELECT token_hash FROM invitations
    WHERE id = ${id} AND email = ${email}`;

/** Revokes an invitation; succeeds when it no longer exists. */
export const deleteInvitation = (db: D1Database, orderId: string, id: string, now: number) =>
  changeAndReport(db, { events: [{ kind: 'invitation-revoked', orderId, detail: id }] }, now)`
        DELETE FROM invitations WHERE id = ${id} AND order_id = ${orderId}`;

/**
 * Turns an invitation into a membership, once: deletes the invitation and raises the revision of the admitted
 * accounts.
 * @param seats Seats besides the owner's, by plan: the plan in force counts, not the one at the time of the
 *   invitation.
 * @returns False when the invitation has expired or is for another e-mail, the plan has no free seat, or the
 *   account has an environment, an order, a membership or an open deletion.
 */
export function admitMember(
  db: D1Database,
  tokenHash: string,
  account: AcceptingAccount,
  { orderId, seats, now }: { orderId: string; seats: Readonly<Record<string, number>>; now: number },
  mail: OutgoingMail,
): Promise<boolean> {
  const { membershipId, subject, email, name } = account;
  return firstChangesOne(db, [
    joinedStatement(
      db,
      { id: membershipId, subject, email, name, tokenHash, joinedAt: now },
      sql`(SELECT t.order_id FROM invitations i JOIN environments t ON t.order_id = i.order_id
          WHERE i.token_hash = ${tokenHash} AND i.email = ${email} AND i.expires_at > ${now}
            AND t.state = 'active' AND NOT EXISTS (SELECT 1 FROM deletion_notices WHERE order_id = t.order_id)
            AND json_extract(${JSON.stringify(seats)}, '$.' || t.plan) >
            (SELECT COUNT(*) FROM members WHERE order_id = t.order_id AND ended_at IS NULL)
            AND NOT EXISTS (SELECT 1 FROM sales WHERE subject = ${subject} AND released_at IS NULL)
            AND NOT EXISTS (SELECT 1 FROM environments WHERE subject = ${subject})
            AND NOT ${isMember(subject)} AND NOT ${hasOpenDeletion(subject)})`,
    ),
    statement(db)`DELETE FROM invitations WHERE token_hash = ${tokenHash} AND changes() = 1`,
    ...admittedChanged(db, orderId, now, CHANGED),
    workStatement(db, { kind: GROUP_WORK, key: membershipId, orderId }, now, CHANGED),
    ...reportStatements(
      db,
      { events: [{ kind: 'person-joined', orderId, detail: membershipId }], mails: [mail] },
      now,
      sql`EXISTS (SELECT 1 FROM members WHERE id = ${membershipId})`,
    ),
  ]);
}
