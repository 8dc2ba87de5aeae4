/** What was counted in a tenant's instance, and what its customer was told about it. */
import type { MonitorCount } from '#functions/vendors/instance.ts';

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
