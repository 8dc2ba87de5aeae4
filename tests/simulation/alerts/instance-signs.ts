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

  /** A job gives its signs by its own clock, which no restart, pause or edit of the instance moves. */
  function nextAt({ createdAt = 0 }: Monitor, { interval }: Rhythm): number {
    const first = createdAt + interval * 500;
    const given = Math.max(0, Math.floor((clock.now() - first) / (interval * SECOND_MS)) + 1);
    return first + given * interval * SECOND_MS;
  }

  /** A job's sign arrives, if it is well and anybody is there to take it. */
  function take(id: number, rhythm: Rhythm): void {
    const monitor = find(id);
    if (monitor === null || !isRunning()) return;
    stops.set(
      id,
      clock.at(nextAt(monitor, rhythm), () => take(id, rhythm)),
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

  /** Since when a sign is awaited: the last one that was taken, or when it was made, switched on, or came from a copy. */
  function awaitedSince({ name, createdAt = 0 }: Monitor): number {
    const last = sites
      .monitor(name)
      .happenings.findLast(
        (each) => each.what === 'check' || (each.what === 'fresh' && each.isWake !== true),
      );
    return Math.max(last?.at ?? 0, createdAt);
  }

  const deadlineOf = (since: number, { interval, maxretries, retryInterval }: Rhythm): number =>
    since + (interval + maxretries * retryInterval + 60) * SECOND_MS;

  /**
   * Notes when the next sign is overdue: interval, retries and a minute after the last one. A restart or an edit moves that
   * no more than the job does.
   */
  function expect(id: number, rhythm: Rhythm, isSwitchedOn = false): void {
    overdue.get(id)?.();
    const monitor = find(id);
    if (monitor === null) return;
    const signAt = isSwitchedOn ? clock.now() : awaitedSince(monitor);
    const at = deadlineOf(signAt, rhythm);
    // What passed while nobody could take a sign is noted once one can be taken again.
    if (at <= clock.now()) return;
    const { name } = monitor;
    const since = signAt + rhythm.interval * SECOND_MS;
    overdue.set(
      id,
      clock.at(at, () => {
        if (!isRunning() || find(id)?.active !== true) return;
        // Where signs, or what was known of them, were destroyed, nobody can know the last one.
        const isUnsure = sites
          .monitor(name)
          .happenings.some((each) => each.what === 'forgotten' && each.at >= signAt);
        sites.note(name, { what: 'overdue', at, signAt, since, isUnsure });
      }),
    );
  }

  /** Signs are taken again: what was due meanwhile may be told, with the time in which nobody could take it. */
  function hear(): void {
    const from = deafSince ?? clock.now();
    deafSince = null;
    for (const monitor of all()) {
      const { id, name, type, active } = monitor;
      if (type !== 'push') continue;
      sites.note(name, { what: 'deaf', at: clock.now(), from });
      if (!active) continue;
      const rhythm = rhythmOf(id);
      const signAt = awaitedSince(monitor);
      const since = signAt + rhythm.interval * SECOND_MS;
      if (deadlineOf(signAt, rhythm) >= clock.now()) continue;
      sites.note(name, { what: 'overdue', at: clock.now(), signAt, since, isUnsure: true });
    }
  }

  return {
    take,
    nextAt,
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
