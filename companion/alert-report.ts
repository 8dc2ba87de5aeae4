/**
 * What is told to the functions next: the levels that differ from what they accepted, and the falls and other things that
 * wait. Owns the bounds of one report, and what its acceptance changes in the record.
 */
import { createHash } from 'node:crypto';
import {
  type AlertReport,
  CONFIRM_EVERY_MS,
  EVENTS_MAX,
  FALLS_MAX,
  LEVELS_MAX,
  NEWS_EVERY_MS,
  REPORT_BYTES_MAX,
  type ReportedEvent,
  type ReportedFall,
  type ReportedLevel,
} from '#domain/api-schemas/alert-report.ts';
import { keyOf, levelOf } from './alert-levels.ts';
import type { AlertRecord, KnownMonitor } from './alert-record.ts';

/** For what is around the lists. */
const BYTES_MAX = REPORT_BYTES_MAX - 8 * 1024;

/** The part of a report that the record makes. */
export type Draft = Omit<AlertReport, 'version' | 'process'>;

/** A short mark of what was stated of a monitor; the time of its check changes too often to be stated alone. */
function markOf(level: ReportedLevel): string {
  const text = JSON.stringify({ ...level, checkedAt: null });
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

const keyOfLevel = ({ monitor, createdAt }: ReportedLevel): string => keyOf({ id: monitor.id, createdAt });

/** Monitors whose level the functions do not have. */
export const unstated = ({ monitors, stated, isWhole }: AlertRecord): readonly KnownMonitor[] =>
  Object.entries(monitors).flatMap(([key, known]) =>
    isWhole || stated[key] !== markOf(levelOf(known)) ? [known] : [],
  );

/** What fits into a number of bytes, of at most so many; always the first. */
function fitting<T>(values: readonly T[], count: number, bytes: number): { taken: T[]; bytes: number } {
  const taken: T[] = [];
  let left = bytes;
  for (const value of values.slice(0, count)) {
    left -= Buffer.byteLength(JSON.stringify(value)) + 1;
    if (left < 0 && taken.length > 0) break;
    taken.push(value);
  }
  return { taken, bytes: Math.max(0, left) };
}

/** A whole statement cannot be parted: where it is too long, what is not needed to compare follows with the next. */
function whole(levels: readonly ReportedLevel[], bytes: number): ReportedLevel[] {
  if (Buffer.byteLength(JSON.stringify(levels)) <= bytes) return [...levels];
  return levels.map((level) => ({
    ...level,
    monitor: { id: level.monitor.id, name: level.monitor.name },
    ...{ look: null, message: '' },
  }));
}

/** When the last reports were accepted. */
export interface Sent {
  readonly at: number;
  readonly confirmedAt: number;
  /** By monitor, its newest check that was confirmed: one that hung begins before what was confirmed meanwhile. */
  readonly checks: ReadonlyMap<string, number>;
}

export const nothingSent: Sent = {
  at: Number.NEGATIVE_INFINITY,
  confirmedAt: Number.NEGATIVE_INFINITY,
  checks: new Map(),
};

/** After a report was accepted. */
export const sentWith = ({ confirmedAt, checks }: Sent, { checked }: Draft, now: number): Sent =>
  checked.length === 0
    ? { at: now, confirmedAt, checks }
    : {
        ...{ at: now, confirmedAt: now },
        checks: new Map([...checks, ...checked.map((each): [string, number] => [keyOf(each), each.at])]),
      };

/** Newest checks of monitors that are down, where it is time to say them. */
function confirmations(
  { monitors }: AlertRecord,
  now: number,
  { confirmedAt, checks }: Sent,
): AlertReport['checked'] {
  if (now - confirmedAt < CONFIRM_EVERY_MS) return [];
  return Object.entries(monitors).flatMap(([key, { id, createdAt, state, checkedAt }]) =>
    state === 'down' && checkedAt !== null && checkedAt > (checks.get(key) ?? 0)
      ? [{ id, createdAt, at: checkedAt }]
      : [],
  );
}

const isEmpty = ({ falls, events, levels, checked }: Draft): boolean =>
  falls.length + events.length + levels.length + checked.length === 0;

/** How the next report is made. */
interface Manner {
  /** True after a refusal of several things together: then each goes alone. */
  readonly isOneByOne: boolean;
  /** True while checks are unread: what is now is not known, only what happened. */
  readonly isBehind: boolean;
}

/** The next report; `null` when nothing is due. */
export function draftOf(
  record: AlertRecord,
  now: number,
  sent: Sent,
  { isOneByOne, isBehind }: Manner,
): Draft | null {
  const { revision, isWhole } = record;
  const falls = fitting(record.falls, isOneByOne ? 1 : FALLS_MAX, BYTES_MAX);
  const isLast = falls.taken.length === record.falls.length && !isBehind;
  const eventCount = isOneByOne ? 1 - falls.taken.length : EVENTS_MAX;
  const events = fitting(record.events, eventCount, falls.bytes);
  const isRoom = !isOneByOne || falls.taken.length + events.taken.length === 0;
  const states = isLast && isRoom ? unstated(record).map(levelOf) : [];
  const base = { base: revision, over: null, falls: falls.taken, events: events.taken };
  const overAll = { base: null, over: revision };
  const draft: Draft =
    isWhole && states.length > 0
      ? { ...base, ...overAll, levels: whole(states, events.bytes), checked: [] }
      : {
          ...base,
          levels: fitting(states, isOneByOne ? 1 : LEVELS_MAX, events.bytes).taken,
          checked: confirmations(record, now, sent),
        };
  if (isWhole && isLast && isRoom && states.length === 0) return { ...draft, ...overAll };
  return isEmpty(draft) && now - sent.at < NEWS_EVERY_MS ? null : draft;
}

/** What the functions' acceptance of a report changes. */
export function accepted(
  record: AlertRecord,
  { base, levels, falls, events }: Draft,
  revision: number,
): Partial<AlertRecord> {
  const stated = base === null ? {} : { ...record.stated };
  for (const level of levels) stated[keyOfLevel(level)] = markOf(level);
  return {
    ...without(record, falls, events),
    ...forgetDeleted(record.monitors, stated),
    revision,
    isWhole: record.isWhole && base !== null,
  };
}

/** The record without falls and events that are done with. */
function without(record: AlertRecord, falls: readonly ReportedFall[], events: readonly ReportedEvent[]) {
  const [doneFalls, doneEvents] = [new Set(falls), new Set(events.map(({ key }) => key))];
  return {
    falls: record.falls.filter((fall) => !doneFalls.has(fall)),
    events: record.events.filter(({ key }) => !doneEvents.has(key)),
  };
}

/** A deleted monitor is done with, once the functions know. */
function forgetDeleted(monitors: AlertRecord['monitors'], stated: Readonly<Record<string, string>>) {
  const isDone = ([key, known]: [string, KnownMonitor]) =>
    known.reason === 'deleted' && stated[key] === markOf(levelOf(known));
  const done = new Set(
    Object.entries(monitors)
      .filter(isDone)
      .map(([key]) => key),
  );
  const left = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !done.has(key)));
  return { monitors: left(monitors), stated: left(stated) };
}

/** Leaves behind the one thing of a report that the functions cannot read; `null` for a report of several. */
export function passOver(record: AlertRecord, draft: Draft): Partial<AlertRecord> | null {
  const { levels, falls, events, base } = draft;
  if (levels.length + falls.length + events.length !== 1 || base === null) return null;
  const stated = { ...record.stated };
  for (const level of levels) stated[keyOfLevel(level)] = markOf(level);
  return { ...without(record, falls, events), stated };
}
