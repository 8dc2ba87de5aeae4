/** Reads whether the visitor owns the tenant of an upgrade page, and its plan. */
import { useEffect, useState } from 'react';
import { askCaller } from '#form/gate/caller.ts';
import { ApiError } from '#lib/api.ts';
import { checkQuota, forgetQuota, type TenantQuota } from '#lib/quota.ts';
import { useOnReturn } from '#lib/use-on-return.ts';
import { isSessionExpired } from '#session/expired.ts';
import { type AuthenticatedSession, getSession } from '#session/session.ts';
import { findSession } from '#session/session-store.ts';

export type TenantPlan =
  | { readonly status: 'checking' }
  | { readonly status: 'visitor' }
  /** Signed in to an account with another environment, or with none (`null`). */
  | { readonly status: 'foreign'; readonly ownTenant: string | null }
  /** Works in it, and plans are the owner's. */
  | { readonly status: 'member' }
  /** The contract has ended, so there is nothing to change. */
  | { readonly status: 'ended' }
  /** With `quota.failure`, plan and usage are only assumed (requirements 000 §7). */
  | { readonly status: 'known'; readonly quota: TenantQuota };

/** Waits before the retries after a failed count. */
const AGAIN_MS: readonly number[] = [2_000, 10_000];

/** True when the count failed and a retry may succeed. */
function isAssumed(read: TenantPlan): boolean {
  if (read.status !== 'known' || read.quota.failure === undefined) return false;
  const { failure } = read.quota;
  return !(failure instanceof ApiError) || failure.status === null || failure.status >= 500;
}

/**
 * @param tenant `null` until the address has been read.
 * @returns The plan, and a function that reads it again.
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
      void readTenantPlan(tenant).then((found) => {
        if (isGone) return;
        setPlan(found);
        // Retry while the plan is only assumed.
        const wait = isAssumed(found) ? waits.next().value : undefined;
        if (wait !== undefined) timer = setTimeout(read, wait);
      });
    read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [tenant, round]);
  // Perhaps from before the plan changed.
  useOnReturn(() => setRound((count) => count + 1));
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
  // Without an answer, the offers say whose they are.
  const [quota, caller] = await Promise.all([checkQuota(tenant), askCaller().catch(() => null)]);
  if (isSessionExpired(quota.failure)) return { status: 'visitor' };
  if (caller?.role === 'member') return { status: 'member' };
  const { failure } = quota;
  const isEnded = failure instanceof ApiError && failure.body?.code === 'tenant-missing';
  return isEnded ? { status: 'ended' } : { status: 'known', quota };
}

/** A new environment's group arrives with the next token, so a fresh token is requested before refusing access. */
async function readOwnTenant(session: AuthenticatedSession, tenant: string): Promise<string | null> {
  if (session.tenant === tenant) return tenant;
  await session.token({ isForced: true }).catch(() => undefined);
  const renewed = await getSession();
  return renewed.status === 'authenticated' ? renewed.tenant : session.tenant;
}
