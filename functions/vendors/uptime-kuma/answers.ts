/** The responses of an instance (Uptime Kuma 2.5.3) and of its companion (docs/operating.md). */
import * as z from 'zod';

const whole = z.int().nonnegative();
const second = whole.max(90_000);

/**
 * `GET /api/entry-page` of an instance that is ready. During set-up it answers `entryPage: null`, and without a database
 * `type: 'setup-database'`. `/` and `/dashboard` prove nothing: they answer 200 during set-up and migration too.
 */
export const Ready = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('entryPage'), entryPage: z.string().min(1) }),
  z.looseObject({ type: z.literal('statusPageMatchedDomain'), statusPageSlug: z.string().min(1) }),
]);

export const Counted = z.object({
  monitors: whole,
  prohibited: z.object({ directIp: whole, onion: whole }),
});

export const LimitsAnswer = z.object({
  monitors: z.array(
    z.object({
      id: whole,
      name: z.string(),
      type: z.string(),
      isRunning: z.boolean(),
      interval: whole,
      retryInterval: whole.nullable(),
      address: z.string().max(200).optional(),
    }),
  ),
  paused: z.array(whole),
  raised: z.array(z.object({ id: whole, from: whole, to: whole })),
});
export const OrdersAnswer = LimitsAnswer.extend({ failed: z.array(whole) });

export const StateAnswer = z.object({
  version: z.string().max(100),
  isTested: z.boolean(),
  isServed: z.boolean(),
  isMailPortOpen: z.boolean().nullable().default(null),
  volume: z.object({ usedBytes: whole, totalBytes: whole }),
});

const moment = z.int().positive();

const ChannelMonitors = z.array(z.object({ id: whole, name: z.string().max(200) })).max(500);

export const AlertsAnswer = z.object({
  channel: z.enum(['none', 'on', 'deleted']),
  detached: ChannelMonitors,
  untold: ChannelMonitors,
  waiting: z.object({ events: whole, oldestAt: moment.nullable() }),
  first: z
    .object({
      key: z.string().max(100),
      state: z.enum(['waiting', 'made', 'refused', 'deleted']),
      monitor: whole.nullable(),
      reason: z.string().max(500).nullable(),
      beats: z
        .array(
          z.object({
            at: moment,
            status: z.enum(['up', 'down', 'pending', 'maintenance']),
            ping: z.number().nonnegative().nullable(),
          }),
        )
        .max(50),
    })
    .nullable(),
});

const Day = z.object({
  day: z.iso.date(),
  beats: z
    .array(
      z.object({
        monitor: whole,
        up: whole,
        down: whole,
        maintenance: whole,
        ping: whole.nullable(),
        incidents: whole,
      }),
    )
    .max(500),
  outages: z.array(z.object({ monitor: whole, from: second, to: second })).max(10_000),
});
export const Reports = z.object({
  monitors: z.array(z.object({ id: whole, name: z.string(), type: z.string().max(40) })).max(500),
  days: z.array(Day).max(7),
});

const thing = { kind: z.enum(['channel', 'monitor']), id: z.string().max(100) };
export const ImportedAnswer = z.object({ items: z.array(z.object(thing)) });
export const ImportAnswer = z.object({
  items: z.array(
    z.object({
      ...thing,
      result: z.enum(['made', 'present', 'refused', 'pending']),
      reason: z.enum(['fields', 'parent', 'instance']).optional(),
      detail: z.string().max(500).optional(),
      paused: z.literal(true).optional(),
    }),
  ),
});

export const CopiesAnswer = z.object({
  at: z.int().nullable(),
  snapshot: z.string().nullable(),
  restored: z.string().nullable(),
});
