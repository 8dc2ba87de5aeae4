/** Members' own recipients in D1: they come, pause and go with the membership, in its transaction. */
import { postedKinds } from '#domain/alerts/codes.ts';
import { among, type Sql, sql, statement } from '#functions/platform/db.ts';
import type { AlertRecipient } from './recipient-store.ts';
import { wakeEach } from './wake-statements.ts';

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

/** In place of the name of somebody whose data are erased. */
const GONE = 'Alguém que saiu';
/** What follows the name (src/domain/alerts/said.ts). */
const SEEN = ' está vendo';

/**
 * Statements that take a person's names out of what others were sent, and out of what was said of falls, before the
 * person's rows are erased. What is being sent keeps its words, and goes by age.
 */
export function forgetPerson(
  db: D1Database,
  { subjects, emails }: { readonly subjects: readonly string[]; readonly emails: readonly string[] },
): D1PreparedStatement[] {
  const theirs = sql`SELECT id FROM members WHERE subject IN ${among(subjects)}`;
  const own = sql`(member_id IN (${theirs}) OR (kind = 'email' AND address IN ${among(emails)}))`;
  const orders = sql`SELECT order_id FROM members WHERE subject IN ${among(subjects)}
    UNION SELECT order_id FROM alert_recipients WHERE kind = 'email' AND address IN ${among(emails)}`;
  const seen = sql`order_id IN (${orders}) AND seen_who IN (${theirs} UNION SELECT id FROM alert_recipients WHERE ${own})`;
  return [
    // Who else got a message is its last note.
    statement(db)`UPDATE alert_messages SET facts = json_set(facts, '$.around.others', NULL),
        shown = json_remove(shown, '$.notes[#-1]')
      WHERE order_id IN (${orders}) AND state <> 'waiting' AND EXISTS (
        SELECT 1 FROM json_each(facts, '$.around.others.names') WHERE value IN (
          SELECT COALESCE(label, address) FROM alert_recipients WHERE ${own} UNION SELECT value FROM ${among(emails)}))`,
    statement(db)`UPDATE alert_messages SET subject = replace(subject, plain || ${SEEN}, ${GONE + SEEN}),
        lines = replace(lines, quoted || ${SEEN}, ${GONE + SEEN}),
        shown = replace(shown, quoted || ${SEEN}, ${GONE + SEEN}),
        facts = replace(facts, '"by":"' || quoted || '"', '"by":"' || ${GONE} || '"')
      FROM (SELECT DISTINCT order_id AS place, seen_by AS plain,
          substr(json_quote(seen_by), 2, length(json_quote(seen_by)) - 2) AS quoted
        FROM alert_falls WHERE ${seen})
      WHERE order_id = place AND state <> 'waiting' AND instr(facts, '"by":"' || quoted || '"') > 0`,
    statement(db)`UPDATE alert_falls SET seen_by = ${GONE} WHERE ${seen}`,
  ];
}

const wake = (db: D1Database, now: number, condition: Sql): D1PreparedStatement =>
  wakeEach(db, now, sql`${condition} AND state = 'on'`);

/** Statement that tells members again who have their seats back; for the batch that gives them back. */
export const wakeMembers = (db: D1Database, memberIds: readonly string[], now: number): D1PreparedStatement =>
  wake(db, now, sql`member_id IN ${among(memberIds)}`);

/** Asks for the next messages of those whose kind or choice another plan may give or take. */
export const wakePlanned = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  wake(
    db,
    now,
    sql`order_id = ${orderId} AND (kind IN ${among(postedKinds)} OR preferences ->> 'monitors' IS NOT NULL)`,
  );

/** Statement that tells every recipient of an environment, when the statement before it changed a row. */
export const wakeAll = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  wake(db, now, sql`order_id = ${orderId} AND changes() > 0`);
