/**
 * Turns raw fields into a monitor that the instance accepts and that can be up, or says why it cannot come. Page and server
 * call it.
 *
 * Owns: the order of the questions, and addresses that may be watched (terms of use, section 4). Does not own: what each
 * type needs (needs.ts), shapes of values (field-values.ts), the plan (plan.ts).
 */
import { hostProblem, isPublicIp } from '../address/host.ts';
import { RETRY_SECONDS_MIN } from '../limits/monitors.ts';
import { writeInterval } from '../limits/words.ts';
import { message } from '../messages/import.ts';
import { cutText } from '../text/cut-text.ts';
import { type AddressKind, addressReaders, schemesOf } from './addresses.ts';
import { checkContent, Refused } from './check-content.ts';
import {
  columns,
  fieldsOf,
  httpTypes,
  INTERVAL_SECONDS_MAX,
  machineTypes,
  requiredFields,
  uncheckedTypes,
} from './columns.ts';
import { isDoubtful } from './expressions.ts';
import { isRow, readValue } from './field-values.ts';
import type { Json, MonitorFields } from './items.ts';
import { fieldWords, isIdle, type Needs, needsOf, PUBLIC_RESOLVER } from './needs.ts';
import { typeOfWord } from './type-words.ts';

export type CheckedMonitor =
  | {
      readonly ok: true;
      readonly monitor: MonitorFields;
      /** What differs here. */
      readonly notes: readonly string[];
      /** True when a person should look at its expression before it runs. */
      readonly isDoubtful: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Seconds of the interval of a monitor without one. */
const INTERVAL_SECONDS = 60;

type Fields = Record<string, Json>;

/**
 * @param raw Fields as `add` names them; values as a file or database has them (`1`, `"80"`, `true`). Fields of other types
 *   and unknown ones are left out, and are no reason to refuse.
 */
export function checkMonitor(raw: Readonly<Record<string, unknown>>): CheckedMonitor {
  const type = typeof raw['type'] === 'string' ? typeOfWord(raw['type']) : '';
  const fields = fieldsOf(type);
  if (fields === null) return { ok: false, reason: typeReason(type) };
  try {
    const monitor: Fields = { type };
    const notes: string[] = [];
    const wrong = readFields(fields, raw, monitor, notes);
    settleSignIn(fields, raw, monitor);
    if (String(monitor['name'] ?? '').trim() === '') throw new Refused(message('import.no-name'));
    settleWebSocket(monitor, notes);
    if (type === 'dns' && monitor['dns_resolve_server'] === undefined) {
      monitor['dns_resolve_server'] = PUBLIC_RESOLVER;
      notes.push(message('import.resolver-added', { server: PUBLIC_RESOLVER }));
    }
    for (const needs of needsOf(type))
      if (needs.when?.(monitor) ?? true) settleNeeds(needs, monitor, { type, wrong, notes, monitor });
    for (const field of wrong) if (!isIdle(field, monitor)) throw new Refused(fieldReason(field, raw[field]));
    settleTimes(type, monitor, notes);
    for (const [field, value] of Object.entries(requiredFields)) monitor[field] ??= value;
    settleKafka(monitor);
    checkContent(type, monitor);
    if (type === 'steam') notes.push(message('import.steam-key'));
    const expression = monitor['jsonPath'];
    return { ok: true, monitor, notes, isDoubtful: typeof expression === 'string' && isDoubtful(expression) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message };
    throw error;
  }
}

function typeReason(type: string): string {
  if (type === '') return message('import.no-type');
  if (machineTypes.has(type)) return message('import.type-machine');
  if (type === 'docker') return message('import.type-docker');
  return message('import.type-unknown', { type: type.slice(0, 40) });
}

/**
 * Reads the fields of a type, and gives those that were not understood. Whether the check looks at such a field is known
 * when all of them are read.
 */
function readFields(
  fields: ReadonlySet<string>,
  raw: Readonly<Record<string, unknown>>,
  monitor: Fields,
  notes: string[],
): ReadonlySet<string> {
  const wrong = new Set<string>();
  for (const field of fields) {
    const column = columns[field];
    if (column === undefined) continue;
    const value = readValue(raw[field], column);
    const isLong = typeof value === 'string' && 'max' in column && value.length > column.max;
    const words = cutFields[field];
    if (isLong && words !== undefined && typeof value === 'string') {
      monitor[field] = cutText(value, column.max);
      notes.push(message('import.cut', { what: words, max: column.max }));
    } else if (value === undefined && besideFields.has(field))
      notes.push(message('import.field-unread', { field }));
    else if (value === undefined || isLong) wrong.add(field);
    else if (value !== null) monitor[field] = value;
  }
  return wrong;
}

/** Fields that are only words for people: a long one is cut. */
const cutFields: Readonly<Record<string, string>> = { name: 'O nome', description: 'A descrição' };

/** Fields that do not decide what is checked; one that is not understood is no reason to leave a monitor out. */
const besideFields: ReadonlySet<string> = new Set([
  ...['description', 'weight', 'resendInterval', 'maxretries', 'retryInterval', 'timeout', 'cacheBust'],
  ...['expiryNotification', 'domainExpiryNotification', 'saveResponse', 'saveErrorResponse'],
  ...['responseMaxLength', 'ipFamily', 'packetSize', 'ping_count', 'ping_numeric'],
  ...['ping_per_request_timeout', 'retryOnlyOnStatusCodeFailure', 'screenshot_delay'],
]);

/** Versions without a choice of how to sign in sent user and password wherever there were some. */
function settleSignIn(
  fields: ReadonlySet<string>,
  raw: Readonly<Record<string, unknown>>,
  monitor: Fields,
): void {
  if (fields.has('authMethod') && raw['authMethod'] === undefined && monitor['basic_auth_user'] !== undefined)
    monitor['authMethod'] = 'basic';
}

function fieldReason(field: string, value: unknown): string {
  const column = columns[field];
  const isLong =
    (column?.is === 'text' || column?.is === 'headers') &&
    typeof value === 'string' &&
    value.length > column.max;
  return message(isLong ? 'import.field-long' : 'import.field-invalid', { field });
}

interface Settling {
  readonly type: string;
  readonly wrong: ReadonlySet<string>;
  readonly notes: string[];
  readonly monitor: Fields;
}

/** Fills in defaults and asks for what one part of a type needs. */
function settleNeeds(needs: Needs, monitor: Fields, settling: Settling): void {
  const { required = [], defaults = {}, opens = {}, oneOf = {} } = needs;
  for (const [field, value] of Object.entries(defaults))
    if (!settling.wrong.has(field)) monitor[field] ??= value;
  for (const [field, values] of Object.entries(oneOf)) settleChoice(field, values, monitor, settling.notes);
  for (const [field, kind] of Object.entries(opens)) {
    const value = monitor[field];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) {
      if (settling.wrong.has(field)) continue;
      throw new Refused(missing(field));
    }
    if (Array.isArray(value))
      monitor[field] = value.map((each) => openAddress(String(each), field, kind, settling));
    else monitor[field] = openAddress(String(value), field, kind, settling);
  }
  for (const field of required) requireField(field, monitor, settling.wrong);
}

/** A value in the spelling of its list: methods and record types in capitals, the rest as it is. */
function settleChoice(field: string, values: readonly string[], monitor: Fields, notes: string[]): void {
  const written = monitor[field];
  if (written === undefined) return;
  const known = values.find((each) => each.toLowerCase() === String(written).trim().toLowerCase());
  if (known !== undefined) monitor[field] = known;
  else if (field === 'method' && String(written).trim().toUpperCase() === 'HEAD')
    throw new Refused(message('import.method-head'));
  else if (ignoredChoices.has(field)) {
    delete monitor[field];
    if (!['none', 'null'].includes(String(written).trim().toLowerCase()))
      notes.push(message('import.field-unread', { field }));
  } else if (!isIdle(field, monitor)) throw new Refused(message('import.field-invalid', { field }));
}

/** Choices of which the check ignores every other value. */
const ignoredChoices: ReadonlySet<string> = new Set(['authMethod', 'ipFamily', 'smtpSecurity']);

function requireField(field: string, monitor: Fields, wrong: ReadonlySet<string>): void {
  const value = monitor[field];
  if (field === 'port' && value === 0) throw new Refused(missing(field));
  if (value === undefined && !wrong.has(field)) throw new Refused(missing(field));
}

/** Every required field has its words; those that are opened are the address itself. */
function missing(field: string): string {
  const what = fieldWords[field];
  return what === undefined ? message('import.no-address') : message('import.missing', { what });
}

/** An address as the check takes it. @throws Refused When the check could not open it, or may not. */
function openAddress(written: string, field: string, kind: AddressKind, settling: Settling): string {
  const { type, notes, monitor } = settling;
  const read = addressReaders[kind](written);
  if (!read.ok) {
    if (read.problem === 'password') throw new Refused(message('import.missing', { what: 'a senha' }));
    if (read.problem === 'file') throw new Refused(message('import.server-file'));
    if (read.problem === 'scheme')
      throw new Refused(
        message('import.scheme', {
          scheme: `${read.scheme.slice(0, 20)}://`,
          schemes: schemesOf[kind] ?? 'o nome do servidor',
        }),
      );
    throw new Refused(message('import.address', { address: withoutSecret(written) }));
  }
  const isWeb = kind === 'web' && httpTypes.has(type);
  for (const host of read.hosts) requireAllowedHost(host, { isWeb, isAsked: kind === 'asked' });
  if (read.port !== undefined) monitor['port'] = read.port;
  if (read.isCompleted === true)
    notes.push(message('import.scheme-added', { scheme: `${read.text.split('://')[0]}://` }));
  return field === 'hostname' || read.isCompleted === true ? read.text : written.trim();
}

/** The address as a sentence shows it: a connection has its password before the `@`. */
const withoutSecret = (address: string): string =>
  address
    .trim()
    .replace(/^([^@]*:\/\/)?[^@]*@/, '$1')
    .replace(/(password|pwd)\s*=[^;&]*/gi, '$1=…')
    .slice(0, 80);

const reasons = { ip: 'import.ip', onion: 'import.onion', private: 'import.private' } as const;

function requireAllowedHost(host: string, { isWeb, isAsked }: { isWeb: boolean; isAsked: boolean }): void {
  const problem = hostProblem(host);
  if (problem === 'ip' && !isWeb) {
    if (!isPublicIp(host)) throw new Refused(message('import.private'));
    return;
  }
  // DNS asks a resolver about a name, and does not go there.
  if (problem === null || (problem === 'private' && isAsked)) return;
  throw new Refused(message(reasons[problem]));
}

/** Only this spelling means that there is no signing in; the check takes every other word for a mechanism. */
function settleKafka(monitor: Fields): void {
  const options = monitor['kafkaProducerSaslOptions'];
  if (isRow(options) && /^(?:none)?$/i.test(String(options['mechanism'] ?? '')))
    monitor['kafkaProducerSaslOptions'] = { mechanism: 'None' };
}

/** Codes of HTTP in a monitor of WebSocket are what versions before it had its own left there. */
function settleWebSocket(monitor: Fields, notes: string[]): void {
  if (monitor['type'] !== 'websocket-upgrade') return;
  const codes = monitor['accepted_statuscodes'];
  if (codes === undefined) monitor['accepted_statuscodes'] = ['1000'];
  else if (Array.isArray(codes) && !codes.some((code) => /^\d{4}/.test(String(code)))) {
    monitor['accepted_statuscodes'] = ['1000'];
    notes.push(message('import.websocket-codes'));
  }
}

/** Interval, retry and timeout: always set, because the instance makes nonsense of a missing timeout. */
function settleTimes(type: string, read: Fields, notes: string[]): void {
  if (read['interval'] === 0) notes.push(message('import.field-unread', { field: 'interval' }));
  const interval = Number(read['interval'] ?? 0) || INTERVAL_SECONDS;
  read['interval'] = Math.min(interval, INTERVAL_SECONDS_MAX);
  if (interval > INTERVAL_SECONDS_MAX) notes.push(message('import.interval-lowered'));
  // 0 means the interval, as Uptime Kuma before 1.7 wrote it.
  const retry = Number(read['retryInterval'] ?? 0) || Number(read['interval']);
  read['retryInterval'] = Math.min(
    uncheckedTypes.has(type) ? retry : Math.max(retry, RETRY_SECONDS_MIN),
    INTERVAL_SECONDS_MAX,
  );
  // Without retries there is nothing to say about their interval.
  if (retry < RETRY_SECONDS_MIN && !uncheckedTypes.has(type) && Number(read['maxretries'] ?? 0) > 0)
    notes.push(message('import.retry-raised', { to: writeInterval(RETRY_SECONDS_MIN) }));
  if (uncheckedTypes.has(type)) return;
  const timeout =
    Math.min(Number(read['timeout'] ?? 0), INTERVAL_SECONDS_MAX) ||
    Math.max(1, Math.floor(0.8 * Number(read['interval'])));
  // Ping allows 1 to 300 s, and at least the time for one packet.
  const least = type === 'ping' ? Number(read['ping_per_request_timeout'] ?? 2) : 1;
  read['timeout'] = type === 'ping' ? Math.max(least, Math.min(timeout, 300)) : timeout;
}
