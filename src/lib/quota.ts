/**
 * Reads a tenant's quota for pages: at most once in five minutes, and without ever failing.
 */
import * as z from 'zod/mini';
import { QuotaResponse, quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { defaultQuota, isQuotaFresh } from '#domain/quota/quota.ts';
import { post } from '#lib/api.ts';
import { catalog } from '#lib/catalog.ts';
import { tab } from '#lib/storage.ts';

/** The tab remembers only the last tenant, because an account has one. */
const Remembered = z.object({ tenant: z.string(), readAt: z.number(), quota: QuotaResponse });

export type TenantQuota = QuotaResponse & {
  /** Why the values are only assumed; absent when the API answered. */
  readonly failure?: unknown;
};

/**
 * The API's answer, remembered for five minutes. Never throws: after a failure the page assumes the free plan without
 * monitors, which is not remembered (requirements 000 §7).
 */
export async function checkQuota(tenant: string): Promise<TenantQuota> {
  const remembered = Remembered.safeParse(tab.readJson('quota'));
  if (
    remembered.success &&
    remembered.data.tenant === tenant &&
    isQuotaFresh(remembered.data.readAt, Date.now())
  ) {
    return remembered.data.quota;
  }
  try {
    const quota = await post(quotaCheckPath(tenant), QuotaResponse);
    tab.writeJson('quota', { tenant, readAt: Date.now(), quota });
    return quota;
  } catch (failure) {
    return { ...defaultQuota(catalog), exact: false, failure };
  }
}

/** Call after a change of plan, which makes the remembered quota wrong. */
export function forgetQuota(): void {
  tab.forget('quota');
}
