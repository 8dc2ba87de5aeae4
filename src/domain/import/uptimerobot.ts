/**
 * Monitors of UptimeRobot, as its API v3 answers them, in Uptime Kuma's fields.
 *
 * Source: the OpenAPI description in uptimerobot-cli (MonitorDto), read on 2026-11-24. Does not own: calls
 * (functions/vendors/uptimerobot) and its CSV (table.ts).
 */

import type { ImportMessageId } from '../messages/import.ts';
import { message } from '../messages/import.ts';
import { invalid, type Result, valid } from '../result.ts';
import { cutText } from '../text/cut-text.ts';
import { hostAndPort } from './addresses.ts';
import { checkMonitor } from './check-monitor.ts';
import { parsed } from './field-values.ts';
import { type FoundItem, type ImportedTag, type LeftItem, markOf, type Reading } from './items.ts';
import { PUBLIC_RESOLVER } from './needs.ts';
import { longWaitNotes, withOwnChecks } from './own-checks.ts';
import { portOfKind } from './port-kinds.ts';
import { type RobotCheck, translateChecks } from './robot-checks.ts';

/** What is read of a monitor; everything but the id and the type may be absent. */
export interface RobotMonitor {
  readonly id: string;
  /** Empty for one without. */
  readonly friendlyName: string;
  /** `HTTP`, `KEYWORD`, `PING`, `PORT`, `HEARTBEAT`, `DNS`, `API`; the others have no equal here. */
  readonly type: string;
  readonly url?: string | undefined;
  readonly port?: number | undefined;
  /** `sub_type` of API v2: a number or name that stands for a port. */
  readonly portKind?: string | undefined;
  /** Seconds. */
  readonly interval?: number | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly status?: string | undefined;
  readonly keywordType?: string | undefined;
  /** 0: case matters, 1: it does not. */
  readonly keywordCaseType?: number | undefined;
  readonly keywordValue?: string | undefined;
  readonly httpMethodType?: string | undefined;
  readonly httpUsername?: string | undefined;
  readonly httpPassword?: string | undefined;
  readonly authType?: string | undefined;
  readonly customHttpHeaders?: Readonly<Record<string, string>> | undefined;
  readonly postValueType?: string | undefined;
  /** Text or an object. */
  readonly postValueData?: unknown;
  readonly successHttpResponseCodes?: readonly string[] | undefined;
  readonly followRedirections?: boolean | undefined;
  readonly checkSSLErrors?: boolean | undefined;
  /** Seconds that a heartbeat may be late. */
  readonly gracePeriod?: number | undefined;
  readonly tags?: readonly { readonly name: string; readonly color: string }[] | undefined;
  readonly isInGroup?: boolean | undefined;
  readonly hasContacts?: boolean | undefined;
  /** Record types of DNS that it checks: `A`, `MX`. */
  readonly dnsRecordTypes?: readonly string[] | undefined;
  readonly apiChecks?: readonly RobotCheck[] | undefined;
  /** Fields that are there in a form that was not understood. */
  readonly unread?: readonly string[] | undefined;
}

const kumaTypes: Readonly<Record<string, string>> = {
  HTTP: 'http',
  KEYWORD: 'keyword',
  PING: 'ping',
  PORT: 'port',
  HEARTBEAT: 'push',
  DNS: 'dns',
  API: 'json-query',
};

/** Numbers of API v2, which older files have in place of names. */
const typeNumbers: Readonly<Record<string, string>> = {
  1: 'HTTP',
  2: 'KEYWORD',
  3: 'PING',
  4: 'PORT',
  5: 'HEARTBEAT',
};

/** A type in the words of its API and of its files. */
export function robotType(written: string): string {
  const word = written.trim();
  const name = word.toUpperCase().replace(/[^A-Z_]/g, '');
  const known = ['KEYWORD', 'PING', 'PORT', 'HEARTBEAT', 'DNS'].find((each) => name.includes(each));
  if (name.startsWith('CRON')) return 'HEARTBEAT';
  return typeNumbers[word] ?? known ?? (name.startsWith('HTTP') ? 'HTTP' : name || word);
}

export function readUptimeRobot(monitors: readonly RobotMonitor[]): Result<Reading, ImportMessageId> {
  if (monitors.length === 0) return invalid('import.robot-nothing');
  const found: FoundItem[] = [];
  const left: LeftItem[] = [];
  for (const monitor of monitors) {
    for (const { id, raw, reason, notes } of rawOf(monitor)) {
      const checked = reason === null ? checkMonitor(withOwnChecks(raw)) : { ok: false as const, reason };
      if (!checked.ok) left.push({ kind: 'monitor', id, name: nameOf(monitor), reason: checked.reason });
      else {
        found.push({
          item: {
            kind: 'monitor',
            id,
            active: monitor.status !== 'PAUSED',
            monitor: checked.monitor,
            parent: null,
            channels: [],
            tags: (monitor.tags ?? []).map(toTag),
          },
          notes: [...checked.notes, ...notes, ...notesOf(monitor, String(checked.monitor['type']))],
        });
      }
    }
  }
  const notes = [
    ...(monitors.some(({ hasContacts }) => hasContacts) ? [message('import.contacts')] : []),
    ...(monitors.some(({ isInGroup }) => isInGroup) ? [message('import.groups-left')] : []),
    ...longWaitNotes(found),
  ];
  return valid({ source: 'uptimerobot', found, left, notes: [...notes, message('import.history-left')] });
}

const toTag = (tag: { readonly name: string; readonly color: string }): ImportedTag => ({
  ...tag,
  value: '',
});

/** A monitor by what it has. */
const nameOf = ({ friendlyName, url, id }: RobotMonitor): string => cutText(friendlyName || url || id, 150);

interface Raw {
  readonly id: string;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  /** What differs by the translation. */
  readonly notes: readonly string[];
}

/** Letters that a name may have (columns.ts). */
const NAME_MAX = 150;

/** One monitor, or one for each record type of DNS. */
function rawOf(monitor: RobotMonitor): readonly Raw[] {
  const { friendlyName: name, interval, timeout } = monitor;
  // An id of a table may be anything.
  const id = /^[\w-]{1,40}$/.test(monitor.id) ? monitor.id : markOf(monitor.id);
  const type = kumaTypes[monitor.type];
  if (type === undefined) {
    const reason =
      monitor.type === ''
        ? message('import.no-type')
        : message('import.type-robot', { type: monitor.type.slice(0, 40) });
    return [{ id, raw: {}, reason, notes: [] }];
  }
  const common = { type, name, interval, timeout: timeout === 0 ? undefined : timeout };
  const one = (raw: object, notes: readonly string[] = []): readonly Raw[] => [
    { id, raw: { ...common, ...raw }, reason: null, notes },
  ];
  const { host, port } = hostAndPort(monitor.url ?? '');
  switch (type) {
    case 'ping':
      return one({ hostname: host });
    case 'port':
      return one({ hostname: host, port: monitor.port || (portOfKind(monitor.portKind) ?? port) });
    case 'push':
      // It is late after its interval; here the interval is the whole time to wait.
      return one({ interval: (interval ?? 0) + (monitor.gracePeriod ?? 0) || undefined });
    case 'dns': {
      const types = monitor.dnsRecordTypes ?? [];
      const dns = { hostname: host, dns_resolve_server: PUBLIC_RESOLVER, port: 53 };
      const notes = types.length === 0 ? [] : [message('import.dns-values')];
      if (types.length < 2) return one({ ...dns, dns_resolve_type: types[0] ?? 'A' }, notes);
      // The record stays where a long name is cut.
      const isLong = name.length + ' (CNAME)'.length > NAME_MAX;
      const nameWith = (record: string): string =>
        `${isLong ? cutText(name, NAME_MAX - record.length - 3) : name} (${record})`;
      if (isLong) notes.push(message('import.cut', { what: 'O nome', max: NAME_MAX }));
      return types.map((record) => ({
        id: `${id}-${record}`,
        raw: { ...common, ...dns, name: nameWith(record), dns_resolve_type: record },
        reason: null,
        notes,
      }));
    }
    case 'json-query': {
      const translated = translateChecks(monitor.apiChecks ?? []);
      if (!translated.ok) return [{ id, raw: {}, reason: translated.reason, notes: [] }];
      return one({ ...fetchedOf(monitor), ...translated.fields }, [
        ...translated.notes,
        ...headNotes(monitor),
      ]);
    }
    case 'keyword':
      return one(fetchedOf(monitor), headNotes(monitor));
    default:
      return one(fetchedOf(monitor));
  }
}

/** UptimeRobot asks with GET where it looks for something, whatever its field says. */
const headNotes = ({ httpMethodType }: RobotMonitor): readonly string[] =>
  httpMethodType === 'HEAD' ? [message('import.head-to-get')] : [];

/** Fields of a monitor that fetches an address. */
function fetchedOf(monitor: RobotMonitor): Readonly<Record<string, unknown>> {
  const { authType = '', customHttpHeaders = {}, postValueData, postValueType } = monitor;
  const isBasic = authType === 'HTTP_BASIC' && Boolean(monitor.httpUsername ?? monitor.httpPassword);
  const isForm = postValueType === 'KEY_VALUE';
  return {
    url: monitor.url,
    method: monitor.httpMethodType === 'HEAD' && monitor.type !== 'HTTP' ? 'GET' : monitor.httpMethodType,
    headers: Object.keys(customHttpHeaders).length === 0 ? undefined : JSON.stringify(customHttpHeaders),
    ...(postValueData === undefined || postValueData === null || postValueData === ''
      ? {}
      : { body: bodyOf(postValueData, isForm), httpBodyEncoding: isForm ? 'form' : 'json' }),
    ...(isBasic && {
      authMethod: 'basic',
      basic_auth_user: monitor.httpUsername,
      basic_auth_pass: monitor.httpPassword,
    }),
    ...(authType === 'BEARER' && { authMethod: 'bearer', bearer_token: monitor.httpPassword }),
    accepted_statuscodes: codesOf(monitor.successHttpResponseCodes),
    ...(monitor.followRedirections === undefined
      ? {}
      : { maxredirects: monitor.followRedirections ? 10 : 0 }),
    ...(monitor.checkSSLErrors === undefined ? {} : { ignoreTls: !monitor.checkSSLErrors }),
    ...(monitor.type === 'KEYWORD' && {
      keyword: monitor.keywordValue,
      // An alert when the word exists: its absence is good. Not `upsideDown`, with which a dead site would be "up".
      invertKeyword: monitor.keywordType === 'ALERT_EXISTS',
    }),
  };
}

/** A form travels as `a=1&b=2`, and everything else as JSON text. */
function bodyOf(given: unknown, isForm: boolean): string {
  const read = isForm ? parsed(given) : undefined;
  const data = typeof read === 'object' && read !== null ? read : given;
  if (typeof data === 'string') return data;
  if (!isForm || typeof data !== 'object' || data === null) return JSON.stringify(data);
  return Object.entries(data)
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&');
}

/** `2xx` there is `200-299` here. */
function codesOf(codes: readonly string[] | undefined): readonly string[] | undefined {
  const known = codes?.map((code) => code.replace(/^([1-5])xx$/i, '$100-$199'));
  return known === undefined || known.length === 0 ? undefined : known;
}

const fetchedTypes: ReadonlySet<string> = new Set(['http', 'keyword', 'json-query']);

function notesOf(monitor: RobotMonitor, type: string): readonly string[] {
  const { keywordCaseType, keywordType, authType = '', postValueType, postValueData } = monitor;
  const isFetched = fetchedTypes.has(type);
  const lacksSignIn = authType === 'HTTP_BASIC' && !(monitor.httpUsername ?? monitor.httpPassword);
  const isOddSignIn = !['', 'NONE', 'HTTP_BASIC', 'BEARER', 'DIGEST'].includes(authType);
  const hasForm =
    postValueType === 'KEY_VALUE' &&
    postValueData !== undefined &&
    postValueData !== null &&
    !['', '{}', '[]'].includes(
      typeof postValueData === 'string' ? postValueData : JSON.stringify(postValueData),
    );
  return [
    ...(type === 'push' ? [message('import.push-address')] : []),
    ...(type === 'keyword' && keywordCaseType !== 0 ? [message('import.keyword-case')] : []),
    ...(type === 'keyword' && keywordType === undefined ? [message('import.keyword-kind')] : []),
    ...(isFetched && lacksSignIn ? [message('import.sign-in-missing')] : []),
    ...(isFetched && isOddSignIn ? [message('import.field-unread', { field: 'authType' })] : []),
    ...(monitor.unread ?? []).map((field) => message('import.field-unread', { field })),
    ...(isFetched && authType === 'DIGEST' ? [message('import.digest')] : []),
    ...(isFetched && hasForm ? [message('import.body-form')] : []),
  ];
}
