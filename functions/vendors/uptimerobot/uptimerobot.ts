/**
 * UptimeRobot's API v3, read only: `GET /v3/monitors` (OpenAPI description in uptimerobot-cli, read on 2026-11-24).
 *
 * Pages go by the cursor in `nextLink`; the link itself is never followed, so the key goes to no other host. A free
 * account may call ten times a minute, so pages are as large as they may be.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { isTooDeep, readFlag } from '#domain/import/field-values.ts';
import { type RobotMonitor, robotType } from '#domain/import/uptimerobot.ts';
import { createVendorHttp, type Fetch } from '#functions/platform/vendor-http.ts';
import type { MonitorSource } from '#functions/vendors/monitor-source.ts';

interface UptimeRobotOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
}

const PAGE_SIZE = 200;
/** Seconds to wait when the answer does not say how long. */
const PAUSE_SECONDS = 60;
/** A page of monitors with long bodies and headers. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** A field that may be absent; one in another form counts as absent, and its monitor still comes. */
const maybe = <T extends z.ZodType>(schema: T) =>
  z
    .unknown()
    .transform((value) => schema.safeParse(value).data as z.output<T> | undefined)
    .optional();
const text = maybe(z.string());
/** A number, also in quotes. */
const number = maybe(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d+(?:\.\d+)?\s*$/)
      .transform(Number),
  ]),
);
const flag = maybe(
  z.unknown().transform((value, context) => {
    const read = readFlag(value);
    if (read === null) context.addIssue('no flag');
    return read ?? false;
  }),
);
/** Names are matched regardless of case; the canonical ones are upper case. */
const name = maybe(
  z.union([z.string(), z.number()]).transform((value) => String(value).trim().toUpperCase()),
);
const cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** A list, or one text with commas between its parts. */
const cells = z.union([
  z.array(cell),
  cell.transform((value) => value.split(/[,;\s]+/).filter((part) => part !== '')),
]);
const TAG_COLOR = '#4B5563';

/** One that lacks its name or type is told by what it has; it does not end the page. */
const Monitor = z.object({
  id: maybe(cell),
  friendlyName: maybe(cell),
  type: name,
  url: text,
  port: number,
  subType: maybe(cell),
  interval: number,
  timeout: number,
  status: name,
  keywordType: name,
  keywordCaseType: maybe(
    // Requests spell it out, answers have the number.
    z.union([z.number(), z.string().transform((value) => (/^caseSensitive$/i.test(value) ? 0 : 1))]),
  ),
  keywordValue: text,
  httpMethodType: name,
  httpUsername: text,
  httpPassword: text,
  authType: name,
  customHttpHeaders: maybe(z.record(z.string(), cell)),
  postValueType: name,
  postValueData: z.unknown().optional(),
  successHttpResponseCodes: maybe(cells),
  followRedirections: flag,
  checkSSLErrors: flag,
  gracePeriod: number,
  groupId: number,
  tags: maybe(
    z.array(
      z.union([
        z.object({ name: z.string(), color: z.string().catch(TAG_COLOR) }),
        z.string().transform((tag) => ({ name: tag, color: TAG_COLOR })),
      ]),
    ),
  ),
  assignedAlertContacts: maybe(z.array(z.unknown())),
  config: maybe(
    z.object({
      dnsRecords: maybe(z.record(z.string(), z.unknown())),
      apiAssertions: maybe(
        z.object({
          // A check in another form still counts as one: a part must not pass for the whole.
          checks: z.array(
            maybe(z.object({ property: maybe(cell), comparison: maybe(cell), target: maybe(cell) })),
          ),
        }),
      ),
    }),
  ),
});

const Page = z.object({ data: z.array(z.unknown()), nextLink: z.string().nullish() });

export function createUptimeRobot({ baseUrl, fetch }: UptimeRobotOptions): MonitorSource {
  const http = createVendorHttp({ baseUrl, fetch, timeoutMs: 20_000, bodyBytesMax: PAGE_BYTES_MAX });
  return {
    async readMonitors(key, cursor) {
      const answer = await http({
        method: 'GET',
        path: '/v3/monitors',
        query: { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
        headers: { authorization: `Bearer ${key}` },
      });
      if (answer.outcome === 'unavailable' && answer.status === 429)
        return { outcome: 'later', seconds: answer.retryAfterSeconds ?? PAUSE_SECONDS };
      if (answer.outcome === 'refused' && [400, 401, 403].includes(answer.status))
        return { outcome: 'wrong-key' };
      const page = answer.outcome === 'ok' ? Page.safeParse(answer.body) : null;
      if (!page?.success)
        throw new DomainError('source-unavailable', {
          message: `uptimerobot: ${answer.outcome} with ${answer.status ?? 'no answer'}`,
        });
      return {
        outcome: 'page',
        monitors: page.data.data.map(readMonitor),
        next: cursorIn(page.data.nextLink),
      };
    },
  };
}

/** A monitor of a page; one that is no object has nothing but its place. */
function readMonitor(value: unknown, at: number): RobotMonitor {
  const read = Monitor.safeParse(value);
  return read.success
    ? { ...toMonitor(read.data, at), unread: unreadOf(value, read.data) }
    : { id: `item-${at + 1}`, friendlyName: '', type: '' };
}

/** Fields that say something, of which nothing was read; what is read of `config` says so by itself. */
function unreadOf(value: unknown, read: z.output<typeof Monitor>): readonly string[] {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  return Object.keys(Monitor.shape).filter(
    (field) =>
      !['config', 'postValueData', 'id', 'friendlyName', 'type'].includes(field) &&
      !isBare(given[field]) &&
      Reflect.get(read, field) === undefined,
  );
}

/** Nothing, or a list or object with nothing in it. */
const isBare = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isBare));

function toMonitor(monitor: z.output<typeof Monitor>, at: number): RobotMonitor {
  const { assignedAlertContacts, config, groupId, subType, postValueData, ...same } = monitor;
  return {
    ...same,
    id: same.id ?? `item-${at + 1}`,
    friendlyName: same.friendlyName ?? '',
    type: robotType(same.type ?? ''),
    status: same.status === '0' ? 'PAUSED' : same.status,
    portKind: subType,
    postValueData: isTooDeep(postValueData) ? undefined : postValueData,
    hasContacts: (assignedAlertContacts ?? []).length > 0,
    isInGroup: groupId !== undefined && groupId > 0,
    dnsRecordTypes: recordTypesIn(config?.dnsRecords ?? {}),
    apiChecks: config?.apiAssertions?.checks.map((check) => ({
      property: check?.property ?? '',
      comparison: check?.comparison ?? '',
      target: check?.target ?? '',
    })),
  };
}

/** The types of which it checks records; a type without any is not checked. */
function recordTypesIn(records: Readonly<Record<string, unknown>>): readonly string[] {
  const types = Object.keys(records);
  const checked = types.filter((type) => !isBare(records[type]));
  return checked.length > 0 || types.length === 1 ? (checked.length > 0 ? checked : types) : [];
}

/** The cursor in a link, which may lack the host; `null` without one. */
function cursorIn(link: string | null | undefined): string | null {
  const cursor = /[?&]cursor=([\w-]{1,100})(?:&|$)/.exec(link ?? '')?.[1];
  return cursor ?? null;
}
