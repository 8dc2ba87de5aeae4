/**
 * An application's state in the Argo CD stand-in, and its status derived from the clock.
 *
 * Owns: the phases of a sync (running, succeeded or failed, progressing, healthy), derived from times fixed when the
 * sync starts, so that a restart or a moved clock needs no timers. Does not own: HTTP (api.ts) or the page (page.ts).
 */
import { randomUUID } from 'node:crypto';
import type { ApplicationSpec, GitState } from './check-application.ts';

export interface ApplicationMetadata {
  name: string;
  labels?: Record<string, string>;
  finalizers?: string[];
}

/** One sync. Its times are fixed at the start, so a changed speed never undoes a finished phase. */
interface SyncOperation {
  startedAtMs: number;
  finishedAtMs: number;
  /** When the workload becomes healthy after a successful sync. */
  healthyAtMs: number;
  succeeds: boolean;
  automated: boolean;
  /** True once its objects are in the cluster. */
  applied?: boolean;
}

/** The controller's view of an application's objects. */
export interface ControllerView {
  /** True when the StatefulSet is missing. */
  isGone?: boolean;
  /** True while a pod is not ready. */
  waits?: boolean;
}

export interface StoredApplication {
  metadata: ApplicationMetadata;
  uid: string;
  createdAtMs: number;
  generation: number;
  resourceVersion: number;
  spec: ApplicationSpec;
  /** Newest first. */
  operations: SyncOperation[];
  /** Stays Progressing until released. */
  held: boolean;
  /** Start of its deletion: `metadata.deletionTimestamp`. */
  deletionAtMs?: number;
  /** The controller's last pass during its deletion. */
  passedAtMs?: number;
  seen?: ControllerView;
}

export interface ArgocdSettings {
  secondsToSync: number;
  secondsToHealthy: number;
  /** How many of the next syncs fail. */
  failNextSyncs: number;
  /** Seconds from a pod's deletion to its end. */
  secondsToStop: number;
  /** Seconds between two passes of the controller over a deletion. */
  secondsPerPass: number;
  /** Whether Argo CD reaches its repository, and with which error it does not. */
  git: GitState;
  /** Revisions of the chart whose pods never become ready. */
  unhealthyRevisions: string[];
  /** Whether the chart has a CronJob for copies. */
  copies: boolean;
  /** The version that `/api/version` reports. */
  version: string;
}

export type ObjectKind = 'StatefulSet' | 'Pod' | 'PersistentVolumeClaim' | 'Service' | 'Ingress';

export interface LiveObject {
  kind: ObjectKind;
  name: string;
  uid: string;
  createdAtMs: number;
  /** Set while it is being deleted (Terminating). */
  deletionAtMs?: number;
}

/** The objects of one application's chart. */
export interface Release {
  namespace: string;
  subdomain: string | null;
  /** Helm values of the last successful sync. */
  values: Readonly<Record<string, unknown>>;
  /** `targetRevision` of the last successful sync. */
  revision?: string;
  objects: LiveObject[];
  /** When the volume was last copied. */
  copiedAtMs?: number;
  /** True when the pod does not stop because its node does not answer. */
  stuck?: boolean;
}

export interface ArgocdState {
  applications: Record<string, StoredApplication>;
  /** Objects in the cluster by application, including those of deleted applications. */
  releases: Record<string, Release>;
  settings: ArgocdSettings;
  resourceVersion: number;
  /** Deleted volume claims, for testers; Argo CD itself does not keep them. */
  erasedClaims?: string[];
}

type OperationPhase = 'Running' | 'Succeeded' | 'Failed';

/** Argo CD's status words at one moment. */
export interface ApplicationStatus {
  sync: 'Synced' | 'OutOfSync';
  health: 'Missing' | 'Progressing' | 'Healthy';
  phase: OperationPhase | null;
  healthyAtMs: number | null;
}

/** A new application as the API server stores it, without a sync. */
export function newApplication(
  metadata: ApplicationMetadata,
  spec: ApplicationSpec,
  nowMs: number,
): StoredApplication {
  return {
    metadata,
    uid: randomUUID(),
    createdAtMs: nowMs,
    generation: 1,
    resourceVersion: 0,
    spec,
    operations: [],
    held: false,
  };
}

/** Whether the controller syncs this application automatically. */
export function isAutomated(spec: ApplicationSpec): boolean {
  return spec.syncPolicy?.automated !== undefined && spec.syncPolicy.automated.enabled !== false;
}

/** Starts a sync now; uses up one of `failNextSyncs`. */
export function startSync(
  application: StoredApplication,
  settings: ArgocdSettings,
  nowMs: number,
  automated: boolean,
  /** Start time of a pod that keeps running. */
  upSinceMs?: number,
): void {
  const succeeds = settings.failNextSyncs <= 0;
  if (!succeeds) settings.failNextSyncs -= 1;
  const finishedAtMs = nowMs + settings.secondsToSync * 1000;
  const healthyAtMs = upSinceMs ?? finishedAtMs + settings.secondsToHealthy * 1000;
  application.operations.unshift({ startedAtMs: nowMs, finishedAtMs, healthyAtMs, succeeds, automated });
}

/** Whether a sync is running; Argo CD then refuses another one. */
export function isSyncing(application: StoredApplication, nowMs: number): boolean {
  const [latest] = application.operations;
  return latest !== undefined && nowMs < latest.finishedAtMs;
}

/** Derives the status from the clock. */
export function statusAt(application: StoredApplication, nowMs: number): ApplicationStatus {
  const [latest] = application.operations;
  const landed = application.operations.find(
    (operation) => operation.succeeds && nowMs >= operation.finishedAtMs,
  );
  const running = isSyncing(application, nowMs);
  const settled = latest?.succeeds ? 'Succeeded' : 'Failed';
  const phase = latest === undefined ? null : running ? 'Running' : settled;
  if (landed === undefined) return { sync: 'OutOfSync', health: 'Missing', phase, healthyAtMs: null };
  const { isGone = false, waits = false } = application.seen ?? {};
  if (isGone) return { sync: 'OutOfSync', health: 'Missing', phase, healthyAtMs: null };
  const up = !application.held && !waits && nowMs >= landed.healthyAtMs;
  return {
    sync: landed === latest ? 'Synced' : 'OutOfSync',
    health: up ? 'Healthy' : 'Progressing',
    phase,
    healthyAtMs: up ? landed.healthyAtMs : null,
  };
}

/** Subdomain of an application's tenant, from its Helm values; `null` when they name none. */
export function subdomainOf({ source }: ApplicationSpec): string | null {
  const value = source?.helm?.valuesObject?.['subdomain'];
  return typeof value === 'string' ? value : null;
}
