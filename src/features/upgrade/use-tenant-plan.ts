/** Who is looking at the tenant of an upgrade page, and what plan it has. */
import { useEffect, useState } from 'react';
import { isSessionExpired } from '#features/session/expired.ts';
import { ApiError } from '#lib/api.ts';
import { checkQuota, forgetQuota, type TenantQuota } from '#lib/quota.ts';
import { type AuthenticatedSession, getSession } from '#lib/session.ts';
import { findSession } from '#stores/session.ts';

export type TenantPlan =
  | { readonly status: 'checking' }
  | { readonly status: 'visitor' }
  /** Signed in to an account with another environment, or (`null`) with none. */
  | { readonly status: 'foreign'; readonly ownTenant: string | null }
  /** The contract of the environment is over: there is nothing to change. */
  | { readonly status: 'ended' }
  /** With `quota.failure`, plan and use are only assumed (requirements 000 §7). */
  | { readonly status: 'known'; readonly quota: TenantQuota };

/** After a count that failed, so long until the next. */
const AGAIN_MS: readonly number[] = [2_000, 10_000];

/** No answer, or one that may be another in a moment. */
function isAssumed(told: TenantPlan): boolean {
  if (told.status !== 'known' || told.quota.failure === undefined) return false;
  const { failure } = told.quota;
  return !(failure instanceof ApiError) || failure.status === null || failure.status >= 500;
}

/**
 * @param tenant `null` while the address is not read yet.
 * @returns The plan, and what reads it anew where the server has shown that it changed.
 */
export function useTenantPlan(tenant: string | null): readonly [TenantPlan, reread: () => void] {
  const [plan, setPlan] = useState<TenantPlan>({ status: 'checking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same tenant again
  useEffect(() => {
    if (tenant === null) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waits = AGAIN_MS[Symbol.iterator]();
    const read = () =>
      void readTenantPlan(tenant).then((told) => {
        if (isGone) return;
        setPlan(told);
        // What is only assumed is asked for again, while somebody reads.
        const wait = isAssumed(told) ? waits.next().value : undefined;
        if (wait !== undefined) timer = setTimeout(read, wait);
      });
    read();
    // "Voltar" brings the page back as it was left, perhaps before the plan changed.
    const onReturn = (event: PageTransitionEvent) => event.persisted && read();
    window.addEventListener('pageshow', onReturn);
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('pageshow', onReturn);
    };
  }, [tenant, round]);
  const reread = () => {
    forgetQuota();
    setRound((count) => count + 1);
  };
  return [plan, reread];
}

async function readTenantPlan(tenant: string): Promise<TenantPlan> {
  const session = await findSession();
  if (session.status === 'visitor') return { status: 'visitor' };
  const ownTenant = await readOwnTenant(session, tenant);
  if (ownTenant !== tenant) return { status: 'foreign', ownTenant };
  const quota = await checkQuota(tenant);
  if (isSessionExpired(quota.failure)) return { status: 'visitor' };
  const { failure } = quota;
  const isEnded = failure instanceof ApiError && failure.body?.code === 'tenant-missing';
  return isEnded ? { status: 'ended' } : { status: 'known', quota };
}

/** The group of a new environment comes with the next token, so one is asked for before anyone is turned away. */
async function readOwnTenant(session: AuthenticatedSession, tenant: string): Promise<string | null> {
  if (session.tenant === tenant) return tenant;
  await session.token({ isForced: true }).catch(() => undefined);
  const renewed = await getSession();
  return renewed.status === 'authenticated' ? renewed.tenant : session.tenant;
}
