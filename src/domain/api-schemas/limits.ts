/**
 * `/api/conta/limites`: `GET` compares the caller's environment with its plan's limits, or says that it does not
 * answer. `POST` sends the monitors that must keep running and returns the same answer.
 */
import * as z from 'zod/mini';
import { message } from '../messages/account.ts';
import { planIds } from '../plans/ids.ts';

export const accountLimitsEndpoint = '/api/conta/limites';

/** More than any plan allows. */
const KEPT_MAX = 500;

const Named = z.object({ id: z.int(), name: z.string() });
const Seconds = z.int();

/** A monitor that the owner may choose to keep. */
const Choosable = z.extend(Named, {
  wouldPause: z.boolean(),
  /** As the instance names it: `http`, `ping`. */
  type: z.string(),
  /** Host and path that it checks, without credentials; absent for a type that checks none. */
  address: z.optional(z.string()),
});
export type ChoosableMonitor = z.output<typeof Choosable>;

/** A monitor that checks too often: by its interval, by the one after a failure, or by both. */
const TooOften = z.extend(Named, {
  interval: Seconds,
  /** Seconds between two tries after a failure; absent when they are long enough. */
  retryInterval: z.optional(Seconds),
});
export type TooOftenMonitor = z.output<typeof TooOften>;

/** What exceeds the plan. */
const overFields = {
  /** ISO 8601, UTC: when the limit is enforced. Absent: within the hour, or never where limits are not enforced. */
  endsAt: z.optional(z.string()),
};

export const Limits = z.object({
  plan: z.enum(planIds),
  /** Running monitors that the plan allows. */
  monitorLimit: z.int(),
  /** Seconds: the shortest interval of the plan. */
  heartbeatSeconds: Seconds,
  /** Running monitors, which the limit counts. */
  running: z.int(),
  /** All monitors, with the paused ones; groups are left out. */
  total: z.int(),
  /** False when the customer is only notified. */
  isEnforced: z.boolean(),
  /** Running monitors beyond the plan; absent when there are none. */
  number: z.optional(
    z.object({
      ...overFields,
      beyond: z.int(),
      /** Running monitors, the newest first; those that would be paused come first. */
      monitors: z.array(Choosable),
    }),
  ),
  /** Running monitors that check too often; absent when there are none. */
  interval: z.optional(z.object({ ...overFields, monitors: z.array(TooOften) })),
  /** Monitors that we paused. */
  paused: z.array(Named),
  /** Monitors whose interval we raised. */
  raised: z.array(z.extend(Named, { from: Seconds, to: Seconds })),
});
export type Limits = z.output<typeof Limits>;

/** `none`: the account owns no environment. `no-answer`: the environment is not running or does not answer now. */
const NoLimits = z.object({ environment: z.enum(['none', 'no-answer']) });
export const LimitsAnswer = z.union([Limits, NoLimits]);
export type LimitsAnswer = z.output<typeof LimitsAnswer>;

export const LimitsChoice = z.strictObject({
  /** Ids of the monitors that must keep running; at most as many as the plan allows. */
  kept: z
    .array(z.int({ error: message('limits.choice-invalid') }), { error: message('limits.choice-invalid') })
    .check(z.maxLength(KEPT_MAX, { error: message('limits.choice-invalid') })),
});
export type LimitsChoice = z.output<typeof LimitsChoice>;
