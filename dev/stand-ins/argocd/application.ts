/**
 * What the Argo CD stand-in keeps of an application, and how its status follows from the clock.
 *
 * Owns: the course of a sync (running, then succeeded or failed, then progressing, then healthy), derived from
 * moments that are fixed when a sync starts, so a restart or a moved clock needs no timers.
 * Does not own: HTTP (api.ts) or the page (page.ts).
 */
import { randomUUID } from 'node:crypto';
import type { Release } from './objects.ts';

/** Custom resource spec as the client sent it; only the fields the stand-in acts on are named. */
export interface ApplicationSpec {
  project?: string;
  destination?: { server?: string; name?: string; namespace?: string };
  source?: ApplicationSource;
  sources?: ApplicationSource[];
  syncPolicy?: { automated?: { enabled?: boolean }; syncOptions?: string[] };
}

interface ApplicationSource {
  repoURL?: string;
  path?: string;
  chart?: string;
  targetRevision?: string;
  helm?: { parameters?: { name?: string; value?: string }[]; valuesObject?: Record<string, unknown> };
}

export interface ApplicationMetadata {
  name: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
}

/** One sync. Its moments are fixed at the start, so changing the speed never turns back what is done. */
interface SyncOperation {
  startedAtMs: number;
  finishedAtMs: number;
  /** When the workload comes up after a sync that succeeds. */
  healthyAtMs: number;
  succeeds: boolean;
  automated: boolean;
  /** Its objects are in the cluster. */
  applied?: boolean;
}

/** What the controller sees of an application's objects. */
export interface ControllerView {
  /** The StatefulSet is not there (any more). */
  isGone?: boolean;
  /** A pod that is not ready, or an Ingress without an address. */
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
  degraded: boolean;
  /** Since when it is being deleted: `metadata.deletionTimestamp`. */
  deletionAtMs?: number;
  /** The controller's last pass over its deletion. */
  passedAtMs?: number;
  seen?: ControllerView;
}

export interface ArgocdSettings {
  secondsToSync: number;
  secondsToHealthy: number;
  /** So many of the next syncs end in failure. */
  failNextSyncs: number;
  /** From the deletion of a pod to its end. */
  secondsToStop: number;
  /** Between two passes of the controller over an application that is being deleted. */
  secondsPerPass: number;
  /** Whether Argo CD reaches its repository, and in which words it says that it does not. */
  git: GitState;
  /** Whether the Ingress controller publishes an address. */
  ingressAddress: boolean;
  /** Whether the chart's Ingress carries `argocd.argoproj.io/ignore-healthcheck`. */
  ingressIgnored: boolean;
  /** Whether the chart's StatefulSet replaces a pod that is not ready. */
  podManagement: PodManagement;
  /** As `/api/version` says it. */
  version: string;
}

export const gitStates = ['up', 'inaccessible', 'unavailable'] as const;
type GitState = (typeof gitStates)[number];
export const podManagements = ['Parallel', 'OrderedReady'] as const;
type PodManagement = (typeof podManagements)[number];

export interface ArgocdState {
  applications: Record<string, StoredApplication>;
  /** Objects in the cluster by application, also of applications that are gone. */
  releases: Record<string, Release>;
  settings: ArgocdSettings;
  resourceVersion: number;
  /** Claims that are gone with their data; Argo CD does not keep this, a tester wants to see it. */
  erasedClaims?: string[];
}

type OperationPhase = 'Running' | 'Succeeded' | 'Failed';

/** Status words of Argo CD at one moment. */
export interface ApplicationStatus {
  sync: 'Synced' | 'OutOfSync';
  health: 'Missing' | 'Progressing' | 'Healthy' | 'Degraded';
  phase: OperationPhase | null;
  healthyAtMs: number | null;
}

/** A new application as the API server stores it; nothing has been synced yet. */
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
    degraded: false,
  };
}

/** Whether the controller syncs this application by itself. */
export function isAutomated(spec: ApplicationSpec): boolean {
  return spec.syncPolicy?.automated !== undefined && spec.syncPolicy.automated.enabled !== false;
}

/** Starts a sync now; takes one off `failNextSyncs` when failures are ordered. */
export function startSync(
  application: StoredApplication,
  settings: ArgocdSettings,
  nowMs: number,
  automated: boolean,
  /** The pod goes on running: since when it does. */
  upSinceMs?: number,
): void {
  const succeeds = settings.failNextSyncs <= 0;
  if (!succeeds) settings.failNextSyncs -= 1;
  const finishedAtMs = nowMs + settings.secondsToSync * 1000;
  const healthyAtMs = upSinceMs ?? finishedAtMs + settings.secondsToHealthy * 1000;
  application.operations.unshift({ startedAtMs: nowMs, finishedAtMs, healthyAtMs, succeeds, automated });
}

/** Whether a sync is under way; Argo CD refuses a second one meanwhile. */
export function isSyncing(application: StoredApplication, nowMs: number): boolean {
  const [latest] = application.operations;
  return latest !== undefined && nowMs < latest.finishedAtMs;
}

/** Reads the status off the clock. */
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
    health: application.degraded ? 'Degraded' : up ? 'Healthy' : 'Progressing',
    phase,
    healthyAtMs: up ? landed.healthyAtMs : null,
  };
}

/** Subdomain of the tenant an application runs, from its Helm values or parameters; `null` when it names none. */
export function subdomainOf(spec: ApplicationSpec): string | null {
  const helm = (spec.source ?? spec.sources?.[0])?.helm;
  const parameter = helm?.parameters?.find(({ name }) => name === 'subdomain')?.value;
  const value = helm?.valuesObject?.['subdomain'];
  return parameter ?? (typeof value === 'string' ? value : null);
}
