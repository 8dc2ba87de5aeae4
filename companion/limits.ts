/**
 * Reports how many monitors run and how often they check, and pauses or raises them, or undoes that, by the Worker's
 * orders.
 *
 * The Worker decides which ones (src/domain/limits). Each change is recorded here before it is made, so an interrupted
 * start forgets no paused monitor. What the customer paused or chose is never recorded, and nothing is ever deleted.
 * Commands and columns: Uptime Kuma 2.5.3, server/server.js and server/model/monitor.js.
 */
import * as z from 'zod/mini';
import { addressOf } from './alert-events.ts';
import { type Ask, asAdministrator, type Instance, type InstanceMonitor, Refusal } from './bootstrap.ts';
import type { CarriedOut, LimitsOrders, LimitsReport } from './contract.ts';
import type { MonitorRow } from './counter.ts';
import type { Log } from './log.ts';
import { createRecordFile, type Kept } from './record-file.ts';

/** After this time no new change is started; the Worker asks again. */
const WORK_MS = 15_000;

const Restricted = z.object({
  paused: z.array(z.int()),
  /** The customer's own interval, and those at which the monitor may be found: two while a change is under way. */
  raised: z.array(z.object({ id: z.int(), from: z.int(), at: z.array(z.int()) })),
});
/** What was paused and raised here. */
export type Restricted = z.output<typeof Restricted>;
type Raised = Restricted['raised'][number];
type ById = ReadonlyMap<number, MonitorRow>;

/** The record of changes, in a file that survives restarts; empty when the file is missing or damaged. */
export const createLimitsRecord = (path: string, log?: Log): Kept<Restricted> =>
  createRecordFile(path, Restricted, () => ({ paused: [], raised: [] }), log);

/** True when nothing of ours is left: the monitor has the customer's own interval again. */
const isBack = ({ from, at }: Raised): boolean => at.length === 1 && at[0] === from;

/**
 * Drops entries that no longer apply: a monitor that runs or was deleted, an interval that the customer changed since.
 */
function stillRestricted({ paused, raised }: Restricted, byId: ById): Restricted {
  return {
    paused: paused.filter((id) => byId.has(id) && !byId.get(id)?.active),
    raised: raised.filter((entry) => !isBack(entry) && entry.at.includes(byId.get(entry.id)?.interval ?? 0)),
  };
}

/** Fields that change by themselves, or together with our change. */
const ownOrVolatile = new Set([
  ...['interval', 'retryInterval', 'active', 'forceInactive', 'maintenance', 'screenshot'],
  ...['dns_last_result', 'path', 'pathName', 'childrenIDs', 'tags', 'weight'],
]);

/** Names of fields that an edit changed by mistake. */
function othersChanged(before: InstanceMonitor, after: InstanceMonitor): string[] {
  return Object.keys(before).filter(
    (name) => !ownOrVolatile.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

export function createLimits({
  monitors: readAll,
  record,
  instance,
  workMs = WORK_MS,
  log,
}: {
  monitors: () => readonly MonitorRow[];
  record: Kept<Restricted>;
  instance: Instance;
  workMs?: number;
  log: Log;
}) {
  const current = (): ById => new Map(readAll().map((monitor) => [monitor.id, monitor]));

  /** Reads the record, without what no longer applies, and writes it if it changed. */
  function update(byId: ById): Restricted {
    const known = record.read();
    const restricted = stillRestricted(known, byId);
    if (JSON.stringify(restricted) !== JSON.stringify(known)) record.write(restricted);
    return restricted;
  }

  /** @throws Error while the instance has not made its database. */
  function report(): LimitsReport {
    const byId = current();
    const { paused, raised } = update(byId);
    const monitors = [...byId.values()]
      .filter(({ type }) => type !== 'group')
      .map((monitor) => {
        const { id, name, type, interval, retryInterval, maxretries } = monitor;
        const retries = maxretries > 0 && retryInterval > 0;
        const address = addressOf(monitor);
        return {
          ...{ id, name: name ?? '', type, interval },
          // Its own switch alone: the instance goes on checking the monitors of a paused group.
          isRunning: Boolean(monitor.active),
          retryInterval: retries ? retryInterval : null,
          ...(address === undefined ? {} : { address }),
        };
      });
    return {
      monitors,
      paused,
      raised: raised.map(({ id, from, at }) => ({ id, from, to: at.at(-1) ?? from })),
    };
  }

  async function pause(ask: Ask, id: number) {
    const byId = current();
    if (!byId.get(id)?.active) return;
    // If the next call is interrupted, the next run sees the monitor running and drops the entry.
    const known = update(byId);
    record.write({ ...known, paused: [...known.paused, id] });
    await ask('pauseMonitor', id);
  }

  async function resume(ask: Ask, id: number) {
    const byId = current();
    if (update(byId).paused.includes(id)) await ask('resumeMonitor', id);
  }

  /** Raises intervals, or gives back what was raised here; never below the customer's own value. */
  async function changeInterval(
    ask: Ask,
    { id, interval, retryInterval }: LimitsOrders['intervals'][number],
  ) {
    const byId = current();
    const known = update(byId).raised.find((one) => one.id === id);
    if (!byId.has(id)) return;
    // The whole monitor is written back, so read it at the last moment.
    const { monitor: before } = await ask('getMonitor', id);
    const isOurs = known !== undefined && known.from <= interval && known.at.includes(before.interval);
    if (before.interval > interval && !isOurs) return;
    const isRetryShort = retryInterval !== undefined && before.retryInterval < retryInterval;
    const entry = { id, from: known?.from ?? before.interval, at: [interval] };
    if (before.interval === interval) saveRaised(entry);
    else saveRaised({ ...entry, at: known === undefined ? [interval] : [before.interval, interval] });
    if (before.interval === interval && !isRetryShort) return;
    await ask('editMonitor', { ...before, interval, ...(isRetryShort ? { retryInterval } : {}) });
    const { monitor: after } = await ask('getMonitor', id);
    const fields = othersChanged(before, after);
    if (fields.length > 0) log({ event: 'limits-edit-differs', monitor: id, fields });
    if (after.interval === interval) saveRaised(entry);
  }

  /** Replaces the monitor's entry in the record; removes it when the customer's own value is restored. */
  function saveRaised(entry: Raised) {
    const { paused, raised } = record.read();
    const others = raised.filter(({ id }) => id !== entry.id);
    record.write({ paused, raised: isBack(entry) ? others : [...others, entry] });
  }

  async function work(orders: LimitsOrders, until: number): Promise<CarriedOut> {
    const steps: { id: number; step: (ask: Ask) => Promise<unknown> }[] = [
      ...orders.pause.map((id) => ({ id, step: (ask: Ask) => pause(ask, id) })),
      ...orders.intervals.map((order) => ({ id: order.id, step: (ask: Ask) => changeInterval(ask, order) })),
      // Last, so that resumed monitors already have their interval.
      ...orders.resume.map((id) => ({ id, step: (ask: Ask) => resume(ask, id) })),
    ];
    const failed: number[] = [];
    await asAdministrator(instance, async (ask) => {
      for (const { id, step } of steps) {
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
     * @throws Error when the instance stops answering; safe to retry.
     */
    carryOut: (orders: LimitsOrders) => work(orders, Date.now() + workMs),
  };
}
export type Limits = ReturnType<typeof createLimits>;
