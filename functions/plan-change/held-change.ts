/** A change of plan under its lease: the row in hand, its writes, and its notes for the operator. */
import { DomainError } from '#domain/errors.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { PlanChange } from './plan-change.ts';
import type { PlanChangeStore } from './store.ts';

interface Needs {
  readonly events: EventLog;
  readonly planChanges: PlanChangeStore;
}

/** Each step puts the row it wrote here, because the lease of the newest row is the one to give back. */
export interface Work {
  change: PlanChange;
}

/** Runs the steps of a change, then gives its lease back, also after a failure. @returns The row they left. */
export async function withLease(
  { planChanges }: Needs,
  held: PlanChange,
  steps: (work: Work) => Promise<void>,
): Promise<PlanChange> {
  const work: Work = { change: held };
  try {
    await steps(work);
    return work.change;
  } finally {
    await planChanges.release(work.change);
  }
}

/** Takes over the row a step wrote. @throws DomainError `idempotency-in-progress` when another caller has the lease. */
export function requireStillHeld(work: Work, written: PlanChange | null): PlanChange {
  if (written === null) throw new DomainError('idempotency-in-progress');
  work.change = written;
  return written;
}

/** Reads the row again. @throws DomainError as `requireStillHeld`. */
export async function readAgain({ planChanges }: Needs, work: Work): Promise<PlanChange> {
  const current = await planChanges.findById(work.change.id);
  return requireStillHeld(work, current?.leaseUntil === work.change.leaseUntil ? current : null);
}

/** Notes something about a change for the operator. */
export function note({ events }: Needs, kind: string, change: PlanChange, more = ''): Promise<void> {
  const { id, orderId, plan, cycle } = change;
  return events.append(kind, { orderId, detail: `${id} ${plan} ${cycle} ${more}`.trim() });
}
