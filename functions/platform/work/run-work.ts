/**
 * Runs due work: claims it, runs its handler, and writes what remains.
 *
 * Owns: leases, retries, and when operators are told. A failing or hanging item holds up no other, and neither does a
 * failing kind.
 */
import { codeOf } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { forEachByGroup } from '#functions/platform/concurrently.ts';
import type { Logger } from '#functions/platform/logger.ts';
import { backoffMs } from './backoff.ts';
import { type KeepLease, Unfinished, type WorkKind } from './define-work.ts';
import {
  type ClaimedWork,
  claimTheseWorks,
  claimWork,
  finishWork,
  keepOneWork,
  noteWorkFailed,
  renewWork,
  retryWorkLater,
} from './work-store.ts';

/** An item that has failed for so long needs a person. */
const STUCK_MS = 24 * 3_600_000;
/** Time budget of a drained kind; the next run starts a minute later. */
const BUDGET_MS = 40_000;

interface QueueNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs what is due of a kind. */
export async function runWork<Needs extends QueueNeeds>(needs: Needs, kind: WorkKind<Needs>): Promise<void> {
  const until = needs.clock.now() + BUDGET_MS;
  if (kind.isAlways === true) await keepOneWork(needs.db, kind.kind, needs.clock.now());
  for (;;) {
    const items = await claimWork(needs.db, kind.kind, kind, needs.clock.now());
    const succeeded = await runAll(needs, kind, items);
    const isOver = items.length < kind.perRun || needs.clock.now() > until;
    // When a whole round fails, the service behind it is probably down.
    if (kind.isDrained !== true || isOver || succeeded === 0) return;
  }
}

/** Runs these items now, unless another worker has them; the scheduled run repeats a failure. */
export async function runWorkNow<Needs extends QueueNeeds>(
  needs: Needs,
  kind: WorkKind<Needs>,
  keys: readonly string[],
): Promise<void> {
  await runAll(
    needs,
    kind,
    await claimTheseWorks(needs.db, kind.kind, keys, needs.clock.now(), kind.leaseMs),
  );
}

/** @returns How many succeeded. */
async function runAll<Needs extends QueueNeeds>(
  needs: Needs,
  kind: WorkKind<Needs>,
  items: readonly ClaimedWork[],
): Promise<number> {
  let succeeded = 0;
  await forEachByGroup(
    ({ cluster }) => (kind.isPerCluster === true ? cluster : ''),
    items,
    async (item) => {
      const lease = leaseOf(needs, kind, item);
      try {
        await lease.keep();
        const again = await kind.run(needs, item, lease.keep);
        await (again
          ? retryWorkLater(needs.db, lease.held(), again.againAt)
          : finishWork(needs.db, lease.held()));
        succeeded += 1;
      } catch (error) {
        await postpone(needs, kind, lease.held(), error);
      }
    },
    (item, error) => postpone(needs, kind, item, error),
  );
  return succeeded;
}

/** The lease of an item, renewed once half of it is over; a kind without a short one needs that never. */
function leaseOf<Needs extends QueueNeeds>(
  { db, clock }: Needs,
  { leaseMs }: WorkKind<Needs>,
  item: ClaimedWork,
): { readonly keep: KeepLease; readonly held: () => ClaimedWork } {
  let held = item;
  return {
    held: () => held,
    async keep() {
      const now = clock.now();
      if (leaseMs === undefined || held.leasedUntil > now + leaseMs / 2) return;
      const renewed = await renewWork(db, held, leaseMs, now);
      if (renewed === null) throw new Unfinished('another worker has it');
      held = renewed;
    },
  };
}

async function postpone<Needs extends QueueNeeds>(
  needs: Needs,
  kind: WorkKind<Needs>,
  item: ClaimedWork,
  error: unknown,
): Promise<void> {
  const { orderId, attempts, triedSince } = item;
  const now = needs.clock.now();
  const reason = error instanceof Unfinished ? error.message : codeOf(error);
  needs.logger.warn('work-postponed', { kind: kind.kind, orderId, attempts, reason, error });
  try {
    await noteWorkFailed(needs.db, item, now + backoffMs(attempts, kind.retryWithinMs), reason);
    if (now - triedSince >= STUCK_MS) await kind.onStuck?.(needs, item);
  } catch (failure) {
    // The lease ends by itself.
    needs.logger.error('work-not-postponed', { kind: kind.kind, orderId, error: failure });
  }
}
