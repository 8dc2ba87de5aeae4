/**
 * The port to the cluster that runs the tenants' instances.
 *
 * Throws `DomainError` `cluster-unavailable` for anything that may pass (network, 5xx, 429, timeout, unreachable
 * repository, a token that an operator must renew); any other refusal is `cluster-refused`, because a retry cannot
 * succeed.
 */
import { DomainError } from '#domain/errors.ts';
import type { AdmittedAccounts } from './instances.ts';

/** A removal that has begun and is not finished: a repeated call continues it. */
export class RemovalUnderWay extends DomainError {
  /** Remaining objects with their kind: `Pod t-0a1b-0`. */
  readonly left: readonly string[];

  constructor(left: readonly string[]) {
    super('cluster-unavailable', { message: `still there: ${left.join(', ')}` });
    this.left = left;
  }
}

/** What a verb wants of an environment's application. */
export interface WantedApplication {
  /** The environment's order; each order has one application. */
  readonly orderId: string;
  readonly subdomain: string;
  readonly planId: string;
  readonly monitorsMax: number;
  /** True while the environment is paused: nothing runs, all data are kept. */
  readonly isSuspended?: boolean;
  /** True for an environment of our own: everybody sees its panel, and nobody changes anything in it. */
  readonly isReadOnly?: boolean;
  /** True while it is paused because it sleeps: then it needs no copies either. */
  readonly isAsleep?: boolean;
}

/** An application as it is written, with what the rows say about its environment (cluster-router.ts adds it). */
export interface TenantApplication extends WantedApplication {
  /** Revision of the chart that the environment runs; the cluster's setting by default. */
  readonly chartRevision?: string;
  /** SHA-256 of the token that the companion accepts from the Worker; see uptime-kuma/counter-tokens.ts. */
  readonly counterTokenSha256?: string;
  /** The copy that the environment comes back from before it starts; see copies/store.ts. */
  readonly restore?: RestoreOrder;
  /** Who may enter; see tenants/admitted.ts. */
  readonly admitted?: AdmittedAccounts;
  /** MiB of the largest volume that the environment has had; see platform/volumes.ts. */
  readonly volumeHadMib?: number;
}

/** What an application was written with. */
interface WrittenApplication {
  /** MiB; never less than before. */
  readonly volumeMib: number;
}

/** A restore: done once per id. */
export interface RestoreOrder {
  readonly id: string;
  /** Id of a copy, or `latest`. */
  readonly snapshot: string;
}

export interface ApplicationState {
  readonly synced: boolean;
  readonly healthy: boolean;
  /** True when the last sync failed: waiting does not help, a new sync may. */
  readonly syncFailed: boolean;
  /**
   * The chart's revision that `synced` is about; `null` before the first comparison. Right after a write it is still
   * the one before.
   */
  readonly chartRevision: string | null;
}

export interface Cluster {
  /**
   * Creates or updates the application, and requests a sync after a failed one. Idempotent per order;
   * `cluster-unavailable` while an earlier application of the order is being removed.
   */
  ensureApplication(application: WantedApplication): Promise<unknown>;
  /**
   * Removes the application with everything it runs and all its data; no other call deletes data. Returns when pod,
   * volume, Ingress and application are gone; until then each call takes the next step and throws `RemovalUnderWay`.
   * Succeeds when everything is already gone.
   */
  removeApplication(application: WantedApplication): Promise<void>;
  /** State of an order's application; `null` when there is none. */
  readApplication(orderId: string): Promise<ApplicationState | null>;
  /** True while the instance of an order's environment has a pod, which may write to its volume. */
  hasPod(orderId: string): Promise<boolean>;
  /** Starts a copy of an environment's volume outside its schedule; false where copies are off. */
  startCopy(orderId: string): Promise<boolean>;
  /** Names of other orders' applications for this order's subdomain, on the order's cluster. */
  listRivals(application: Pick<WantedApplication, 'orderId' | 'subdomain'>): Promise<readonly string[]>;
}

/** An application as the cluster has it, whether or not a row knows it. */
export interface FoundApplication {
  readonly name: string;
  /** `null` for one that was last written before applications named their order. */
  readonly orderId: string | null;
  readonly subdomain: string;
  readonly planId: string;
  readonly isSuspended: boolean;
  /** Revision of the chart; `null` when it does not say. */
  readonly chartRevision: string | null;
  /** OIDC subjects that may enter, the owner first; empty when it has no list. */
  readonly accounts: readonly string[];
  /** Milliseconds, UTC. */
  readonly createdAt: number;
}

/** One cluster, with calls about the cluster itself. */
export interface SingleCluster extends Cluster {
  /** As in `Cluster`. */
  ensureApplication(application: WantedApplication): Promise<WrittenApplication>;
  /** Name of an order's application, the same on every cluster. */
  nameOf(orderId: string): string;
  /** Every environment's application that is not being deleted. */
  listApplications(): Promise<readonly FoundApplication[]>;
  /** Version of the software that runs the applications. */
  readVersion(): Promise<string>;
}
