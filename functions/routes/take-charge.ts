/** Before a call makes the processor charge. */
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/use-cases/deps.ts';
import { type AppContext, callerNetwork } from './context.ts';

/** @throws DomainError `rate-limited` once the account or its network tried too often in this hour. */
export async function takeCharge(
  c: AppContext,
  { processorShare }: Pick<Deps, 'processorShare'>,
  subject: string,
): Promise<void> {
  if (await processorShare.take('charge', { subject, network: callerNetwork(c) })) return;
  throw new DomainError('rate-limited', { sentence: message('payment.attempts-over') });
}
