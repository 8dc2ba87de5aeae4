/**
 * Argo CD's JSON: applications in the API server's format, and errors in its gRPC gateway's.
 *
 * Written from Argo CD's published API description, not from our adapter.
 */

import type { Release } from './application.ts';
import { type ArgocdState, type StoredApplication, statusAt } from './application.ts';
import { groupOf } from './objects.ts';

/** The gRPC codes used here, with the HTTP status that Argo CD's gateway gives each. */
const httpStatusByCode = { 2: 500, 3: 400, 5: 404, 7: 403, 9: 400, 13: 500, 16: 401 } as const;
export type GrpcCode = keyof typeof httpStatusByCode;

/** An error as the gateway writes it. */
export function refusal(code: GrpcCode, message: string) {
  return { status: httpStatusByCode[code], body: { error: message, code, message } };
}

/** RFC 3339 in whole seconds, as Kubernetes writes times. */
function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The revision of every sync: the stand-in has no repository. */
const REVISION = '53e28ff20cc530b9ada2173fbbd64d48338583ba';

function operationState(application: StoredApplication, nowMs: number) {
  const [latest] = application.operations;
  if (latest === undefined) return {};
  const { phase } = statusAt(application, nowMs);
  const message = {
    Running: 'waiting for completion of hook batch/Job/bootstrap',
    Succeeded: 'successfully synced (all tasks run)',
    Failed: 'one or more objects failed to apply, reason: admission webhook denied the request',
  };
  return {
    operationState: {
      operation: {
        sync: { revision: REVISION, syncOptions: application.spec.syncPolicy?.syncOptions ?? [] },
        initiatedBy: latest.automated ? { automated: true } : { username: 'site' },
        retry: {},
      },
      phase: phase ?? 'Running',
      ...(phase === null ? {} : { message: message[phase] }),
      startedAt: time(latest.startedAtMs),
      ...(phase === 'Running' ? {} : { finishedAt: time(latest.finishedAtMs) }),
      syncResult: { revision: REVISION, source: application.spec.source ?? {}, resources: [] },
    },
  };
}

/** One application, `v1alpha1Application`. */
export function toApplication(application: StoredApplication, nowMs: number) {
  const { metadata, spec } = application;
  const status = statusAt(application, nowMs);
  const running = status.phase === 'Running';
  return {
    metadata: {
      ...metadata,
      namespace: 'argocd',
      uid: application.uid,
      resourceVersion: String(application.resourceVersion),
      generation: application.generation,
      creationTimestamp: time(application.createdAtMs),
      ...(application.deletionAtMs === undefined
        ? {}
        : { deletionTimestamp: time(application.deletionAtMs), deletionGracePeriodSeconds: 0 }),
    },
    spec,
    status: {
      sync: {
        status: status.sync,
        comparedTo: { source: spec.source ?? {}, destination: spec.destination ?? {} },
        revision: REVISION,
      },
      health: {
        status: status.health,
        ...(status.healthyAtMs === null ? {} : { lastTransitionTime: time(status.healthyAtMs) }),
      },
      reconciledAt: time(nowMs),
      sourceType: 'Helm',
      summary: {},
      ...operationState(application, nowMs),
    },
    ...(running ? { operation: { sync: { revision: REVISION }, retry: {} } } : {}),
  };
}

/** Objects of an application, `v1alpha1ApplicationTree`. */
export function toTree(release: Release | undefined) {
  const nodes = (release?.objects ?? []).map(({ kind, name, uid, createdAtMs }) => ({
    group: groupOf(kind),
    version: 'v1',
    kind,
    namespace: release?.namespace ?? '',
    name,
    uid,
    createdAt: time(createdAtMs),
  }));
  // A finished job keeps its pod for a day (ttlSecondsAfterFinished), and the application's cascade deletes it.
  const [claim] = nodes.filter(({ kind }) => kind === 'PersistentVolumeClaim' || kind === 'Ingress');
  const copied = release?.copiedAtMs;
  if (claim === undefined || copied === undefined) return { nodes };
  const name = `${claim.name.replace(/-data$/, '')}-copies-${Math.floor(copied / 60_000)}-x7k2p`;
  return { nodes: [...nodes, { ...claim, group: '', kind: 'Pod', name, uid: `${claim.uid}-copy` }] };
}

/** All applications, `v1alpha1ApplicationList`. */
export function toList(applications: readonly StoredApplication[], state: ArgocdState, nowMs: number) {
  return {
    metadata: { resourceVersion: String(state.resourceVersion) },
    items: applications.map((application) => toApplication(application, nowMs)),
  };
}
