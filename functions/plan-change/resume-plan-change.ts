/**
 * Continues an open plan change after a lost event or a crash: a paid one comes into force, a started one goes on, an
 * expired one is closed at the processor and then here.
 */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { releasePlanChange } from '#functions/plan-change/store.ts';
import { withLease } from '#functions/platform/lease.ts';
import { FIRST_LOOK_MS } from '#functions/platform/leased-rows.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { nextAskAt } from '#functions/platform/pace.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { advancePlanChange, closeWaitingChange } from './advance-plan-change.ts';
import { callOff } from './apply-plan-change.ts';
import { closePlanChange, type LeasedChange } from './leased-change.ts';
import { PLAN_CHANGE_WORK, type PlanChange } from './plan-change.ts';
import { acquirePlanChange, findPlanChange } from './store.ts';

/** Until this time only the customer's own request may continue a change, so that a slow request finds it unchanged. */
const SLOW_REQUEST_MS = 100_000;
/** Allows for clock differences with the processor and for payments made in the last minute. */
const GRACE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

export const planChangeWork = defineWork<Deps>({
  kind: PLAN_CHANGE_WORK,
  title: 'Mudança de plano',
  perRun: 50,
  onStuck: async (needs, { key }) => {
    const change = await findPlanChange(needs.db, key);
    if (change?.state !== 'applying') return;
    const { id: reference, orderId, subdomain, amountCentavos } = change;
    await notifyOperators(needs, 'upgrade-stuck', { orderId, subdomain, reference, amountCentavos });
  },
  async run(needs, { key, createdAt }) {
    const change = await findPlanChange(needs.db, key);
    if (change === null || change.settledAt !== null) return undefined;
    const now = needs.clock.now();
    const requestEndsAt = change.leaseUntil + SLOW_REQUEST_MS;
    if (change.state === 'asked' && requestEndsAt >= now) return { againAt: requestEndsAt + 1 };
    const row = await acquirePlanChange(needs.db, key, 'open', now);
    if (row === null) return { againAt: now + FIRST_LOOK_MS };
    const left = await withLease(needs.db, releasePlanChange, row, async (leased) => {
      await resume(needs, leased);
      return leased.row;
    });
    if (left.settledAt !== null) return undefined;
    const isWaiting = left.state === 'waiting';
    const againAt = isWaiting
      ? nextAskAt(needs.clock.now(), createdAt, FIRST_LOOK_MS, left.expiresAt + GRACE_MS)
      : needs.clock.now() + FIRST_LOOK_MS;
    return { againAt };
  },
});

async function resume(needs: Deps, leased: LeasedChange): Promise<void> {
  if (isUndelivered(needs, leased.row)) return returnUndelivered(needs, leased);
  await advancePlanChange(needs, leased);
  if (leased.row.settledAt === null) await closeIfOver(needs, leased);
}

/** True when it is paid and its limits were not applied within the promised time. */
function isUndelivered({ clock, deliveryHoursMax }: Deps, { state, paidAt }: PlanChange): boolean {
  return state === 'applying' && paidAt !== null && paidAt + deliveryHoursMax * HOUR_MS < clock.now();
}

/** Refunds the payment and leaves the contract as it was. */
async function returnUndelivered(needs: Deps, leased: LeasedChange): Promise<void> {
  const { id, orderId, subdomain, todayCentavos: amountCentavos } = leased.row;
  await callOff(needs, leased);
  await notifyOperators(needs, 'upgrade-returned', { orderId, subdomain, reference: id, amountCentavos });
}

async function closeIfOver(needs: Deps, leased: LeasedChange): Promise<void> {
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
