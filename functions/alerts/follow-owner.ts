/**
 * Makes the owner a recipient, and follows a new address of the account.
 *
 * A changed address is another row: what a link in a mail to the old one does ends with the old row, so that its reader
 * neither gets anything more nor decides about the new address.
 */
import { mayBeOn } from '#domain/alerts/may-be-on.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { Deps } from '#functions/compose.ts';
import { hasRefused, refusalOf } from './codes-store.ts';
import { findOwnerRecipient, putOwnerRecipient } from './owner-store.ts';
import { type AlertRecipient, listRecipients } from './recipient-store.ts';

/** Idempotent. An erased account is no recipient. */
export async function followOwner(needs: Deps, orderId: string): Promise<void> {
  const { db, clock, newId } = needs;
  const owner = await findOwnerRecipient(db, orderId);
  if (owner === null) return;
  const { address, isProven } = owner;
  const known = await listRecipients(db, orderId);
  const own = known.find((each) => each.kind === 'email' && each.address === address) ?? null;
  const former = known.find((each) => each.isOwner && each !== own) ?? null;
  const waits = own?.state === 'unproven' && isProven;
  if (own?.isOwner === true && former === null && !waits) return;
  const kept = keptState(own, former);
  const verdict = mayBeOn('account', {
    ...kept,
    isProven,
    isRefused: await hasRefused(needs, address),
  });
  const state =
    verdict === 'yes'
      ? ({ state: 'on', offReason: null } as const)
      : verdict === 'never'
        ? ({ state: 'off', offReason: 'refused' } as const)
        : kept;
  await putOwnerRecipient(
    db,
    { id: newId(), orderId, address, ...state, preferences: keptPreferences(own, former) },
    { own, former, refusal: await refusalOf(needs, address) },
    clock.now(),
  );
}

type State = Pick<AlertRecipient, 'state' | 'offReason'>;

/** An address keeps what its reader said. An owner who switched the old one off has not asked for alerts at a new one. */
function keptState(own: AlertRecipient | null, former: AlertRecipient | null): State {
  const isNew = own === null || own.state === 'unproven';
  if (isNew && former?.offReason === 'left') return { state: 'off', offReason: 'left' };
  return own ?? { state: 'unproven', offReason: null };
}

/** Choices made for the address itself come before those for the old one. */
function keptPreferences(own: AlertRecipient | null, former: AlertRecipient | null): string {
  const standard = JSON.stringify(defaultPreferences);
  const [chosen] = [own, former]
    .map((each) => JSON.stringify(each?.preferences ?? defaultPreferences))
    .filter((written) => written !== standard);
  return chosen ?? standard;
}
