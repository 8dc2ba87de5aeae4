/**
 * `POST /api/ambiente/avisos`: what an environment's companion (companion/alerts.ts) states of its monitors.
 *
 * The functions keep the table of levels and its revision; the companion keeps a copy of it. A report says what differs
 * from that copy, and which falls and other things happened, until it is answered. A report that is based on another
 * revision is answered 409 with the table; the companion then states everything. Every key is made of content (monitor,
 * since), so what was accepted before changes nothing when it comes again.
 */
import * as z from 'zod/mini';
import { reportedKinds } from '../alerts/events.ts';
import { doubts, fallEnds, gaps, levelStates, outsideReasons } from '../alerts/levels.ts';

export const alertReportEndpoint = '/api/ambiente/avisos';

/** Version of this report, and with it of the companion. Functions also read the one before: a fleet walks for days. */
export const REPORT_VERSION = 1;

/** Bytes of a report; a whole statement of every monitor fits. */
export const REPORT_BYTES_MAX = 512 * 1024;
/** Monitors, and falls, of one report. */
export const LEVELS_MAX = 1000;
export const FALLS_MAX = 500;
/** Other things of one report. */
export const EVENTS_MAX = 50;
export const NAME_MAX = 150;
export const MESSAGE_MAX = 300;
/** Letters of a tag, and tags of a monitor. */
export const TAG_MAX = 60;
export const TAGS_MAX = 20;
/** Without anything to tell a companion says after this time that it is there. */
export const NEWS_EVERY_MS = 10 * 60_000;
/** So often it says when the monitors that are down were checked last. */
export const CONFIRM_EVERY_MS = 100_000;

/** The end of the year 9999: a calendar ends, and what lies behind it no message could be written about. */
export const MOMENT_MAX = 253_402_300_799_999;

const moment = z.int().check(z.positive(), z.maximum(MOMENT_MAX));
const name = z.string().check(z.maxLength(NAME_MAX));
const text = z.string().check(z.maxLength(MESSAGE_MAX));
const milliseconds = z.int().check(z.nonnegative(), z.maximum(86_400_000));
const monitorId = z.int().check(z.positive());
const Monitor = z.object({
  id: monitorId,
  name,
  address: z.optional(text),
  /** As the instance calls it, and with the scheme but without user and query: for webhooks (requirements 001 §3). */
  type: z.optional(z.string().check(z.maxLength(40))),
  url: z.optional(text),
  /** Names of its tags, by which a recipient may choose it. */
  tags: z.optional(z.array(z.string().check(z.maxLength(TAG_MAX))).check(z.maxLength(TAGS_MAX))),
});

/** A monitor's level; domain/alerts/levels.ts says what each field means. */
export const ReportedLevel = z.object({
  monitor: Monitor,
  createdAt: moment,
  state: z.enum(levelStates),
  since: moment,
  reason: z.nullable(z.enum(outsideReasons)),
  doubt: z.nullable(z.enum(doubts)),
  doubtSince: z.nullable(moment),
  checkedAt: z.nullable(moment),
  /** Seconds. */
  interval: z.int().check(z.positive()),
  /** What another network may ask for; `null` for a monitor that is not plain. */
  look: z.nullable(z.string().check(z.maxLength(500))),
  /** Of `down`: as of the fall. */
  message: text,
  /** Of `down`: when it was known, after the retries; `null` where that is not known any more. */
  downAt: z.nullable(moment),
  isFirst: z.boolean(),
  signAt: z.nullable(moment),
  unseen: z.nullable(z.object({ from: moment, until: moment })),
  /** Of `up` after a fall: what lay between. Of `down`: what lies within it so far. */
  gap: z.nullable(z.enum(gaps)),
  /** Of `down`: milliseconds that the check took with which it was known. */
  took: z.optional(milliseconds),
});
export type ReportedLevel = z.output<typeof ReportedLevel>;

/** A fall that is over. */
export const ReportedFall = z.object({
  monitor: Monitor,
  createdAt: moment,
  since: moment,
  until: moment,
  endedBy: z.enum(fallEnds),
  gap: z.nullable(z.enum(gaps)),
  message: text,
  downAt: z.nullable(moment),
  isFirst: z.boolean(),
  signAt: z.nullable(moment),
  unseen: z.nullable(z.object({ from: moment, until: moment })),
  took: z.optional(milliseconds),
  /** Percent of the last 24 hours in which it was up, at its return. */
  uptime: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
});
export type ReportedFall = z.output<typeof ReportedFall>;

/** What happened beside falls and returns. */
export const ReportedEvent = z.object({
  /** Unique in the environment, for ever: made of what happened, never of a counter. */
  key: z.string().check(z.regex(/^[\w:.-]{1,100}$/)),
  /** Milliseconds, UTC. */
  at: moment,
  kind: z.enum(reportedKinds),
  monitor: z.nullable(Monitor),
  message: text,
  ping: z.optional(z.int().check(z.nonnegative())),
  window: z.optional(
    z.object({
      title: name,
      from: moment,
      until: z.nullable(moment),
      count: z.int().check(z.nonnegative()),
      monitors: z.array(name).check(z.maxLength(5)),
    }),
  ),
  days: z.optional(z.int()),
  /** Of `first`, where they are known. */
  certificateDays: z.optional(z.int()),
  domainDays: z.optional(z.int()),
});
export type ReportedEvent = z.output<typeof ReportedEvent>;

export const AlertReport = z.object({
  version: z.int().check(z.positive()),
  /** Where the checks are made from, as the chart names it. */
  location: z.optional(z.string().check(z.maxLength(60))),
  /** The process that reports. Of two, the one that started later counts. */
  process: z.object({ id: z.uuid(), startedAt: moment }),
  /** The revision that `levels` differ from; `null` for a whole statement, which replaces the table. */
  base: z.nullable(z.int().check(z.nonnegative())),
  /**
   * Of a whole statement: the revision that it was made over. One that arrives after its successor would turn the table
   * back.
   */
  over: z.nullable(z.int().check(z.nonnegative())),
  levels: z.array(ReportedLevel).check(z.maxLength(LEVELS_MAX)),
  /** In their order. Levels come with the last of them: what is now may be the next fall. */
  falls: z.array(ReportedFall).check(z.maxLength(FALLS_MAX)),
  events: z.array(ReportedEvent).check(z.maxLength(EVENTS_MAX)),
  /** Newest checks of monitors that are down, where nothing else is new. */
  checked: z.array(z.object({ id: monitorId, createdAt: moment, at: moment })).check(z.maxLength(LEVELS_MAX)),
});
export type AlertReport = z.output<typeof AlertReport>;

/** 200: accepted, and the revision after it. */
export const AlertReportAccepted = z.object({ revision: z.int() });

/**
 * 409: `revision`: the report is based on another one; the table is here. `superseded`: another process started later; this
 * one says nothing more until it starts again.
 */
export const AlertReportRefused = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('superseded') }),
  z.object({
    reason: z.literal('revision'),
    revision: z.int(),
    levels: z.array(
      z.object({
        id: monitorId,
        createdAt: moment,
        state: z.enum(levelStates),
        since: moment,
        reason: z.nullable(z.enum(outsideReasons)),
        doubt: z.nullable(z.enum(doubts)),
      }),
    ),
  }),
]);
export type AlertReportRefused = z.output<typeof AlertReportRefused>;
