/** The verbs of companion and functions that the rehearsal calls, in one place. */
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import type { Instance } from '#companion/bootstrap.ts';
import { GATHER_MS, WAIT_MAX_MS } from '#domain/alerts/next-message.ts';
import { AlertReport } from '#domain/api-schemas/alert-report.ts';
import { receiveReport } from '#functions/alerts/receive-report.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { runWork, runWorkNow } from '#functions/platform/work/run-work.ts';

interface Where {
  readonly database: string;
  readonly records: string;
  readonly instance: Instance;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly pausedByLimits: () => readonly number[];
}

/** Starts a companion on the files of its volume. */
export const startCompanion = ({ database, records, instance, fetch, now }: Where) =>
  createAlerts({
    ...{ database, instance, fetch, now },
    record: createAlertRecord(`${records}/alerts.json`, () => undefined),
    notifyUrl: 'http://127.0.0.1:3002/alert',
    log: () => undefined,
  });

/** An answer to a report, and who is to be told because of it. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly recipients: readonly string[];
}

/** Hands a report to the functions, as the route does. */
export async function receive(deps: Deps, orderId: string, body: string): Promise<Answered> {
  const answer = await receiveReport(deps, orderId, AlertReport.parse(JSON.parse(body)));
  return { status: answer.status, body: answer.body, recipients: answer.recipients };
}

/** When a report's own call tells, after its answer. */
export const TELLS_AFTER_MS = [GATHER_MS, WAIT_MAX_MS];
export const tellNow = (deps: Deps, recipients: readonly string[]) => runWorkNow(deps, alertWork, recipients);
export const runAlertJob = (deps: Deps) => runWork(deps, alertWork);
