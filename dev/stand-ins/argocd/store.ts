/** The stand-in's applications, kept across restarts. */
import { isDeepStrictEqual } from 'node:util';
import { createStateFile } from '../stand-in.ts';
import {
  type ArgocdSettings,
  type ArgocdState,
  isAutomated,
  newApplication,
  type ObjectKind,
  type Release,
  type StoredApplication,
  startSync,
} from './application.ts';
import type { ApplicationSpec, WrittenApplication } from './check-application.ts';
import { addCascade, settle } from './controller.ts';
import { deleteObject, findObject, groupOf } from './objects.ts';

export interface ArgocdStore {
  state(): ArgocdState;
  find(name: string): StoredApplication | undefined;
  /**
   * Stores a new application, or changes specification and labels of one that exists.
   * Without `upsert`, with which `updateApp` (server/application/application.go) would overwrite the finalizers.
   *
   * @param mayChange False: an existing application that differs stays as it is, and `'different'` is returned.
   */
  apply(written: WrittenApplication, mayChange: boolean): StoredApplication | 'different';
  /** Changes one application through `change` and stores the result. */
  change(
    name: string,
    change: (application: StoredApplication, settings: ArgocdSettings, release: Release | undefined) => void,
  ): void;
  /** Starts the deletion of an application; with `policy` `null` its objects stay. */
  remove(name: string, policy: string | null): void;
  /** Objects of an application. */
  releaseOf(name: string): Release | undefined;
  /** Starts the deletion of one object; false when it is not part of the application. */
  removeObject(name: string, object: ObjectRef): boolean;
  /** Runs an application's job for copies; false when it has none. */
  copy(name: string, job: Pick<ObjectRef, 'namespace' | 'name'>): boolean;
  configure(settings: Partial<ArgocdSettings>): void;
  /** Forgets every application and object; the settings stay. */
  forget(): void;
}

/** An object's name in a call. */
interface ObjectRef {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Argo CD keeps a short history too; otherwise the file would grow with every retry. */
const OPERATIONS_KEPT = 20;

/** Opens the store. `folder` `null` keeps it in memory. */
export function createArgocdStore(
  folder: string | null,
  defaults: ArgocdSettings,
  now: () => number,
): ArgocdStore {
  const file = createStateFile<ArgocdState>(folder, 'argocd', () => ({
    applications: {},
    releases: {},
    settings: { ...defaults },
    resourceVersion: 1,
  }));
  const read = (): ArgocdState => {
    const state = file.read();
    settle(state, now());
    file.write(state);
    return state;
  };
  const touch = (state: ArgocdState, application: StoredApplication): void => {
    state.resourceVersion += 1;
    application.resourceVersion = state.resourceVersion;
    application.operations = application.operations.slice(0, OPERATIONS_KEPT);
    state.applications[application.metadata.name] = application;
    settle(state, now());
    file.write(state);
  };

  return {
    state: () => read(),
    find: (name) => ownApplication(read(), name),
    apply({ name, labels, spec }, mayChange) {
      const state = read();
      const existing = ownApplication(state, name);
      const wanted = { ...existing?.metadata.labels, ...labels };
      if (
        existing &&
        isDeepStrictEqual(existing.spec, spec) &&
        isDeepStrictEqual(existing.metadata.labels, wanted)
      )
        return existing;
      if (existing && !mayChange) return 'different';
      const metadata = { ...existing?.metadata, name, labels: wanted };
      const application = existing
        ? { ...existing, generation: existing.generation + 1, spec, metadata }
        : newApplication(metadata, spec, now());
      if (isAutomated(spec) && application.deletionAtMs === undefined)
        startSync(application, state.settings, now(), true, upSince(existing, spec));
      touch(state, application);
      return application;
    },
    change(name, change) {
      const state = read();
      const application = ownApplication(state, name);
      if (!application) return;
      change(application, state.settings, state.releases[name]);
      touch(state, application);
    },
    remove(name, policy) {
      const state = read();
      const application = ownApplication(state, name);
      if (!application) return;
      if (policy !== null) addCascade(application, policy);
      application.deletionAtMs ??= now();
      // Without finalizers it disappears at once.
      if ((application.metadata.finalizers ?? []).length === 0) delete state.applications[name];
      settle(state, now());
      file.write(state);
    },
    releaseOf: (name) => read().releases[name],
    removeObject(name, { group, kind, namespace, name: objectName }) {
      const state = read();
      const release = state.releases[name];
      const object = release && findObject(release, kind as ObjectKind);
      if (!object || object.name !== objectName || release.namespace !== namespace) return false;
      if (groupOf(object.kind) !== group) return false;
      deleteObject(release, object.kind, now());
      settle(state, now());
      file.write(state);
      return true;
    },
    copy(name, { namespace, name: jobName }) {
      const state = read();
      const release = state.releases[name];
      if (!state.settings.copies || release?.namespace !== namespace || jobName !== `${name}-copies`)
        return false;
      release.copiedAtMs = now();
      file.write(state);
      return true;
    },
    configure(settings) {
      const state = read();
      Object.assign(state.settings, settings);
      file.write(state);
    },
    forget() {
      const { settings, resourceVersion } = file.read();
      file.write({ applications: {}, releases: {}, settings, resourceVersion });
    },
  };
}

/** Names come from URLs: `constructor` must not find an inherited property. */
function ownApplication(state: ArgocdState, name: string): StoredApplication | undefined {
  return Object.hasOwn(state.applications, name) ? state.applications[name] : undefined;
}

/**
 * Start time of a pod that keeps running because only the list of admitted accounts changed: it is mounted without a
 * checksum (deploy/tenant-chart/templates/statefulset.yaml). `undefined` for any other change.
 */
function upSince(existing: StoredApplication | undefined, spec: ApplicationSpec): number | undefined {
  const withoutList = ({ source, ...rest }: ApplicationSpec) => {
    const { admitted: _, ...values } = source?.helm?.valuesObject ?? {};
    return { ...rest, source: { ...source, helm: { ...source?.helm, valuesObject: values } } };
  };
  const [latest] = existing?.operations ?? [];
  if (existing === undefined || latest?.succeeds !== true) return undefined;
  return isDeepStrictEqual(withoutList(existing.spec), withoutList(spec)) ? latest.healthyAtMs : undefined;
}
