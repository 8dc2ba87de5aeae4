/**
 * What provisioning needs from the cluster that runs the tenants' instances.
 *
 * Throws `DomainError` `cluster-unavailable` for anything that may pass (network, 5xx, 429, time-out); a refusal
 * (401, 403, 4xx) is a `DomainError` `internal`, because no retry mends it.
 */
export interface TenantApplication {
  /** Application name, `t-{tenantId}`, at most 20 characters. */
  readonly name: string;
  readonly subdomain: string;
  readonly planId: string;
  readonly monitorsMax: number;
  /** True while the environment stands still: nothing runs, all data stay. */
  readonly isSuspended?: boolean;
}

export interface ApplicationState {
  readonly synced: boolean;
  readonly healthy: boolean;
  /** The last sync ended in failure: waiting longer does not help, a new sync may. */
  readonly syncFailed: boolean;
}

export interface Cluster {
  /** Creates the application or brings it up to date, and asks for a sync where the last one failed. Idempotent on the name. */
  ensureApplication(application: TenantApplication): Promise<void>;
  /**
   * Removes the application with everything it runs and every datum it holds: the only call that deletes. Done when it
   * returns; throws `cluster-unavailable` while the removal is under way. Removing one that is gone is success.
   */
  removeApplication(application: TenantApplication): Promise<void>;
  /** Where the application stands; `null` when there is none. */
  readApplication(name: string): Promise<ApplicationState | null>;
}
