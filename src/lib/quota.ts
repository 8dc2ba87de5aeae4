/**
 * The quota of a tenant as pages read it: asked once in five minutes, and never a reason to stop.
 */
import * as z from 'zod/mini';
import { QuotaResponse } from '#domain/contracts/quota.ts';
import { defaultQuota, isQuotaFresh } from '#domain/quota/quota.ts';
import { postQuotaCheck } from '#lib/api.ts';
import { catalog } from '#lib/catalog.ts';
import { forgetTab, readTab, tabKeys, writeTab } from '#lib/session-storage.ts';

/** An account has one tenant: the tab remembers the last one asked about. */
const Remembered = z.object({ tenant: z.string(), readAt: z.number(), quota: QuotaResponse });

export type TenantQuota = QuotaResponse & {
  /** Why this is only what a page assumes; absent when the API answered. */
  readonly failure?: unknown;
};

/**
 * What the API said within the last five minutes, else what it says now. Never throws: after any failure the page goes
 * on with the free plan, 0 of its monitors used, and that is not remembered (requirements 000 §7).
 */
export async function checkQuota(tenant: string): Promise<TenantQuota> {
  const remembered = Remembered.safeParse(readTab(tabKeys.quota));
  if (
    remembered.success &&
    remembered.data.tenant === tenant &&
    isQuotaFresh(remembered.data.readAt, Date.now())
  ) {
    return remembered.data.quota;
  }
  try {
    const quota = await postQuotaCheck(tenant);
    writeTab(tabKeys.quota, { tenant, readAt: Date.now(), quota });
    return quota;
  } catch (failure) {
    return { ...defaultQuota(catalog), exact: false, failure };
  }
}

/** Called after a change of plan, which makes what was remembered wrong. */
export function forgetQuota(): void {
  forgetTab(tabKeys.quota);
}
