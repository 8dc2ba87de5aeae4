/**
 * Monitors of UptimeRobot, as its API v3 answers them, in Uptime Kuma's fields.
 *
 * Source: the OpenAPI description in uptimerobot-cli (MonitorDto), read on 2026-11-24. Does not own: calls
 * (functions/vendors/uptimerobot) and its CSV (table.ts).
 */
import type { ImportMessageId } from '../messages/import.ts';
import { message } from '../messages/import.ts';
import { invalid, type Result, valid } from '../result.ts';
import { checkMonitor } from './check-monitor.ts';
import type { FoundItem, ImportedTag, LeftItem, Reading } from './items.ts';

/** What is read of a monitor; everything but the first three may be absent. */
export interface RobotMonitor {
  readonly id: string;
  readonly friendlyName: string;
  /** `HTTP`, `KEYWORD`, `PING`, `PORT`, `HEARTBEAT`, `DNS`, `API`; the others have no equal here. */
  readonly type: string;
  readonly url?: string | undefined;
  readonly port?: number | undefined;
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
  readonly sslExpirationReminder?: boolean | undefined;
  readonly domainExpirationReminder?: boolean | undefined;
  /** Seconds that a heartbeat may be late. */
  readonly gracePeriod?: number | undefined;
  readonly tags?: readonly { readonly name: string; readonly color: string }[] | undefined;
  readonly isInGroup?: boolean | undefined;
  readonly hasContacts?: boolean | undefined;
  /** Record types of DNS that it checks: `A`, `MX`. */
  readonly dnsRecordTypes?: readonly string[] | undefined;
  readonly apiChecks?:
    | readonly { readonly property: string; readonly comparison: string; readonly target: string }[]
    | undefined;
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

/** Comparisons of an API check; others have no equal here. */
const operators: Readonly<Record<string, string>> = {
  equals: '==',
  not_equals: '!=',
  greater_than: '>',
  less_than: '<',
  contains: 'contains',
};

export function readUptimeRobot(monitors: readonly RobotMonitor[]): Result<Reading, ImportMessageId> {
  if (monitors.length === 0) return invalid('import.robot-nothing');
  const found: FoundItem[] = [];
  const left: LeftItem[] = [];
  for (const monitor of monitors) {
    for (const { id, raw, reason } of rawOf(monitor)) {
      const checked = reason === null ? checkMonitor(raw) : { ok: false as const, reason };
      if (!checked.ok) left.push({ kind: 'monitor', id, name: monitor.friendlyName, reason: checked.reason });
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
          notes: [...checked.notes, ...notesOf(monitor)],
        });
      }
    }
  }
  const notes = [
    ...(monitors.some(({ hasContacts }) => hasContacts) ? [message('import.contacts')] : []),
    ...(monitors.some(({ isInGroup }) => isInGroup) ? [message('import.groups-left')] : []),
  ];
  return valid({ source: 'uptimerobot', found, left, notes: [...notes, message('import.history-left')] });
}

const toTag = (tag: { readonly name: string; readonly color: string }): ImportedTag => ({
  ...tag,
  value: '',
});

interface Raw {
  readonly id: string;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
}

/** One monitor, or one for each record type of DNS. */
function rawOf(monitor: RobotMonitor): readonly Raw[] {
  const { id, friendlyName: name, interval, timeout } = monitor;
  const type = kumaTypes[monitor.type];
  if (type === undefined)
    return [{ id, raw: {}, reason: message('import.type-robot', { type: monitor.type.slice(0, 40) }) }];
  const common = { type, name, interval, timeout: timeout === 0 ? undefined : timeout };
  const one = (raw: object, reason: string | null = null): readonly Raw[] => [
    { id, raw: { ...common, ...raw }, reason },
  ];
  const host = hostOf(monitor.url);
  switch (type) {
    case 'ping':
      return one({ hostname: host.name });
    case 'port':
      return one({ hostname: host.name, port: monitor.port ?? host.port });
    case 'push':
      // It is late after its interval; here the interval is the whole time to wait.
      return one({ interval: (interval ?? 0) + (monitor.gracePeriod ?? 0) || undefined });
    case 'dns': {
      const types = monitor.dnsRecordTypes ?? [];
      const dns = { hostname: host.name, dns_resolve_server: '1.1.1.1', port: 53 };
      if (types.length < 2) return one({ ...dns, dns_resolve_type: types[0] ?? 'A' });
      return types.map((record) => ({
        id: `${id}-${record}`,
        raw: { ...common, ...dns, name: `${name} (${record})`, dns_resolve_type: record },
        reason: null,
      }));
    }
    case 'json-query': {
      const [check, ...more] = monitor.apiChecks ?? [];
      const operator = operators[check?.comparison.toLowerCase() ?? ''];
      if (check === undefined || more.length > 0 || operator === undefined)
        return one({}, message('import.assertions'));
      return one({
        ...fetchedOf(monitor),
        // `$.status` there is `status` here (JSONata).
        jsonPath: check.property.replace(/^\$\.?/, '') || '$',
        jsonPathOperator: operator,
        expectedValue: check.target,
      });
    }
    default:
      return one(fetchedOf(monitor));
  }
}

/** Fields of a monitor that fetches an address. */
function fetchedOf(monitor: RobotMonitor): Readonly<Record<string, unknown>> {
  const { authType = '', customHttpHeaders = {}, postValueData, postValueType } = monitor;
  const isBasic = authType === 'HTTP_BASIC' && Boolean(monitor.httpUsername ?? monitor.httpPassword);
  const isForm = postValueType === 'KEY_VALUE';
  return {
    url: monitor.url,
    method: monitor.httpMethodType ?? 'GET',
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
    expiryNotification: monitor.sslExpirationReminder,
    domainExpiryNotification: monitor.domainExpirationReminder,
    ...(monitor.type === 'KEYWORD' && {
      keyword: monitor.keywordValue,
      // An alert when the word exists: its absence is good. Not `upsideDown`, with which a dead site would be "up".
      invertKeyword: monitor.keywordType === 'ALERT_EXISTS',
    }),
  };
}

/** A form travels as `a=1&b=2`, and everything else as JSON text. */
function bodyOf(data: unknown, isForm: boolean): string {
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

/** Host and port of an address with or without a scheme. */
function hostOf(address = ''): { readonly name: string; readonly port: number | undefined } {
  const parts = /^\s*(?:[a-z][a-z\d+.-]*:\/\/)?(\[[^\]]*\]|[^/?#:\s]+)(?::(\d{1,5}))?/i.exec(address);
  const port = parts?.[2];
  return {
    name: parts?.[1]?.replace(/^\[|\]$/g, '') ?? '',
    port: port === undefined ? undefined : Number(port),
  };
}

function notesOf({
  type,
  keywordCaseType,
  authType,
  postValueType,
  postValueData,
}: RobotMonitor): readonly string[] {
  return [
    ...(type === 'HEARTBEAT' ? [message('import.push-address')] : []),
    ...(type === 'KEYWORD' && keywordCaseType !== 0 ? [message('import.keyword-case')] : []),
    ...(authType === 'DIGEST' ? [message('import.digest')] : []),
    ...(postValueType === 'KEY_VALUE' && postValueData ? [message('import.body-form')] : []),
  ];
}
