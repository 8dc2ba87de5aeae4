/** The sleep of the environment on the account's page: whether it sleeps, and the wait after it was woken. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { type Sleep, WakeAnswer, wakeEndpoint } from '#domain/api-schemas/sleep.ts';
import { message } from '#domain/messages/account.ts';
import { WAKE_SECONDS } from '#domain/tenants/sleep.ts';
import { useChange } from '#form/use-change.ts';
import { post } from '#lib/api.ts';
import { forgetQuota } from '#lib/quota.ts';
import { type Readiness, useReadiness } from '#lib/use-readiness.ts';

/** A page that is opened so long after a wake waits for the environment too. */
const WAKING_MS = 10 * 60_000;

/** What an answer says of the sleep; `null` for an account without an environment. */
interface Sleeping {
  readonly tenant: string;
  readonly isAsleep: boolean;
  readonly sleep: Sleep;
}

function sleepingIn(view: AccountAnswer | undefined): Sleeping | null {
  if (view === undefined || 'environment' in view) return null;
  if ('role' in view) return { tenant: view.tenant, isAsleep: view.state === 'asleep', sleep: {} };
  const { tenant, sleep = {} } = view;
  return { tenant, isAsleep: sleep.since !== undefined, sleep };
}

/** How the sleep stands on the page. */
export function useSleep(view: AccountAnswer | undefined) {
  const queries = useQueryClient();
  const found = sleepingIn(view);
  // The answer to a member does not say when it was woken.
  const [isWokenHere, setIsWokenHere] = useState(false);
  const wake = useChange(
    () => post(wakeEndpoint, WakeAnswer),
    { title: message('sleep.failed-title'), unclear: message('sleep.unclear') },
    async () => {
      setIsWokenHere(true);
      forgetQuota();
      await queries.invalidateQueries({ queryKey: ['account'] });
    },
  );
  const wokenAt = found?.sleep.wokenAt;
  const isLately = wokenAt !== undefined && Date.now() - Date.parse(wokenAt) < WAKING_MS;
  const waits = found !== null && !found.isAsleep && (isWokenHere || isLately);
  const readiness: Readiness = useReadiness(waits ? found.tenant : null, WAKE_SECONDS * 1000);
  return {
    sleep: found?.sleep ?? {},
    isAsleep: found?.isAsleep ?? false,
    /** `null` where nothing was woken. */
    waking: waits ? readiness : null,
    /** True until a woken environment answers. */
    isWaking: waits && readiness !== 'ready',
    wake,
  };
}
export type SleepRead = ReturnType<typeof useSleep>;
