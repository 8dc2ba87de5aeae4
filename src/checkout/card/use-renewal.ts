/** Reads the account if it has a contract that renews. */
import { useCallback, useEffect, useState } from 'react';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { getAccount } from '#lib/account-api.ts';
import { useBackOnline } from '#lib/use-back-online.ts';
import { signInIfExpired } from '#session/expired.ts';

interface RenewalRead {
  /** `null` when nothing renews. */
  readonly account: AccountResponse | null;
  /** The environment of another account that this one works in. */
  readonly worksIn: string | null;
  readonly isRead: boolean;
  readonly hasFailed: boolean;
  readonly reread: () => void;
}

const renewing: ReadonlySet<AccountResponse['situacao']> = new Set(['ativa', 'atrasada', 'suspensa']);

export function useRenewal(): RenewalRead {
  const [read, setRead] = useState<Omit<RenewalRead, 'reread'>>({
    account: null,
    worksIn: null,
    isRead: false,
    hasFailed: false,
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again.
  useEffect(() => {
    const question = new AbortController();
    getAccount(question.signal).then(
      (answer) => {
        const isMember = 'papel' in answer;
        const own = 'situacao' in answer && !isMember ? answer : null;
        setRead({
          account: own !== null && renewing.has(own.situacao) ? own : null,
          worksIn: isMember ? answer.tenant : null,
          isRead: true,
          hasFailed: false,
        });
      },
      (error: unknown) => {
        if (question.signal.aborted) return;
        setRead({ account: null, worksIn: null, isRead: true, hasFailed: true });
        void signInIfExpired(error);
      },
    );
    return () => question.abort();
  }, [tries]);
  const reread = useCallback(() => setTries((count) => count + 1), []);
  useBackOnline(read.hasFailed, reread);
  return { ...read, reread };
}
