/** The verbs of companion and functions that the rehearsal calls, in one place. */
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import type { Instance } from '#companion/bootstrap.ts';
import { readRestored } from '#companion/copies.ts';
import { AlertReport } from '#domain/api-schemas/alert-report.ts';
import { DomainError } from '#domain/errors.ts';
import { postSoon, postWorkWith } from '#functions/alerts/post-events.ts';
import { receiveReport } from '#functions/alerts/receive-report.ts';
import { lookSoon } from '#functions/alerts/second-look.ts';
import { alertWorkWith, tellSoon } from '#functions/alerts/tell-recipient.ts';
import { silenceWork } from '#functions/alerts/tell-silence.ts';
import type { Deps } from '#functions/compose.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import type { Pause } from './clock.ts';

interface Where {
  readonly database: string;
  /** Folder of the companion's records. */
  readonly records: string;
  readonly instance: Instance;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly pausedByLimits: () => readonly number[];
  readonly isReceiving: () => Promise<boolean>;
}

/** Starts a companion on the files of its volume. */
export const startCompanion = ({
  database,
  records,
  instance,
  fetch,
  now,
  pausedByLimits,
  isReceiving,
}: Where) =>
  createAlerts({
    ...{ database, instance, fetch, now, isReceiving },
    record: createAlertRecord(`${records}/alerts.json`, () => undefined),
    notifyUrl: 'http://127.0.0.1:3002/alert',
    limited: pausedByLimits,
    restored: () => readRestored(records),
    log: () => undefined,
  });

/** An answer to a report, and who is to be told because of it. */
interface Answered {
  readonly status: number;
  /** `null` for none. */
  readonly body: unknown;
  readonly recipients: readonly string[];
  readonly webhooks: readonly string[];
  /** Looks from another network. */
  readonly look: (() => Promise<void>) | null;
}

const nothing: Pick<Answered, 'recipients' | 'webhooks' | 'look'> = {
  ...{ recipients: [], webhooks: [], look: null },
};

/** Hands a report to the functions, as the route does. */
export async function receive(deps: Deps, orderId: string, body: string): Promise<Answered> {
  try {
    const report = AlertReport.parse(JSON.parse(body));
    const reportedAt = deps.clock.now();
    const received = await receiveReport(deps, orderId, report);
    if ('refused' in received) return { status: 409, body: received.refused, ...nothing };
    const { revision, recipients, webhooks } = received;
    const fallen = report.levels.flatMap(({ state, monitor, createdAt, since }) =>
      state === 'down' ? [{ monitorId: monitor.id, createdAt, since }] : [],
    );
    const look = report.levels.length > 0 ? () => lookSoon(deps, orderId, fallen, reportedAt) : null;
    return { status: 200, body: { revision }, recipients, webhooks, look };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'tenant-missing')
      return { status: 410, body: null, ...nothing };
    throw error;
  }
}

/** What a report's own call does after its answer. */
export const tellAfterAnswer = (deps: Deps, recipients: readonly string[], pause: Pause) =>
  tellSoon(deps, recipients, deps.clock.now(), pause);

/** As `tellAfterAnswer`, to webhooks. */
export const postAfterAnswer = (deps: Deps, webhooks: readonly string[], pause: Pause) =>
  postSoon(deps, webhooks, pause);

/** What the minute's job does of alerts. */
export async function runAlertJob(deps: Deps, pause: Pause): Promise<void> {
  await runWork(deps, silenceWork);
  await runWork(deps, mailWork);
  await runWork(deps, postWorkWith(pause));
  await runWork(deps, alertWorkWith(pause));
}
