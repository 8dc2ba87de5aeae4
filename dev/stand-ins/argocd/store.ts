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
export function createArgocdStore(folder: string | null, defaults: ArgocdSettings, now: () => number) {
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
    find: (name: string) => ownApplication(read(), name),
    /**
     * Stores a new application, or changes specification and labels of one that exists.
     * Without `upsert`, with which `updateApp` (server/application/application.go) would overwrite the finalizers.
     *
     * @param mayChange False: an existing application that differs stays as it is, and `'different'` is returned.
     */
    apply({ name, labels, spec }: WrittenApplication, mayChange: boolean) {
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
    /** Changes one application through `change` and stores the result. */
    change(
      name: string,
      change: (
        application: StoredApplication,
        settings: ArgocdSettings,
        release: Release | undefined,
      ) => void,
    ) {
      const state = read();
      const application = ownApplication(state, name);
      if (!application) return;
      change(application, state.settings, state.releases[name]);
      touch(state, application);
    },
    /** Starts the deletion of an application; with `policy` `null` its objects stay. */
    remove(name: string, policy: string | null) {
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
    /** Objects of an application. */
    releaseOf: (name: string) => read().releases[name],
    /** Starts the deletion of one object; false when it is not part of the application. */
    removeObject(name: string, { group, kind, namespace, name: objectName }: ObjectRef) {
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
    /** Runs an application's job for copies; false when it has none. */
    copy(name: string, { namespace, name: jobName }: Pick<ObjectRef, 'namespace' | 'name'>) {
      const state = read();
      const release = state.releases[name];
      if (!state.settings.copies || release?.namespace !== namespace || jobName !== `${name}-copies`)
        return false;
      release.copiedAtMs = now();
      file.write(state);
      return true;
    },
    configure(settings: Partial<ArgocdSettings>) {
      const state = read();
      Object.assign(state.settings, settings);
      file.write(state);
    },
    /** Forgets every application and object; the settings stay. */
    forget() {
      const { settings, resourceVersion } = file.read();
      file.write({ applications: {}, releases: {}, settings, resourceVersion });
    },
  };
}
export type ArgocdStore = ReturnType<typeof createArgocdStore>;

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
