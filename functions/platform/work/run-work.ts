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
import {
  type AnyWorkKind,
  type GroupWorkKind,
  type KeepLease,
  type Outcome,
  Unfinished,
  type WorkKind,
} from './define-work.ts';
import {
  type ClaimedWork,
  claimTheseWorks,
  claimWork,
  endWorks,
  finishWork,
  keepOneWork,
  noteWorksFailed,
  renewWork,
  renewWorks,
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
export async function runWork<Needs extends QueueNeeds>(
  needs: Needs,
  kind: AnyWorkKind<Needs>,
): Promise<void> {
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

/**
 * Runs these items now, unless another worker has them; the scheduled run repeats a failure.
 * @param left Also so many that were due by then and that nobody has.
 * @returns How many were claimed.
 */
export async function runWorkNow<Needs extends QueueNeeds>(
  needs: Needs,
  kind: AnyWorkKind<Needs>,
  keys: readonly string[],
  left?: { readonly most: number; readonly dueBy: number },
): Promise<number> {
  const items = await claimTheseWorks(needs.db, kind.kind, keys, kind, needs.clock.now(), left);
  await runAll(needs, kind, items);
  return items.length;
}

/** @returns How many succeeded. */
async function runAll<Needs extends QueueNeeds>(
  needs: Needs,
  kind: AnyWorkKind<Needs>,
  items: readonly ClaimedWork[],
): Promise<number> {
  if ('runTogether' in kind) return runTogether(needs, kind, items);
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
        await postpone(needs, kind, [{ item: lease.held(), error }]);
      }
    },
    (item, error) => postpone(needs, kind, [{ item, error }]),
  );
  return succeeded;
}

/** As `runAll`, of a kind whose items are cheaper together. */
async function runTogether<Needs extends QueueNeeds>(
  needs: Needs,
  kind: GroupWorkKind<Needs>,
  items: readonly ClaimedWork[],
): Promise<number> {
  if (items.length === 0) return 0;
  const { leaseMs } = kind;
  let held = items;
  const renew = async (): Promise<void> => {
    const now = needs.clock.now();
    if (leaseMs === undefined || held.every(({ leasedUntil }) => leasedUntil > now + leaseMs / 2)) return;
    held = await renewWorks(needs.db, held, leaseMs, now);
  };
  // One after the other: the lease is also the token of the next renewal.
  let renewed = Promise.resolve();
  const keep = async (): Promise<ReadonlySet<string>> => {
    renewed = renewed.then(renew);
    await renewed;
    return new Set(held.map(({ key }) => key));
  };
  let outcomeOf: (key: string) => Outcome;
  try {
    const outcomes = await kind.runTogether(needs, items, keep);
    outcomeOf = (key) => outcomes.get(key) ?? null;
  } catch (error) {
    outcomeOf = () => (error instanceof Error ? error : new Error(String(error)));
  }
  const failed = held.filter(({ key }) => outcomeOf(key) instanceof Error);
  const ended = held.filter(({ key }) => !(outcomeOf(key) instanceof Error));
  await postpone(
    needs,
    kind,
    failed.map((item) => ({ item, error: outcomeOf(item.key) })),
  );
  const again = ended.flatMap(({ key }): [string, number][] => {
    const outcome = outcomeOf(key);
    return outcome !== null && 'againAt' in outcome ? [[key, outcome.againAt]] : [];
  });
  await endWorks(needs.db, ended, new Map(again));
  return ended.length;
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
  kind: AnyWorkKind<Needs>,
  failures: readonly { readonly item: ClaimedWork; readonly error: unknown }[],
): Promise<void> {
  const now = needs.clock.now();
  const postponed = failures.map(({ item, error }) => {
    const { orderId, attempts } = item;
    const reason = error instanceof Unfinished ? error.message : codeOf(error);
    needs.logger.warn('work-postponed', { kind: kind.kind, orderId, attempts, reason, error });
    return { ...item, reason, againAt: now + backoffMs(attempts, kind.retryWithinMs) };
  });
  try {
    await noteWorksFailed(needs.db, postponed);
    for (const item of postponed) if (now - item.triedSince >= STUCK_MS) await kind.onStuck?.(needs, item);
  } catch (failure) {
    // The leases end by themselves.
    const orderIds = postponed.map(({ orderId }) => orderId);
    needs.logger.error('work-not-postponed', { kind: kind.kind, orderIds, error: failure });
  }
}
