/** Channels of a team and webhooks among the recipients in D1: how one comes, and what becomes of one that the plan lacks. */
import type { PostedKind } from '#domain/alerts/codes.ts';
import type { RecipientsMax } from '#domain/alerts/shares.ts';
import { sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { workKindOf } from './names.ts';
import { type AlertRecipient, addRow, asNewcomer, type NewRecipient } from './recipient-store.ts';

/**
 * Adds a channel or webhook whose test was answered. False when the order has it already, or its plan has no room.
 * @param label What is shown: its friendly name, or what may be seen of its address.
 */
export const addChannel = (
  db: D1Database,
  recipient: NewRecipient,
  {
    kind,
    label,
    secret,
  }: { readonly kind: PostedKind; readonly label: string; readonly secret: string | null },
  most: RecipientsMax,
  now: number,
): Promise<boolean> =>
  addRow(db, recipient, { kind, state: 'on', label, memberId: null }, sql`NOTHING`, most, now, {
    statements:
      secret === null
        ? []
        : [
            statement(db)`INSERT INTO alert_webhooks (recipient_id, secret)
              SELECT id, ${secret} FROM alert_recipients WHERE id = ${recipient.id} AND ${CHANGED}`,
          ],
    events: [{ kind: 'alert-recipient-on', orderId: recipient.orderId, detail: `${kind} ${recipient.id}` }],
    work: [{ kind: workKindOf(kind), key: recipient.id, orderId: recipient.orderId }],
  });

/**
 * A recipient of a kind that the plan lacks: what waits for it is called off, and when the plan comes back it is told what
 * is down then. It stays on, so nobody has to switch it on again.
 */
export async function restOffPlan(
  db: D1Database,
  { id }: Pick<AlertRecipient, 'id'>,
  now: number,
): Promise<void> {
  await db.batch([
    statement(db)`UPDATE alert_messages SET state = IIF(unclear_since IS NULL, 'refused', 'unclear'),
        settled_at = ${now}, detail = 'plan' WHERE recipient_id = ${id} AND state = 'waiting'`,
    statement(db)`UPDATE alert_recipients SET ${asNewcomer()} WHERE id = ${id}`,
  ]);
}
