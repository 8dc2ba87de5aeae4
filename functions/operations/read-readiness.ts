/** Does everything that the product depends on work, with our credentials? */
import type { DependencyState, ReadyResponse } from '#domain/contracts/operations.ts';
import { isFullHouse, type RoomStore } from '#functions/checkout/rooms.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { inTime } from '#functions/platform/in-time.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { OperationsStore } from './store.ts';

/** A service that the product cannot do without, and a question that proves it works with our credentials. */
export interface Dependency {
  /** In our words, never a host. */
  readonly name: string;
  /** Asks for something small that changes nothing. @throws When it does not work. */
  check(): Promise<void>;
}

interface Needs {
  readonly dependencies: readonly Dependency[];
  readonly operations: OperationsStore;
  readonly rooms: RoomStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A service that needs longer counts as slow, and is not waited for. */
const PATIENCE_MS = 3_000;
/** Work that was due before that should have been done by several runs of the scheduled job. */
const OVERDUE_MS = 300_000;

/** Asks all at once; the answer comes within seconds whatever they do. */
export async function readReadiness(needs: Needs, patienceMs = PATIENCE_MS): Promise<ReadyResponse> {
  const [dependencies, overdue, clusters] = await Promise.all([
    Promise.all(needs.dependencies.map((dependency) => probe(needs, dependency, patienceMs))),
    // The database is one of the dependencies; without it nothing can be counted.
    needs.operations
      .countOverdue(needs.clock.now() - OVERDUE_MS)
      .catch(() => ({ mails: 0, paymentEvents: 0, orders: 0, undelivered: 0 })),
    needs.rooms.listLoads().catch(() => []),
  ]);
  const isReady =
    dependencies.every(({ state }) => state === 'ok') &&
    Object.values(overdue).every((count) => count === 0) &&
    // An environment whose cluster nobody listed cannot be reached.
    !clusters.some(({ room }) => room === null) &&
    !isFullHouse(clusters);
  return { status: isReady ? 'ok' : 'degraded', dependencies, overdue, clusters };
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
      // What is wrong is in the log; an answer that named it could name a host.
      logger.warn('dependency-down', { dependency: name, error });
      return 'down' as const;
    },
  );
  const state = await inTime(answer, patienceMs, 'slow' as const);
  return { name, state, latencyMs: clock.now() - startedAt };
}
