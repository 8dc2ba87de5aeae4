/**
 * What the companion remembers of alerts: what each monitor is, what of it the functions know, and what waits for them.
 *
 * The functions' table is the truth of what was told; this file is a copy of it with its revision, and may be lost or come
 * from a copy (alert-adoption.ts).
 */
import * as z from 'zod/mini';
import { doubts, gaps, levelStates, outsideReasons } from '#domain/alerts/levels.ts';
import type { ReportedEvent, ReportedFall } from '#domain/api-schemas/alert-report.ts';
import type { Log } from './log.ts';
import { createRecordFile, type Kept } from './record-file.ts';

const id = z.int();
const moment = z.number();
const Span = z.object({ from: moment, until: moment });
/** A time in which nobody looked. */
export type Span = z.output<typeof Span>;

/** Failing checks, one after the other. It is a fall once one of them is down. */
const Run = z.object({
  /** Start of the first one, kept because the instance deletes its row after a day. */
  since: moment,
  hasDown: z.boolean(),
  /** When the first of them was down; `null` where it is not known any more. */
  downAt: z.nullable(moment),
  message: z.string(),
  isFirst: z.boolean(),
  gap: z.nullable(z.enum(gaps)),
  unseen: z.nullable(Span),
  signAt: z.nullable(moment),
  /** Milliseconds that the check took with which it was down. */
  took: z.optional(z.number()),
});
export type Run = z.output<typeof Run>;

const KnownMonitor = z.object({
  id,
  createdAt: moment,
  name: z.string(),
  address: z.optional(z.string()),
  /** For webhooks; records of before have neither. */
  type: z.optional(z.string()),
  url: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  interval: z.number(),
  look: z.nullable(z.string()),
  state: z.enum(levelStates),
  since: moment,
  reason: z.nullable(z.enum(outsideReasons)),
  doubt: z.nullable(z.enum(doubts)),
  doubtSince: z.nullable(moment),
  enteredAt: moment,
  /** Checks from before this moment say nothing: it was switched off, or the volume came from a copy. */
  freshFrom: moment,
  /** Start of the newest check. */
  checkedAt: z.nullable(moment),
  /** Why the newest check says nothing. */
  unknown: z.nullable(z.enum(['maintenance', 'pending'])),
  /** True once it was seen up or down. */
  hasResult: z.boolean(),
  /** Of one that waits for signs: the last one, and from when it waits where that is later. */
  signAt: z.nullable(moment),
  waitsFrom: z.nullable(moment),
  run: z.nullable(Run),
  /** What lay between the last fall and its return. */
  gap: z.nullable(z.enum(gaps)),
});
/** A monitor as this companion last knew it; what the fields of its level mean is in domain/alerts/levels.ts. */
export type KnownMonitor = z.output<typeof KnownMonitor>;

const KnownWindow = z.object({
  id,
  title: z.string(),
  from: z.number(),
  until: z.nullable(z.number()),
  isManual: z.boolean(),
  /** Minutes of the reminders, `start` and `end`: each is said once. */
  said: z.array(z.union([z.number(), z.enum(['start', 'end'])])),
});
/** A maintenance window, and what was said of it. */
export type KnownWindow = z.output<typeof KnownWindow>;

const FirstMonitor = z.object({
  key: z.string(),
  address: z.string(),
  interval: z.number(),
  state: z.enum(['waiting', 'made', 'refused']),
  monitor: z.nullable(id),
  reason: z.nullable(z.string()),
});
/** The monitor that was asked for first, and what became of it. */
export type FirstMonitor = z.output<typeof FirstMonitor>;

const AlertRecord = z.object({
  setUp: z.nullable(z.object({ address: z.string(), token: z.string() })),
  /** Id of our channel in the instance. */
  channel: z.nullable(id),
  /** Monitors, by `monitorKey`, on which our channel was put, or seen. */
  seen: z.array(z.string()),
  first: z.nullable(FirstMonitor),
  windows: z.record(z.string(), KnownWindow),
  /** Keys of the instance's warnings about certificates. */
  certificates: z.nullable(z.array(z.string())),

  /** The newest of the instance's checks that was read; `null` before the first look. */
  cursor: z.nullable(id),
  /** When the database was last looked at. */
  lookedAt: z.nullable(moment),
  /** When the instance could last not take signs; without an end while that lasts. */
  deaf: z.nullable(z.object({ from: moment, until: z.nullable(moment) })),
  /** The restore that was seen last, and the moment before which no check counts. */
  restored: z.nullable(z.string()),
  floor: moment,
  /** Deadlines of signs are counted from it: a copy may lack signs that came before. */
  signsFrom: moment,
  /** By `monitorKey`. */
  monitors: z.record(z.string(), KnownMonitor),

  /** Of the functions' table: its revision, and what they accepted of each monitor. */
  revision: id,
  stated: z.record(z.string(), z.string()),
  /** True when everything must be stated next. */
  isWhole: z.boolean(),
  /** What they have not accepted yet. */
  falls: z.array(z.custom<ReportedFall>()),
  events: z.array(z.custom<ReportedEvent>()),
});
export type AlertRecord = z.output<typeof AlertRecord>;

const emptyRecord = (): AlertRecord => ({
  ...{ setUp: null, channel: null, seen: [], first: null, windows: {}, certificates: null },
  ...{ cursor: null, lookedAt: null, deaf: null, restored: null, floor: 0, signsFrom: 0 },
  monitors: {},
  ...{ revision: 0, stated: {}, isWhole: false, falls: [], events: [] },
});

/** A record from a value that was kept; a new one for anything else. */
export const readAlertRecord = (value: unknown): AlertRecord =>
  AlertRecord.safeParse(value).data ?? emptyRecord();

/** The record of alerts, in a file that survives restarts; a new one when the file is missing or damaged. */
export const createAlertRecord = (path: string, log?: Log): Kept<AlertRecord> =>
  createRecordFile(path, AlertRecord, emptyRecord, log);
