/**
 * Hands a written message over to the provider of its recipient. What its answer means: settle-answer.ts.
 *
 * Names the environment as its order does: the order outlives it, and says whether the owner was erased.
 */
import { zoneOf } from '#domain/alerts/preferences.ts';
import { waitedWords } from '#domain/alerts/words.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import type { Order } from '#functions/orders/order.ts';
import { findOrder } from '#functions/orders/store.ts';
import { oneLine, renderMail } from '#functions/platform/mail/layout.ts';
import { readProvider } from '#functions/platform/provider-store.ts';
import type { Again } from '#functions/platform/work/define-work.ts';
import type { Meaning } from '#functions/vendors/delivery.ts';
import { detailWords, providerWords } from './delivery-words.ts';
import { noTries, type WaitingMessage } from './message-store.ts';
import { keyOf, noteDelay } from './outcome-store.ts';
import type { AlertRecipient } from './recipient-store.ts';
import { switchOff } from './report-off.ts';
import { settleAnswer } from './settle-answer.ts';

const WITHOUT_BOT_MS = 3_600_000;

/**
 * @returns `null` when the message is settled; else when to try again.
 * @throws DomainError `mail-unavailable` or `messenger-unavailable`; safe to retry.
 */
export async function deliver(
  needs: Deps,
  recipient: AlertRecipient,
  message: WaitingMessage,
): Promise<Again | null> {
  const { kind } = recipient;
  const [order, provider] = await Promise.all([
    findOrder(needs.db, recipient.orderId),
    readProvider(needs.db, kind),
  ]);
  // An erased person gets no more mail; the row goes with the erasure.
  if (kind === 'email' && (order === null || (recipient.isOwner && order.erasedAt !== null))) {
    await switchOff(needs, recipient, 'left');
    return null;
  }
  const now = needs.clock.now();
  // The operator took the bot away: the chat waits for its return.
  if (kind === 'telegram' && needs.messenger === null) return { againAt: now + WITHOUT_BOT_MS };
  if (provider.resumeAt > now) {
    const why = provider.reason === null ? providerWords[kind] : detailWords(provider.reason);
    if (message.tries?.detail !== why) await noteDelay(needs.db, message.id, why);
    return { againAt: provider.resumeAt };
  }
  const dated = withDelay(recipient, message, now);
  const meaning =
    kind === 'email'
      ? await sendMail(needs, recipient, dated, order)
      : await sendChat(needs, recipient, dated, order);
  return settleAnswer(needs, { recipient, message, provider }, meaning);
}

interface Dated extends WaitingMessage {
  readonly isLate: boolean;
}

/**
 * With a word of its delay, unless an earlier try may have been accepted without one. A word about another recipient is
 * as true later.
 */
function withDelay({ preferences }: AlertRecipient, message: WaitingMessage, now: number): Dated {
  const { createdAt, lines, isNote = false, tries = noTries } = message;
  const late = isNote ? [] : waitedWords(createdAt, tries.unclearSince ?? now, zoneOf(preferences));
  return { ...message, lines: [...lines, ...late], isLate: late.length > 0 };
}

async function sendMail(
  needs: Deps,
  recipient: AlertRecipient,
  message: Dated,
  order: Order | null,
): Promise<Meaning> {
  const { siteUrl } = needs;
  const subdomain = order?.subdomain ?? '';
  const token = await needs.alertLinks.tokenOf(recipient.id);
  const content = {
    subject: message.subject,
    paragraphs: message.lines,
    action: { label: 'Abrir o painel', url: tenantUrl(needs.tenantUrlTemplate, subdomain) },
    notes: [
      `Aviso do ambiente ${subdomain}. O que chega, e quando: ${siteUrl}/conta/avisos`,
      `Não quer mais receber? ${siteUrl}/avisos/sair#${token}`,
    ],
  };
  const key = keyOf(message, message.isLate);
  return needs.mailer.send({
    to: recipient.address,
    subject: oneLine(message.subject),
    ...renderMail(content, needs),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/avisos/sair?t=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    idempotencyKey: key,
    reference: key,
  });
}

/** The subject, what happened, and where to see more. */
async function sendChat(
  { messenger, tenantUrlTemplate, siteUrl }: Deps,
  { address }: AlertRecipient,
  { subject, lines }: WaitingMessage,
  order: Order | null,
): Promise<Meaning> {
  const places = `${tenantUrl(tenantUrlTemplate, order?.subdomain ?? '')} · ${siteUrl}/conta/avisos`;
  if (messenger === null) throw new Error('There is no bot.');
  return messenger.send(address, [subject, ...lines, places].join('\n\n'));
}
