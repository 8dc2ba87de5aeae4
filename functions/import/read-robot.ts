/** Reads a page of the caller's UptimeRobot account, with a key that only passes through. */
import type { RobotPage, RobotRequest } from '#domain/api-schemas/import.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { requireOwner } from '#functions/people/require-owner.ts';

/**
 * @throws DomainError As `requireOwner`; `validation-failed` for a key that UptimeRobot refuses; `source-unavailable` when
 *   it does not answer, with the seconds when it asks for a pause.
 */
export async function readRobot(
  needs: Deps,
  subject: string,
  { key, cursor }: RobotRequest,
): Promise<RobotPage> {
  await requireOwner(needs, subject);
  const page = await needs.uptimeRobot.readMonitors(key, cursor ?? null);
  if (page.outcome === 'wrong-key')
    throw new DomainError('validation-failed', { fields: { key: message('import.robot-key') } });
  if (page.outcome === 'later')
    throw new DomainError('source-unavailable', {
      message: 'uptimerobot asks for a pause',
      sentence: message('import.robot-wait', { seconds: page.seconds }),
      retryAfterSeconds: page.seconds,
    });
  return { monitors: page.monitors as RobotPage['monitors'], next: page.next };
}
