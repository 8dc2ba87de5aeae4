/**
 * Makes the owner a recipient, and a member who wants it, and follows a new address of their accounts.
 *
 * A changed address is another row: what a link in a mail to the old one does ends with the old row, so that its reader
 * neither gets anything more nor decides about the new address.
 */
import { mayBeOn } from '#domain/alerts/may-be-on.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { Deps } from '#functions/compose.ts';
import type { Membership } from '#functions/tenants/members.ts';
import { hasRefused, refusalOf } from './codes-store.ts';
import { findMemberAddress, findOwnerRecipient, putOwnRecipient } from './owner-store.ts';
import { type AlertRecipient, listRecipients } from './recipient-store.ts';

/** Idempotent. An erased account is no recipient. */
export async function followOwner(needs: Deps, orderId: string): Promise<void> {
  const { db } = needs;
  const owner = await findOwnerRecipient(db, orderId);
  if (owner === null) return;
  await follow(needs, { orderId, memberId: null, ...owner }, await listRecipients(db, orderId));
}

/**
 * The same for a member who has a recipient: one of the environment that has the member's address becomes the member's.
 * @param isWanted True to make the address a recipient that none is.
 */
export async function followMember(
  needs: Deps,
  { id: memberId, orderId }: Pick<Membership, 'id' | 'orderId'>,
  isWanted = false,
): Promise<void> {
  const address = await findMemberAddress(needs.db, memberId);
  if (address === null) return;
  const known = await listRecipients(needs.db, orderId);
  const isKnown = known.some((each) => isOwnOf(each, memberId) || isMail(each, address));
  if (isKnown || isWanted) await follow(needs, { orderId, memberId, address, isProven: true }, known);
}

interface OwnAddress extends Pick<AlertRecipient, 'orderId' | 'memberId' | 'address'> {
  readonly isProven: boolean;
}

const isMail = ({ kind, address }: AlertRecipient, wanted: string): boolean =>
  kind === 'email' && address === wanted;

/** Whether it is the mail of a member, or of the owner. */
const isOwnOf = ({ kind, isOwner, memberId }: AlertRecipient, member: string | null): boolean =>
  kind === 'email' && (member === null ? isOwner : memberId === member);

async function follow(
  needs: Deps,
  { orderId, memberId, address, isProven }: OwnAddress,
  known: readonly AlertRecipient[],
): Promise<void> {
  const { db, clock, newId } = needs;
  const own = known.find((each) => isMail(each, address)) ?? null;
  const former = known.find((each) => isOwnOf(each, memberId) && each !== own) ?? null;
  const waits = own?.state === 'unproven' && isProven;
  if (own !== null && isOwnOf(own, memberId) && former === null && !waits) return;
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
  await putOwnRecipient(
    db,
    { id: newId(), orderId, memberId, address, ...state, preferences: keptPreferences(own, former) },
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
