/** Checks that every service the product depends on works with our credentials. */
import type { DependencyState, ReadyResponse } from '#domain/contracts/operations.ts';
import { areClustersFull } from '#functions/checkout/rooms.ts';
import type { Deps } from '#functions/compose.ts';
import { inTime } from '#functions/platform/in-time.ts';
import { type Dependency, Outdated } from '#functions/vendors/dependency.ts';

type Needs = Pick<Deps, 'dependencies' | 'operations' | 'newEnvironments' | 'rooms' | 'clock' | 'logger'>;

/** A check that takes longer counts as slow and is no longer waited for. */
const PATIENCE_MS = 3_000;
/** Work overdue by more than this should have been done by several runs of the scheduled job. */
const OVERDUE_MS = 300_000;

/** Runs all checks in parallel; answers within seconds in any case. */
export async function readReadiness(needs: Needs, patienceMs = PATIENCE_MS): Promise<ReadyResponse> {
  const [dependencies, overdue, { begun, perDay }, clusters] = await Promise.all([
    Promise.all(needs.dependencies.map((dependency) => probe(needs, dependency, patienceMs))),
    // The database is one of the dependencies; while it is down nothing can be counted.
    needs.operations
      .countOverdue(needs.clock.now() - OVERDUE_MS)
      .catch(() => ({ mails: 0, paymentEvents: 0, orders: 0, undelivered: 0, admitted: 0 })),
    needs.newEnvironments.readDay().catch(() => ({ begun: 0, perDay: 1 })),
    needs.rooms.listLoads().catch(() => []),
  ]);
  const isReady =
    begun < perDay &&
    dependencies.every(({ state }) => state === 'ok') &&
    Object.values(overdue).every((count) => count === 0) &&
    // An environment in a cluster missing from the setting cannot be reached.
    !clusters.some(({ room }) => room === null) &&
    !areClustersFull(clusters);
  const status = isReady ? 'ok' : 'degraded';
  return { status, dependencies, newEnvironments: { begun, perDay }, overdue, clusters };
}

async function probe(
  { clock, logger }: Needs,
  { name, check }: Dependency,
  patienceMs: number,
): Promise<DependencyState> {
  const startedAt = clock.now();
  const answer = check().then(
    () => 'ok' as const,
    (error: unknown) => {
      // The reason goes only to the log, because it could contain a host.
      logger.warn('dependency-down', { dependency: name, error });
      return error instanceof Outdated ? ('outdated' as const) : ('down' as const);
    },
  );
  const state = await inTime(answer, patienceMs, 'slow' as const);
  return { name, state, latencyMs: clock.now() - startedAt };
}
