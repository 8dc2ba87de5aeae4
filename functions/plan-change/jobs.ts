/**
 * Continues open plan changes after a lost event or a crash: paid ones come into force, started ones go on, expired
 * ones are closed at the processor and then here.
 */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { withLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { advancePlanChange, closeWaitingChange } from './advance-plan-change.ts';
import { callOff } from './apply-plan-change.ts';
import { closePlanChange, type LeasedChange } from './leased-change.ts';
import type { PlanChange } from './plan-change.ts';

const BATCH = 50;
/** First pause between two checks; usually the payment event arrives earlier. */
const CHECK_MS = 20_000;
/** Until this time only the customer's own request may continue a change, so that a slow request finds it unchanged. */
const SLOW_REQUEST_MS = 100_000;
/** Allows for clock differences with the processor and for payments made in the last minute. */
const GRACE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

type Needs = NeedsOf<typeof notifyOperators> &
  NeedsOf<typeof advancePlanChange> &
  NeedsOf<typeof closePlanChange> &
  NeedsOf<typeof closeWaitingChange> &
  Pick<Deps, 'planChanges' | 'clock' | 'deliveryHoursMax' | 'logger'>;

async function sweepPlanChanges(needs: Needs): Promise<void> {
  const pace = { pauseMs: CHECK_MS, graceMs: GRACE_MS };
  await forEachConcurrently(
    await needs.planChanges.listOpen(needs.clock.now(), pace, BATCH),
    async (change) => {
      await needs.planChanges.touch(change.id, needs.clock.now());
      await resumePlanChange(needs, change);
    },
    async (change, error) => {
      needs.logger.warn('plan-change-sweep-failed', { orderId: change.orderId, error });
      await notifyStuck(needs, change);
    },
  );
}

/** Notifies operators of a paid change that is not in force after its day; the sweep keeps trying. */
async function notifyStuck(
  needs: Needs,
  { id, state, expiresAt, orderId, subdomain, amountCentavos }: PlanChange,
) {
  if (state !== 'applying' || expiresAt >= needs.clock.now()) return;
  await notifyOperators(needs, 'upgrade-stuck', { orderId, subdomain, reference: id, amountCentavos });
}

async function resumePlanChange(needs: Needs, change: PlanChange): Promise<void> {
  if (change.state === 'asked' && change.leaseUntil + SLOW_REQUEST_MS >= needs.clock.now()) return;
  const row = await needs.planChanges.acquire(change.id, 'open', needs.clock.now());
  if (row === null) return;
  await withLease(needs.planChanges, row, async (leased) => {
    if (isUndelivered(needs, leased.row)) return returnUndelivered(needs, leased);
    await advancePlanChange(needs, leased);
    if (leased.row.settledAt === null) await closeIfOver(needs, leased);
  });
}

/** True when it is paid and its limits were not applied within the promised time. */
function isUndelivered({ clock, deliveryHoursMax }: Needs, { state, paidAt }: PlanChange): boolean {
  return state === 'applying' && paidAt !== null && paidAt + deliveryHoursMax * HOUR_MS < clock.now();
}

/** Refunds the payment and leaves the contract as it was. */
async function returnUndelivered(needs: Needs, leased: LeasedChange): Promise<void> {
  const { id, orderId, subdomain, todayCentavos: amountCentavos } = leased.row;
  await callOff(needs, leased);
  await notifyOperators(needs, 'upgrade-returned', { orderId, subdomain, reference: id, amountCentavos });
}

async function closeIfOver(needs: Needs, leased: LeasedChange): Promise<void> {
  const { state, expiresAt } = leased.row;
  // The request ended before its first step.
  if (state === 'asked') return closePlanChange(needs, leased, 'interrupted');
  if (expiresAt + GRACE_MS >= needs.clock.now()) return;
  if (state === 'unclear') return closePlanChange(needs, leased, 'expired');
  try {
    await closeWaitingChange(needs, leased, 'expired');
  } catch (error) {
    // A payment may still be in progress: check again later.
    if (!(error instanceof DomainError) || error.code !== 'upgrade-open') throw error;
  }
}

export const planChangeJobs = { planChanges: sweepPlanChanges };
