/** What becomes of a recipient whose mail returned, or was called spam. */
import type { Deps } from '#functions/compose.ts';
import type { MailNotice } from '#functions/vendors/mailer.ts';
import type { OffReason } from './recipient-store.ts';
import { switchOff } from './report-off.ts';

const reasonOf = { missing: 'missing', spam: 'refused' } as const satisfies Record<
  MailNotice['what'],
  OffReason
>;

/** Switches the recipient of an alert off; other mail changes nothing, nor does a repeat. */
export async function followMail(needs: Deps, { what, reference }: MailNotice): Promise<void> {
  const recipientId = await needs.alertMessages.findRecipient(reference);
  const recipient = recipientId === null ? null : await needs.alertRecipients.find(recipientId);
  if (recipient === null) return;
  await switchOff(needs, recipient, reasonOf[what], reference);
}
