/** What is asked of a tenant's instance: whether its owner can work, how many monitors are set up in it, and whom to let in. */

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

/** Accounts that may enter an environment. */
export interface AdmittedAccounts {
  /** Grows with every change: the higher one counts. */
  readonly revision: number;
  /** OIDC subjects, the owner's first. */
  readonly accounts: readonly string[];
}

/** Tells what stands before an instance whom to let in. */
export interface TenantAdmission {
  /**
   * Replaces the list of an environment; who is not on it any more is out within a minute. Idempotent on the revision.
   * @throws DomainError `tenant-unavailable` for any other answer than "taken", an older revision than the present one included.
   */
  admit(subdomain: string, list: AdmittedAccounts): Promise<void>;
}
