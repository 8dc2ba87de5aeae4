/** Does everything that the product depends on work, with our credentials? */
import type { DependencyState, ReadyResponse } from '#domain/contracts/operations.ts';
import type { Deps } from '#functions/deps.ts';
import type { Dependency } from './dependency.ts';

/** A service that needs longer counts as slow, and is not waited for. */
const PATIENCE_MS = 3_000;
/** Work that was due before that should have been done by several runs of the scheduled job. */
const OVERDUE_MS = 300_000;

/** Asks all at once; the answer comes within seconds whatever they do. */
export async function readReadiness(
  deps: Pick<Deps, 'dependencies' | 'operations' | 'clock' | 'logger'>,
  patienceMs = PATIENCE_MS,
): Promise<ReadyResponse> {
  const [dependencies, overdue] = await Promise.all([
    Promise.all(deps.dependencies.map((dependency) => probe(deps, dependency, patienceMs))),
    // The database's own state stands above; without it nothing can be counted.
    deps.operations
      .countOverdue(deps.clock.now() - OVERDUE_MS)
      .catch(() => ({ mails: 0, paymentEvents: 0, orders: 0 })),
  ]);
  const isReady =
    dependencies.every(({ state }) => state === 'ok') && Object.values(overdue).every((count) => count === 0);
  return { status: isReady ? 'ok' : 'degraded', dependencies, overdue };
}

async function probe(
  { clock, logger }: Pick<Deps, 'clock' | 'logger'>,
  { name, check }: Dependency,
  patienceMs: number,
): Promise<DependencyState> {
  const startedAt = clock.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), patienceMs);
  });
  const answer = check().then(
    () => 'ok' as const,
    (error: unknown) => {
      // What is wrong stands in the log; an answer that named it could name a host.
      logger.warn('dependency-down', { dependency: name, error });
      return 'down' as const;
    },
  );
  const state = await Promise.race([answer, patience]);
  if (timer !== undefined) clearTimeout(timer);
  return { name, state, latencyMs: clock.now() - startedAt };
}
