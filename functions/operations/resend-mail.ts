/** Sends a mail again. */
import type { ResentMail } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { requeueMail } from '#functions/platform/outbox.ts';

/**
 * Queues the mail again; a repeated request before it is sent does not queue it twice.
 * @throws DomainError `not-found`.
 */
export async function resendMail({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<ResentMail> {
  const sent = await requeueMail(db, id, clock.now());
  if (sent === null)
    throw new DomainError('not-found', { sentence: 'Não há e-mail com este identificador.' });
  return { messageId: sent.id, isNew: sent.isNew };
}
