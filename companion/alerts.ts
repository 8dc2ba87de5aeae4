/**
 * Alerts: reports what the instance's monitors are to the functions, and keeps our channel in the instance.
 *
 * The channel "Avisos da Vigia" only notifies this companion, in the same pod, which then reads the database at once. It
 * contains no secret. A monitor that has it is told. Taking it off a monitor, or deleting it, switches alerts off.
 *
 * There are two turns. Reading and sending ask nobody but the database and the functions; whatever asks the instance has a
 * turn of its own, so that an instance that answers nothing delays no fall.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { CHANNEL_NAME, createChannel } from './alert-channel.ts';
import { withEvents } from './alert-comparison.ts';
import { createMaintenanceWatch } from './alert-maintenance.ts';
import type { AlertRecord } from './alert-record.ts';
import { createReporting, type Restored } from './alert-reporting.ts';
import { asAdministrator, type Instance } from './bootstrap.ts';
import { type AlertsReport, type AlertsSetUp, MONITORS_MAX } from './contract.ts';
import { type Log, reasonOf } from './log.ts';
import type { Kept } from './record-file.ts';
import { createStatusPicture } from './status-picture.ts';

const TEST_EVERY_MS = 60_000;
const POLL_EVERY_MS = 1_000;
/** The instance notifies before it has written the row, and may do so without end. */
const POLL_AFTER_NOTICE_MS = 250;
const LISTEN_EVERY_MS = 60_000;

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined);

/** Runs one work after the other. */
function createTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T | Promise<T>): Promise<T> => {
    const run = last.catch(() => undefined).then(work);
    last = run;
    return run;
  };
}

/** What the alerts of one environment need. */
export interface AlertsOptions {
  readonly database: string;
  readonly record: Kept<AlertRecord>;
  /** Where the instance reaches this companion. */
  readonly notifyUrl: string;
  readonly instance: Instance;
  /** Ids of monitors that we paused (limits.ts). */
  readonly limited?: () => readonly number[];
  /** The last restore of the volume (copies.ts). */
  readonly restored?: () => Restored | null;
  /** Whether the instance takes signs now; asked while there are monitors that wait for some. */
  readonly isReceiving?: () => Promise<boolean>;
  /** Days until a monitor's domain expires; `undefined` where that is not known. */
  readonly domainDays?: (monitor: number) => number | undefined;
  /** Where the checks are made from. */
  readonly location?: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly log: Log;
}

export function createAlerts(options: AlertsOptions) {
  const { database, record: file, notifyUrl, instance, now = Date.now, log } = options;
  const { fetch: send = fetch, isReceiving = () => Promise.resolve(true) } = options;
  let record = file.read();
  let wake: () => void = () => undefined;
  let testedAt = -TEST_EVERY_MS;
  let listenedAt = -LISTEN_EVERY_MS;
  /** False until the channel's places were looked at after a change of the set. */
  let isFollowed = false;
  const inReadingTurn = createTurn();
  const inAskingTurn = createTurn();

  /** @param isWorthAWrite False for what is read again after a restart. */
  function saveState(change: Partial<AlertRecord>, isWorthAWrite = true) {
    const before = record;
    record = { ...record, ...change };
    if (isWorthAWrite && JSON.stringify(record) !== JSON.stringify(before)) file.write(record);
  }

  const state = () => record;
  const maintenance = createMaintenanceWatch({ database, instance, now });
  const channel = createChannel({ database, notifyUrl, log, state, saveState });
  const reporting = createReporting({
    ...{ database, state, saveState, fetch: send, now, log },
    process: { id: randomUUID(), startedAt: now() },
    limited: options.limited ?? (() => []),
    restored: options.restored ?? (() => null),
    domainDays: options.domainDays ?? (() => undefined),
    location: options.location ?? '',
    onChangedSet() {
      isFollowed = false;
      maintenance.lookAgain();
    },
  });

  /** Adds events that no check stands for, together with what must not be done again. */
  function enqueue(events: readonly ReportedEvent[], change: Partial<AlertRecord> = {}) {
    saveState({ ...change, events: withEvents(record.events, events) });
  }

  async function carryOut({ address, token, restore, attach: wanted, first }: AlertsSetUp) {
    reporting.begin();
    saveState({ setUp: { address, token }, first: channel.firstOf(first) });
    // What is down when the channel is back is told then: monitors enter with it.
    if (restore && channel.monitors() === null) saveState({ channel: null });
    reporting.resume();
    if (record.channel === null || wanted.length > 0 || record.first?.state === 'waiting')
      await asAdministrator(instance, async (ask) => {
        if (record.channel === null) await channel.make(ask);
        await channel.attachAgain(ask, wanted);
        await channel.makeFirst(ask);
      });
    return report();
  }

  function report(): AlertsReport {
    const monitors = channel.monitors();
    const isMade = record.channel !== null;
    const known = new Set(record.seen);
    return {
      channel: !isMade ? 'none' : monitors === null ? 'deleted' : 'on',
      detached: (monitors ?? [])
        .filter(({ key, isAttached }) => known.has(key) && !isAttached)
        .map(({ id, name }) => ({ id, name }))
        .slice(0, MONITORS_MAX),
      untold: channel.untold().slice(0, MONITORS_MAX),
      unchecked: reporting.unchecked().slice(0, MONITORS_MAX),
      waiting: isMade ? reporting.waiting() : { events: 0, oldestAt: null },
      first: channel.reportFirst(),
    };
  }

  const isListenDue = () => reporting.isWaitingForSigns() && now() - listenedAt >= LISTEN_EVERY_MS;

  /** Whether the instance can take the signs of those that wait for them. */
  async function listen() {
    if (!isListenDue()) return;
    const [before, heardAt] = [record.deaf, listenedAt];
    listenedAt = now();
    const isDeaf = !(await isReceiving().catch(() => false));
    const isKnown = before !== null && before.until === null;
    if (isDeaf && !isKnown) saveState({ deaf: { from: heardAt > 0 ? heardAt : now(), until: null } });
    if (!isDeaf && isKnown) saveState({ deaf: { from: before.from, until: now() } });
  }

  /** What asks the instance, which may not answer while its database can be read. */
  async function ask() {
    if (isFollowed && !maintenance.isDue() && !isListenDue()) return;
    if (record.setUp === null || record.channel === null || channel.monitors() === null) return;
    await listen();
    if (!isFollowed) {
      isFollowed = true;
      if (channel.isBehind()) {
        // Some at a time, and again after a failure.
        isFollowed = false;
        await asAdministrator(instance, channel.follow);
      }
    }
    const due = await maintenance.due(record.windows);
    if (due !== null) enqueue(due.events, { windows: due.windows });
  }

  const look = () => inReadingTurn(reporting.look);

  return {
    report,
    /** How the monitors stand, for pages; `null` while that is not known. */
    picture: createStatusPicture({ database, levels: reporting.levels, now }),
    /** The id of our channel in the instance; `null` while there is none. */
    channel: () => (channel.monitors() === null ? null : record.channel),
    /** Keeps events until they are accepted; one with a key that waits already is the same event. */
    enqueue: (events: readonly ReportedEvent[]) => enqueue(events),
    /** Saves a set-up and carries out its wishes. @throws Error when the instance does not answer; safe to repeat. */
    setUp: (wanted: AlertsSetUp) => inAskingTurn(() => carryOut(wanted)),
    /** One round: everything that is due now. @throws Error while the instance is starting; the next round repeats it. */
    async poll() {
      await look();
      await inAskingTurn(ask);
      await look();
    },
    /**
     * The instance reports an event, or a press of the panel's test button. Any number of calls is allowed, also from a
     * monitor with this address.
     */
    notify(message: unknown) {
      if (message === `${CHANNEL_NAME} Testing` && now() - testedAt >= TEST_EVERY_MS) {
        testedAt = now();
        enqueue([{ key: `t:${now()}`, at: now(), kind: 'test', monitor: null, message: '' }]);
      }
      wake();
    },
    /** Polls every second, and sooner when the instance notifies, until `signal` is aborted. */
    async run(signal: AbortSignal) {
      signal.addEventListener('abort', reporting.close, { once: true });
      const failed = (error: unknown) => log({ event: 'alerts-failed', reason: reasonOf(error) });
      let isAsking = false;
      while (!signal.aborted) {
        const notified = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await look().catch(failed);
        if (!isAsking) {
          isAsking = true;
          void inAskingTurn(ask)
            .catch(failed)
            .finally(() => {
              isAsking = false;
            });
        }
        await Promise.race([
          notified.then(() => pause(POLL_AFTER_NOTICE_MS, signal)),
          pause(POLL_EVERY_MS, signal),
        ]);
        await nextTurn();
      }
    },
  };
}
export type Alerts = ReturnType<typeof createAlerts>;
