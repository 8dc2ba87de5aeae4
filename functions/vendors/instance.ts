/** What is asked of a tenant's instance: whether its owner can work, and how many monitors are set up in it. */

/** Monitors that break the terms of use, each counted once per rule. */
export interface ProhibitedMonitors {
  /** HTTP or HTTPS addresses with an IP in place of a host name. */
  readonly directIp: number;
  /** Addresses under `.onion`, of any type. */
  readonly onion: number;
}

export interface MonitorCount {
  /** Active and paused monitors; groups are left out. */
  readonly monitors: number;
  /** False when read from the instance's metrics: then at least this many, because they leave monitors out. */
  readonly isExact: boolean;
  /** `null` when the count is not exact. */
  readonly prohibited: ProhibitedMonitors | null;
}

/** Counts what a tenant has set up, because the instance itself knows no plan. */
export interface TenantCounter {
  /** @throws DomainError `tenant-unavailable` when neither the counter nor the metrics can be read. */
  count(subdomain: string): Promise<MonitorCount>;
}

/** Tells whether an instance is ready for its owner. */
export interface TenantProbe {
  /** True once it serves its dashboard or a status page; false while it is fresh, fails or is silent. Never throws. */
  isReady(subdomain: string): Promise<boolean>;
}
