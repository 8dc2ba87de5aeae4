/** Sends a mail again. */
import type { ResentMail } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * Queues the mail again; a repeated request before it is sent does not queue it twice.
 * @throws DomainError `not-found`.
 */
export async function resendMail(
  { operations, clock }: Pick<Deps, 'operations' | 'clock'>,
  id: string,
): Promise<ResentMail> {
  const sent = await operations.resendMail(id, clock.now());
  if (sent === null)
    throw new DomainError('not-found', { sentence: 'Não há e-mail com este identificador.' });
  return sent;
}
