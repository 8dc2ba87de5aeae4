/** `GET /api/disponibilidade`, a month's minutes as CSV, the feed of incidents, and what the operator's command shows. */
import * as z from 'zod/mini';
import { measuredIds, partStates } from '../availability/measured.ts';
import { dayStates } from '../reports/words.ts';
import { ReportMonth } from './reports.ts';

export const availabilityEndpoint = '/api/disponibilidade';
/** Query `mes`: `YYYY-MM`. */
export const minutesEndpoint = '/api/disponibilidade/minutos';
/** Fails for some minutes of each hour, so that a monitor of our own measures how long its alert takes. */
export const alertTargetEndpoint = '/api/disponibilidade/alvo';
export const incidentsFeedEndpoint = '/api/disponibilidade/incidentes.atom';

/** Address of a month's minutes. */
export const minutesPath = (month: string): string => `${minutesEndpoint}?mes=${month}`;

const count = z.int().check(z.nonnegative());
/** Minutes up, down and not looked at. */
const minutes = { up: count, down: count, unseen: count };
const moment = z.int();

const partState = z.enum(partStates);
export type PartState = z.output<typeof partState>;

/** Moments are milliseconds, UTC. */
export const Incident = z.object({
  id: z.string(),
  title: z.string(),
  startedAt: moment,
  /** `null` until it ends. */
  endedAt: z.nullable(moment),
  /** The newest first. */
  texts: z.array(z.object({ at: moment, text: z.string() })),
});
export type Incident = z.output<typeof Incident>;

export const AvailabilityAnswer = z.object({
  /** False where the operator has set no environment to look at. */
  isMeasured: z.boolean(),
  /** The newest minute that was looked at; `null` for none. */
  measuredAt: z.nullable(moment),
  /** The platform, then its parts. */
  parts: z.array(
    z.object({
      id: z.enum(measuredIds),
      state: partState,
      /** Calendar days in São Paulo, the oldest first. */
      /** `bar`: how much of what was looked at was down; see `DayState` in ../reports/words.ts. */
      days: z.array(z.object({ day: z.iso.date(), bar: z.enum(dayStates), ...minutes })),
    }),
  ),
  /** Months of the platform, the newest first. */
  months: z.array(
    z.object({
      month: ReportMonth,
      ...minutes,
      /** Per cent of the minutes looked at, cut to two decimals; `null` for none. */
      percent: z.nullable(z.number()),
      /** Whether its minutes can be downloaded. */
      hasMinutes: z.boolean(),
    }),
  ),
  /** How long alerts took in the last month, measured each hour in an environment of our own. */
  alerts: z.object({
    month: ReportMonth,
    /** Hours in which it was measured, and those of them in which nothing was told. */
    measured: count,
    untold: count,
    /** Seconds from the first failing check to the message at its provider; `null` where that one was not told. */
    medianSeconds: z.nullable(count),
    /** 95 of 100 took no longer. */
    p95Seconds: z.nullable(count),
  }),
  /** The newest first. */
  incidents: z.array(Incident),
});
export type AvailabilityAnswer = z.output<typeof AvailabilityAnswer>;
