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
  { desde, sim, rearmar }: OperatorRequest<'religar'>,
): Promise<UndoneEndings> {
  const now = needs.clock.now();
  const troubled = await listTroubledProviders(needs.db, now);
  const tripped = troubled.flatMap(({ kind, breakerSince }) =>
    breakerSince === null ? [] : [{ provedor: kind, desde: breakerSince }],
  );
  const since = desde ?? Math.min(now, ...tripped.map((each) => each.desde)) - BEFORE_BREAKER_MS;
  const destinos: UndoneEndings['destinos'] = [];
  for (const ending of await listEndedSince(needs.db, since)) {
    const { kind, address } = ending;
    const recipient = await findRecipient(needs.db, ending.id);
    if (recipient === null) continue;
    const isRefused = kind === 'email' && (await hasRefused(needs, address));
    const isOn = sim && (await switchOn(needs, recipient, 'operator')) === 'yes';
    const isListed = isOn && kind === 'email' && !(await needs.mailer.allowAgain(address));
    destinos.push({
      ambiente: ending.subdomain,
      tipo: kind,
      nome: recipientName(ending),
      em: ending.at,
      situacao: isRefused ? 'recusou' : isOn ? 'ligado' : 'desligado',
      naLista: isListed,
    });
  }
  const rearmed = rearmar && (await rearmBreaker(needs.db)) > 0;
  return { desde: since, disparados: rearmed ? [] : tripped, rearmado: rearmed, destinos };
}
