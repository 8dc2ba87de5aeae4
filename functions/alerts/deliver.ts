/** Hands a written message over to the provider of its recipient. */
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { oneLine, renderMail } from '#functions/platform/mail/layout.ts';
import type { Again } from '#functions/platform/work/define-work.ts';
import type { WaitingMessage } from './message-store.ts';
import type { AlertRecipient, OffReason } from './recipient-store.ts';
import { switchOff } from './report-off.ts';

const WITHOUT_BOT_MS = 3_600_000;

/**
 * @returns `null` when the message is settled: accepted or refused for good; else when to try again.
 * @throws DomainError `mail-unavailable` or `messenger-unavailable`; safe to retry.
 */
export async function deliver(
  needs: Deps,
  recipient: AlertRecipient,
  message: WaitingMessage,
): Promise<Again | null> {
  return recipient.kind === 'email'
    ? deliverMail(needs, recipient, message)
    : deliverChat(needs, recipient, message);
}

async function deliverMail(needs: Deps, recipient: AlertRecipient, message: WaitingMessage): Promise<null> {
  const { siteUrl, mailer, alertMessages, clock } = needs;
  const order = await needs.orders.findById(recipient.orderId);
  // An erased person gets no more mail; the row goes with the erasure.
  if (order === null || (recipient.isOwner && order.erasedAt !== null))
    return refuse(needs, recipient, 'left');
  const leave = `${siteUrl}/avisos/sair#${await needs.alertLinks.tokenOf(recipient.id)}`;
  const content = {
    subject: message.subject,
    paragraphs: message.lines,
    action: { label: 'Abrir o painel', url: tenantUrl(needs.tenantUrlTemplate, order.subdomain) },
    notes: [
      `Aviso do ambiente ${order.subdomain}. O que chega, e quando: ${siteUrl}/conta/avisos`,
      `Não quer mais receber? ${leave}`,
    ],
  };
  const oneClick = `${siteUrl}/api/avisos/sair?t=${await needs.alertLinks.tokenOf(recipient.id)}`;
  try {
    const outcome = await mailer.send({
      to: recipient.address,
      subject: oneLine(message.subject),
      ...renderMail(content, needs),
      // RFC 8058.
      headers: {
        'List-Unsubscribe': `<${oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      idempotencyKey: message.id,
      reference: message.id,
    });
    if (outcome === 'refused') return refuse(needs, recipient, 'missing');
  } catch (error) {
    await alertMessages.noteDelay(message.id, 'o provedor de e-mail');
    throw error;
  }
  await alertMessages.markSent(message.id, clock.now());
  return null;
}

/** The text of a chat message: the subject, what happened, and where to see more. */
function chatText(needs: Deps, message: WaitingMessage, subdomain: string): string {
  const { tenantUrlTemplate, siteUrl } = needs;
  return [
    message.subject,
    ...message.lines,
    `${tenantUrl(tenantUrlTemplate, subdomain)} · ${siteUrl}/conta/avisos`,
  ].join('\n\n');
}

async function deliverChat(
  needs: Deps,
  recipient: AlertRecipient,
  message: WaitingMessage,
): Promise<Again | null> {
  const { messenger, alertMessages, alertRecipients, clock } = needs;
  const order = await needs.orders.findById(recipient.orderId);
  // The operator took the bot away: the chat waits for its return.
  if (messenger === null) return { againAt: clock.now() + WITHOUT_BOT_MS };
  try {
    const outcome = await messenger.send(recipient.address, chatText(needs, message, order?.subdomain ?? ''));
    switch (outcome.outcome) {
      case 'sent':
        await alertMessages.markSent(message.id, clock.now());
        return null;
      case 'gone':
        return await refuse(needs, recipient, 'blocked');
      case 'moved':
        await alertRecipients.move(recipient.id, outcome.chat);
        return { againAt: clock.now() };
      case 'later':
        await alertMessages.noteDelay(message.id, 'o Telegram pediu uma pausa');
        return { againAt: clock.now() + outcome.seconds * 1000 };
    }
  } catch (error) {
    await alertMessages.noteDelay(message.id, 'o Telegram');
    throw error;
  }
}

/** Switches the recipient off, which calls the message off. */
async function refuse(needs: Deps, recipient: AlertRecipient, reason: OffReason): Promise<null> {
  await switchOff(needs, recipient, reason);
  return null;
}
