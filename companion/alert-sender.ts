/**
 * Sends reports to the functions, one after the other. Owns what each answer means, and the pauses after it.
 */
import type * as z from 'zod/mini';
import {
  type AlertReport,
  AlertReportAccepted,
  AlertReportRefused,
} from '#domain/api-schemas/alert-report.ts';
import type { AlertRecord } from './alert-record.ts';
import type { Log } from './log.ts';
import { parsedOrNull } from './record-file.ts';

type SetUp = NonNullable<AlertRecord['setUp']>;

const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** The functions say that they do not know the environment: it ended, or their database was turned back. */
const UNKNOWN_PAUSE_MS = 600_000;
const ASKED_PAUSE_MAX_MS = 3_600_000;

/** What became of a report; `unsent` stands for no answer too: the functions may have accepted it. */
export type Answer =
  | { readonly kind: 'accepted'; readonly revision: number }
  | { readonly kind: 'refused'; readonly refused: AlertReportRefused }
  | { readonly kind: 'unreadable'; readonly status: number }
  | { readonly kind: 'unsent' };

export function createSender({
  fetch,
  now,
  log,
}: {
  fetch: typeof globalThis.fetch;
  now: () => number;
  log: Log;
}) {
  let pausedUntil = 0;
  let failures = 0;

  const pause = (ms: number) => {
    pausedUntil = now() + ms;
  };

  async function post({ address, token }: SetUp, body: AlertReport) {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch {
      return null;
    }
  }

  function read<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
    return schema.safeParse(parsedOrNull(text)).data;
  }

  function fail(status: number, headers: Headers | undefined): Answer {
    failures += 1;
    const asked = Number(headers?.get('retry-after')) * 1000;
    if (status === 410) pause(UNKNOWN_PAUSE_MS);
    else if (status === 401) pause(LAST_PAUSE_MS);
    else if (status === 429 && asked > 0) pause(Math.min(asked, ASKED_PAUSE_MAX_MS));
    else pause(Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)));
    // A day without the functions is a line a minute.
    log({ event: 'alerts-unsent', status });
    return { kind: 'unsent' };
  }

  return {
    /** True while the functions asked for a pause, or do not answer. */
    isPaused: () => now() < pausedUntil,
    /** Ends a pause: there is a new address or token. */
    resume() {
      pausedUntil = 0;
      failures = 0;
    },
    /** Waits before the next try, as after no answer. */
    wait: () => fail(0, undefined),
    async send(setUp: SetUp, report: AlertReport): Promise<Answer> {
      const response = await post(setUp, report);
      const { status = 0, headers, text = '' } = response ?? {};
      const accepted = status === 200 ? read(AlertReportAccepted, text) : undefined;
      const refused = status === 409 ? read(AlertReportRefused, text) : undefined;
      if (accepted !== undefined || refused !== undefined) failures = 0;
      if (accepted !== undefined) return { kind: 'accepted', revision: accepted.revision };
      if (refused !== undefined) return { kind: 'refused', refused };
      if (status === 413 || status === 422 || status === 400) return { kind: 'unreadable', status };
      return fail(status, headers);
    },
  };
}
