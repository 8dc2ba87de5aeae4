/**
 * An application's objects in the stand-in's Kubernetes.
 *
 * Owns: how objects are created, stopped and deleted. A deleted StatefulSet waits for its pod (foreground deletion), a
 * claim waits for the pod that mounts it, and a StatefulSet recreates its pod. Objects stay when their application is
 * deleted without a cascade.
 */
import { randomUUID } from 'node:crypto';
import {
  type ArgocdSettings,
  type LiveObject,
  type ObjectKind,
  type Release,
  subdomainOf,
} from './application.ts';
import type { ApplicationSpec } from './check-application.ts';

const groups: Readonly<Record<ObjectKind, string>> = {
  StatefulSet: 'apps',
  Pod: '',
  PersistentVolumeClaim: '',
  Service: '',
  Ingress: 'networking.k8s.io',
};
/** API group of a kind. */
export const groupOf = (kind: ObjectKind): string => groups[kind];

/** Kinds that the tenants' chart creates; the pod belongs to the StatefulSet. */
const managedKinds = ['StatefulSet', 'PersistentVolumeClaim', 'Service', 'Ingress'] as const;

const nameOf = (application: string, kind: ObjectKind): string =>
  ({ Pod: `${application}-0`, PersistentVolumeClaim: `${application}-data` })[kind as string] ?? application;

export const findObject = (release: Release, kind: ObjectKind): LiveObject | undefined =>
  release.objects.find((object) => object.kind === kind);

function create(release: Release, application: string, kind: ObjectKind, nowMs: number): void {
  const name = nameOf(application, kind);
  release.objects.push({ kind, name, uid: randomUUID(), createdAtMs: nowMs });
}

const wantsPod = (release: Release): boolean =>
  release.values['suspended'] !== true &&
  findObject(release, 'StatefulSet') !== undefined &&
  findObject(release, 'StatefulSet')?.deletionAtMs === undefined;

/** Applies the chart: creates missing objects, and replaces the pod if its StatefulSet may. */
export function applyChart(
  existing: Release | undefined,
  application: string,
  spec: ApplicationSpec,
  settings: ArgocdSettings,
  nowMs: number,
): Release {
  const release: Release = existing ?? { namespace: '', subdomain: null, values: {}, objects: [] };
  release.namespace = spec.destination?.namespace ?? '';
  release.subdomain = subdomainOf(spec);
  release.values = spec.source?.helm?.valuesObject ?? {};
  release.revision = spec.source?.targetRevision ?? 'HEAD';
  for (const kind of managedKinds) if (!findObject(release, kind)) create(release, application, kind, nowMs);
  const pod = findObject(release, 'Pod');
  if (pod && !wantsPod(release)) pod.deletionAtMs ??= nowMs;
  advanceObjects(release, application, settings, nowMs);
  return release;
}

/** Marks an object and its dependents as being deleted. */
export function deleteObject(release: Release, kind: ObjectKind, nowMs: number): void {
  const object = findObject(release, kind);
  if (!object) return;
  object.deletionAtMs ??= nowMs;
  if (kind === 'StatefulSet') deleteObject(release, 'Pod', nowMs);
}

/** Removes deleted objects that no longer wait, and recreates a pod that is still wanted. */
export function advanceObjects(
  release: Release,
  application: string,
  { secondsToStop }: ArgocdSettings,
  nowMs: number,
): void {
  const stopsAt = ({ deletionAtMs = Infinity }: LiveObject) => deletionAtMs + secondsToStop * 1000;
  const pod = findObject(release, 'Pod');
  if (pod && !release.stuck && stopsAt(pod) <= nowMs) remove(release, 'Pod');
  const isHeld = findObject(release, 'Pod') !== undefined;
  for (const kind of managedKinds) {
    const waits = isHeld && (kind === 'StatefulSet' || kind === 'PersistentVolumeClaim');
    if (findObject(release, kind)?.deletionAtMs !== undefined && !waits) remove(release, kind);
  }
  if (wantsPod(release) && !findObject(release, 'Pod') && findObject(release, 'PersistentVolumeClaim'))
    create(release, application, 'Pod', nowMs);
}

function remove(release: Release, kind: ObjectKind): void {
  release.objects = release.objects.filter((object) => object.kind !== kind);
}
