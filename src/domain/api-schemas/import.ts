/**
 * `/api/conta/importar`: brings monitors and channels of another service into the caller's environment.
 *
 * `GET` says what came from a source before, and the capacity that the plan leaves; `POST` makes a batch. Sending a batch again
 * makes nothing twice. `/uptimerobot` reads a page of an account there, with its key.
 */
import * as z from 'zod/mini';
import { isTooDeep } from '../import/field-values.ts';
import { type ImportedItem, importResults, importSources, type MonitorFields } from '../import/items.ts';
import { message } from '../messages/import.ts';
import { planIds } from '../plans/ids.ts';

export const importEndpoint = '/api/conta/importar';
export const importRobotEndpoint = '/api/conta/importar/uptimerobot';

export const ImportSource = z.enum(importSources, { error: message('import.source-invalid') });
export type ImportSource = z.output<typeof ImportSource>;

/** Items of one call; a body has at most 16 KB. */
export const IMPORT_ITEMS_MAX = 25;

const wrong = message('import.batch-invalid');
const text = (max: number) => z.string({ error: wrong }).check(z.maxLength(max, { error: wrong }));
const id = z.string({ error: wrong }).check(z.regex(/^[\w-]{1,60}$/, { error: wrong }));
/** Values are nested only so deep that nothing that walks through them runs out of stack. */
const Fields = z
  .record(z.string(), z.unknown(), { error: wrong })
  .check(
    z.refine((fields) => !isTooDeep(fields), { error: wrong }),
  ) as unknown as z.ZodMiniType<MonitorFields>;

const Tag = z.strictObject({ name: text(255), color: text(40), value: text(1000) }, { error: wrong });
const MonitorItem = z.strictObject({
  kind: z.literal('monitor'),
  id,
  /** False to make it paused. */
  active: z.boolean({ error: wrong }),
  /** Fields as the instance names them. */
  monitor: Fields,
  /** Id of its group, which came before it. */
  parent: z.nullable(id),
  /** Ids of its channels; those that did not come are left out. */
  channels: z.array(id, { error: wrong }).check(z.maxLength(50, { error: wrong })),
  tags: z.array(Tag, { error: wrong }).check(z.maxLength(50, { error: wrong })),
});
const ChannelItem = z.strictObject({
  kind: z.literal('channel'),
  id,
  name: text(255),
  /** Fields of the provider, with its `type`. */
  config: Fields,
});

/** One item; the page asks it about each, because one that is refused would end its batch. */
export const ImportItem = z.discriminatedUnion('kind', [MonitorItem, ChannelItem], { error: wrong });

export const ImportRequest = z.strictObject({
  source: ImportSource,
  items: z
    .array(ImportItem, { error: wrong })
    .check(z.minLength(1, { error: wrong }), z.maxLength(IMPORT_ITEMS_MAX, { error: wrong })),
});
export interface ImportRequest {
  readonly source: ImportSource;
  readonly items: readonly ImportedItem[];
}

const Brought = { kind: z.enum(['monitor', 'channel']), id: z.string() };

export const ImportAnswer = z.object({
  /** One for each item, in order. */
  items: z.array(
    z.object({
      ...Brought,
      result: z.enum(importResults),
      /** Why it was refused. */
      reason: z.optional(z.string()),
    }),
  ),
});
export type ImportAnswer = z.output<typeof ImportAnswer>;

/** What the preview needs to know of the environment; see `Capacity` in ../import/plan.ts. */
export const ImportCapacity = z.object({
  plan: z.enum(planIds),
  limits: z.object({ monitors: z.int(), heartbeatSeconds: z.int() }),
  running: z.int(),
  total: z.int(),
  present: z.array(z.object(Brought)),
});
export type ImportCapacity = z.output<typeof ImportCapacity>;

export const RobotRequest = z.strictObject({
  /** A key that may only read. It goes to UptimeRobot with this call and is kept nowhere. */
  key: z
    .string({ error: message('import.robot-key-shape') })
    .check(z.trim(), z.regex(/^[\x21-\x7e]{10,200}$/, { error: message('import.robot-key-shape') })),
  /** `next` of the page before. */
  cursor: z.optional(text(100)),
});
export type RobotRequest = z.output<typeof RobotRequest>;

const word = z.optional(z.string());
const number = z.optional(z.number());
const flag = z.optional(z.boolean());

/** A page as UptimeRobot answers it, with what is read of each monitor (import/uptimerobot.ts). */
export const RobotPage = z.object({
  monitors: z.array(
    z.object({
      id: z.string(),
      friendlyName: z.string(),
      type: z.string(),
      url: word,
      port: number,
      portKind: word,
      interval: number,
      timeout: number,
      status: word,
      keywordType: word,
      keywordCaseType: number,
      keywordValue: word,
      httpMethodType: word,
      httpUsername: word,
      httpPassword: word,
      authType: word,
      customHttpHeaders: z.optional(z.record(z.string(), z.string())),
      postValueType: word,
      postValueData: z.optional(z.unknown()),
      successHttpResponseCodes: z.optional(z.array(z.string())),
      followRedirections: flag,
      checkSSLErrors: flag,
      gracePeriod: number,
      tags: z.optional(z.array(z.object({ name: z.string(), color: z.string() }))),
      isInGroup: flag,
      hasContacts: flag,
      dnsRecordTypes: z.optional(z.array(z.string())),
      unread: z.optional(z.array(z.string())),
      apiChecks: z.optional(
        z.array(z.object({ property: z.string(), comparison: z.string(), target: z.string() })),
      ),
    }),
  ),
  /** Reads on; `null` after the last page. */
  next: z.nullable(z.string()),
});
export type RobotPage = z.output<typeof RobotPage>;
