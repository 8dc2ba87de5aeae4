/** A walk over all environments, and where each of them is on it. */
import type { notableSteps, runKinds, runStates, stepStates } from '#domain/operations/fleet.ts';

type RunKind = (typeof runKinds)[number];
export type RunState = (typeof runStates)[number];
export type StepState = (typeof stepStates)[number];

/** A step that an operator is shown. */
export interface NotableStep extends Pick<Step, 'subdomain' | 'reason'> {
  readonly state: (typeof notableSteps)[number];
}

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
