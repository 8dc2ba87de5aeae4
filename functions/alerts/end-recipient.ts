/** Ends a recipient by a provider's word, unless so many end that the word is not believed. */
import { BREAKER_DAY_MS, isOneTooMany } from '#domain/alerts/breaker.ts';
import type { OffReason } from '#domain/alerts/codes.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { readProvider, tripBreaker } from '#functions/platform/provider-store.ts';
import type { OwnDetail } from './delivery-words.ts';
import { countRecipientsOn, listEndings } from './endings-store.ts';
import { refuseMessage } from './outcome-store.ts';
import type { AlertRecipient } from './recipient-store.ts';
import { switchOff } from './report-off.ts';

const HELD: OwnDetail = 'held';

/**
 * @param message What the answer was about. It is settled in any case; a second notice about it changes nothing.
 */
export async function endRecipient(
  needs: Deps,
  recipient: AlertRecipient,
  reason: OffReason,
  message: string,
): Promise<void> {
  if (recipient.state !== 'on' || (await isBelieved(needs, recipient)))
    await switchOff(needs, recipient, reason, { returned: message });
  else await refuseMessage(needs.db, message, HELD, needs.clock.now());
}

/** False while the breaker is tripped, and when this ending trips it, of which the operators hear. */
async function isBelieved(needs: Deps, { orderId, kind, address }: AlertRecipient): Promise<boolean> {
  const now = needs.clock.now();
  const [{ breakerSince }, before, onCount] = await Promise.all([
    readProvider(needs.db, kind),
    listEndings(needs.db, kind, now - BREAKER_DAY_MS),
    countRecipientsOn(needs.db, kind),
  ]);
  if (breakerSince !== null) return false;
  if (!isOneTooMany(before, { orderId, address, endedAt: now }, onCount)) return true;
  if (await tripBreaker(needs.db, kind, now))
    await notifyOperators(needs, 'alert-breaker', { subdomain: null, reference: `${kind}/${now}` });
  return false;
}
