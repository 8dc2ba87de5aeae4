/** Members of environments in D1: who may enter one besides its owner. */

import { all, among, first, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import type { Identity } from '#functions/vendors/identity.ts';

export interface Membership {
  readonly id: string;
  readonly orderId: string;
  /** OIDC subject. */
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  /** SHA-256 of the accepted invitation's token. */
  readonly tokenHash: string;
  readonly joinedAt: number;
  /** Set while the member has no access because the plan has too few seats. */
  readonly pausedAt: number | null;
  readonly agreedAt: number | null;
}

const RECORD = sql`id, order_id, subject, email, name, token_hash, joined_at, paused_at, agreed_at`;

/** SQL condition: true while the account is a member of another customer's environment. */
export const isMember = (subject: string): Sql =>
  sql`EXISTS (SELECT 1 FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`;

/** The members of an environment, in the order of joining. */
export const listMembers = (db: D1Database, orderId: string) =>
  all<Membership>(db)`SELECT ${RECORD} FROM memberships WHERE order_id = ${orderId}
    AND ended_at IS NULL ORDER BY joined_at, id`;

/** A membership by its id; `null` once its row is gone. */
export const findMember = (db: D1Database, id: string) =>
  first<Membership>(db)`SELECT ${RECORD} FROM memberships WHERE id = ${id}`;

/** The account's membership; `null` when it is no member of another customer's environment. */
export const findMembership = (db: D1Database, subject: string) =>
  first<Membership>(db)`SELECT ${RECORD} FROM memberships WHERE subject = ${subject} AND ended_at IS NULL`;

/** Ids of an account's memberships, ended ones included. */
export async function listMemberships(db: D1Database, subject: string): Promise<string[]> {
  const found = await all<{ id: string }>(db)`SELECT id FROM memberships WHERE subject = ${subject}`;
  return found.map(({ id }) => id);
}

/** An account and its group. */
export interface PendingGroup {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly subject: string;
  /** 1 when the account must be in the group. */
  readonly shouldBeMember: number;
}

const OWED_GROUP = sql`m.id, m.order_id, t.subdomain, m.subject,
    (t.subject = m.subject OR EXISTS (SELECT 1 FROM memberships n WHERE n.order_id = m.order_id
      AND n.subject = m.subject AND n.ended_at IS NULL AND n.paused_at IS NULL)) AS should_be_member`;

/** The group of one membership; `null` once membership or environment is gone. */
export const findGroup = (db: D1Database, id: string) =>
  first<PendingGroup>(db)`SELECT ${OWED_GROUP} FROM memberships m
        JOIN tenants t ON t.order_id = m.order_id WHERE m.id = ${id}`;

/**
 * Copies the account's name and e-mail into its membership (LGPD, art. 18, III); an unverified e-mail, or none, and no
 * name change nothing.
 */
export const followMembership = (db: D1Database, { subject, email, emailVerified, name }: Identity) =>
  run(db)`UPDATE memberships SET email = IIF(${Number(emailVerified && email !== null)}, ${email}, email),
          name = COALESCE(${name}, name)
        WHERE subject = ${subject} AND ended_at IS NULL
          AND (email <> IIF(${Number(emailVerified && email !== null)}, ${email}, email)
            OR name IS NOT COALESCE(${name}, name))`;

export const noteAgreed = (db: D1Database, id: string, now: number) =>
  run(db)`UPDATE memberships SET agreed_at = ${now} WHERE id = ${id} AND agreed_at IS NULL`;

/**
 * Statement that makes an account a member.
 * @param orderId SQL query of the environment; nothing is written when it has no row.
 */
export const joinedStatement = (
  db: D1Database,
  member: Pick<Membership, 'id' | 'subject' | 'email' | 'name' | 'tokenHash' | 'joinedAt'>,
  orderId: Sql,
): D1PreparedStatement =>
  statement(db)`INSERT INTO memberships (id, order_id, subject, email, name, token_hash, joined_at)
    SELECT ${member.id}, order_id, ${member.subject}, ${member.email}, ${member.name}, ${member.tokenHash},
      ${member.joinedAt} FROM ${orderId}`;

/** Statement that ends a membership; it changes no row when it had already ended. */
export const endedStatement = (
  db: D1Database,
  { id, orderId }: Pick<Membership, 'id' | 'orderId'>,
  now: number,
): D1PreparedStatement =>
  statement(db)`UPDATE memberships SET ended_at = ${now}
    WHERE id = ${id} AND order_id = ${orderId} AND ended_at IS NULL`;

/** Statement that lets paused members in again. */
export const resumedStatement = (db: D1Database, ids: readonly string[]): D1PreparedStatement =>
  statement(db)`UPDATE memberships SET paused_at = NULL
    WHERE paused_at IS NOT NULL AND ended_at IS NULL AND id IN ${among(ids)}`;

/** Statement that pauses members. */
export const pausedStatement = (db: D1Database, ids: readonly string[], now: number): D1PreparedStatement =>
  statement(db)`UPDATE memberships SET paused_at = ${now}
    WHERE paused_at IS NULL AND ended_at IS NULL AND id IN ${among(ids)}`;

/** Statement that writes the members of an environment that is taken back, but for those who joined another since. */
export const readmittedStatement = (
  db: D1Database,
  orderId: string,
  members: readonly Pick<Membership, 'subject' | 'email' | 'name'>[],
  now: number,
): D1PreparedStatement =>
  statement(db)`INSERT INTO memberships (id, order_id, subject, email, name, token_hash, joined_at)
    SELECT ${orderId} || ':' || (value ->> 'subject'), ${orderId}, value ->> 'subject', value ->> 'email',
      value ->> 'name', '', ${now}
    FROM json_each(${JSON.stringify(members)})
    WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE subject = value ->> 'subject' AND ended_at IS NULL)`;
