/** Words to the other recipients of an environment, written with the change that they are about. */
import { sql, statement } from '#functions/platform/db.ts';
import { wakeEach } from './wake-statements.ts';

/** A word to the other recipients of an environment, which is no alert. */
export interface Note {
  readonly subject: string;
  readonly lines: readonly string[];
}

/**
 * Statements that tell the other recipients of an environment, for a batch whose statement before them changed a row. The
 * owner gets a mail of its own (report-off.ts).
 */
export function noteStatements(
  db: D1Database,
  { id, orderId }: { readonly id: string; readonly orderId: string },
  { subject, lines }: Note,
  now: number,
): D1PreparedStatement[] {
  // A program has no use for a sentence.
  const isOther = sql`order_id = ${orderId} AND state = 'on' AND is_owner = 0 AND kind <> 'webhook' AND id <> ${id}
    AND changes() > 0`;
  return [
    statement(db)`INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, subject, lines,
        written_at, created_at, state, is_note)
      SELECT lower(hex(randomblob(16))), order_id, id, kind, COALESCE(label, address), ${subject},
        ${JSON.stringify(lines)}, ${now}, ${now}, 'waiting', 1 FROM alert_recipients
      WHERE ${isOther}`,
    wakeEach(db, now, isOther),
  ];
}
