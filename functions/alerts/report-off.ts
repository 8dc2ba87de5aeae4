/** What is told when a recipient gets nothing any more, or nothing reaches it: to the owner and the others, by no alert. */
import { type OffReason, offSentences } from '#domain/alerts/codes.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { findOrder } from '#functions/orders/store.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { noteWarning } from './endings-store.ts';
import type { RecipientOffPayload, RecipientWaitsPayload } from './mail.ts';
import type { Note } from './note-statements.ts';
import { type AlertRecipient, recipientName, switchRecipientOff } from './recipient-store.ts';

/**
 * Switches a recipient off, with an event, a mail to the owner, and a word to the others. Who was off already is told of to
 * nobody.
 * @param returned The message that came back; a second notice about it changes nothing.
 * @param endedAt When it happened; now by default.
 */
export async function switchOff(
  needs: Deps,
  recipient: AlertRecipient,
  reason: OffReason,
  { returned = null, endedAt }: { readonly returned?: string | null; readonly endedAt?: number } = {},
): Promise<void> {
  const { orderId, kind, state } = recipient;
  const { subdomain, ownerMail } = await aboutOwner(needs, recipient);
  const payload: Omit<RecipientOffPayload, keyof OwnerMail> = { recipient: recipientName(recipient), reason };
  await switchRecipientOff(
    needs.db,
    recipient.id,
    reason,
    {
      events: [{ kind: 'alert-recipient-off', orderId, detail: `${kind} ${reason} ${recipient.id}` }],
      mails: state === 'on' ? [ownerMail('alert-recipient-off', payload)] : [],
    },
    needs.clock.now(),
    { returned, endedAt, note: state === 'on' ? { ...noteOf(recipient, subdomain, reason), orderId } : null },
  );
}

/** Why messages do not arrive at a recipient that stays on. */
export type Trouble = RecipientWaitsPayload['why'];

/** Tells the owner and the others once that messages to a recipient do not arrive; it stays on. */
export async function warnOthers(needs: Deps, recipient: AlertRecipient, why: Trouble): Promise<void> {
  const { orderId, kind } = recipient;
  const { subdomain, ownerMail } = await aboutOwner(needs, recipient);
  await noteWarning(
    needs.db,
    recipient,
    {
      events: [{ kind: 'alert-recipient-waits', orderId, detail: `${kind} ${why} ${recipient.id}` }],
      mails: [ownerMail('alert-recipient-waits', { recipient: recipientName(recipient), why })],
    },
    {
      subject: `Os avisos não estão chegando ${whose(recipient)}`,
      lines: [
        `Os avisos do painel ${subdomain} não estão chegando ${whose(recipient)}. Os seus continuam. Quem cuida do painel vê o motivo em /conta/avisos.`,
      ],
    },
    needs.clock.now(),
  );
}

type OwnerMail = Awaited<ReturnType<typeof addresseeOf>>;

/** The environment, and how its owner is mailed; about the owner's own address nothing is, because it does not work. */
async function aboutOwner(needs: Deps, { orderId, isOwner }: AlertRecipient) {
  const order = await findOrder(needs.db, orderId);
  const subdomain = order?.subdomain ?? '';
  const owner = await addresseeOf(needs, { orderId, subdomain });
  const ownerMail = (template: string, payload: object): OutgoingMail | null =>
    isOwner ? null : mailOf(needs.newId(), template, { ...owner, ...payload });
  return { subdomain, ownerMail };
}

/** The others learn no address: a client must not read those of an agency's team. */
const whose = ({ isOwner }: AlertRecipient): string =>
  isOwner ? 'ao e-mail do dono do painel' : 'a um dos destinos';

const noteOf = (recipient: AlertRecipient, subdomain: string, reason: OffReason): Note => ({
  subject: `Os avisos não chegam mais ${whose(recipient)}`,
  lines: [
    `Os avisos do painel ${subdomain} não chegam mais ${whose(recipient)}: ${offSentences[reason]}. Os seus continuam. Quem cuida do painel pode ligar de novo em /conta/avisos.`,
  ],
});
