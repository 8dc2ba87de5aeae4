/**
 * The stand-in's applications, read and changed in one place and kept over restarts.
 */
import { isDeepStrictEqual } from 'node:util';
import { createStateFile } from '../stand-in.ts';
import {
  type ApplicationMetadata,
  type ApplicationSpec,
  type ArgocdSettings,
  type ArgocdState,
  isAutomated,
  newApplication,
  type StoredApplication,
  startSync,
} from './application.ts';

/** What a tester may do to an application from the page or a test. */
export const applicationActions = ['hold', 'release', 'fail-sync', 'sync', 'degrade', 'heal'] as const;
export type ApplicationAction = (typeof applicationActions)[number];

export interface ArgocdStore {
  state(): ArgocdState;
  find(name: string): StoredApplication | undefined;
  /** Stores a new application or, with `upsert`, a changed one. `'different'` when it may not be changed. */
  apply(
    metadata: ApplicationMetadata,
    spec: ApplicationSpec,
    upsert: boolean,
  ): StoredApplication | 'different';
  /** Changes one application through `change`; the result is stored. */
  change(name: string, change: (application: StoredApplication, settings: ArgocdSettings) => void): void;
  remove(name: string): void;
  /** Removes a volume claim of an application; false when it is no part of it. */
  eraseClaim(application: StoredApplication, claim: string): boolean;
  configure(settings: Partial<ArgocdSettings>): ArgocdSettings;
}

/** Argo CD keeps a short history too; the file must not grow with every retry. */
const OPERATIONS_KEPT = 20;

/** Opens the store. `folder` `null` keeps it in memory. */
export function createArgocdStore(
  folder: string | null,
  defaults: ArgocdSettings,
  now: () => number,
): ArgocdStore {
  const file = createStateFile<ArgocdState>(folder, 'argocd', () => ({
    applications: {},
    settings: { ...defaults },
    resourceVersion: 1,
  }));
  const touch = (state: ArgocdState, application: StoredApplication): void => {
    state.resourceVersion += 1;
    application.resourceVersion = state.resourceVersion;
    application.operations = application.operations.slice(0, OPERATIONS_KEPT);
    state.applications[application.metadata.name] = application;
    file.write(state);
  };

  return {
    state: () => file.read(),
    find: (name) => ownApplication(file.read(), name),
    apply(metadata, spec, upsert) {
      const state = file.read();
      const existing = ownApplication(state, metadata.name);
      if (existing && isSame(existing, metadata, spec)) return existing;
      if (existing && !upsert) return 'different';
      const application = existing
        ? replaced(existing, metadata, spec)
        : newApplication(metadata, spec, now());
      if (isAutomated(spec)) startSync(application, state.settings, now(), true);
      touch(state, application);
      return application;
    },
    change(name, change) {
      const state = file.read();
      const application = ownApplication(state, name);
      if (!application) return;
      change(application, state.settings);
      touch(state, application);
    },
    remove(name) {
      const state = file.read();
      delete state.applications[name];
      file.write(state);
    },
    eraseClaim({ metadata }, claim) {
      // The only claim that the tenants' chart makes.
      if (claim !== `${metadata.name}-data`) return false;
      const state = file.read();
      state.erasedClaims = [...(state.erasedClaims ?? []), claim];
      file.write(state);
      return true;
    },
    configure(settings) {
      const state = file.read();
      Object.assign(state.settings, settings);
      file.write(state);
      return state.settings;
    },
  };
}

/** Names come from URLs: `constructor` must not find what every object carries. */
function ownApplication(state: ArgocdState, name: string): StoredApplication | undefined {
  return Object.hasOwn(state.applications, name) ? state.applications[name] : undefined;
}

/** Argo CD compares spec, labels, annotations and finalizers; absent and empty are the same to Go. */
function isSame(existing: StoredApplication, metadata: ApplicationMetadata, spec: ApplicationSpec): boolean {
  const comparable = ({ labels, annotations, finalizers }: ApplicationMetadata) => ({
    labels: labels ?? {},
    annotations: annotations ?? {},
    finalizers: finalizers ?? [],
  });
  return (
    isDeepStrictEqual(existing.spec, spec) &&
    isDeepStrictEqual(comparable(existing.metadata), comparable(metadata))
  );
}

/** An upsert takes the new spec and adds labels and annotations to those that are there. */
function replaced(
  existing: StoredApplication,
  metadata: ApplicationMetadata,
  spec: ApplicationSpec,
): StoredApplication {
  return {
    ...existing,
    generation: existing.generation + 1,
    spec,
    metadata: {
      ...existing.metadata,
      ...metadata,
      labels: { ...existing.metadata.labels, ...metadata.labels },
      annotations: { ...existing.metadata.annotations, ...metadata.annotations },
    },
  };
}

/** Performs a tester's action on an application. */
export function act(
  action: ApplicationAction,
  application: StoredApplication,
  settings: ArgocdSettings,
  nowMs: number,
): void {
  const [latest] = application.operations;
  switch (action) {
    case 'hold':
      application.held = true;
      return;
    case 'release':
      // Whatever it was waiting for is over: it is synced and healthy from this moment.
      application.held = false;
      if (latest) {
        latest.finishedAtMs = Math.min(latest.finishedAtMs, nowMs);
        latest.healthyAtMs = Math.min(latest.healthyAtMs, nowMs);
      }
      return;
    case 'fail-sync':
      if (latest && nowMs < latest.finishedAtMs) application.operations.shift();
      application.operations.unshift({
        startedAtMs: nowMs,
        finishedAtMs: nowMs,
        healthyAtMs: nowMs,
        succeeds: false,
        automated: true,
      });
      return;
    case 'sync':
      startSync(application, settings, nowMs, false);
      return;
    case 'degrade':
      application.degraded = true;
      return;
    case 'heal':
      application.degraded = false;
      application.held = false;
      if (latest && !latest.succeeds) startSync(application, settings, nowMs, true);
  }
}
