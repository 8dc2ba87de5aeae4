/** Tester actions on an application of the stand-in, and their effects. */
import { type ArgocdSettings, type StoredApplication, startSync } from './application.ts';
import type { Release } from './objects.ts';

/** Actions for the page and for tests. */
export const applicationActions = [
  'hold',
  'release',
  'fail-sync',
  'sync',
  'degrade',
  'heal',
  'unready',
  'stick',
  'unstick',
] as const;
export type ApplicationAction = (typeof applicationActions)[number];

/** Performs a tester's action on an application. */
export function act(
  action: ApplicationAction,
  application: StoredApplication,
  settings: ArgocdSettings,
  nowMs: number,
  release: Release | undefined,
): void {
  const [latest] = application.operations;
  switch (action) {
    case 'hold':
      application.held = true;
      return;
    case 'release':
      // Ends every wait: it is synced and healthy from now on.
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
      if (release) release.unready = false;
      if (latest && !latest.succeeds) startSync(application, settings, nowMs, true);
      return;
    case 'unready':
      if (release) release.unready = true;
      return;
    case 'stick':
      if (release) release.stuck = true;
      return;
    case 'unstick':
      if (release) release.stuck = false;
  }
}
