/**
 * `/api/conta/importar`: brings monitors and channels of another service into the caller's environment.
 *
 * `GET` says what came from a source before, and what the plan has room for; `POST` makes a batch. Sending a batch again
 * makes nothing twice. `/uptimerobot` reads a page of an account there, with its key.
 */
import * as z from 'zod/mini';
import { isTooDeep } from '../import/field-values.ts';
import { message } from '../messages/import.ts';
import { planIds } from '../plans/ids.ts';

export const importEndpoint = '/api/conta/importar';
export const importRobotEndpoint = '/api/conta/importar/uptimerobot';

export const importSources = ['uptime-kuma', 'uptimerobot', 'csv'] as const;
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
  .check(z.refine((fields) => !isTooDeep(fields), { error: wrong }));

const Tag = z.strictObject({ nome: text(255), cor: text(40), valor: text(1000) }, { error: wrong });
const MonitorItem = z.strictObject({
  tipo: z.literal('monitor'),
  id,
  /** False to make it paused. */
  ativo: z.boolean({ error: wrong }),
  /** Fields as the instance names them. */
  monitor: Fields,
  /** Id of its group, which came before it. */
  grupo: z.nullable(id),
  /** Ids of its channels; those that did not come are left out. */
  canais: z.array(id, { error: wrong }).check(z.maxLength(50, { error: wrong })),
  etiquetas: z.array(Tag, { error: wrong }).check(z.maxLength(50, { error: wrong })),
});
const ChannelItem = z.strictObject({
  tipo: z.literal('canal'),
  id,
  nome: text(255),
  /** Fields of the provider, with its `type`. */
  configuracao: Fields,
});

/** One item; the page asks it about each, because one that is refused would end its batch. */
export const ImportItem = z.discriminatedUnion('tipo', [MonitorItem, ChannelItem], { error: wrong });

export const ImportRequest = z.strictObject({
  origem: ImportSource,
  itens: z
    .array(ImportItem, { error: wrong })
    .check(z.minLength(1, { error: wrong }), z.maxLength(IMPORT_ITEMS_MAX, { error: wrong })),
});
export type ImportRequest = z.output<typeof ImportRequest>;
export type ImportRequestItem = ImportRequest['itens'][number];

const Brought = { tipo: z.enum(['monitor', 'canal']), id: z.string() };

/** `pausado`: made, but paused, because the plan has no room for it. `pendente`: not begun; send it again. */
const importResults = ['criado', 'pausado', 'existente', 'recusado', 'pendente'] as const;
export type ImportResult = (typeof importResults)[number];

export const ImportAnswer = z.object({
  /** One for each item, in order. */
  itens: z.array(
    z.object({
      ...Brought,
      resultado: z.enum(importResults),
      /** Why it was refused. */
      motivo: z.optional(z.string()),
    }),
  ),
});
export type ImportAnswer = z.output<typeof ImportAnswer>;

/** What the preview needs to know of the environment. */
export const ImportRoom = z.object({
  plano: z.enum(planIds),
  /** Running monitors that the plan allows. */
  monitorLimit: z.int(),
  /** Seconds: the shortest interval of the plan. */
  intervaloMinimo: z.int(),
  emFuncionamento: z.int(),
  total: z.int(),
  /** What came from the source before and is still there. */
  presentes: z.array(z.object(Brought)),
});
export type ImportRoom = z.output<typeof ImportRoom>;

export const RobotRequest = z.strictObject({
  /** A key that may only read. It goes to UptimeRobot with this call and is kept nowhere. */
  chave: z
    .string({ error: message('import.robot-key-shape') })
    .check(z.trim(), z.regex(/^[\x21-\x7e]{10,200}$/, { error: message('import.robot-key-shape') })),
  /** `proximo` of the page before. */
  cursor: z.optional(text(100)),
});
export type RobotRequest = z.output<typeof RobotRequest>;

const word = z.optional(z.string());
const number = z.optional(z.number());
const flag = z.optional(z.boolean());

/** A page as UptimeRobot answers it, with what is read of each monitor (import/uptimerobot.ts). */
export const RobotPage = z.object({
  monitores: z.array(
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
      sslExpirationReminder: flag,
      domainExpirationReminder: flag,
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
  proximo: z.nullable(z.string()),
});
export type RobotPage = z.output<typeof RobotPage>;
