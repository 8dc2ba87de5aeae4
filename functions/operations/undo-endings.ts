/** Shows and undoes what providers' answers ended: recipients of alerts, in the hour of an outage that looked like refusals. */
import { BEFORE_BREAKER_MS } from '#domain/alerts/breaker.ts';
import type { UndoneEndings } from '#domain/api-schemas/operation-environments.ts';
import type { OperatorRequest } from '#domain/api-schemas/operations.ts';
import { hasRefused } from '#functions/alerts/codes-store.ts';
import { listEndedSince } from '#functions/alerts/endings-store.ts';
import { findRecipient, recipientName } from '#functions/alerts/recipient-store.ts';
import { switchOn } from '#functions/alerts/switch-on.ts';
import type { Deps } from '#functions/compose.ts';
import { listTroubledProviders, rearmBreaker } from '#functions/platform/provider-store.ts';

/**
 * Never switches on who left, refused or called it spam: a person said so. A recipient that was added or proven meanwhile
 * is told as it is.
 *
 * @returns What was ended since the moment; by default since an hour before the breaker tripped, or within the last hour.
 */
export async function undoEndings(
  needs: Deps,
  { since: asked, isSure, rearm }: OperatorRequest<'religar'>,
): Promise<UndoneEndings> {
  const now = needs.clock.now();
  const troubled = await listTroubledProviders(needs.db, now);
  const tripped = troubled.flatMap(({ kind, breakerSince }) =>
    breakerSince === null ? [] : [{ kind, since: breakerSince }],
  );
  const since = asked ?? Math.min(now, ...tripped.map((each) => each.since)) - BEFORE_BREAKER_MS;
  const recipients: UndoneEndings['recipients'] = [];
  for (const ending of await listEndedSince(needs.db, since)) {
    const { kind, address } = ending;
    const recipient = await findRecipient(needs.db, ending.id);
    if (recipient === null) continue;
    const isRefused = kind === 'email' && (await hasRefused(needs, address));
    const isOn = isSure && (await switchOn(needs, recipient, 'operator')) === 'yes';
    const isListed = isOn && kind === 'email' && !(await needs.mailer.allowAgain(address));
    recipients.push({
      ...{ subdomain: ending.subdomain, kind, name: recipientName(ending), at: ending.endedAt, isListed },
      state: isRefused ? 'refused' : isOn ? 'on' : 'off',
    });
  }
  const isRearmed = rearm && (await rearmBreaker(needs.db)) > 0;
  return { since, tripped: isRearmed ? [] : tripped, isRearmed, recipients };
}
