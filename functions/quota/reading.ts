/** What was counted in each tenant's instance, what its customer was told about it, and when it is looked at next. */

import type { Tenant } from '#functions/contract/tenant.ts';
import type { MonitorCount } from '#functions/vendors/tenant-counter.ts';

export interface QuotaReading extends MonitorCount {
  readonly subdomain: string;
  /** Milliseconds, UTC. */
  readonly readAt: number;
  /** The limit the customer was told to be above; `null` while within the plan. */
  readonly toldLimit: number | null;
  readonly wasToldProhibited: boolean;
}

/** What the customer has been told from now on. */
export type QuotaNotice = { readonly toldLimit: number | null } | { readonly wasToldProhibited: boolean };

export interface QuotaMail {
  readonly id: string;
  readonly template: string;
  readonly payload: string;
}

export interface QuotaStore {
  find(subdomain: string): Promise<QuotaReading | null>;
  /** Keeps a count in place of the last one; what the customer was told stays. */
  keep(subdomain: string, count: MonitorCount, readAt: number): Promise<QuotaReading>;
  /**
   * Notes what the customer is told, together with the mail that tells it, in one transaction. Compare-and-set on what
   * `seen` says; false, and no mail, when another caller was first.
   */
  note(seen: QuotaReading, notice: QuotaNotice, mail: QuotaMail | null, now: number): Promise<boolean>;
  /** Takes active tenants that are due, the longest waiting first; each comes again at `retryAt`. */
  claimDue(
    now: number,
    retryAt: number,
    limit: number,
  ): Promise<readonly Pick<Tenant, 'subdomain' | 'orderId'>[]>;
  /** Sets when a tenant is looked at next. */
  schedule(subdomain: string, dueAt: number): Promise<void>;
}
