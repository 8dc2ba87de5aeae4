/** A plan change under its lease: the current row, its writes, and its notes for operators. */
import type { Deps } from '#functions/compose.ts';
import type { EventWithoutRows, NewEvent } from '#functions/platform/events.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { PlanChange } from './plan-change.ts';

type Needs = Pick<Deps, 'events' | 'planChanges'>;

/** A leased change. Each step stores the row it wrote here, so that the newest lease is released at the end. */
export interface Work {
  change: PlanChange;
}

/**
 * Runs the steps of a change, then releases the lease, also after a failure.
 * @returns The last row written.
 */
export async function withLease(
  { planChanges }: Needs,
  leased: PlanChange,
  steps: (work: Work) => Promise<void>,
): Promise<PlanChange> {
  const work: Work = { change: leased };
  try {
    await steps(work);
    return work.change;
  } finally {
    await planChanges.release(work.change);
  }
}

/**
 * Stores the row that a step wrote.
 * @throws DomainError `idempotency-in-progress` when another caller has the lease.
 */
export function requireStillHeld(work: Work, written: PlanChange | null): PlanChange {
  work.change = requireLease(written);
  return work.change;
}

/**
 * Reads the row again.
 * @throws DomainError As `requireStillHeld`.
 */
export async function readAgain({ planChanges }: Needs, work: Work): Promise<PlanChange> {
  const current = await planChanges.findById(work.change.id);
  return requireStillHeld(work, current?.leaseUntil === work.change.leaseUntil ? current : null);
}

/** An event about a change, for the operators' history. */
export function eventOf(
  kind: string,
  { id, orderId, plan, cycle }: Pick<PlanChange, 'id' | 'orderId' | 'plan' | 'cycle'>,
  more = '',
): NewEvent {
  return { kind, orderId, detail: `${id} ${plan} ${cycle} ${more}`.trim() };
}

/** Adds an event that comes with no new row of its change; other events are given to the store with the row. */
export function note(
  { events }: Needs,
  kind: EventWithoutRows,
  change: PlanChange,
  more = '',
): Promise<void> {
  return events.append(kind, eventOf(kind, change, more));
}
