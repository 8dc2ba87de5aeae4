/** Shows and undoes what providers' answers ended: recipients of alerts, in the hour of an outage that looked like refusals. */
import { BEFORE_BREAKER_MS } from '#domain/alerts/breaker.ts';
import type { UndoneEndings } from '#domain/api-schemas/operation-environments.ts';
import type { OperatorRequest } from '#domain/api-schemas/operations.ts';
import { recipientName } from '#functions/alerts/recipient-store.ts';
import { switchOn } from '#functions/alerts/switch-on.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * Never switches on who left, refused or called it spam: a person said so. A recipient that was added or proven meanwhile
 * is told as it is.
 *
 * @returns What was ended since the moment; by default since an hour before the breaker tripped, or within the last hour.
 */
export async function undoEndings(
  needs: Deps,
  { desde, sim, rearmar }: OperatorRequest<'religar'>,
): Promise<UndoneEndings> {
  const now = needs.clock.now();
  const troubled = await needs.providers.listTroubled(now);
  const tripped = troubled.flatMap(({ kind, breakerSince }) =>
    breakerSince === null ? [] : [{ kind, since: breakerSince }],
  );
  const since = desde ?? Math.min(now, ...tripped.map((each) => each.since)) - BEFORE_BREAKER_MS;
  const recipients: UndoneEndings['recipients'] = [];
  for (const ending of await needs.alertEndings.listSince(since)) {
    const { kind, address } = ending;
    const recipient = await needs.alertRecipients.find(ending.id);
    if (recipient === null) continue;
    const isRefused = kind === 'email' && (await needs.alertCodes.hasRefused(address));
    const isOn = sim && (await switchOn(needs, recipient, 'operator')) === 'yes';
    const isListed = isOn && kind === 'email' && !(await needs.mailer.allowAgain(address));
    recipients.push({
      ...{ subdomain: ending.subdomain, kind, name: recipientName(ending), at: ending.at, isListed },
      state: isRefused ? 'refused' : isOn ? 'on' : 'off',
    });
  }
  const isRearmed = rearmar && (await needs.providers.rearm()) > 0;
  return { since, tripped: isRearmed ? [] : tripped, isRearmed, recipients };
}
