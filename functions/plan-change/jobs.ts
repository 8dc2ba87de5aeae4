/**
 * Looks after open changes of plan, so that a lost event or a kill at any moment ends well: what is paid comes into
 * force, what was begun goes on, what ran out is closed at the processor and then here.
 */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/deps.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { advancePlanChange, closePlanChange, shutPlanChange } from './advance-plan-change.ts';
import type { Work } from './held-change.ts';
import type { PlanChange } from './plan-change.ts';

const BATCH = 50;
/** How often one is looked at at first; the payment event is the fast way. */
const CHECK_MS = 20_000;
/** A request that is only slow finds its change as it left it: until then only its customer takes it over. */
const SLOW_REQUEST_MS = 100_000;
/** The processor's clock and ours may differ, and a payment of the last minute needs its time. */
const GRACE_MS = 10 * 60_000;

export async function sweepPlanChanges(deps: Deps): Promise<void> {
  const pace = { pauseMs: CHECK_MS, graceMs: GRACE_MS };
  const open = await deps.planChanges.listOpen(deps.clock.now(), pace, BATCH);
  await sideBySide(open, async (change) => {
    try {
      await deps.planChanges.touch(change.id, deps.clock.now());
      await lookAfter(deps, change);
    } catch (error) {
      deps.logger.warn('plan-change-sweep-failed', { orderId: change.orderId, error });
      await tellStuck(deps, change);
    }
  });
}

/** It goes on until it is in force; when its day has passed, a person looks after it as well. */
async function tellStuck(
  deps: Deps,
  { id, state, expiresAt, orderId, subdomain, amountCentavos }: PlanChange,
) {
  if (state !== 'applying' || expiresAt >= deps.clock.now()) return;
  await tellOperators(deps, 'upgrade-stuck', { orderId, subdomain, reference: id, amountCentavos });
}

async function lookAfter(deps: Deps, change: PlanChange): Promise<void> {
  if (change.state === 'asked' && change.leaseUntil + SLOW_REQUEST_MS >= deps.clock.now()) return;
  const held = await deps.planChanges.acquire(change.id, 'open', deps.clock.now());
  if (held === null) return;
  const work: Work = { change: held };
  try {
    await advancePlanChange(deps, work);
    if (work.change.settledAt === null) await closeIfOver(deps, work);
  } finally {
    await deps.planChanges.release(work.change);
  }
}

async function closeIfOver(deps: Deps, work: Work): Promise<void> {
  const { state, expiresAt } = work.change;
  // The request that asked for it ended before its first step.
  if (state === 'asked') return closePlanChange(deps, work, 'interrupted');
  if (expiresAt + GRACE_MS >= deps.clock.now()) return;
  if (state === 'unclear') return closePlanChange(deps, work, 'expired');
  try {
    await shutPlanChange(deps, work, 'expired');
  } catch (error) {
    // Something may still be on its way: it is looked at again.
    if (!(error instanceof DomainError) || error.code !== 'upgrade-open') throw error;
  }
}
