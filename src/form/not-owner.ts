/** Who is in front of a page that belongs to an environment's owner, when it is not the owner. */
import type { AccountAnswer, AccountResponse } from '#domain/api-schemas/account.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiError } from '#lib/api.ts';

export type NotOwner =
  | { readonly who: 'nobody' | 'waiting' }
  /** `tenant`: the environment in which the account works, where it is known. */
  | { readonly who: 'member'; readonly tenant: string | null };

/** Read from a refusal; `null` for every other failure. */
export function notOwnerIn(error: unknown): NotOwner | null {
  if (!(error instanceof ApiError)) return null;
  const { code, details } = error.body ?? {};
  switch (code as ErrorCode | undefined) {
    case 'owner-only':
    case 'member-paused':
      return { who: 'member', tenant: details?.['tenant'] ?? null };
    case 'order-missing':
      return { who: 'nobody' };
    case 'tenant-missing':
      // Without the way to it, an environment that is gone.
      return details?.['redirect'] === '/provisionamento' ? { who: 'waiting' } : null;
    default:
      return null;
  }
}

/** True for the account of an owner. */
export const isOwners = (account: AccountAnswer): account is AccountResponse =>
  !('role' in account || 'environment' in account);

/** Read from the account. */
export function notOwnerOf(account: Exclude<AccountAnswer, AccountResponse>): NotOwner {
  if ('role' in account) return { who: 'member', tenant: account.tenant };
  return { who: account.environment === 'creating' ? 'waiting' : 'nobody' };
}
