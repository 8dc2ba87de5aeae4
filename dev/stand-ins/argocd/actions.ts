/** Tester actions on an application of the stand-in, and their effects. */
import type { Release, StoredApplication } from './application.ts';

interface Target {
  readonly application: StoredApplication;
  readonly nowMs: number;
  /** The application's objects, once there are some. */
  readonly release: Release | undefined;
}

const assign = <T extends object>(to: T | undefined, change: Partial<T>): unknown =>
  to && Object.assign(to, change);

/** For the page's buttons and for tests. */
const actions = {
  hold: ({ application }: Target) => assign(application, { held: true }),
  /** Ends every wait: it is synced and healthy from now on. */
  release: ({ application, nowMs }: Target) => {
    const [latest] = application.operations;
    application.held = false;
    assign(latest, {
      finishedAtMs: Math.min(latest?.finishedAtMs ?? nowMs, nowMs),
      healthyAtMs: Math.min(latest?.healthyAtMs ?? nowMs, nowMs),
    });
  },
  'fail-sync': ({ application, nowMs }: Target) => {
    const [latest] = application.operations;
    if (latest && nowMs < latest.finishedAtMs) application.operations.shift();
    application.operations.unshift({
      startedAtMs: nowMs,
      finishedAtMs: nowMs,
      healthyAtMs: nowMs,
      succeeds: false,
      automated: true,
    });
  },
  stick: ({ release }: Target) => assign(release, { stuck: true }),
  unstick: ({ release }: Target) => assign(release, { stuck: false }),
} as const;
export type ApplicationAction = keyof typeof actions;

export const isAction = (name: string): name is ApplicationAction => Object.hasOwn(actions, name);

/** Performs a tester's action on an application. */
export const act = (action: ApplicationAction, target: Target): unknown => actions[action](target);
