/** Checks that every service the product depends on works with our credentials. */
import type { DependencyState, ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { imageProblems } from '#functions/images/image-problems.ts';
import { readImages } from '#functions/images/read-images.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { type Dependency, Outdated, Unverified } from '#functions/vendors/dependency.ts';
import { LATE_MS, nameOfWork, urgentWork } from './list-work.ts';
import { problemsOf } from './problems.ts';

type Needs = Pick<
  Deps,
  | 'alertMessages'
  | 'alertOutcomes'
  | 'providers'
  | 'outbox'
  | 'sales'
  | 'dependencies'
  | 'operations'
  | 'work'
  | 'newEnvironments'
  | 'clusterLoads'
  | 'watch'
  | 'datedSecrets'
  | 'imageWatch'
  | 'watchedImages'
  | 'imageStore'
  | 'acceptedFaults'
  | 'mailNotices'
  | 'clock'
  | 'logger'
>;

/** A check that takes longer counts as slow and is no longer waited for. */
const PATIENCE_MS = 3_000;
const HOUR_MS = 3_600_000;

/** Runs all checks in parallel; answers within seconds in any case. */
export async function readReadiness(needs: Needs, patienceMs = PATIENCE_MS): Promise<ReadyResponse> {
  const now = needs.clock.now();
  const [
    dependencies,
    overdue,
    { begun, perDay },
    clusters,
    alerts,
    closed,
    cronAt,
    silent,
    troubled,
    untested,
    uncopied,
    images,
    mailPortOpen,
    providers,
    waitingFor,
    refusedMails,
  ] = await Promise.all([
    Promise.all(needs.dependencies.map((dependency) => probe(needs, dependency, patienceMs))),
    // The database is one of the dependencies; while it is down nothing can be counted.
    readOverdue(needs).catch(() => []),
    needs.newEnvironments.readDay().catch(() => ({ begun: 0, perDay: 1 })),
    needs.clusterLoads.listLoads().catch(() => []),
    needs.alertMessages.countOpen(now - DAY_MS).catch(() => null),
    needs.sales.read().catch(() => null),
    needs.watch.readCronDue().catch(() => now),
    needs.watch.listSilent(now - HOUR_MS).catch(() => []),
    needs.watch.listTroubled().catch(() => []),
    needs.watch.listUntested().catch(() => []),
    needs.watch.listUncopied(now - 2 * DAY_MS).catch(() => []),
    readImages(needs).catch(() => null),
    needs.watch.listMailPortOpen().catch(() => []),
    needs.providers.listTroubled(now).catch(() => []),
    needs.alertOutcomes.listWaitingKinds().catch(() => []),
    needs.outbox.countRefused(now - DAY_MS).catch(() => 0),
  ]);
  const facts = {
    dependencies,
    newEnvironments: { begun, perDay },
    salesClosedSince: closed?.since ?? null,
    overdue,
    alerts: { waiting: alerts?.waiting ?? 0, since: alerts?.oldestAt ?? null, refused: alerts?.refused ?? 0 },
    clusters,
  };
  const problems = problemsOf(
    {
      ...facts,
      cronAt,
      silent,
      troubled,
      untested,
      uncopied,
      mailPortOpen,
      providers,
      waitingFor,
      refusedMails,
      datedSecrets: needs.datedSecrets,
      isReturnedMailUnread: needs.mailNotices === null,
      ofImages: images === null ? [] : imageProblems(images, needs.acceptedFaults, now),
    },
    now,
  );
  return { status: problems.length === 0 ? 'ok' : 'degraded', problems, ...facts };
}

/** Late work by kind, and orders that wait for an operator. */
async function readOverdue({ work, operations, clock }: Needs): Promise<ReadyResponse['overdue']> {
  const before = clock.now() - LATE_MS;
  const [late, undelivered] = await Promise.all([
    work.countLate(urgentWork, before),
    operations.countUndelivered(before),
  ]);
  return [
    ...late.map((each) => ({ ...each, name: nameOfWork(each.kind) })),
    ...(undelivered === null || undelivered.since === null
      ? []
      : [
          {
            kind: 'undelivered',
            name: 'Pago sem ambiente',
            count: undelivered.count,
            since: undelivered.since,
          },
        ]),
  ];
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
      if (error instanceof Unverified) return 'unverified' as const;
      return error instanceof Outdated ? ('outdated' as const) : ('down' as const);
    },
  );
  const state = await withTimeout(answer, patienceMs, 'slow' as const);
  return { name, state, latencyMs: clock.now() - startedAt };
}
