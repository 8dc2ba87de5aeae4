/** Ports to a tenant's instance: whether it is ready, its number of monitors, and who may enter. */

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
  /** False when read from the instance's metrics, which leave monitors out: the number is then a minimum. */
  readonly isExact: boolean;
  /** `null` when the count is not exact. */
  readonly prohibited: ProhibitedMonitors | null;
}

/** Counts a tenant's monitors; the instance itself knows no plan. */
export interface TenantCounter {
  /** @throws DomainError `tenant-unavailable` when neither the counter nor the metrics can be read. */
  count(subdomain: string): Promise<MonitorCount>;
}

/** Checks whether an instance is ready for its owner. */
export interface TenantProbe {
  /**
   * True once it serves its dashboard or a status page; false while it is being set up, fails or does not answer. Never
   * throws.
   */
  isReady(subdomain: string): Promise<boolean>;
}

/** Accounts that may enter an environment. */
export interface AdmittedAccounts {
  /** Grows with every change; the higher one is newer. */
  readonly revision: number;
  /** OIDC subjects, the owner first. */
  readonly accounts: readonly string[];
}

/** Sends the list of admitted accounts to the companion in front of an instance. */
export interface TenantAdmission {
  /**
   * Replaces an environment's list; an account that is no longer on it loses access within a minute. Idempotent per
   * revision.
   * @throws DomainError `tenant-unavailable` unless the companion accepts it; it also refuses a revision older than its
   *   own.
   */
  admit(subdomain: string, list: AdmittedAccounts): Promise<void>;
}
