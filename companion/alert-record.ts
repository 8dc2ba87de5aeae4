/** What the companion remembers of alerts. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import type { Log } from './log.ts';
import { createRecordFile, type Kept } from './record-file.ts';

const id = z.int();

/** Ids of the last rows of the instance that were told. */
const Cursor = z.object({ beat: id, expiry: id });
export type Cursor = z.output<typeof Cursor>;

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
  generation: z.string(),
  cursor: z.nullable(Cursor),
  /** Id of our channel in the instance. */
  channel: z.nullable(id),
  /** Monitors on which our channel was put, or seen. */
  seen: z.array(id),
  /** Monitors whose fall was told. */
  down: z.array(id),
  /** Events that no row of the instance stands for, until they are accepted. */
  queue: z.array(z.custom<ReportedEvent>()),
  first: z.nullable(FirstMonitor),
  windows: z.record(z.string(), KnownWindow),
  /** Domains that were told, by row. */
  domains: z.nullable(z.record(z.string(), z.string())),
});
export type AlertRecord = z.output<typeof AlertRecord>;

const emptyRecord = (): AlertRecord => ({
  ...{ setUp: null, generation: randomUUID(), cursor: null, channel: null, seen: [], down: [], queue: [] },
  ...{ first: null, windows: {}, domains: null },
});

/** A record from a value that was kept; a new one for anything else. */
export const readAlertRecord = (value: unknown): AlertRecord =>
  AlertRecord.safeParse(value).data ?? emptyRecord();

/** The record of alerts, in a file that survives restarts; a new one when the file is missing or damaged. */
export const createAlertRecord = (path: string, log?: Log): Kept<AlertRecord> =>
  createRecordFile(path, AlertRecord, emptyRecord, log);
