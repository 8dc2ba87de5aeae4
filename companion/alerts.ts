/**
 * Alerts: reports the instance's changes of state to the functions, and keeps our channel in the instance.
 *
 * The channel "Avisos da Vigia" only notifies this companion, in the same pod, which then reads the database at once. It
 * contains no secret. A monitor that has it is told. Taking it off a monitor, or
 * deleting it, switches alerts off.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import { CHANNEL_NAME, createChannel } from './alert-channel.ts';
import {
  createChangeSign,
  newestRows,
  readChanges,
  readDomainChanges,
  stoppedAmong,
} from './alert-events.ts';
import { createMaintenanceWatch } from './alert-maintenance.ts';
import type { AlertRecord, Cursor } from './alert-record.ts';
import { createSender, type Entry } from './alert-sender.ts';
import { asAdministrator, type Instance } from './bootstrap.ts';
import { type AlertsReport, type AlertsSetUp, MONITORS_MAX } from './contract.ts';
import { type Log, reasonOf } from './log.ts';
import type { Kept } from './record-file.ts';

const TEST_EVERY_MS = 60_000;
const POLL_EVERY_MS = 1_000;
/** The instance notifies before it has written the row, and may do so without end. */
const POLL_AFTER_NOTICE_MS = 250;

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined);

/** @param options `notifyUrl` is where the instance reaches this companion. */
export function createAlerts({
  database,
  record: file,
  notifyUrl,
  instance,
  fetch: send = fetch,
  now = Date.now,
  log,
}: {
  database: string;
  record: Kept<AlertRecord>;
  notifyUrl: string;
  instance: Instance;
  fetch?: typeof fetch;
  now?: () => number;
  log: Log;
}) {
  let record = file.read();
  let wake: () => void = () => undefined;
  let testedAt = -TEST_EVERY_MS;
  /** Changes of the instance, one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  /** True while events wait, or a poll broke off. */
  let isLeft = true;
  const changed = createChangeSign(database, now);
  const sender = createSender({ fetch: send, now, log });
  const maintenance = createMaintenanceWatch({ database, instance, now });

  function saveState(change: Partial<AlertRecord>) {
    const before = record;
    record = { ...record, ...change };
    if (JSON.stringify(record) !== JSON.stringify(before)) file.write(record);
  }

  const channel = createChannel({ database, notifyUrl, log, state: () => record, saveState });

  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
    const run = last.catch(() => undefined).then(work);
    last = run;
    return run;
  };

  async function carryOut({ address, token, restore, attach: wanted, first }: AlertsSetUp) {
    isLeft = true;
    saveState({
      setUp: { address, token },
      cursor: record.cursor ?? newestRows(database),
      first: channel.firstOf(first),
    });
    // What happened while the channel was gone is not told.
    if (restore && channel.monitors() === null)
      saveState({ channel: null, cursor: newestRows(database), domains: null });
    sender.resume();
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
    const pending = record.cursor === null || !isMade ? [] : pendingEvents();
    const known = new Set(record.seen);
    return {
      channel: !isMade ? 'none' : monitors === null ? 'deleted' : 'on',
      detached: (monitors ?? [])
        .filter(({ id, isAttached }) => known.has(id) && !isAttached)
        .map(({ id, name }) => ({ id, name }))
        .slice(0, MONITORS_MAX),
      untold: channel.untold().slice(0, MONITORS_MAX),
      waiting: { events: pending.length, oldestAt: pending[0]?.event.at ?? null },
      first: channel.reportFirst(),
    };
  }

  /** Events that were not accepted yet: our own, then the instance's. */
  const pendingEvents = (): Entry[] => [
    ...record.queue.map((event) => ({ event, cursor: null })),
    ...(channel.monitors() === null ? [] : changes()).flatMap(({ event, cursor }) =>
      event === null ? [] : [{ event, cursor }],
    ),
  ];

  const changes = () =>
    record.cursor === null ? [] : readChanges(database, record.cursor, record.channel, now());

  /** A database that is older than what was told came from a copy: its ids begin again. */
  function followRestoredCopy() {
    const newest = newestRows(database);
    const { cursor } = record;
    if (cursor === null || (newest.beat >= cursor.beat && newest.expiry >= cursor.expiry)) return;
    log({ event: 'alerts-restored-copy' });
    saveState({ generation: randomUUID(), cursor: newest, down: [], domains: null });
  }

  /** Adds events that no row of the instance stands for, together with what must not be done again. */
  const enqueue = (events: readonly ReportedEvent[], change: Partial<AlertRecord> = {}) =>
    saveState({ ...change, queue: [...record.queue, ...events] });

  function noteStopped() {
    const stopped = stoppedAmong(database, record.down, record.channel);
    if (stopped.length === 0) return;
    enqueue(
      stopped.map((id) => ({
        key: `s${id}:${now()}`,
        at: now(),
        kind: 'stopped',
        monitor: { id, name: '' },
        message: '',
      })),
      { down: record.down.filter((id) => !stopped.includes(id)) },
    );
  }

  function noteDomains() {
    const { known, events } = readDomainChanges(database, record.domains, record.channel, now());
    enqueue(events, { domains: known });
  }

  /** Which monitors are known to be down after these events. */
  function downAfter(entries: readonly Entry[]): number[] {
    const down = new Set(record.down);
    for (const { kind, monitor } of entries.map(({ event }) => event)) {
      if (kind === 'down' && monitor !== null) down.add(monitor.id);
      if ((kind === 'up' || kind === 'stopped') && monitor !== null) down.delete(monitor.id);
    }
    return [...down];
  }

  const cursorAfter = (entries: readonly { readonly cursor: Partial<Cursor> | null }[]): Cursor =>
    Object.assign({}, record.cursor, ...entries.map(({ cursor }) => cursor));

  /** Moves past rows that are no events, so that they are not read again. */
  function skipSilent(entries: ReturnType<typeof readChanges>) {
    const first = entries.findIndex(({ event }) => event !== null);
    const silent = first === -1 ? entries : entries.slice(0, first);
    if (silent.length > 0) saveState({ cursor: cursorAfter(silent) });
  }

  async function sendPending() {
    for (;;) {
      if (record.queue.length === 0 && channel.monitors() !== null) skipSilent(changes());
      const entries = pendingEvents();
      if (entries.length === 0 || record.setUp === null || sender.isPaused()) return;
      const done = await sender.send(record.setUp, record.generation, entries);
      const keys = new Set(done.map(({ event }) => event.key));
      saveState({
        cursor: cursorAfter(done),
        queue: record.queue.filter(({ key }) => !keys.has(key)),
        down: downAfter(done),
      });
    }
  }

  /** One round: everything that is due now. @throws Error while the instance is starting; the next round repeats it. */
  async function poll() {
    if (record.setUp === null || record.channel === null) return;
    // Asked before anything is read, so that what is written meanwhile is seen the next time.
    if (!changed.hasChanged() && !isLeft && !maintenance.isDue()) return;
    isLeft = true;
    await readAndSend();
    isLeft = record.queue.length > 0 || pendingEvents().length > 0;
  }

  async function readAndSend() {
    followRestoredCopy();
    noteStopped();
    await sendPending();
    if (record.setUp === null || channel.monitors() === null) return;
    noteDomains();
    if (channel.isBehind()) await asAdministrator(instance, channel.follow);
    // Last, because it asks the instance, which may not answer while its database can be read.
    const due = await maintenance.due(record.windows);
    if (due !== null) enqueue(due.events, { windows: due.windows });
    await sendPending();
  }

  return {
    report,
    /** The id of our channel in the instance; `null` while there is none. */
    channel: () => (channel.monitors() === null ? null : record.channel),
    /** Saves a set-up and carries out its wishes. @throws Error when the instance does not answer; safe to repeat. */
    setUp: (wanted: AlertsSetUp) => inTurn(() => carryOut(wanted)),
    poll: () => inTurn(poll),
    /**
     * The instance reports an event, or a press of the panel's test button. Any number of calls is allowed, also from a
     * monitor with this address.
     */
    notify(message: unknown) {
      if (message === `${CHANNEL_NAME} Testing` && now() - testedAt >= TEST_EVERY_MS) {
        testedAt = now();
        enqueue([{ key: `t${now()}`, at: now(), kind: 'test', monitor: null, message: '' }]);
        isLeft = true;
      }
      wake();
    },
    /** Polls every second, and sooner when the instance notifies, until `signal` is aborted. */
    async run(signal: AbortSignal) {
      signal.addEventListener('abort', changed.close, { once: true });
      while (!signal.aborted) {
        const notified = new Promise<void>((resolve) => {
          wake = resolve;
        });
        try {
          await inTurn(poll);
        } catch (error) {
          log({ event: 'alerts-failed', reason: reasonOf(error) });
        }
        await Promise.race([
          notified.then(() => pause(POLL_AFTER_NOTICE_MS, signal)),
          pause(POLL_EVERY_MS, signal),
        ]);
      }
    },
  };
}
export type Alerts = ReturnType<typeof createAlerts>;
