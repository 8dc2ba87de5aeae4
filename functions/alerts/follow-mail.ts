/** What the mail provider tells of accepted alerts, carried out: the second half of its table in docs/alerts.md. */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { noteTrouble } from '#functions/platform/provider-store.ts';
import { QUOTA_PAUSE_MS } from '#functions/vendors/delivery.ts';
import type { MailNotice } from '#functions/vendors/mailer.ts';
import type { OwnDetail } from './delivery-words.ts';
import { endRecipient } from './end-recipient.ts';
import { forgetWarning } from './endings-store.ts';
import {
  countRefusedMessages,
  findMessageRecipient,
  messageOfReference,
  noteDelivered,
  noteUndelivered,
  refuseMessage,
  sendMessageAgain,
} from './outcome-store.ts';
import { type AlertRecipient, findRecipient } from './recipient-store.ts';
import { switchOff, warnOthers } from './report-off.ts';

/** So many mails of a recipient that came back within a week, none delivered between them, are told. */
const RETURNED_MAX = 3;
const RETURNED_MS = 7 * DAY_MS;
/** So often a mail is sent again that failed after it was accepted. */
const FAILED_MAX = 3;

const RETURNED: OwnDetail = 'returned';
const FAILED: OwnDetail = 'failed';
const LATE: OwnDetail = 'late';

/** Follows a notice; one about other mail changes nothing, nor does a repeat. */
export async function followMail(needs: Deps, notice: MailNotice): Promise<void> {
  if (notice.isOurs === true) await stopProvider(needs);
  if (notice.reference === null) return;
  const message = messageOfReference(notice.reference);
  const recipientId = await findMessageRecipient(needs.db, message);
  const recipient = recipientId === null ? null : await findRecipient(needs.db, recipientId);
  if (recipient !== null) await follow(needs, notice, recipient, message);
}

/** It accepts mails that it then cannot send: our key, domain or quota. */
const stopProvider = ({ db, clock }: Deps) =>
  noteTrouble(db, 'email', { reason: FAILED, pauseMs: QUOTA_PAUSE_MS, pageAfterMs: 0 }, clock.now());

async function follow(
  needs: Deps,
  { what, isOurs = false }: MailNotice,
  recipient: AlertRecipient,
  message: ReturnType<typeof messageOfReference>,
): Promise<void> {
  const { db, clock } = needs;
  const now = clock.now();
  switch (what) {
    case 'missing':
      return endRecipient(needs, recipient, 'missing', message.id);
    case 'spam':
      return switchOff(needs, recipient, 'spam', { returned: message.id });
    case 'returned': {
      if (!(await refuseMessage(db, message.id, RETURNED, now))) return;
      const since = now - RETURNED_MS;
      const { count } = await countRefusedMessages(db, recipient.id, RETURNED, since, 'delivered');
      if (count >= RETURNED_MAX) await warnOthers(needs, recipient, 'returned');
      return;
    }
    case 'failed': {
      const isLast = recipient.state !== 'on' || (!isOurs && message.keyNumber >= FAILED_MAX);
      if (isLast) await refuseMessage(db, message.id, FAILED, now);
      else await sendMessageAgain(db, message, recipient, FAILED, now);
      return;
    }
    case 'delayed':
      await noteUndelivered(db, message.id, LATE);
      return;
    case 'delivered':
      await noteDelivered(db, message.id, now);
      if (recipient.warnedAt !== null) await forgetWarning(db, recipient.id);
      return;
  }
}
