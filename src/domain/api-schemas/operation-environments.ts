/** What operators' commands answer about environments: copies, moves, versions, and what rows do not say. */
import * as z from 'zod/mini';
import { recipientKinds } from '../alerts/codes.ts';
import { moveStates, notableSteps, runKinds, runStates } from '../operations/fleet.ts';
import { ownSteps, salesStates } from '../operations/words.ts';
import { billingCycles } from '../plans/ids.ts';

/** When an environment was last copied. */
export const EnvironmentCopies = z.object({
  orderId: z.string(),
  subdomain: z.string(),
  /** The last copy, milliseconds UTC; `null` when there is none. */
  copiedAt: z.nullable(z.int()),
  /** True when a copy was started now. */
  isAsked: z.boolean(),
});
export type EnvironmentCopies = z.output<typeof EnvironmentCopies>;

/** A removed environment whose copies an operator has to delete. */
export const RemovedCopies = z.object({
  /** Name of the folder in the storage. */
  application: z.string(),
  /** When the environment was removed; milliseconds UTC. */
  removedAt: z.int(),
});
export type RemovedCopies = z.output<typeof RemovedCopies>;

/** An environment of our own, and where it is after this call. */
export const OwnEnvironmentLine = z.object({
  subdomain: z.string(),
  url: z.string(),
  /**
   * `missing`: not made, and nothing was written. `creating`: its pod is on the way. `filling`: the same command goes on. `silent`: it does not answer, or not
   * without a sign-in. `failed`: `reason` says why, and a repeat tries again.
   */
  step: z.enum(ownSteps),
  /** An error code, or `no-room`. */
  reason: z.nullable(z.string()),
  /** Monitors, in this call. */
  made: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Monitors that the instance did not take, with what it says. */
  refused: z.array(z.object({ id: z.string(), detail: z.string() })),
});
export type OwnEnvironmentLine = z.output<typeof OwnEnvironmentLine>;

/** An environment that comes back from a copy. */
export const RestoredEnvironment = z.object({
  orderId: z.string(),
  subdomain: z.string(),
  copy: z.string(),
  /** False when an earlier call with the same id asked for it. */
  isNew: z.boolean(),
  isDone: z.boolean(),
});
export type RestoredEnvironment = z.output<typeof RestoredEnvironment>;

/** An environment that was woken. */
export const WokenEnvironment = z.object({
  orderId: z.string(),
  subdomain: z.string(),
  /** False for one that was awake. */
  isWoken: z.boolean(),
  /** Whether it answers already. */
  isReady: z.boolean(),
});
export type WokenEnvironment = z.output<typeof WokenEnvironment>;

/** An environment on its way to another cluster. */
export const MovedEnvironment = z.object({
  orderId: z.string(),
  subdomain: z.string(),
  from: z.string(),
  to: z.string(),
  step: z.enum([...moveStates, 'done']),
});
export type MovedEnvironment = z.output<typeof MovedEnvironment>;

/** Whether anything is sold. */
export const SalesState = z.object({
  state: z.enum(salesStates),
  /** When and by whom they were closed; milliseconds UTC. */
  since: z.nullable(z.int()),
  by: z.nullable(z.string()),
  /** False when they already were in this state. */
  isNew: z.boolean(),
});
export type SalesState = z.output<typeof SalesState>;

/** The newest walk over all environments, and the revisions of the chart in use. */
export const FleetRun = z.object({
  run: z.nullable(
    z.object({
      kind: z.enum(runKinds),
      /** The revision; empty for tokens. */
      target: z.string(),
      state: z.enum(runStates),
      atOnce: z.int(),
      /** Milliseconds, UTC. */
      createdAt: z.int(),
      done: z.int(),
      waiting: z.int(),
      /** Gone meanwhile, or left alone after the run was turned around. */
      skipped: z.int(),
      environments: z.array(
        z.object({
          subdomain: z.string(),
          state: z.enum(notableSteps),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  revisions: z.array(z.object({ revision: z.nullable(z.string()), count: z.int() })),
});
export type FleetRun = z.output<typeof FleetRun>;

/** What exists without a row, and rows whose environment differs. Moments are milliseconds, UTC. */
export const Orphans = z.object({
  applications: z.array(
    z.object({
      name: z.string(),
      subdomain: z.string(),
      plan: z.string(),
      isSuspended: z.boolean(),
      /** Empty when the installation has a single, unnamed cluster. */
      cluster: z.string(),
      /** `null` for one that was last written before applications named their order. */
      orderId: z.nullable(z.string()),
      /** OIDC subject of the owner; `null` when the application does not say. */
      subject: z.nullable(z.string()),
      email: z.nullable(z.string()),
      createdAt: z.int(),
      subscriptionId: z.nullable(z.string()),
    }),
  ),
  /** Groups at the identity provider; `contas` are OIDC subjects. */
  groups: z.array(z.object({ subdomain: z.string(), subjects: z.array(z.string()) })),
  /** Active subscriptions with a reference of ours. */
  subscriptions: z.array(
    z.object({
      id: z.string(),
      /** Order or change of plan. */
      reference: z.string(),
      customerId: z.string(),
      amountCentavos: z.int(),
      cycle: z.enum(billingCycles),
      /** `YYYY-MM-DD`. */
      createdOn: z.nullable(z.string()),
    }),
  ),
  rows: z.array(
    z.object({
      subdomain: z.string(),
      orderId: z.string(),
      subject: z.string(),
      plan: z.string(),
      /** `account-deleted`: neither application nor account exist, as after a deletion. */
      reason: z.enum(['no-application', 'account-deleted', 'other-plan']),
      /** The application's plan, where it is another one. */
      applied: z.nullable(z.string()),
    }),
  ),
  /** What could not be read, in words. */
  unread: z.array(z.string()),
});
export type Orphans = z.output<typeof Orphans>;

/** An environment that was taken back into rows, or would be. */
export const ReadoptedEnvironment = z.object({
  application: z.string(),
  orderId: z.string(),
  subdomain: z.string(),
  plan: z.string(),
  cycle: z.string(),
  amountCentavos: z.int(),
  subject: z.string(),
  email: z.nullable(z.string()),
  /** E-mails of the other accounts that may enter. */
  members: z.array(z.string()),
  subscriptionId: z.nullable(z.string()),
  charges: z.int(),
  /** `shown`: nothing was written. */
  outcome: z.enum(['shown', 'done', 'present']),
  /** What cannot be known any more. */
  lost: z.array(z.string()),
});
export type ReadoptedEnvironment = z.output<typeof ReadoptedEnvironment>;

/** Recipients of alerts that a provider's answer ended, and what became of them. Moments are milliseconds, UTC. */
export const UndoneEndings = z.object({
  since: z.int(),
  /** Providers whose refusals end nobody now, and since when. */
  tripped: z.array(z.object({ kind: z.enum(recipientKinds), since: z.int() })),
  /** True when this command let refusals count again. */
  isRearmed: z.boolean(),
  recipients: z.array(
    z.object({
      subdomain: z.string(),
      kind: z.enum(recipientKinds),
      name: z.string(),
      at: z.int(),
      /** `refused`: its reader wants nothing from us, so it stays off. */
      state: z.enum(['off', 'on', 'refused']),
      /** True when an operator has to take it off the mail provider's list of addresses that it does not try. */
      isListed: z.boolean(),
    }),
  ),
});
export type UndoneEndings = z.output<typeof UndoneEndings>;
