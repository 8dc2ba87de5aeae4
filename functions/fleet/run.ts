/** A walk over all environments, and where each of them is on it. */

/**
 * `revision`: each environment gets another revision of the chart, and with it another Uptime Kuma. `tokens`: each
 * application is written again, with the sums of the Worker's current tokens.
 */
export const runKinds = ['revision', 'tokens'] as const;
type RunKind = (typeof runKinds)[number];

/**
 * `running`: environments are written. `paused`: none is begun; those begun are watched to their end. `failed`: as
 * `paused`, after a failure. `stopped` and `done`: over.
 */
export const runStates = ['running', 'paused', 'failed', 'stopped', 'done'] as const;
export type RunState = (typeof runStates)[number];

/**
 * `waiting`: not touched. `copying`: its volume is copied before anything changes. `begun`: it is to be written, or was written and is watched. `done`: healthy and readable.
 * `returning`: it failed and goes back to where it was. `returned`: it is back, healthy and readable. `skipped`: it is
 * gone.
 */
export const stepStates = [
  'waiting',
  'copying',
  'begun',
  'done',
  'returning',
  'returned',
  'skipped',
] as const;
export type StepState = (typeof stepStates)[number];

export interface Run {
  readonly id: string;
  readonly kind: RunKind;
  /** The revision, or for tokens `''`. */
  readonly target: string;
  /** Environments of one cluster that may be begun and not done. */
  readonly atOnce: number;
  readonly state: RunState;
  readonly createdAt: number;
}

export interface Step {
  readonly runId: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly cluster: string;
  readonly state: StepState;
  /** The revision to have, and the one before; `null` for tokens. */
  readonly target: string | null;
  readonly before: string | null;
  /** Id of the copy that was made in this run; `null` without one. */
  readonly snapshot: string | null;
  /** Time of the copy before the one that was asked for, 0 for none; `null` until it is asked for. */
  readonly copiedBefore: number | null;
  /** When its application was written, or its copy asked for, in this state; `null` before. */
  readonly writtenAt: number | null;
  readonly reason: string | null;
}

/** The chart ends a job for a copy after an hour. */
export const COPIED_WITHIN_MS = 70 * 60_000;
