/**
 * What provisioning needs from the cluster that runs the tenants' instances.
 *
 * Throws `DomainError` `cluster-unavailable` for anything that may pass (network, 5xx, 429, time-out, a repository out of
 * reach, a token that an operator renews); any other refusal is `cluster-refused`, because no retry mends it.
 */
import { DomainError } from '#domain/errors.ts';
import type { AdmittedAccounts } from './instance.ts';

/** A removal that has begun and is not done: it goes on when it is asked for again. */
export class RemovalUnderWay extends DomainError {
  /** What is still there, each with its kind: `Pod t-0a1b-0`. */
  readonly left: readonly string[];

  constructor(left: readonly string[]) {
    super('cluster-unavailable', { message: `still there: ${left.join(', ')}` });
    this.left = left;
  }
}

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
  /** Who may enter; see people/send-admitted.ts. */
  readonly admitted?: AdmittedAccounts;
}

export interface ApplicationState {
  readonly synced: boolean;
  readonly healthy: boolean;
  /** The last sync ended in failure: waiting longer does not help, a new sync may. */
  readonly syncFailed: boolean;
}

export interface Cluster {
  /**
   * Creates the application or brings it up to date, and asks for a sync where the last one failed. Idempotent on the
   * order; `cluster-unavailable` while an earlier one of the order is being removed.
   */
  ensureApplication(application: TenantApplication): Promise<void>;
  /**
   * Removes the application with everything it runs and every datum it holds: the only call that deletes. When it returns,
   * pod, volume, Ingress and application are gone; until then it takes the next step and throws `RemovalUnderWay`.
   * Removing one that is gone is success.
   */
  removeApplication(application: TenantApplication): Promise<void>;
  /** State of an order's application; `null` when there is none. */
  readApplication(orderId: string): Promise<ApplicationState | null>;
}

/** One cluster, which can be asked about itself. */
export interface SingleCluster extends Cluster {
  /** Version of what runs the applications, as it names itself. */
  readVersion(): Promise<string>;
}
