/** Counts what a tenant has set up in its instance, because the instance itself knows no plan. */

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

export interface TenantCounter {
  /** @throws DomainError `tenant-unavailable` when neither the counter nor the metrics can be read. */
  count(subdomain: string): Promise<MonitorCount>;
}
