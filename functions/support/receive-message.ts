/** Takes a message for the support team. Once this returns, the message is kept and will be mailed. */
import type { SupportRequest } from '#domain/contracts/support.ts';
import type { Deps } from '#functions/deps.ts';

/**
 * A filled trap field means a program: it hears the same thanks and nothing is kept.
 * @param id The message's number; the same one again is the same message.
 */
export async function receiveSupportMessage(
  deps: Pick<Deps, 'support' | 'clock' | 'logger'>,
  { site, ...message }: SupportRequest,
  id: string,
): Promise<void> {
  if (site !== undefined && site !== '') {
    deps.logger.info('support-trap');
    return;
  }
  await deps.support.keep({ id, ...message }, deps.clock.now());
}
