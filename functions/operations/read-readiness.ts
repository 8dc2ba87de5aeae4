/** Checks that every service the product depends on works with our credentials. */
import type { DependencyState, ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { yearWithoutHolidays } from '#domain/support/calendar.ts';
import { countOpenMessages, listWaitingKinds } from '#functions/alerts/message-counts.ts';
import { listNetworkTroubles } from '#functions/alerts/our-network-store.ts';
import { countOldReporters, listBlind, listSilentReporters } from '#functions/alerts/reporter-store.ts';
import type { Deps } from '#functions/compose.ts';
import { listRemovedCopies } from '#functions/copies/remove-copies.ts';
import { imageProblems } from '#functions/images/image-problems.ts';
import { readImages } from '#functions/images/read-images.ts';
import { listLoads } from '#functions/orders/cluster-loads.ts';
import { readFreePlaces } from '#functions/orders/free-places.ts';
import { listUnplannedSignIns } from '#functions/people/company-sign-in.ts';
import { readNewEnvironments } from '#functions/platform/new-environments.ts';
import { countRefusedMails } from '#functions/platform/outbox.ts';
import { listTroubledProviders } from '#functions/platform/provider-store.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { countLateWork } from '#functions/platform/work/late-work.ts';
import { listNearDeadline } from '#functions/support/near-deadline.ts';
import { listLateOnboardings } from '#functions/support/onboarding.ts';
import { type Dependency, Outdated, Unverified } from '#functions/vendors/dependency.ts';
import { BATCH_MAX } from '#functions/vendors/mailer.ts';
import { LATE_MS, nameOfWork, urgentWork } from './list-work.ts';
import { problemsOf } from './problems.ts';
import { countUndelivered } from './store.ts';
import {
  listMailPortOpen,
  listMissingOwn,
  listSilent,
  listSilentOwn,
  listTroubled,
  listUncopied,
  listUntested,
  readCronDue,
} from './watch-store.ts';

type Needs = Pick<
  Deps,
  | 'db'
  | 'sales'
  | 'dependencies'
  | 'clock'
  | 'partyHash'
  | 'environmentLimits'
  | 'capacities'
  | 'datedSecrets'
  | 'imageWatch'
  | 'watchedImages'
  | 'acceptedFaults'
  | 'mailNotices'
  | 'mailRequestsPerSecond'
  | 'copiesBucket'
  | 'copiesKeptDays'
  | 'supportCalendar'
  | 'logger'
>;

/** A check that takes longer counts as slow and is no longer waited for. */
const PATIENCE_MS = 3_000;
const HOUR_MS = 3_600_000;
/** Longer than a new version needs to start. */
const OWN_LATE_MS = 15 * 60_000;

/** Runs all checks in parallel; answers within seconds in any case. */
export async function readReadiness(needs: Needs, patienceMs = PATIENCE_MS): Promise<ReadyResponse> {
  const now = needs.clock.now();
  const [
    dependencies,
    overdue,
    { begun, perDay },
    freeEnvironments,
    clusters,
    alerts,
    closed,
    cronAt,
    silent,
    troubled,
    untested,
    uncopied,
    removedCopies,
    images,
    mailPortOpen,
    providers,
    waitingFor,
    refusedMails,
    unheard,
    blind,
    oldReporters,
    networks,
    unanswered,
    lateOnboardings,
    missingOwn,
    silentOwn,
    unplannedSignIns,
  ] = await Promise.all([
    Promise.all(needs.dependencies.map((dependency) => probe(needs, dependency, patienceMs))),
    // The database is one of the dependencies; while it is down nothing can be counted.
    readOverdue(needs).catch(() => []),
    readNewEnvironments(needs).catch(() => ({ begun: 0, perDay: 1 })),
    readFreePlaces(needs).catch(() => ({ used: 0, max: null })),
    listLoads(needs).catch(() => []),
    countOpenMessages(needs.db, now - DAY_MS).catch(() => null),
    needs.sales.read().catch(() => null),
    readCronDue(needs.db).catch(() => now),
    listSilent(needs.db, now - HOUR_MS).catch(() => []),
    listTroubled(needs.db).catch(() => []),
    listUntested(needs.db).catch(() => []),
    listUncopied(needs.db, now - 2 * DAY_MS).catch(() => []),
    listRemovedCopies(needs).catch(() => []),
    readImages(needs).catch(() => null),
    listMailPortOpen(needs.db).catch(() => []),
    listTroubledProviders(needs.db, now).catch(() => []),
    listWaitingKinds(needs.db).catch(() => []),
    countRefusedMails(needs.db, now - DAY_MS).catch(() => 0),
    listSilentReporters(needs.db, now).catch(() => []),
    listBlind(needs.db, now).catch(() => []),
    countOldReporters(needs.db).catch(() => []),
    listNetworkTroubles(needs.db, now).catch(() => []),
    listNearDeadline(needs.db, now).catch(() => []),
    listLateOnboardings(needs.db, businessDay(now)).catch(() => []),
    listMissingOwn(needs.db).catch(() => []),
    listSilentOwn(needs.db, now - OWN_LATE_MS).catch(() => []),
    listUnplannedSignIns(needs.db).catch(() => []),
  ]);
  const facts = {
    dependencies,
    newEnvironments: { begun, perDay },
    freeEnvironments,
    salesClosedSince: closed?.since ?? null,
    overdue,
    alerts: {
      waiting: alerts?.waiting ?? 0,
      since: alerts?.oldestAt ?? null,
      refused: alerts?.refused ?? 0,
      mailsPerMinute: needs.mailRequestsPerSecond * 60 * BATCH_MAX,
    },
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
      removedCopies,
      mailPortOpen,
      providers,
      waitingFor,
      refusedMails,
      unheard,
      blind,
      oldReporters,
      networks,
      unanswered,
      lateOnboardings,
      unplannedSignIns,
      yearWithoutHolidays: yearWithoutHolidays(needs.supportCalendar, now),
      missingOwn,
      silentOwn,
      datedSecrets: needs.datedSecrets,
      isReturnedMailUnread: needs.mailNotices === null,
      ofImages: images === null ? [] : imageProblems(images, needs.acceptedFaults, now),
    },
    now,
  );
  return { status: problems.length === 0 ? 'ok' : 'degraded', problems, ...facts };
}

/** Late work by kind, and orders that wait for an operator. */
async function readOverdue({ db, clock }: Needs): Promise<ReadyResponse['overdue']> {
  const before = clock.now() - LATE_MS;
  const [late, undelivered] = await Promise.all([
    countLateWork(db, urgentWork, before),
    countUndelivered(db, before),
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
