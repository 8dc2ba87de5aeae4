/**
 * Watches the instance's maintenance windows: reminders before one, its start and its end.
 *
 * The instance computes its windows itself (Uptime Kuma 2.5.3, server/model/maintenance.js, `toPublicJSON`): the one that
 * runs and the next one. What was said about a window is recorded, so each thing is said once.
 */
import { MOMENT_MAX, NAME_MAX, type ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { cutText } from '#domain/text/cut-text.ts';
import type { KnownWindow } from './alert-record.ts';
import { asAdministrator, type Instance } from './bootstrap.ts';
import { reading } from './database.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = MINUTE_MS;
/** Minutes before a window (requirements 001 §9). */
const REMINDERS = [1440, 60, 15];
/** A reminder that is later than this is not worth a word. */
const LATE_MS = 10 * MINUTE_MS;
const FORGET_MS = 2 * 24 * 60 * MINUTE_MS;
const NAMES_MAX = 5;

/** A maintenance, as the instance sends it. */
interface Maintenance {
  readonly id: number;
  readonly title: string;
  readonly active: boolean;
  readonly strategy: string;
  readonly status: string;
  readonly timeslotList?: readonly { readonly startDate: unknown; readonly endDate: unknown }[];
  /** As `-03:00`. */
  readonly timezoneOffset?: string | null;
}

/** A window of one; without times where it is switched on and off by hand. */
interface Window {
  readonly id: number;
  readonly title: string;
  readonly from: number | null;
  readonly until: number | null;
}

/** A moment of the instance: with a zone, or in the window's own. */
function momentOf(text: unknown, offset: string | null | undefined): number | null {
  if (typeof text !== 'string' || text === '') return null;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}${offset ?? 'Z'}`);
  return Number.isNaN(moment) ? null : Math.min(moment, MOMENT_MAX);
}

/** Windows of one maintenance that run or come. */
function windowsOf(maintenance: Maintenance, now: number): Window[] {
  const { id, title, active, strategy, status, timeslotList = [], timezoneOffset } = maintenance;
  if (!active) return [];
  const of = (from: number | null, until: number | null): Window => ({
    id,
    title: cutText(title, NAME_MAX),
    from,
    until,
  });
  // Switched on and off by hand, so it has no end; all runs of one day are one window.
  if (strategy === 'manual') return status === 'under-maintenance' ? [of(null, null)] : [];
  return timeslotList.flatMap(({ startDate, endDate }) => {
    const from = momentOf(startDate, timezoneOffset);
    const until = momentOf(endDate, timezoneOffset);
    return from === null || until === null || until <= now ? [] : [of(from, until)];
  });
}

const keyOf = ({ id, from }: Window): string => `${id}:${from ?? 'manual'}`;

export function createMaintenanceWatch({
  database,
  instance,
  now,
}: {
  database: string;
  instance: Instance;
  now: () => number;
}) {
  let askedAt = -EVERY_MS;
  /** True while there are windows, as far as the last poll saw. */
  let isWatching = false;
  /** True when a window may have been made. */
  let isUnread = true;

  const isAny = (): boolean => reading(database, ({ get }) => get('SELECT 1 FROM maintenance') !== undefined);

  const covered = (id: number) =>
    reading(database, ({ all }) => {
      const names = all<{ name: string | null }>(
        `SELECT m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id
         WHERE c.maintenance_id = ? ORDER BY m.name`,
        id,
      ).map(({ name }) => cutText(name ?? '', NAME_MAX));
      return { count: names.length, monitors: names.slice(0, NAMES_MAX) };
    });

  const readAll = () =>
    asAdministrator(instance, async (ask, next) => {
      const listed = next('maintenanceList');
      await ask('getMaintenanceList');
      return Object.values((await listed) as Readonly<Record<string, Maintenance>>);
    });

  function eventOf(
    kind: ReportedEvent['kind'],
    key: string,
    { id, title, from, until }: Window,
    at: number,
  ): ReportedEvent {
    const window = { title, from: from ?? at, until, ...covered(id) };
    return { key: `m:${key}:${kind}`.slice(0, 100), at, kind, monitor: null, message: '', window };
  }

  function dueOf(window: Window, known: KnownWindow | undefined, at: number) {
    const key = keyOf(window);
    // A manual one may begin again, and is another event then.
    const from = window.from ?? known?.from ?? at;
    const name = `${window.id}:${from}`;
    const said = new Set(known?.said ?? []);
    const events: ReportedEvent[] = [];
    for (const minutes of window.from === null || from <= at ? [] : REMINDERS) {
      const due = from - minutes * MINUTE_MS;
      if (at < due || said.has(minutes)) continue;
      said.add(minutes);
      if (at - due < LATE_MS) events.push(eventOf('maintenance-soon', `${name}:${minutes}`, window, at));
    }
    if (from <= at && !said.has('start')) {
      said.add('start');
      if (at - from < LATE_MS) events.push(eventOf('maintenance', name, window, from));
    }
    const entry: KnownWindow = { ...window, from, isManual: window.from === null, said: [...said] };
    return { key, entry, events };
  }

  const isTime = () => now() - askedAt >= EVERY_MS;

  return {
    /** True when windows must be looked at, though nothing in the database changed. */
    isDue: () => isUnread || (isWatching && isTime()),
    /** Something changed in the instance; there may be windows now. */
    lookAgain() {
      isUnread = true;
    },
    /**
     * What is due, and what was said by then; `null` between two polls.
     * @param known What was said before.
     */
    async due(known: Readonly<Record<string, KnownWindow>>) {
      const at = now();
      if (isUnread) isWatching = Object.keys(known).length > 0 || isAny();
      isUnread = false;
      if (!isWatching || !isTime()) return null;
      askedAt = at;
      const windows = (await readAll()).flatMap((maintenance) => windowsOf(maintenance, at));
      const events: ReportedEvent[] = [];
      const next: Record<string, KnownWindow> = {};
      for (const window of windows) {
        const { key, entry, events: due } = dueOf(window, known[keyOf(window)], at);
        next[key] = entry;
        events.push(...due);
      }
      for (const [key, entry] of Object.entries(known)) {
        if (Object.hasOwn(next, key)) continue;
        // Ended, switched off, or deleted; one that had not begun is forgotten without a word.
        if (entry.said.includes('start') && !entry.said.includes('end')) {
          // Its planned end. One that was called off has none before now, and ended within the last minute.
          const endedAt = Math.min(entry.until ?? at, at);
          events.push(eventOf('maintenance-over', `${entry.id}:${entry.from}`, entry, endedAt));
          // The same recurring window is computed anew; a manual one may begin again.
          if (!entry.isManual) next[key] = { ...entry, said: [...entry.said, 'end'] };
        } else if ((entry.until ?? at) > at - FORGET_MS && entry.said.includes('end')) next[key] = entry;
      }
      return { windows: next, events };
    },
  };
}
