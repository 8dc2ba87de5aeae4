/**
 * Argo CD's controller, run on each request: finishes syncs, heals objects, and carries out the cascade of a deleted
 * application.
 *
 * Source: `finalizeApplicationDeletion` in controller/appcontroller.go. An application without a finalizer disappears
 * at once and leaves its objects. With one, each pass first waits while an object is being deleted, then deletes the
 * next ones (never those with `Delete=false`), and removes the finalizer when nothing else is left.
 */
import { type ArgocdState, type ControllerView, isAutomated, type StoredApplication } from './application.ts';
import { advanceObjects, applyChart, deleteObject, findObject } from './objects.ts';

const FINALIZER = 'resources-finalizer.argocd.argoproj.io';
const PASSES_MAX = 10;

/** Whether deleting the application deletes its objects. */
const hasCascade = ({ metadata }: StoredApplication): boolean =>
  metadata.finalizers?.some((name) => name === FINALIZER || name.startsWith(`${FINALIZER}/`)) === true;

/** Adds the finalizer of a policy; Kubernetes accepts no new one during a deletion. */
export function addCascade(application: StoredApplication, policy: string): void {
  if (application.deletionAtMs !== undefined || hasCascade(application)) return;
  const finalizer = policy === '' ? FINALIZER : `${FINALIZER}/${policy}`;
  application.metadata.finalizers = [...(application.metadata.finalizers ?? []), finalizer];
}

/** Brings the state up to this moment. */
export function settle(state: ArgocdState, nowMs: number): void {
  for (const name of new Set([...Object.keys(state.applications), ...Object.keys(state.releases)])) {
    const application = state.applications[name];
    const release = state.releases[name];
    const hadClaim = release && findObject(release, 'PersistentVolumeClaim') !== undefined;
    if (release) advanceObjects(release, name, state.settings, nowMs);
    if (application && application.deletionAtMs === undefined) reconcile(state, application, nowMs);
    if (application?.deletionAtMs !== undefined) finalize(state, application, nowMs);
    noteErased(state, name, hadClaim === true);
    if (application) application.seen = viewOf(state, application);
  }
}

/** Applies finished syncs, and restores what automated sync would restore. */
function reconcile(state: ArgocdState, application: StoredApplication, nowMs: number): void {
  const { metadata, spec, operations } = application;
  const landed = operations.filter((each) => each.succeeds && !each.applied && each.finishedAtMs <= nowMs);
  for (const operation of landed) operation.applied = true;
  const release = state.releases[metadata.name];
  const isMissing = release !== undefined && findObject(release, 'StatefulSet') === undefined;
  const heals = isMissing && isAutomated(spec) && operations[0]?.applied === true;
  const at = landed[0]?.finishedAtMs ?? nowMs;
  if (landed.length > 0 || heals)
    state.releases[metadata.name] = applyChart(release, metadata.name, spec, state.settings, at);
}

function finalize(state: ArgocdState, application: StoredApplication, nowMs: number): void {
  const { name } = application.metadata;
  const everyMs = state.settings.secondsPerPass * 1000;
  for (let passes = 0; passes < PASSES_MAX; passes += 1) {
    const at = (application.passedAtMs ?? application.deletionAtMs ?? nowMs) + everyMs;
    if (at > nowMs || state.applications[name] === undefined) return;
    application.passedAtMs = at;
    pass(state, application, at);
    const release = state.releases[name];
    if (release) advanceObjects(release, name, state.settings, at);
  }
}

/** One controller pass over an application that is being deleted. */
function pass(state: ArgocdState, application: StoredApplication, nowMs: number): void {
  const { name } = application.metadata;
  const managed = (state.releases[name]?.objects ?? []).filter(({ kind }) => kind !== 'Pod');
  if (hasCascade(application)) {
    if (managed.some(({ deletionAtMs }) => deletionAtMs !== undefined)) return;
    const release = state.releases[name];
    const going = managed.filter(({ kind }) => kind !== 'PersistentVolumeClaim');
    if (release && going.length > 0) {
      for (const { kind } of going) deleteObject(release, kind, nowMs);
      return;
    }
    application.metadata.finalizers = application.metadata.finalizers?.filter(
      (each) => !each.startsWith(FINALIZER),
    ) as string[];
  }
  if ((application.metadata.finalizers ?? []).length === 0) delete state.applications[name];
}

function noteErased(state: ArgocdState, name: string, hadClaim: boolean): void {
  const release = state.releases[name];
  if (hadClaim && release && !findObject(release, 'PersistentVolumeClaim'))
    state.erasedClaims = [...(state.erasedClaims ?? []), `${name}-data`];
  if (release?.objects.length === 0) delete state.releases[name];
}

/** What the objects add to the status of the last sync. */
function viewOf(state: ArgocdState, { metadata }: StoredApplication): ControllerView {
  const release = state.releases[metadata.name];
  if (release === undefined) return {};
  const isGone = findObject(release, 'StatefulSet') === undefined;
  return { isGone, waits: state.settings.unhealthyRevisions.includes(release.revision ?? '') };
}
