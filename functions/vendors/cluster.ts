/**
 * What provisioning needs from the cluster that runs the tenants' instances.
 *
 * Throws `DomainError` `cluster-unavailable` for anything that may pass (network, 5xx, 429, time-out); a refusal
 * (401, 403, 4xx) is a `DomainError` `internal`, because no retry mends it.
 */
export interface TenantApplication {
  /** The order that it was sold with: one application each. */
  readonly orderId: string;
  readonly subdomain: string;
  readonly planId: string;
  readonly monitorsMax: number;
  /** True while the environment is paused: nothing runs, all data stay. */
  readonly isSuspended?: boolean;
  /** What the environment's companion compares the functions' token with; see uptime-kuma/counter-tokens.ts. */
  readonly counterTokenSha256?: string;
}

export interface ApplicationState {
  readonly synced: boolean;
  readonly healthy: boolean;
  /** The last sync ended in failure: waiting longer does not help, a new sync may. */
  readonly syncFailed: boolean;
}

export interface Cluster {
  /** Creates the application or brings it up to date, and asks for a sync where the last one failed. Idempotent on the order. */
  ensureApplication(application: TenantApplication): Promise<void>;
  /**
   * Removes the application with everything it runs and every datum it holds: the only call that deletes. Done when it
   * returns; throws `cluster-unavailable` while the removal is under way. Removing one that is gone is success.
   */
  removeApplication(application: TenantApplication): Promise<void>;
  /** State of an order's application; `null` when there is none. */
  readApplication(orderId: string): Promise<ApplicationState | null>;
}
