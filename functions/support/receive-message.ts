/** Accepts a message for the support team. Once this returns, the message is stored and will be mailed. */
import type { SupportRequest } from '#domain/api-schemas/support.ts';
import { hideNumbers } from '#domain/support/hide-numbers.ts';
import type { Deps } from '#functions/compose.ts';
import { keepSupportMessage } from './store.ts';

/** The message without CPF, CNPJ and card numbers: these are never stored, hashed or mailed. */
export const withoutNumbers = (message: SupportRequest): SupportRequest => ({
  ...message,
  nome: hideNumbers(message.nome),
  assunto: hideNumbers(message.assunto),
  mensagem: hideNumbers(message.mensagem),
});

/**
 * Stores the message and queues its mails. A filled trap field means a bot: it gets the same response and nothing is
 * stored.
 * @param id The message's number; the same number is the same message.
 */
export async function receiveSupportMessage(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  { site, nome: name, email, assunto: subject, mensagem: text }: SupportRequest,
  id: string,
): Promise<void> {
  if (site !== undefined && site !== '') {
    logger.info('support-trap');
    return;
  }
  await keepSupportMessage(db, { id, name, email, subject, text }, clock.now());
}
