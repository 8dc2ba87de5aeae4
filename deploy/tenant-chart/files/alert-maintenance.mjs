/**
 * Watches the instance's maintenance windows: reminders before one, its start and its end.
 *
 * The instance computes its windows itself (Uptime Kuma 2.5.3, server/model/maintenance.js, `toPublicJSON`): the one that
 * runs and the next one. What was said about a window is recorded, so each thing is said once.
 */
import { reading } from './alert-events.mjs';
import { asAdministrator } from './bootstrap.mjs';
import { cutText } from './text.mjs';

const MINUTE_MS = 60_000;
const EVERY_MS = MINUTE_MS;
/** Minutes before a window (requirements 001 §9). */
const REMINDERS = [1440, 60, 15];
/** A reminder that is later than this is not worth a word. */
const LATE_MS = 10 * MINUTE_MS;
const FORGET_MS = 2 * 24 * 60 * MINUTE_MS;
const NAMES_MAX = 5;
/** The end of the year 9999; the functions refuse what is later (src/domain/api-schemas/alert-events.ts). */
const MOMENT_MAX = 253_402_300_799_999;
const NAME_MAX = 150;

/** A moment of the instance: with a zone, or in the window's own. */
function momentOf(text, offset) {
  if (typeof text !== 'string' || text === '') return null;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}${offset ?? 'Z'}`);
  return Number.isNaN(moment) ? null : Math.min(moment, MOMENT_MAX);
}

/** Windows of one maintenance that run or come. */
function windowsOf(maintenance, now) {
  const { id, title, active, strategy, status, timeslotList = [], timezoneOffset } = maintenance;
  if (!active) return [];
  const of = (from, until) => ({ id, title: cutText(title, NAME_MAX), from, until });
  // Switched on and off by hand, so it has no end; all runs of one day are one window.
  if (strategy === 'manual') return status === 'under-maintenance' ? [of(null, null)] : [];
  return timeslotList.flatMap(({ startDate, endDate }) => {
    const from = momentOf(startDate, timezoneOffset);
    const until = momentOf(endDate, timezoneOffset);
    return from === null || until === null || until <= now ? [] : [of(from, until)];
  });
}

const keyOf = ({ id, from }) => `${id}:${from ?? 'manual'}`;

/**
 * @param {{ database: string, instance: object, now: () => number }} options
 */
export function createMaintenanceWatch({ database, instance, now }) {
  let askedAt = -EVERY_MS;
  /** True while there are windows, as far as the last look saw. */
  let isWatching = false;

  const isAny = () =>
    reading(database, (open) => open.prepare('SELECT COUNT(*) AS count FROM maintenance').get().count > 0);

  const covered = (id) =>
    reading(database, (open) => {
      const names = open
        .prepare(
          `SELECT m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id
           WHERE c.maintenance_id = ? ORDER BY m.name`,
        )
        .all(id)
        .map(({ name }) => cutText(name, NAME_MAX));
      return { count: names.length, monitors: names.slice(0, NAMES_MAX) };
    });

  const readAll = () =>
    asAdministrator(instance, async (ask, next) => {
      const listed = next('maintenanceList');
      await ask('getMaintenanceList');
      return Object.values(await listed);
    });

  function eventOf(kind, key, { id, title, from, until }, at) {
    const window = { title, from: from ?? at, until, ...covered(id) };
    return { key: `m${key}:${kind}`.slice(0, 100), at, kind, monitor: null, message: '', window };
  }

  function dueOf(window, known, at) {
    const key = keyOf(window);
    // A manual one may begin again, and is another event then.
    const from = window.from ?? known?.from ?? at;
    const name = `${window.id}:${from}`;
    const said = new Set(known?.said ?? []);
    const events = [];
    for (const minutes of window.from === null || window.from <= at ? [] : REMINDERS) {
      const due = window.from - minutes * MINUTE_MS;
      if (at < due || said.has(minutes)) continue;
      said.add(minutes);
      if (at - due < LATE_MS) events.push(eventOf('maintenance-soon', `${name}:${minutes}`, window, at));
    }
    if (from <= at && !said.has('start')) {
      said.add('start');
      if (at - from < LATE_MS) events.push(eventOf('maintenance', name, window, at));
    }
    return { key, entry: { ...window, from, isManual: window.from === null, said: [...said] }, events };
  }

  const isTime = () => now() - askedAt >= EVERY_MS;

  return {
    /** True when windows must be looked at, though nothing in the database changed. */
    isDue: () => isWatching && isTime(),
    /**
     * What is due, and what was said by then; `null` between two looks.
     * @param {Record<string, object>} known What was said before.
     */
    async due(known) {
      const at = now();
      isWatching = Object.keys(known).length > 0 || isAny();
      if (!isWatching || !isTime()) return null;
      askedAt = at;
      const windows = (await readAll()).flatMap((maintenance) => windowsOf(maintenance, at));
      const events = [];
      const next = {};
      for (const window of windows) {
        const { key, entry, events: due } = dueOf(window, known[keyOf(window)], at);
        next[key] = entry;
        events.push(...due);
      }
      for (const [key, entry] of Object.entries(known)) {
        if (Object.hasOwn(next, key)) continue;
        // Ended, switched off, or deleted; one that had not begun is forgotten without a word.
        if (entry.said.includes('start') && !entry.said.includes('end')) {
          events.push(eventOf('maintenance-over', `${entry.id}:${entry.from}`, entry, at));
          // The same recurring window is computed anew; a manual one may begin again.
          if (!entry.isManual) next[key] = { ...entry, said: [...entry.said, 'end'] };
        } else if ((entry.until ?? at) > at - FORGET_MS && entry.said.includes('end')) next[key] = entry;
      }
      return { windows: next, events };
    },
  };
}
