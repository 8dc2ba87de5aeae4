/** Takes a message for the support team. Once this returns, the message is kept and will be mailed. */
import type { SupportRequest } from '#domain/contracts/support.ts';
import type { Deps } from './deps.ts';

/** A filled trap field means a program: it hears the same thanks and nothing is kept. */
export async function receiveSupportMessage(
  deps: Pick<Deps, 'support' | 'clock' | 'newId' | 'logger'>,
  { site, ...message }: SupportRequest,
): Promise<void> {
  if (site !== undefined && site !== '') {
    deps.logger.info('support-trap');
    return;
  }
  await deps.support.keep({ id: deps.newId(), ...message }, deps.clock.now());
}
