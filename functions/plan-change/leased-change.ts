/** A plan change under its lease: how its steps are written, how it is closed, and its notes for operators. */
import { codeOf, type ErrorCode } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { type Creation, createOnce } from '#functions/platform/create-once.ts';
import { appendEvent, type EventWithoutRows, type NewEvent } from '#functions/platform/events.ts';
import { type Leased, requireLease } from '#functions/platform/lease.ts';
import type { ChangeReport } from '#functions/platform/outbox.ts';
import type { PlanChange } from './plan-change.ts';
import { findPlanChange, movePlanChange } from './store.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

export type LeasedChange = Leased<PlanChange>;

/**
 * Writes the next step with its report, and renews the lease.
 * @throws DomainError `idempotency-in-progress` when another caller has the lease.
 */
export async function move(
  needs: Needs,
  leased: LeasedChange,
  facts: Partial<PlanChange>,
  report: ChangeReport = {},
): Promise<void> {
  leased.row = requireLease(await movePlanChange(needs.db, leased.row, facts, needs.clock.now(), report));
}

/**
 * Reads the row again.
 * @throws DomainError As `move`.
 */
export async function readAgain({ db }: Needs, leased: LeasedChange): Promise<PlanChange> {
  const current = await findPlanChange(db, leased.row.id);
  leased.row = requireLease(current?.leaseUntil === leased.row.leaseUntil ? current : null);
  return leased.row;
}

/** Closes a change without effect. */
export async function closePlanChange(
  needs: Needs,
  leased: LeasedChange,
  reason: EndReason | ErrorCode | 'refunded' | 'deleted',
): Promise<void> {
  const events = [eventOf('upgrade-closed', leased.row, reason)];
  await move(needs, leased, { state: 'closed', settledAt: needs.clock.now() }, { events });
}

/** Closes the change when its first step fails before anything was created. */
export async function closeOnFailure<T>(needs: Needs, leased: LeasedChange, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await closePlanChange(needs, leased, codeOf(error));
    throw error;
  }
}

/** Creates the charge or subscription of a change. A failure that leaves nothing closes the change. */
export function buyOnce<T>(
  needs: Needs,
  leased: LeasedChange,
  buying: Pick<Creation<T>, 'lookUp' | 'prepare'>,
): Promise<T> {
  return createOnce(needs, leased, {
    ...buying,
    announce: (unclearUntil) => move(needs, leased, { state: 'unclear', unclearUntil }),
    failed: async ({ error, wasSent, isClear }) => {
      if (wasSent) await note(needs, 'upgrade-charge-failed', leased.row, codeOf(error));
      if (isClear) await closePlanChange(needs, leased, codeOf(error));
    },
  });
}

/** An event about a change, for the operators' history. */
export function eventOf(
  kind: string,
  { id, orderId, plan, cycle }: Pick<PlanChange, 'id' | 'orderId' | 'plan' | 'cycle'>,
  more = '',
): NewEvent {
  return { kind, orderId, detail: `${id} ${plan} ${cycle} ${more}`.trim() };
}

/** Adds an event that comes with no new row of its change; other events are written with the row. */
export const note = (needs: Needs, kind: EventWithoutRows, change: PlanChange, more = ''): Promise<void> =>
  appendEvent(needs, kind, eventOf(kind, change, more));
