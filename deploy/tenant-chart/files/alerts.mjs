/**
 * Alerts: reports the instance's changes of state to the functions, and keeps our channel in the instance.
 *
 * The channel "Avisos da Vigia" is a bell: the instance rings it at this companion, in the same pod, and the companion
 * reads the database at once. It contains no secret. Its place on a monitor says whether that monitor is told: whoever
 * takes it off, or deletes it, switches alerts off.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL_NAME, createChannel } from './alert-channel.mjs';
import {
  createChangeSign,
  newestRows,
  readChanges,
  readDomainChanges,
  stoppedAmong,
} from './alert-events.mjs';
import { createMaintenanceWatch } from './alert-maintenance.mjs';
import { IDS_MAX } from './alert-record.mjs';
import { createSender } from './alert-sender.mjs';
import { asAdministrator } from './bootstrap.mjs';

const TEST_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** The instance rings before it has written the row, and may ring without end. */
const LOOK_AFTER_BELL_MS = 250;

const pause = (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined);

/**
 * @param {{ database: string, record: { read: () => object, write: (record: object) => void }, bellUrl: string,
 *   instance: { io: Function, instanceUrl: string, administratorFile: string }, fetch?: typeof fetch, now?: () => number,
 *   log: (event: object) => void }} options `bellUrl` is where the instance reaches this companion.
 */
export function createAlerts({
  database,
  record: file,
  bellUrl,
  instance,
  fetch: send = fetch,
  now = Date.now,
  log,
}) {
  let record = file.read();
  let ring = () => undefined;
  let testedAt = -TEST_EVERY_MS;
  /** Changes of the instance, one after the other. @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** True while events wait, or a look broke off. */
  let isLeft = true;
  const changed = createChangeSign(database, now);
  const sender = createSender({ fetch: send, now, log });
  const maintenance = createMaintenanceWatch({ database, instance, now });

  function keep(change) {
    const isSame = Object.entries(change).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(record[name]),
    );
    record = { ...record, ...change };
    if (!isSame) file.write(record);
  }

  const channel = createChannel({ database, bellUrl, log, kept: () => record, keep });

  const inTurn = (work) => {
    last = last.catch(() => undefined).then(work);
    return last;
  };

  async function carryOut({ address, token, restore, attach: wanted, first }) {
    isLeft = true;
    keep({
      setUp: { address, token },
      cursor: record.cursor ?? newestRows(database),
      first: channel.firstOf(first),
    });
    // What happened while the channel was gone is not told.
    if (restore && channel.monitors() === null)
      keep({ channel: null, cursor: newestRows(database), domains: null });
    sender.resume();
    if (record.channel === null || wanted.length > 0 || record.first?.state === 'waiting')
      await asAdministrator(instance, async (ask) => {
        if (record.channel === null) await channel.make(ask);
        await channel.attachAgain(ask, wanted);
        await channel.makeFirst(ask);
      });
    return report();
  }

  function report() {
    const monitors = channel.monitors();
    const isMade = record.channel !== null;
    const pending = record.cursor === null || !isMade ? [] : pendingEvents();
    const known = new Set(record.seen);
    return {
      channel: !isMade ? 'none' : monitors === null ? 'deleted' : 'on',
      detached: (monitors ?? [])
        .filter(({ id, isAttached }) => known.has(id) && !isAttached)
        .map(({ id, name }) => ({ id, name }))
        .slice(0, IDS_MAX),
      untold: channel.untold().slice(0, IDS_MAX),
      waiting: { events: pending.length, oldestAt: pending[0]?.event.at ?? null },
      first: channel.reportFirst(),
    };
  }

  /** Events that were not accepted yet: our own, then the instance's. */
  function pendingEvents() {
    return [
      ...record.own.map((event) => ({ event, cursor: null })),
      ...(channel.monitors() === null ? [] : changes()),
    ].filter(({ event }) => event !== null);
  }

  const changes = () => readChanges(database, record.cursor, record.channel, now());

  /** A database that is older than what was told came from a copy: its ids begin again. */
  function followRestoredCopy() {
    const newest = newestRows(database);
    if (newest.beat >= record.cursor.beat && newest.expiry >= record.cursor.expiry) return;
    log({ event: 'alerts-restored-copy' });
    keep({ generation: randomUUID(), cursor: newest, down: [], domains: null });
  }

  /** Adds events that no row of the instance stands for, together with what must not be done again. */
  const addOwn = (events, change = {}) => keep({ ...change, own: [...record.own, ...events] });

  function noteStopped() {
    const stopped = stoppedAmong(database, record.down, record.channel);
    if (stopped.length === 0) return;
    addOwn(
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
    addOwn(events, { domains: known });
  }

  /** Which monitors are known to be down after these events. */
  function downAfter(entries) {
    const down = new Set(record.down);
    for (const { event } of entries) {
      if (event.kind === 'down') down.add(event.monitor.id);
      if (event.kind === 'up' || event.kind === 'stopped') down.delete(event.monitor.id);
    }
    return [...down];
  }

  /** Moves past rows that are no events, so that they are not read again. */
  function skipSilent(entries) {
    const first = entries.findIndex(({ event }) => event !== null);
    const silent = first === -1 ? entries : entries.slice(0, first);
    const cursor = Object.assign({}, record.cursor, ...silent.map((each) => each.cursor));
    if (silent.length > 0) keep({ cursor });
  }

  async function sendPending() {
    for (;;) {
      if (record.own.length === 0 && channel.monitors() !== null) skipSilent(changes());
      const entries = pendingEvents();
      if (entries.length === 0 || record.setUp === null || sender.isPaused()) return;
      const done = await sender.send(record.setUp, record.generation, entries);
      const keys = new Set(done.map(({ event }) => event.key));
      keep({
        cursor: Object.assign({}, record.cursor, ...done.map(({ cursor }) => cursor)),
        own: record.own.filter(({ key }) => !keys.has(key)),
        down: downAfter(done),
      });
    }
  }

  /** One round: everything that is due now. @throws Error while the instance is starting; the next round repeats it. */
  async function look() {
    if (record.setUp === null || record.channel === null) return;
    // Asked before anything is read, so that what is written meanwhile is seen the next time.
    if (!changed.hasChanged() && !isLeft && !maintenance.isDue()) return;
    isLeft = true;
    await lookClosely();
    isLeft = record.own.length > 0 || pendingEvents().length > 0;
  }

  async function lookClosely() {
    followRestoredCopy();
    noteStopped();
    await sendPending();
    if (record.setUp === null || channel.monitors() === null) return;
    noteDomains();
    if (channel.isBehind()) await asAdministrator(instance, channel.follow);
    // Last, because it asks the instance, which may not answer while its database can be read.
    const due = await maintenance.due(record.windows);
    if (due !== null) addOwn(due.events, { windows: due.windows });
    await sendPending();
  }

  return {
    report,
    /** The id of our channel in the instance; `null` while there is none. */
    channel: () => (channel.monitors() === null ? null : record.channel),
    /** Keeps a set-up and carries out its wishes. @throws Error when the instance does not answer; safe to repeat. */
    setUp: (wanted) => inTurn(() => carryOut(wanted)),
    look: () => inTurn(look),
    /**
     * The instance rang: something happened, or somebody pressed the panel's test button. It may ring as often as it
     * likes, and so may a monitor that is pointed here.
     */
    bell(message) {
      if (
        typeof message === 'string' &&
        message === `${CHANNEL_NAME} Testing` &&
        now() - testedAt >= TEST_EVERY_MS
      ) {
        testedAt = now();
        addOwn([{ key: `t${now()}`, at: now(), kind: 'test', monitor: null, message: '' }]);
        isLeft = true;
      }
      ring();
    },
    /** Looks every second, and sooner when the bell rings, until `signal` is aborted. */
    async run(signal) {
      signal.addEventListener('abort', changed.close, { once: true });
      while (!signal.aborted) {
        const rung = new Promise((resolve) => {
          ring = resolve;
        });
        try {
          await inTurn(look);
        } catch (error) {
          log({ event: 'alerts-failed', reason: error.message });
        }
        await Promise.race([
          rung.then(() => pause(LOOK_AFTER_BELL_MS, signal)),
          pause(LOOK_EVERY_MS, signal),
        ]);
      }
    },
  };
}
