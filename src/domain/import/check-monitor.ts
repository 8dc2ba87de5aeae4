/**
 * Turns raw fields into a monitor that the instance accepts, or says why it cannot come. Page and server call it.
 *
 * Owns: types, fields and addresses that may be watched (terms of use, section 4). Does not own: the plan (plan.ts).
 */
import { hostOfAddress, hostProblem, isPublicIp } from '../address/host.ts';
import { RETRY_SECONDS_MIN } from '../limits/monitors.ts';
import { writeInterval } from '../limits/words.ts';
import { message } from '../messages/import.ts';
import {
  type Column,
  columns,
  fieldsOf,
  httpTypes,
  INTERVAL_SECONDS_MAX,
  machineTypes,
  requiredFields,
} from './columns.ts';
import type { Json, MonitorFields } from './items.ts';

export type CheckedMonitor =
  | { readonly ok: true; readonly monitor: MonitorFields; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Seconds of the interval of a monitor without one. */
const INTERVAL_SECONDS = 60;
/** Types that wait for nothing by themselves. */
const timeless: ReadonlySet<string> = new Set(['group', 'push', 'manual']);
/** The least that each type needs; one of each list. */
const addressOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['http', 'keyword', 'json-query', 'real-browser', 'websocket-upgrade'].map((type) => [type, 'url']),
  ),
  ...Object.fromEntries(
    ['port', 'ping', 'dns', 'mqtt', 'radius', 'smtp', 'snmp', 'ntp', 'gamedig', 'steam'].map((type) => [
      type,
      'hostname',
    ]),
  ),
  ...Object.fromEntries(
    ['mysql', 'postgres', 'sqlserver', 'oracledb', 'mongodb', 'redis'].map((type) => [
      type,
      'databaseConnectionString',
    ]),
  ),
  'grpc-keyword': 'grpcUrl',
};

class Refused extends Error {}

/**
 * @param raw Fields as `add` names them; values as a file or database has them (`1`, `"80"`, `true`). Fields of other types
 *   and unknown ones are left out.
 */
export function checkMonitor(raw: Readonly<Record<string, unknown>>): CheckedMonitor {
  const type = typeof raw['type'] === 'string' ? raw['type'] : '';
  const fields = fieldsOf(type);
  if (fields === null) return { ok: false, reason: typeReason(type) };
  try {
    const read: Record<string, Json> = { type };
    for (const field of fields) {
      const value = readField(field, raw[field]);
      if (value !== null) read[field] = value;
    }
    const notes: string[] = [];
    requireAddress(type, read);
    settleTimes(type, read, notes);
    settleRequired(read);
    if (type === 'steam') notes.push(message('import.steam-key'));
    return { ok: true, monitor: read, notes };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message };
    throw error;
  }
}

function typeReason(type: string): string {
  if (machineTypes.has(type)) return message('import.type-machine');
  if (type === 'docker') return message('import.type-docker');
  return message('import.type-unknown', { type: type.slice(0, 40) || '–' });
}

function readField(field: string, value: unknown): Json | null {
  const column = columns[field];
  if (column === undefined || value === null || value === undefined || value === '') return null;
  const read = readers[column.is](value, column);
  if (read === undefined) throw new Refused(message('import.field-invalid', { field }));
  if (typeof read === 'string' && column.is === 'text' && read.length > column.max)
    throw new Refused(message('import.field-long', { field }));
  return read;
}

/** `undefined` for a value of the wrong kind. */
const readers: Readonly<Record<Column['is'], (value: unknown, column: Column) => Json | undefined>> = {
  text: (value) => {
    if (typeof value === 'string') return value;
    // `headers` and the like are JSON text; a file may have the object itself.
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
  number: (value, column) => {
    const number = typeof value === 'string' ? Number(value.trim()) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || column.is !== 'number') return undefined;
    // A database of 1.x has fractions of a second; every column here is whole.
    const whole = Math.round(number);
    return whole < column.min || whole > column.max ? undefined : whole;
  },
  flag: (value) => {
    if (typeof value === 'boolean') return value;
    if (value === 1 || value === '1' || value === 'true') return true;
    return value === 0 || value === '0' || value === 'false' ? false : undefined;
  },
  texts: (value) => {
    const list = parsed(value);
    const isList = Array.isArray(list) && list.every((each) => ['string', 'number'].includes(typeof each));
    return isList ? list.map(String) : undefined;
  },
  json: (value) => {
    const read = parsed(value);
    return typeof read === 'object' && read !== null ? (read as Json) : undefined;
  },
};

/** Databases keep lists as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

function requireAddress(type: string, read: Readonly<Record<string, Json>>): void {
  if (String(read['name'] ?? '').trim() === '') throw new Refused(message('import.no-name'));
  const field = addressOf[type];
  if (field !== undefined && read[field] === undefined) throw new Refused(message('import.no-address'));
  for (const field of ['url', 'hostname', 'grpcUrl', 'databaseConnectionString']) {
    const written = read[field];
    if (written === undefined) continue;
    const host = hostOf(String(written), field);
    if (host !== null) requireAllowedHost(host, type, field);
    else if (field === 'url') throw new Refused(message('import.field-invalid', { field }));
  }
}

const reasons = { ip: 'import.ip', onion: 'import.onion', private: 'import.private' } as const;

function requireAllowedHost(host: string, type: string, field: string): void {
  const problem = hostProblem(host);
  if (problem === 'ip' && !(httpTypes.has(type) && field === 'url')) {
    if (!isPublicIp(host)) throw new Refused(message('import.private'));
    return;
  }
  // DNS asks a resolver about a name, and does not go there.
  if (problem === null || (problem === 'private' && type === 'dns')) return;
  throw new Refused(message(reasons[problem]));
}

/**
 * Host of an address; `null` when there is none, and for a connection without a scheme, whose form depends on the
 * database.
 */
function hostOf(address: string, field: string): string | null {
  if (field === 'hostname' && !address.includes('://')) return address.trim().toLowerCase();
  if (field === 'databaseConnectionString' && !address.includes('://')) return null;
  return hostOfAddress(address);
}

/** Interval, retry and timeout: always set, because the instance makes nonsense of a missing timeout. */
function settleTimes(type: string, read: Record<string, Json>, notes: string[]): void {
  const interval = Number(read['interval'] ?? INTERVAL_SECONDS);
  read['interval'] = Math.min(interval, INTERVAL_SECONDS_MAX);
  if (interval > INTERVAL_SECONDS_MAX) notes.push(message('import.interval-lowered'));
  // 0 means the interval, as Uptime Kuma before 1.7 wrote it.
  const retry = Number(read['retryInterval'] ?? 0) || Number(read['interval']);
  read['retryInterval'] = Math.min(
    timeless.has(type) ? retry : Math.max(retry, RETRY_SECONDS_MIN),
    INTERVAL_SECONDS_MAX,
  );
  if (retry < RETRY_SECONDS_MIN && !timeless.has(type))
    notes.push(message('import.retry-raised', { to: writeInterval(RETRY_SECONDS_MIN) }));
  if (timeless.has(type)) return;
  const timeout = Number(read['timeout'] ?? 0) || Math.max(1, Math.floor(0.8 * Number(read['interval'])));
  // Ping allows 1 to 300 s, and at least the time for one packet.
  const least = type === 'ping' ? Number(read['ping_per_request_timeout'] ?? 2) : 1;
  read['timeout'] = type === 'ping' ? Math.max(least, Math.min(timeout, 300)) : timeout;
}

function settleRequired(read: Record<string, Json>): void {
  for (const [field, value] of Object.entries(requiredFields)) read[field] ??= value;
  // 1.x knew no other comparison.
  if (read['type'] === 'json-query') read['jsonPathOperator'] ??= '==';
  const codes = read['accepted_statuscodes'];
  if (
    !Array.isArray(codes) ||
    codes.length === 0 ||
    !codes.every((code) => /^\d{3}(?:-\d{3})?$/.test(String(code)))
  )
    throw new Refused(message('import.field-invalid', { field: 'accepted_statuscodes' }));
  for (const field of ['headers', ...(read['type'] === 'mongodb' ? ['databaseQuery'] : [])])
    if (read[field] !== undefined && parsed(read[field]) === undefined)
      throw new Refused(message('import.field-invalid', { field }));
}
