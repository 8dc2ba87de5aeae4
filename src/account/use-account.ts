/** Reads the account and sends cancellations and withdrawals. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AccountAnswer,
  accountCancelEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/account.ts';
import { useChange } from '#form/use-change.ts';
import { getAccount } from '#lib/account-api.ts';
import { PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';
import { forgetQuota } from '#lib/quota.ts';
import type { Purchase } from './account-words.ts';

const accountKey = ['account'];

/** `cancel`: ends the renewal. `withdraw`: undoes the purchase. */
export type Ending = { readonly kind: 'cancel' } | { readonly kind: 'withdraw'; readonly purchase: Purchase };

export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => getAccount(signal),
    // For customers who come back from paying elsewhere.
    refetchOnWindowFocus: true,
  });
}

/** A second call changes nothing, so there is no Idempotency-Key. */
export function useEnding(ending: Ending, onEnded: () => void) {
  const queries = useQueryClient();
  return useChange(
    async () => {
      const sentAt = Date.now();
      const [path, body] =
        ending.kind === 'cancel'
          ? [accountCancelEndpoint, undefined]
          : [accountWithdrawEndpoint, { purchase: ending.purchase.id }];
      return { account: await post(path, AccountAnswer, { body, timeoutMs: PROCESSOR_TIMEOUT_MS }), sentAt };
    },
    { title: message('account.end-failed-title'), unclear: message('account.end-unclear') },
    async ({ account, sentAt }) => {
      // Another tab may have changed the contract since; a read that is under way may have begun before this change.
      const isRead = (queries.getQueryState(accountKey)?.dataUpdatedAt ?? 0) > sentAt;
      await queries.cancelQueries({ queryKey: accountKey });
      if (isRead) await queries.refetchQueries({ queryKey: accountKey });
      else queries.setQueryData(accountKey, account);
      forgetQuota();
      onEnded();
    },
  );
}
