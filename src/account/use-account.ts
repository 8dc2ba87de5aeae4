/** Reads the account and sends cancellations and withdrawals. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { postAccountEnd } from '#account/contract/contract-api.ts';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/account.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { getAccount } from '#lib/account-api.ts';
import { forgetQuota } from '#lib/quota.ts';
import { signInAgain } from '#session/expired.ts';
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

/** @param onEnded Called with the changed account. */
export function useEnding(ending: Ending, onEnded: (account: AccountAnswer) => void) {
  const queries = useQueryClient();
  return useMutation<AccountAnswer, Failure, void, number>({
    onMutate: () => Date.now(),
    mutationFn: async () => {
      try {
        return ending.kind === 'cancel'
          ? await postAccountEnd('cancel')
          : await postAccountEnd('withdraw', { compra: ending.purchase.id });
      } catch (error) {
        throw describeFailure(error, {
          title: message('account.end-failed-title'),
          unclear: message('account.end-unclear'),
        });
      }
    },
    onError: ({ needsSignIn }) => (needsSignIn ? signInAgain() : undefined),
    onSuccess: async (account, _, sentAt) => {
      // Another tab may have changed the contract since; a read that is under way may have begun before this change.
      const isRead = (queries.getQueryState(accountKey)?.dataUpdatedAt ?? 0) > sentAt;
      await queries.cancelQueries({ queryKey: accountKey });
      if (isRead) await queries.refetchQueries({ queryKey: accountKey });
      else queries.setQueryData(accountKey, account);
      forgetQuota();
      onEnded(account);
    },
  });
}
