/**
 * Sends events to the functions, in order, until each is accepted.
 *
 * Owns: batches, and what each answer means. A lost answer is followed by the same events again; the functions know
 * their keys.
 */
import { type AlertEvents, EVENTS_MAX, type ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import type { AlertRecord, Cursor } from './alert-record.ts';
import type { Log } from './log.ts';

type SetUp = NonNullable<AlertRecord['setUp']>;

/** The functions refuse bodies of 16 KB. */
const BYTES_MAX = 14_000;
const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** The functions say that they do not know the environment: it ended, or their database was turned back. */
const UNKNOWN_PAUSE_MS = 600_000;

/** An event, and where to continue in the instance once it is accepted; `null` for one of ours. */
export interface Entry {
  readonly event: ReportedEvent;
  readonly cursor: Partial<Cursor> | null;
}

/** The first events that fit into one request. */
function batchOf(entries: readonly Entry[]): Entry[] {
  const batch: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += Buffer.byteLength(JSON.stringify(entry.event));
    if (batch.length === EVENTS_MAX || (batch.length > 0 && bytes > BYTES_MAX)) break;
    batch.push(entry);
  }
  return batch;
}

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
  /** Set after a refusal of a whole batch: then each event is sent alone. */
  let isOneByOne = false;

  const pause = (ms: number) => {
    pausedUntil = now() + ms;
  };

  async function post({ address, token }: SetUp, body: AlertEvents): Promise<Response | null> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response;
    } catch {
      return null;
    }
  }

  return {
    /** True while the functions asked for a pause, or do not answer. */
    isPaused: () => now() < pausedUntil,
    /** Ends a pause: there is a new address or token. */
    resume() {
      pausedUntil = 0;
      failures = 0;
    },
    /**
     * Sends the first of these.
     * @returns Those that are done with: accepted, or one that the functions cannot read, and for which nothing behind it
     *   may wait.
     */
    async send(setUp: SetUp, generation: string, entries: readonly Entry[]): Promise<readonly Entry[]> {
      const batch = isOneByOne ? entries.slice(0, 1) : batchOf(entries);
      const response = await post(setUp, { generation, events: batch.map(({ event }) => event) });
      const status = response?.status ?? 0;
      if (status === 204) {
        failures = 0;
        isOneByOne = false;
        return batch;
      }
      if (status === 413 || status === 422 || status === 400) {
        if (batch.length > 1) {
          isOneByOne = true;
          return [];
        }
        log({ event: 'alert-unreadable', key: batch[0]?.event.key, status });
        return batch;
      }
      failures += 1;
      const asked = Number(response?.headers.get('retry-after')) * 1000;
      if (status === 410) pause(UNKNOWN_PAUSE_MS);
      else if (status === 401) pause(LAST_PAUSE_MS);
      else if (status === 429 && asked > 0) pause(Math.min(asked, 3_600_000));
      else pause(Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)));
      // A day without the functions is a line a minute.
      log({ event: 'alerts-unsent', status, waiting: entries.length });
      return [];
    },
  };
}
