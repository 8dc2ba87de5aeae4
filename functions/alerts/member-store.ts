/** Members' own recipients in D1: they come, pause and go with the membership, in its transaction. */
import { among, type Sql, sql, statement } from '#functions/platform/db.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';
import type { AlertRecipient } from './recipient-store.ts';

/** Who reads a recipient's messages, as far as we know: the owner, a member, or whoever the recipient is. */
export const whoReads = ({
  id,
  isOwner,
  memberId,
}: Pick<AlertRecipient, 'id' | 'isOwner' | 'memberId'>): string => memberId ?? (isOwner ? 'owner' : id);

/** SQL condition on a row of messages: its member has no seat in the plan now, so nothing is sent. */
export const TO_PAUSED = sql`EXISTS (SELECT 1 FROM alert_recipients r JOIN members m ON m.id = r.member_id
    WHERE r.id = recipient_id AND m.paused_at IS NOT NULL)`;

/**
 * Statements that remove the own recipients of a member who is gone, with what waits for them and links that were opened
 * for them; for the batch that ends the membership. A group that a member connected is the environment's.
 */
export function goneMember(db: D1Database, memberId: string): D1PreparedStatement[] {
  const isGone = sql`member_id IN (SELECT id FROM members WHERE id = ${memberId} AND ended_at IS NOT NULL)`;
  return [
    statement(db)`DELETE FROM alert_messages WHERE state = 'waiting'
      AND recipient_id IN (SELECT id FROM alert_recipients WHERE ${isGone})`,
    statement(db)`DELETE FROM alert_recipients WHERE ${isGone}`,
    statement(db)`DELETE FROM telegram_links WHERE ${isGone}`,
  ];
}

/** Statement that takes the names of accounts from what they said of falls, before their rows are erased. */
export const forgetSeers = (db: D1Database, subjects: readonly string[]): D1PreparedStatement => {
  const theirs = sql`SELECT id FROM members WHERE subject IN ${among(subjects)}`;
  const orders = sql`SELECT order_id FROM members WHERE subject IN ${among(subjects)}`;
  return statement(db)`UPDATE alert_falls SET seen_by = 'Alguém que saiu'
    WHERE order_id IN (${orders}) AND seen_who IN (${theirs})`;
};

const recipientsOf = (condition: Sql): Sql =>
  sql`SELECT id AS key, order_id FROM alert_recipients WHERE ${condition} AND state = 'on'`;

/** Statement that tells members again who have their seats back; for the batch that gives them back. */
export const wakeMembers = (db: D1Database, memberIds: readonly string[], now: number): D1PreparedStatement =>
  workOfEach(db, ALERT_WORK, now, recipientsOf(sql`member_id IN ${among(memberIds)}`));

/** Asks for the next messages of those who chose monitors: another plan may give or take that choice. */
export const wakeChoosers = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  workOfEach(
    db,
    ALERT_WORK,
    now,
    recipientsOf(sql`order_id = ${orderId} AND preferences ->> 'monitors' IS NOT NULL`),
  );

/** Statement that tells every recipient of an environment, when the statement before it changed a row. */
export const wakeAll = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  workOfEach(db, ALERT_WORK, now, recipientsOf(sql`order_id = ${orderId} AND changes() > 0`));
