/** Monitors of an instance that wait for signs: when a job gives one, when it is overdue, and who could take it. */
import { DOWN, PENDING, type Status, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import type { RehearsalClock } from './clock.ts';
import type { Rhythm, Sites } from './model.ts';

const SECOND_MS = 1000;

interface Options {
  readonly clock: RehearsalClock;
  readonly sites: Sites;
  readonly find: (id: number) => Monitor | null;
  readonly all: () => readonly Monitor[];
  readonly rhythmOf: (id: number) => Rhythm;
  /** Stops what a monitor does next. */
  readonly stops: Map<number, () => void>;
  readonly write: (id: number, at: number, status: Status, retries: number, message: string) => void;
  /** Failed checks of a monitor in a row. */
  readonly failures: (id: number) => number;
  readonly isUp: (name: string) => boolean;
  readonly isRunning: () => boolean;
  readonly isHung: () => boolean;
}

export function createSigns({ clock, sites, find, all, rhythmOf, stops, write, ...instance }: Options) {
  const { failures, isUp, isRunning, isHung } = instance;
  const overdue = new Map<number, () => void>();
  /** Since when nobody could take a sign. */
  let deafSince: number | null = null;

  /** A job's sign arrives, if it is well and anybody is there to take it. */
  function take(id: number, rhythm: Rhythm): void {
    const monitor = find(id);
    if (monitor === null || !isRunning()) return;
    stops.set(
      id,
      clock.at(clock.now() + rhythm.interval * SECOND_MS, () => take(id, rhythm)),
    );
    if (isHung()) return;
    const at = clock.now();
    if (!isUp(monitor.name)) {
      // The instance's own clock, whose verdict is not ours.
      const retries = failures(id) + 1;
      const status = retries <= rhythm.maxretries ? PENDING : DOWN;
      write(id, at, status, retries, 'No heartbeat in the time window');
      return;
    }
    sites.note(monitor.name, { what: 'check', at, storedAt: at, status: 'up', isFailing: false });
    write(id, at, UP, 0, 'OK');
    expect(id, rhythm);
  }

  /** Notes when the next sign is overdue: interval, retries and a minute after the last one, or after it was switched on. */
  function expect(id: number, { interval, maxretries, retryInterval }: Rhythm): void {
    overdue.get(id)?.();
    const since = clock.now() + interval * SECOND_MS;
    const at = since + (maxretries * retryInterval + 60) * SECOND_MS;
    const monitor = find(id);
    if (monitor === null) return;
    overdue.set(
      id,
      clock.at(at, () => {
        if (isRunning() && find(id)?.active === true)
          sites.note(monitor.name, { what: 'overdue', at, signAt: since - interval * SECOND_MS, since });
      }),
    );
  }

  /** Signs are taken again: what was due meanwhile may be told, with the time in which nobody could take it. */
  function hear(): void {
    const from = deafSince ?? clock.now();
    deafSince = null;
    for (const { id, name, type, active } of all()) {
      if (type !== 'push') continue;
      sites.note(name, { what: 'deaf', at: clock.now(), from });
      const { interval, maxretries, retryInterval } = rhythmOf(id);
      const last = sites
        .monitor(name)
        .happenings.findLast(({ what }) => what === 'check' || what === 'fresh');
      if (last === undefined || !active) continue;
      const since = last.at + interval * SECOND_MS;
      if (since + (maxretries * retryInterval + 60) * SECOND_MS >= clock.now()) continue;
      sites.note(name, { what: 'overdue', at: clock.now(), signAt: last.at, since, isUnsure: true });
    }
  }

  return {
    take,
    expect,
    hear,
    /** Nobody can take a sign from now on. */
    beDeaf(): void {
      deafSince ??= clock.now();
    },
    stop(id: number): void {
      overdue.get(id)?.();
      overdue.delete(id);
    },
  };
}
