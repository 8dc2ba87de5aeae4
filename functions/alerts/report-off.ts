/** What is told when a recipient gets nothing any more. */
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import { type ChangeReport, mailOf } from '#functions/platform/outbox.ts';
import type { RecipientOffPayload } from './mail.ts';
import { type AlertRecipient, type OffReason, recipientName } from './recipient-store.ts';

/**
 * Switches a recipient off, with an event, and a mail to the owner about another recipient who was told.
 * @param returned The message that came back; a second notice about it changes nothing.
 */
export async function switchOff(
  needs: Deps,
  recipient: AlertRecipient,
  reason: OffReason,
  returned: string | null = null,
): Promise<void> {
  const report = await reportOff(needs, recipient, reason);
  await needs.alertRecipients.switchOff(recipient.id, reason, report, needs.clock.now(), returned);
}

async function reportOff(needs: Deps, recipient: AlertRecipient, reason: OffReason): Promise<ChangeReport> {
  const { orderId, isOwner, kind, state } = recipient;
  const order = await needs.orders.findById(orderId);
  const payload: RecipientOffPayload = {
    ...(await recipientOf(needs, { orderId, subdomain: order?.subdomain ?? '' })),
    recipient: recipientName(recipient),
    reason,
  };
  return {
    events: [{ kind: 'alert-recipient-off', orderId, detail: `${kind} ${reason}` }],
    // The owner's own address is the one that does not work.
    mails: isOwner || state !== 'on' ? [] : [mailOf(needs.newId(), 'alert-recipient-off', payload)],
  };
}
