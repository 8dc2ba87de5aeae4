/** Who is in front of a page that is not theirs to see, or not yet. */
import type { AccountAnswer, AccountResponse } from '#domain/api-schemas/account.ts';
import { Caller, type OpenInvitation, peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiError, ask } from '#lib/api.ts';

/**
 * `nobody`: neither owner nor member. `waiting`: the own environment is being made. `ended`: it is gone. `member`: works in
 * another's, and the page is the owner's. `paused`: works in another's, whose plan has no seat for this person now.
 */
export type Kept =
  | { readonly who: 'waiting' | 'ended' }
  /** `invitations`: what the account is invited to, where it was read already. */
  | { readonly who: 'nobody'; readonly invitations?: readonly OpenInvitation[] }
  /** `tenant`: the environment in which the account works, where it is known. */
  | { readonly who: 'member' | 'paused'; readonly tenant: string | null };

/** Asks who the account is; the answer is never a refusal. @throws ApiError */
export const askCaller = (signal?: AbortSignal): Promise<Caller> => ask(peopleEndpoint, Caller, { signal });

/** Why a page is not there for a caller; `null` where it is. */
export function keptOf(caller: Caller, isOwners: boolean): Kept | null {
  if (caller.role === 'none')
    return caller.isCreating ? { who: 'waiting' } : { who: 'nobody', invitations: caller.invitations ?? [] };
  if (caller.role === 'owner') return null;
  const { tenant, isPaused } = caller;
  if (isPaused) return { who: 'paused', tenant };
  return isOwners ? { who: 'member', tenant } : null;
}

/** Read from a refusal, where the account changed after its token was issued; `null` for every other failure. */
export function keptBy(error: unknown): Kept | null {
  if (!(error instanceof ApiError)) return null;
  const { code, details } = error.body ?? {};
  const tenant = details?.['tenant'] ?? null;
  switch (code as ErrorCode | undefined) {
    case 'owner-only':
      return { who: 'member', tenant };
    case 'member-paused':
      return { who: 'paused', tenant };
    case 'order-missing':
      return { who: 'nobody' };
    case 'tenant-missing':
      // Without the way to it, an environment that is gone.
      return { who: details?.['redirect'] === '/provisionamento' ? 'waiting' : 'ended' };
    default:
      return null;
  }
}

/** True for the account of an owner. */
export const isOwners = (account: AccountAnswer): account is AccountResponse =>
  !('role' in account || 'environment' in account);

/** Read from the account of someone who is no owner. */
export function keptFrom(account: Exclude<AccountAnswer, AccountResponse>): Kept {
  if ('role' in account) return { who: account.isPaused ? 'paused' : 'member', tenant: account.tenant };
  return { who: account.environment === 'creating' ? 'waiting' : 'nobody' };
}
