/**
 * Whether a recipient of alerts may be switched on.
 *
 * Every way on asks here, so that what a reader said (a link that leaves, a refusal, a click on "spam") and an address
 * that nobody proved hold whichever way is tried.
 */
import { type MayBeOn, type OffReason, offReasons, type RecipientState } from './codes.ts';

/** The reasons that no person gave: an operator may undo them. */
export const endedReasons: readonly OffReason[] = ['missing', 'blocked', 'silent'];

/**
 * Who switches it on. `reader`: whoever reads it, now: with the code of a mail, or a link opened in the chat. `owner`:
 * the signed-in owner, or a member of the own address, without a code. `account`: the account's own address is followed, at set-up and when it changes.
 * `operator`: undoes what a provider's failure ended.
 */
export type WayOn = 'reader' | 'owner' | 'account' | 'operator';

/** What is known about a recipient that is to be switched on. */
export interface RecipientFacts {
  readonly state: RecipientState;
  readonly offReason: OffReason | null;
  /** An account's own address, the owner's or a member's, and its sign-in or invitation proved it. */
  readonly isProven: boolean;
  /** Its reader refused the address for good, for every environment. */
  readonly isRefused: boolean;
}

/** Reasons that a way undoes without the reader. */
const undoes: Readonly<Record<WayOn, ReadonlySet<OffReason | null>>> = {
  reader: new Set(offReasons),
  owner: new Set(['left']),
  account: new Set(),
  operator: new Set(endedReasons),
};

/** Decides for one way; a refusal for good stands against every one. */
export function mayBeOn(way: WayOn, { state, offReason, isProven, isRefused }: RecipientFacts): MayBeOn {
  if (isRefused) return 'never';
  if (way === 'reader' || state === 'on') return 'yes';
  if (state === 'off' && !undoes[way].has(offReason)) return 'by-code';
  // What a provider ended was proven before.
  if (way === 'operator') return state === 'off' ? 'yes' : 'by-code';
  return isProven ? 'yes' : 'by-code';
}
