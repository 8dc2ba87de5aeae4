/**
 * Switches a recipient on, if it may be (src/domain/alerts/may-be-on.ts). A chat that opens its link is its reader, and
 * is connected by telegram.ts; the account's address is followed by follow-owner.ts.
 */

import { isPostedKind, type MayBeOn } from '#domain/alerts/codes.ts';
import { mayBeOn, type RecipientFacts, type WayOn } from '#domain/alerts/may-be-on.ts';
import type { Deps } from '#functions/compose.ts';
import { hasRefused, refusalOf } from './codes-store.ts';
import { workKindOf } from './names.ts';
import { findMemberAddress, findOwnerRecipient } from './owner-store.ts';
import { type AlertRecipient, proveRecipient } from './recipient-store.ts';

/**
 * Asks whether a recipient may be on, and switches it on then. It is told what is down, and what happens from now on.
 * @returns `yes` when it is on now. `by-code` also when something else changed it meanwhile.
 */
export async function switchOn(needs: Deps, recipient: AlertRecipient, way: WayOn): Promise<MayBeOn> {
  const verdict = mayBeOn(way, await factsOf(needs, recipient));
  if (verdict !== 'yes' || recipient.state === 'on') return verdict;
  const { orderId, kind, address } = recipient;
  const report = {
    events: [{ kind: 'alert-recipient-on', orderId, detail: `${kind} ${recipient.id}` }],
    work: [{ kind: workKindOf(kind), key: recipient.id, orderId }],
  };
  const isOn = await proveRecipient(
    needs.db,
    recipient,
    await refusalOf(needs, address),
    report,
    needs.clock.now(),
  );
  return isOn ? 'yes' : 'by-code';
}

/**
 * How a recipient that is not on comes back: `yes`: at once, for an account's own proven address. A chat comes back by a
 * link of its own.
 */
export async function wayBack(needs: Deps, recipient: AlertRecipient): Promise<MayBeOn> {
  // By a test that is answered.
  if (isPostedKind(recipient.kind)) return 'yes';
  if (recipient.kind !== 'email') return 'never';
  const facts = await factsOf(needs, recipient);
  if (recipient.isOwner || recipient.memberId !== null) return mayBeOn('owner', facts);
  return mayBeOn('reader', facts) === 'never' ? 'never' : 'by-code';
}

async function factsOf(needs: Deps, recipient: AlertRecipient): Promise<RecipientFacts> {
  const { kind, address, state, offReason } = recipient;
  const [isRefused, proven] = await Promise.all([
    kind === 'email' && hasRefused(needs, address),
    provenAddressOf(needs, recipient),
  ]);
  return { state, offReason, isRefused, isProven: proven === address };
}

/** The address that the account of a recipient has proven. */
async function provenAddressOf(
  needs: Deps,
  { orderId, isOwner, memberId }: AlertRecipient,
): Promise<string | null> {
  if (memberId !== null) return findMemberAddress(needs.db, memberId);
  const owner = isOwner ? await findOwnerRecipient(needs.db, orderId) : null;
  return owner?.isProven === true ? owner.address : null;
}
