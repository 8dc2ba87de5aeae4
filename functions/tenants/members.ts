/** Members of environments in D1: who may enter one besides its owner. */
import { all, first, type Sql, sql } from '#functions/platform/db.ts';

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

/** The account's membership; `null` when it is no member of another customer's environment. */
export const findMembership = (db: D1Database, subject: string) =>
  first<Membership>(db)`SELECT ${RECORD} FROM memberships WHERE subject = ${subject} AND ended_at IS NULL`;

/** Ids of an account's memberships, ended ones included. */
export async function listMemberships(db: D1Database, subject: string): Promise<string[]> {
  const found = await all<{ id: string }>(db)`SELECT id FROM memberships WHERE subject = ${subject}`;
  return found.map(({ id }) => id);
}
