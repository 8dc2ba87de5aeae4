/**
 * `POST /api/ambiente/avisos`: what an environment's companion (companion/alerts.ts) reports, in order
 * and until it is accepted.
 */
import * as z from 'zod/mini';
import { reportedKinds } from '../alerts/events.ts';

export const alertEventsEndpoint = '/api/ambiente/avisos';

/** Events of one request. */
export const EVENTS_MAX = 50;
export const NAME_MAX = 150;
export const MESSAGE_MAX = 300;

/** The end of the year 9999: a calendar ends, and what lies behind it no message could be written about. */
export const MOMENT_MAX = 253_402_300_799_999;

const moment = z.int().check(z.positive(), z.maximum(MOMENT_MAX));
const name = z.string().check(z.maxLength(NAME_MAX));
const text = z.string().check(z.maxLength(MESSAGE_MAX));

const ReportedEvent = z.object({
  /** Unique within a generation. */
  key: z.string().check(z.regex(/^[\w:.-]{1,100}$/)),
  /** Milliseconds, UTC. */
  at: moment,
  kind: z.enum(reportedKinds),
  monitor: z.nullable(z.object({ id: z.int().check(z.positive()), name, address: z.optional(text) })),
  message: text,
  isFirst: z.optional(z.boolean()),
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
});
export type ReportedEvent = z.output<typeof ReportedEvent>;

export const AlertEvents = z.object({
  /** Another one after the instance's data were restored from a copy. */
  generation: z.uuid(),
  events: z.array(ReportedEvent).check(z.minLength(1), z.maxLength(EVENTS_MAX)),
});
export type AlertEvents = z.output<typeof AlertEvents>;
