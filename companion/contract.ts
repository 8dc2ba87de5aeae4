/**
 * What the Worker and an environment's companion send each other. Both ends parse and type by this file, which is all that
 * the Worker imports of companion/; what the companion reports of alerts by itself is in #domain/api-schemas/alert-report.ts.
 *
 * docs/environments.md describes each path.
 */
import * as z from 'zod/mini';
import type { LimitsReport as DomainLimitsReport } from '#domain/limits/monitors.ts';
import type { LimitsOrders as DomainLimitsOrders } from '#domain/limits/orders.ts';

/** Every path of a companion that the Worker requests. */
export const companionPaths = [
  '/-/admitted',
  '/-/alerts',
  '/-/copies',
  '/-/export',
  '/-/import',
  '/-/limits',
  '/-/monitors',
  '/-/reports',
  '/-/showcase',
  '/-/state',
  '/-/status',
  '/metrics',
] as const;
export type CompanionPath = (typeof companionPaths)[number];

/** As many monitors as a customer may have, more than any plan sells. */
export const MONITORS_MAX = 500;

const whole = z.int().check(z.nonnegative());
const positive = z.int().check(z.positive());
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** `PUT /-/admitted`: the accounts that may enter an environment. */
export const AdmittedAccounts = z.object({
  /** Grows with every change; the higher one is newer. Of 0 there is no list, and the group alone decides. */
  revision: whole,
  /** OIDC subjects, the owner first. */
  accounts: z.readonly(z.array(z.string().check(z.minLength(1))).check(z.maxLength(1000))),
});
export type AdmittedAccounts = z.output<typeof AdmittedAccounts>;

/** `GET /-/monitors`. */
export const MonitorCounts = z.object({
  /** Active and paused monitors, without groups. */
  monitors: whole,
  /** Monitors that break the terms of use, each counted once per rule. */
  prohibited: z.object({
    /** HTTP or HTTPS addresses with an IP in place of a host name. */
    directIp: whole,
    /** Addresses under `.onion`, of any type. */
    onion: whole,
  }),
});
export type MonitorCounts = z.output<typeof MonitorCounts>;

/** `GET /-/limits`; the domain says what each field means. */
export const LimitsReport = z.object({
  monitors: z.array(
    z.object({
      id: whole,
      name: z.string(),
      type: z.string(),
      isRunning: z.boolean(),
      interval: whole,
      retryInterval: z.nullable(whole),
      address: z.optional(z.string().check(z.maxLength(200))),
    }),
  ),
  paused: z.array(whole),
  raised: z.array(z.object({ id: whole, from: whole, to: whole })),
  enteredAt: z.optional(whole),
}) satisfies z.ZodMiniType<DomainLimitsReport>;
export type LimitsReport = DomainLimitsReport;

/** The report after orders were carried out; `failed` are monitors that the instance refused to change. */
export const CarriedOut = z.extend(LimitsReport, { failed: z.array(whole) });
export type CarriedOut = LimitsReport & { readonly failed: readonly number[] };

const ORDERS_MAX = 5000;
const orders = <S extends z.ZodMiniType>(each: S) => z.readonly(z.array(each).check(z.maxLength(ORDERS_MAX)));

/** `PUT /-/limits`. */
export const LimitsOrders = z.object({
  pause: orders(positive),
  intervals: orders(z.object({ id: positive, interval: positive, retryInterval: z.exactOptional(positive) })),
  resume: orders(positive),
}) satisfies z.ZodMiniType<DomainLimitsOrders>;
export type LimitsOrders = DomainLimitsOrders;

const attached = z.readonly(
  z.array(z.object({ id: whole, name: z.string().check(z.maxLength(200)) })).check(z.maxLength(MONITORS_MAX)),
);
const FirstMonitor = z.object({
  key: text(100),
  address: text(2048),
  /** Seconds. */
  interval: positive.check(z.maximum(86_400)),
});

/** `PUT /-/alerts`: what an environment needs to report its alerts, and what the customer wishes. */
export const AlertsSetUp = z.object({
  /** Where the companion sends events, and the token it shows there. */
  address: z.url().check(z.maxLength(500)),
  token: text(200),
  /** True to make the channel again that the customer deleted. */
  restore: z.boolean(),
  /** Ids of monitors that get the channel again. */
  attach: z.readonly(z.array(positive).check(z.maxLength(MONITORS_MAX))),
  /** The monitor to make, once for each key. */
  first: z.nullable(FirstMonitor),
});
export type AlertsSetUp = z.output<typeof AlertsSetUp>;

const moment = positive;

/** A check of the first monitor. */
const FirstBeat = z.object({
  /** Milliseconds, UTC. */
  at: moment,
  status: z.enum(['down', 'up', 'pending', 'maintenance']),
  /** Milliseconds that it took; `null` without an answer. */
  ping: z.nullable(z.number().check(z.nonnegative())),
});
export type FirstBeat = z.output<typeof FirstBeat>;

/** `GET /-/alerts`. */
export const AlertsReport = z.object({
  /** `none`: not made yet. `deleted`: by the customer, in the panel. */
  channel: z.enum(['none', 'on', 'deleted']),
  /** Monitors from which the customer took the channel. */
  detached: attached,
  /** Running monitors whose fall no channel tells, neither ours nor one of the customer's. */
  untold: attached,
  /** Running monitors without a current check; `since` is the last one, `null` for one that was never checked. */
  unchecked: z.readonly(
    z
      .array(z.object({ id: whole, name: z.string().check(z.maxLength(200)), since: z.nullable(moment) }))
      .check(z.maxLength(MONITORS_MAX)),
  ),
  /** Levels, falls and other things that the Worker has not accepted yet. */
  waiting: z.object({ events: whole, oldestAt: z.nullable(moment) }),
  first: z.nullable(
    z.object({
      key: z.string().check(z.maxLength(100)),
      state: z.enum(['waiting', 'made', 'refused', 'deleted']),
      monitor: z.nullable(whole),
      /** Why the instance refused it. */
      reason: z.nullable(z.string().check(z.maxLength(500))),
      /** The newest, the oldest of them first. */
      beats: z.readonly(z.array(FirstBeat).check(z.maxLength(50))),
    }),
  ),
});
export type AlertsReport = z.output<typeof AlertsReport>;

/** Letters, digits, `:` and `-`: what ids of a source are unique in. */
const Source = z.string().check(z.regex(/^[a-z0-9:-]{1,40}$/));

/** The query of `GET /-/import`. */
export const ImportQuery = z.object({ source: Source });

const ImportMonitor = z.object({
  kind: z.literal('monitor'),
  id: text(100),
  /** False to make it paused. */
  active: z.boolean(),
  /** The instance's own field names. */
  monitor: z.looseObject({ name: text(255), type: text(20) }),
  /** Its group, which comes before it, in the same or an earlier batch. */
  parent: z.nullable(text(100)),
  /** Those that were not brought are left out. */
  channels: z.readonly(z.array(text(100))),
  tags: z.readonly(z.array(z.object({ name: text(255), color: text(255), value: z.nullable(z.string()) }))),
});
const ImportItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('channel'),
    id: text(100),
    name: text(255),
    /** The instance's own field names. */
    config: z.looseObject({ type: text(100) }),
  }),
  ImportMonitor,
]);
/** A thing to make; ids of it and of others are the source's. */
export type ImportItem = z.output<typeof ImportItem>;

/** `POST /-/import`. */
export const ImportBatch = z.object({
  source: Source,
  items: z.readonly(z.array(ImportItem).check(z.maxLength(MONITORS_MAX))),
  /** Running monitors that the plan allows, any number without it: counted where batches wait for each other. */
  runningMax: z.exactOptional(z.int()),
});
export type ImportBatch = z.output<typeof ImportBatch>;

const ImportedThing = z.object({
  kind: z.enum(['channel', 'monitor']),
  id: z.string().check(z.maxLength(100)),
});

/** What was brought from a source and is still there. */
export const ImportedThings = z.object({ items: z.array(ImportedThing) });
export type ImportedThings = z.output<typeof ImportedThings>;

/** A public status page. */
const ShownPage = z.object({
  slug: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  title: text(150),
  description: text(1000),
  /** Markdown, below the page. */
  footer: z.string().check(z.maxLength(1000)),
  /** In order, each with its monitors by their ids in the list. */
  groups: z.readonly(z.array(z.object({ name: text(100), monitors: z.readonly(z.array(text(100))) }))),
});

/** `PUT /-/showcase`, of an environment of our own: everything that it shows. */
export const Showcase = z.object({
  /** Groups before what they contain; ids stay the same when a name changes. */
  monitors: z.readonly(z.array(ImportMonitor).check(z.maxLength(100))),
  /** Where `/` leads; `null` for the panel. */
  page: z.nullable(ShownPage),
});
export type Showcase = z.output<typeof Showcase>;

/** What was done for it. */
export const ShowcaseReport = z.object({
  made: whole,
  changed: whole,
  removed: whole,
  /** Monitors that the instance did not take, with what it says. */
  refused: z.readonly(z.array(z.object({ id: z.string(), detail: z.string().check(z.maxLength(500)) }))),
  /** False when the time was over: the same again goes on. */
  isDone: z.boolean(),
});
export type ShowcaseReport = z.output<typeof ShowcaseReport>;

/** One outcome for each item of a batch, in order. */
export const ImportOutcomes = z.object({
  items: z.array(
    z.extend(ImportedThing, {
      /** `present`: brought before, and still there. `pending`: not begun, because the time was over. */
      result: z.enum(['made', 'present', 'refused', 'pending']),
      /** `fields`: the instance has no such fields. `parent`: its group was not made. `instance`: it says why in `detail`. */
      reason: z.optional(z.enum(['fields', 'parent', 'instance'])),
      detail: z.optional(z.string().check(z.maxLength(500))),
      /** True for one that was made paused, because as many as may run did. */
      paused: z.optional(z.literal(true)),
    }),
  ),
});
export type ImportOutcome = z.output<typeof ImportOutcomes>['items'][number];

const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((value) => value === '1'),
);

/** The query of `GET /-/export`: what a file of an environment's data contains. */
export const ExportQuery = z.object({
  /** `json`: the settings. `db`: the database that an own Uptime Kuma starts with. */
  format: z.enum(['json', 'db']),
  /** Passwords, tokens and addresses of channels. */
  secrets: flag,
  /** Checks and statistics; only `db` has them. */
  history: flag,
});
export type ExportOptions = z.output<typeof ExportQuery>;

/** The media type of each file of an export. */
export const exportTypes = { json: 'application/json', db: 'application/vnd.sqlite3' } as const;

/** The query of `GET /-/reports`: days in São Paulo, both included. */
export const ReportsQuery = z.object({ from: z.iso.date(), through: z.optional(z.iso.date()) });

/** Days of one request. */
export const REPORT_DAYS_MAX = 7;
const second = whole.check(z.maximum(90_000));
const RecordedDay = z.object({
  day: z.iso.date(),
  /** Monitors without a check on the day have none. */
  beats: z
    .array(
      z.object({
        monitor: whole,
        up: whole,
        down: whole,
        maintenance: whole,
        ping: z.nullable(whole),
        /** Outages that began on the day. */
        incidents: whole,
      }),
    )
    .check(z.maxLength(MONITORS_MAX)),
  /** Seconds of the day. */
  outages: z.array(z.object({ monitor: whole, from: second, to: second })).check(z.maxLength(10_000)),
});
export type RecordedDay = z.output<typeof RecordedDay>;

/** `GET /-/reports`: the instance's current monitors, and one entry for each day, the oldest first. */
export const Reports = z.object({
  monitors: z
    .array(z.object({ id: whole, name: z.string(), type: z.string().check(z.maxLength(40)) }))
    .check(z.maxLength(MONITORS_MAX)),
  days: z.array(RecordedDay).check(z.maxLength(REPORT_DAYS_MAX)),
});
export type Reports = z.output<typeof Reports>;

/** `GET /-/state`: what runs in an environment. */
export const EnvironmentState = z.object({
  /** The instance's version, as `2.5.3`. */
  version: z.string().check(z.maxLength(100)),
  /** Whether the companion was tested with exactly this version. */
  isTested: z.boolean(),
  /**
   * Whether it works beside it: a patch of a tested minor version, or a tested one. Beside another it answers nothing
   * that it would have to read in the instance's tables.
   */
  isServed: z.boolean(),
  /** Whether its pod reaches port 25 of the Internet; `null` when that is not known. */
  isMailPortOpen: z.nullable(z.boolean()),
  volume: z.object({ usedBytes: whole, totalBytes: whole }),
});
export type EnvironmentState = z.output<typeof EnvironmentState>;

/** `GET /-/copies`: what an environment tells about the copies of its volume; `null` for never. */
export const VolumeCopies = z.object({
  /** When it was last copied: milliseconds, UTC. */
  at: z.nullable(z.int()),
  /** Id of that copy at restic. */
  snapshot: z.nullable(z.string()),
  /** Id of the last restore. */
  restored: z.nullable(z.string()),
});
export type VolumeCopies = z.output<typeof VolumeCopies>;
