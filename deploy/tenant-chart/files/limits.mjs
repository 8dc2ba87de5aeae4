/**
 * Reports how many monitors run and how often they check, and pauses or raises them, or undoes that, by the Worker's
 * orders.
 *
 * The Worker decides which ones (src/domain/limits). Each change is recorded here before it is made, so an interrupted
 * start forgets no paused monitor. What the customer paused or chose is never recorded, and nothing is ever deleted.
 * Commands and columns: Uptime Kuma 2.5.3, server/server.js and server/model/monitor.js.
 */
import { addressOf } from './alert-events.mjs';
import { asAdministrator, Refusal } from './bootstrap.mjs';
import { readRecord, writeRecord } from './record-file.mjs';

/** After this time no new change is started; the Worker asks again. */
const WORK_MS = 15_000;
const ORDERS_MAX = 5000;

const readChanges = (value) =>
  [value?.paused, value?.raised].every(Array.isArray) ? { paused: value.paused, raised: value.raised } : null;

/** The record of changes, in a file that survives restarts; empty when the file is missing or damaged. */
export const createRecordFile = (path, log) => ({
  read: () => readRecord(path, readChanges, log) ?? { paused: [], raised: [] },
  write: (record) => writeRecord(path, record),
});

const isId = (value) => Number.isSafeInteger(value) && value > 0;
const isInterval = ({ id, interval, retryInterval = 20 }) => [id, interval, retryInterval].every(isId);

/** Parses orders from outside; `null` for invalid ones. */
export function readOrders(value) {
  const { pause, intervals, resume } = value ?? {};
  const lists = [pause, intervals, resume];
  if (!lists.every((list) => Array.isArray(list) && list.length <= ORDERS_MAX)) return null;
  if (![...pause, ...resume].every(isId) || !intervals.every((one) => one !== null && isInterval(one)))
    return null;
  return { pause, intervals, resume };
}

/** True when nothing of ours is left: the monitor has the customer's own interval again. */
const isBack = ({ from, at }) => at.length === 1 && at[0] === from;

/**
 * Drops entries that no longer apply: a monitor that runs or was deleted, an interval that the customer changed since.
 */
function stillRestricted({ paused, raised }, byId) {
  return {
    paused: paused.filter((id) => byId.has(id) && !byId.get(id).active),
    raised: raised.filter((entry) => !isBack(entry) && entry.at.includes(byId.get(entry.id)?.interval)),
  };
}

/** Fields that change by themselves, or together with our change. */
const ownOrVolatile = new Set([
  ...['interval', 'retryInterval', 'active', 'forceInactive', 'maintenance', 'screenshot'],
  ...['dns_last_result', 'path', 'pathName', 'childrenIDs', 'tags', 'weight'],
]);

/** Names of fields that an edit changed by mistake. */
function othersChanged(before, after) {
  return Object.keys(before).filter(
    (name) => !ownOrVolatile.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/**
 * @typedef {{ id: number, name: string, type: string, interval: number, isRunning: boolean, retryInterval: number | null, address?: string }} Reported
 * @typedef {{ id: number, from: number, to: number }} Raised
 * @typedef {{ monitors: Reported[], paused: number[], raised: Raised[] }} Report
 */

/**
 * @param {{ monitors: () => object[], record: { read: () => object, write: (record: object) => void },
 *   instance: { io: Function, instanceUrl: string, administratorFile: string }, workMs?: number,
 *   log: (event: object) => void }} options
 */
export function createLimits({ monitors: readAll, record, instance, workMs = WORK_MS, log }) {
  const current = () => new Map(readAll().map((monitor) => [monitor.id, monitor]));

  /** Reads the record, changes it, and writes it if it changed. */
  function update(byId, change = (restricted) => restricted) {
    const known = record.read();
    const restricted = change(stillRestricted(known, byId));
    if (JSON.stringify(restricted) !== JSON.stringify(known)) record.write(restricted);
    return restricted;
  }

  /**
   * @returns {Report}
   * @throws Error while the instance has not made its database.
   */
  function report() {
    const byId = current();
    const { paused, raised } = update(byId);
    const monitors = [...byId.values()]
      .filter(({ type }) => type !== 'group')
      .map((monitor) => {
        const { id, name, type, interval, retryInterval, maxretries } = monitor;
        const retries = maxretries > 0 && retryInterval > 0;
        return {
          ...{ id, name: name ?? '', type, interval },
          // Its own switch alone: the instance goes on checking the monitors of a paused group.
          isRunning: Boolean(monitor.active),
          retryInterval: retries ? retryInterval : null,
          address: addressOf(monitor),
        };
      });
    return {
      monitors,
      paused,
      raised: raised.map(({ id, from, at }) => ({ id, from, to: at.at(-1) })),
    };
  }

  async function pause(ask, id) {
    const byId = current();
    if (!byId.get(id)?.active) return;
    // If the next call is interrupted, the next run sees the monitor running and drops the entry.
    const known = update(byId);
    record.write({ ...known, paused: [...known.paused, id] });
    await ask('pauseMonitor', id);
  }

  async function resume(ask, id) {
    const byId = current();
    if (update(byId).paused.includes(id)) await ask('resumeMonitor', id);
  }

  /** Raises intervals, or gives back what was raised here; never below the customer's own value. */
  async function changeInterval(ask, { id, interval, retryInterval }) {
    const byId = current();
    const known = update(byId).raised.find((one) => one.id === id);
    if (!byId.has(id)) return;
    // The whole monitor is written back, so read it at the last moment.
    const { monitor: before } = await ask('getMonitor', id);
    const isOurs = known?.from <= interval && known.at.includes(before.interval);
    if (before.interval > interval && !isOurs) return;
    const isRetryShort = retryInterval !== undefined && before.retryInterval < retryInterval;
    const entry = { id, from: known?.from ?? before.interval, at: [interval] };
    if (before.interval === interval) hold(entry);
    else hold({ ...entry, at: known === undefined ? [interval] : [before.interval, interval] });
    if (before.interval === interval && !isRetryShort) return;
    await ask('editMonitor', { ...before, interval, ...(isRetryShort ? { retryInterval } : {}) });
    const { monitor: after } = await ask('getMonitor', id);
    const fields = othersChanged(before, after);
    if (fields.length > 0) log({ event: 'limits-edit-differs', monitor: id, fields });
    if (after.interval === interval) hold(entry);
  }

  /** Replaces the monitor's entry in the record; removes it when the customer's own value is restored. */
  function hold(entry) {
    const { paused, raised } = record.read();
    const others = raised.filter(({ id }) => id !== entry.id);
    record.write({ paused, raised: isBack(entry) ? others : [...others, entry] });
  }

  async function work({ pause: paused, intervals, resume: resumed }, until) {
    const steps = [
      ...paused.map((id) => [id, (ask) => pause(ask, id)]),
      ...intervals.map((order) => [order.id, (ask) => changeInterval(ask, order)]),
      // Last, so that resumed monitors already have their interval.
      ...resumed.map((id) => [id, (ask) => resume(ask, id)]),
    ];
    const failed = [];
    await asAdministrator(instance, async (ask) => {
      for (const [id, step] of steps) {
        if (Date.now() > until) return;
        try {
          await step(ask);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          failed.push(id);
          log({ event: 'limits-refused', monitor: id, reason: error.message });
        }
      }
    });
    return { ...report(), failed };
  }

  return {
    report,
    /**
     * Carries out orders for a limited time, one caller after the other; the report shows what is left.
     * @returns {Promise<Report & { failed: number[] }>} The report afterwards, and the ids that the instance refused.
     * @throws Error when the instance stops answering; safe to retry.
     */
    carryOut: (orders) => work(orders, Date.now() + workMs),
  };
}
