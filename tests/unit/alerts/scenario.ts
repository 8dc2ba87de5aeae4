/** Monitors that fall and return by the minute, and a reader who is told of them. */
import type { AlertEvent, AlertEventKind } from '#domain/alerts/events.ts';
import {
  type Doubt,
  type Fall,
  type MonitorLevel,
  monitorKey,
  type OutsideReason,
} from '#domain/alerts/levels.ts';
import { emptyMemory, type Mark } from '#domain/alerts/memory.ts';
import { HOUR_MS, type NextStep, nextStep, type Situation } from '#domain/alerts/next-message.ts';
import { type AlertPreferences, defaultPreferences, type QuietHours } from '#domain/alerts/preferences.ts';
import { CHANGES_MAX, type Changes } from '#domain/alerts/story.ts';
import { writeAlert } from '#domain/alerts/words.ts';

/** A Thursday, 3h13 in São Paulo. */
export const START = Date.parse('2026-11-26T06:13:00Z');
export const MINUTE_MS = 60_000;
export const ZONE = 'America/Sao_Paulo';
/** 7h. */
export const MORNING = (Date.parse('2026-11-26T10:00:00Z') - START) / MINUTE_MS;
const names = ['', 'Loja', 'API', 'Blog'];
const at = (minutes: number) => START + minutes * MINUTE_MS;

export const wants = (more: Partial<AlertPreferences>): AlertPreferences => ({
  ...defaultPreferences,
  ...more,
});
const EVERY_NIGHT = { days: [0, 1, 2, 3, 4, 5, 6], wholeDays: [], from: '22:00', until: '07:00' };
export const night = (mode: QuietHours['mode']): AlertPreferences =>
  wants({ quiet: { ...EVERY_NIGHT, zone: ZONE, mode } });

export function createScenario() {
  const levels = new Map<string, MonitorLevel>();
  const falls: Fall[] = [];
  const events: AlertEvent[] = [];
  const monitorOf = (id: number) => ({ id, name: names[id] ?? `Monitor ${id}` });
  const createdAt = 1;

  const put = (id: number, minutes: number, change: Partial<MonitorLevel>): void => {
    const key = monitorKey(id, createdAt);
    const before = levels.get(key) ?? {
      ...{ monitor: monitorOf(id), createdAt, state: 'up', since: at(minutes), reason: null },
      ...{ doubt: null, doubtSince: null, checkedAt: null, interval: 60, changedAt: at(minutes) },
    };
    levels.set(key, { ...(before as MonitorLevel), changedAt: at(minutes), ...change });
  };
  const end = (id: number, minutes: number, change: Partial<Fall>): void => {
    const open = falls.findIndex((fall) => fall.monitor.id === id && fall.until === null);
    const fall = falls[open];
    if (fall === undefined) return;
    falls[open] = { ...fall, until: at(minutes), endedReceivedAt: at(minutes), ...change };
  };

  const world = {
    falls,
    down(id: number, minutes: number, more: Partial<Fall> = {}) {
      put(id, minutes, { state: 'down', since: at(minutes), checkedAt: at(minutes), reason: null });
      falls.push({
        ...{
          seq: falls.length + 1,
          monitor: monitorOf(id),
          createdAt,
          since: at(minutes),
          downAt: at(minutes),
          until: null,
        },
        ...{ endedBy: null, gap: null, message: 'connect ETIMEDOUT', isFirst: false, signAt: null },
        ...{ unseen: null, look: null, isFolded: false, receivedAt: at(minutes), endedReceivedAt: null },
        ...more,
      });
    },
    up(id: number, minutes: number, more: Partial<Fall> = {}) {
      end(id, minutes, { endedBy: 'up', ...more });
      put(id, minutes, { state: 'up', since: at(minutes), checkedAt: at(minutes), doubt: null });
    },
    leave(id: number, minutes: number, reason: OutsideReason) {
      end(id, minutes, { endedBy: reason });
      put(id, minutes, { state: 'outside', since: at(minutes), reason, doubt: null });
    },
    doubt(id: number, minutes: number, doubt: Doubt | null) {
      put(id, minutes, { doubt, doubtSince: doubt === null ? null : at(minutes) });
    },
    /** Falls at even minutes, returns at odd ones. */
    flap(changes: number, id = 1, from = 0) {
      for (let change = 0; change < changes; change += 1)
        if (change % 2 === 0) world.down(id, from + change);
        else world.up(id, from + change);
    },
    /** A check of those that are down. */
    check(minutes: number) {
      for (const [key, level] of levels)
        if (level.state === 'down') levels.set(key, { ...level, checkedAt: at(minutes) });
    },
    event(kind: AlertEventKind, minutes: number, more: Partial<AlertEvent> = {}) {
      events.push({
        ...{ seq: events.length + 1, kind, at: at(minutes), receivedAt: at(minutes), message: '' },
        monitor: monitorOf(1),
        ...more,
      });
    },
    reader: (preferences: AlertPreferences = defaultPreferences, more: Partial<Situation> = {}) =>
      createReader({ preferences, ...more }),
  };

  const changesOf =
    (now: number) =>
    (key: string): Changes => {
      const times = falls
        .filter((fall) => monitorKey(fall.monitor.id, fall.createdAt) === key)
        .flatMap(({ since, until, endedBy }) => [
          since,
          ...(endedBy === 'up' && until !== null ? [until] : []),
        ])
        .filter((time) => time > now - HOUR_MS && time <= now)
        .toSorted((one, other) => other - one);
      const seventh = times[CHANGES_MAX];
      return {
        count: times.length,
        isAtLeast: falls.some(({ isFolded }) => isFolded),
        calmAt: seventh === undefined ? null : seventh + HOUR_MS,
      };
    };

  function createReader(situation: Partial<Situation> & Pick<Situation, 'preferences'>) {
    let mark: Mark = { memory: emptyMemory, readFall: 0, readSeq: 0, toldAt: null };
    const step = (minutes: number, more: Partial<Situation> = {}): NextStep => {
      const { memory, readFall, readSeq } = mark;
      const known = Object.entries(memory.monitors);
      const isKnown = (fall: Fall) =>
        known.some(
          ([key, { since }]) => key === monitorKey(fall.monitor.id, fall.createdAt) && since === fall.since,
        );
      return nextStep(
        {
          mark,
          levels: [...levels].flatMap(([key, level]) =>
            level.state === 'down' || memory.monitors[key] !== undefined ? [level] : [],
          ),
          falls: falls.filter((fall) => fall.seq > readFall || fall.until === null || isKnown(fall)),
          events: events.filter(({ seq }) => seq > readSeq || memory.held.includes(seq)),
          changesOf: changesOf(at(minutes)),
          isRunning: true,
          ourNetwork: null,
          firstMonitor: null,
          share: { sent: 0, limit: 50, warning: 40 },
          wasTried: false,
          ...situation,
          ...more,
        },
        at(minutes),
      );
    };
    const reader = {
      step,
      mark: () => mark,
      /** Skips what happened so far, as for one that is switched on now. */
      beginNow() {
        mark = { ...mark, readFall: falls.length, readSeq: events.length };
      },
      /** What it is told in this minute, if anything; it knows it then. */
      told(minutes: number, more: Partial<Situation> = {}) {
        const next = step(minutes, more);
        ({ mark } = next);
        return next.message === null ? null : writeAlert(next.message, ZONE, at(minutes));
      },
      lines: (minutes: number, more: Partial<Situation> = {}) => reader.told(minutes, more)?.lines ?? [],
      /** Kinds of lines. */
      whats(minutes: number, more: Partial<Situation> = {}): string[] {
        const next = step(minutes, more);
        ({ mark } = next);
        return next.message?.lines.map(({ what }) => what) ?? [];
      },
    };
    return reader;
  }
  return world;
}
