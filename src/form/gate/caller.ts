/** Who is in front of a page that is not theirs to see, or not yet. */
import type { AccountAnswer, AccountResponse } from '#domain/api-schemas/account.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiError } from '#lib/api.ts';

/**
 * `nobody`: neither owner nor member. `waiting`: the own environment is being made. `ended`: it is gone. `member`: works in
 * another's, and the page is the owner's. `paused`: works in another's, whose plan has no seat for this person now.
 */
export type Kept =
  | { readonly who: 'nobody' | 'waiting' | 'ended' }
  /** `tenant`: the environment in which the account works, where it is known. */
  | { readonly who: 'member' | 'paused'; readonly tenant: string | null };

/** Read from a refusal; `null` for every other failure. */
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
