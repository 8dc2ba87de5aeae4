/**
 * The instance's socket, in process: the part of socket.io-client that the companion uses, and the monitor commands of
 * Uptime Kuma 2.5.3 behind it (server/server.js). No network involved.
 */
import { EventEmitter } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { Channels, Tags } from './instance-database.ts';
import { KUMA_SCHEMA } from './kuma-tables.ts';
import type { Monitor } from './monitors.ts';
import type { StatusPages } from './status-pages.ts';

export interface MonitorTable {
  all(): readonly Monitor[];
  change(id: number, change: Partial<Monitor>): void;
  /** Adds a monitor; returns its id. */
  add?(monitor: Omit<Monitor, 'id'>): number;
  /** Removes a monitor. */
  remove?(id: number): void;
  readonly channels?: Channels;
  readonly tags?: Tags;
  readonly pages?: StatusPages;
  readonly settings?: {
    read(): Readonly<Record<string, unknown>>;
    write(settings: Readonly<Record<string, unknown>>): void;
  };
}

interface Answer {
  readonly ok: boolean;
  readonly msg?: string;
  readonly monitor?: object;
  readonly id?: number;
  readonly monitorID?: number;
  readonly tag?: object;
  readonly tags?: readonly object[];
  readonly config?: object;
  readonly data?: object;
}

/** Columns that `editMonitor` writes, as far as the table here has them. */
const edited = [
  'name',
  'type',
  'url',
  'hostname',
  'parent',
  'interval',
  'retryInterval',
  'maxretries',
  'timeout',
] as const;

/** What was given with `add` beyond the table's own columns, under its field's name. */
const furtherFields = ({ columns = {} }: Monitor): object =>
  Object.fromEntries(
    Object.entries(columns).map(([column, value]) => {
      if (lists.has(column)) return [fieldOf(column), JSON.parse(String(value))];
      return [fieldOf(column), flags.has(column) ? value === 1 : value];
    }),
  );
const fieldOf = (column: string): string =>
  column === 'accepted_statuscodes_json'
    ? 'accepted_statuscodes'
    : column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const lists: ReadonlySet<string> = new Set([
  'accepted_statuscodes_json',
  'conditions',
  'kafka_producer_brokers',
  'kafka_producer_sasl_options',
  'rabbitmq_nodes',
]);
const flags: ReadonlySet<string> = new Set(['expiry_notification', 'domain_expiry_notification']);

/** Response of `getMonitor`: more than the table, because an edit must send all of it back. */
function wholeMonitor(monitor: Monitor, channels: readonly number[], tags: readonly object[]): object {
  const { kind: _, columns: __, ...columns } = monitor;
  return {
    ...columns,
    description: null,
    method: 'GET',
    accepted_statuscodes: ['200-299'],
    maxredirects: 10,
    timeout: monitor.timeout ?? Math.floor(monitor.interval * 0.8),
    notificationIDList: Object.fromEntries(channels.map((id) => [id, true])),
    conditions: [],
    kafkaProducerBrokers: [],
    rabbitmqNodes: [],
    ...furtherFields(monitor),
    tags,
    forceInactive: false,
    maintenance: false,
    includeSensitiveData: true,
  };
}

interface Linked {
  /** Channels by id. */
  readonly notificationIDList?: Readonly<Record<string, boolean>>;
}
type NewMonitor = Linked &
  Pick<Monitor, 'name' | 'type' | 'interval'> & {
    readonly accepted_statuscodes: readonly unknown[];
  } & Readonly<Record<string, unknown>>;

/** Every column of the table: it accepts no other, because the instance's store is frozen. */
const monitorColumns: ReadonlySet<string> = new Set(
  (() => {
    using database = new DatabaseSync(':memory:');
    database.exec(KUMA_SCHEMA);
    return database
      .prepare("SELECT name FROM pragma_table_info('monitor')")
      .all()
      .map(({ name }) => String(name));
  })(),
);

const asColumn = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function asStored(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return (value ?? null) as string | number | null;
}

/** The row of a monitor as `add` takes it. @throws Error for what is no column, as the instance's database. */
function rowOf({ notificationIDList: _, accepted_statuscodes: codes, ...fields }: NewMonitor) {
  const { name, type, url, hostname, interval, retryInterval, maxretries, parent, active, ...others } =
    fields;
  const { timeout, ...more } = others;
  const further = Object.entries({ accepted_statuscodes_json: codes, ...more });
  const columns = Object.fromEntries(further.map(([field, value]) => [asColumn(field), asStored(value)]));
  const unknown = Object.keys(columns).find((column) => !monitorColumns.has(column));
  if (unknown !== undefined)
    throw new Error(
      `insert into \`monitor\` (\`name\`) values ('${name}') - SQLITE_ERROR: table monitor has no column named ${unknown}`,
    );
  return {
    kind: type === 'group' ? ('group' as const) : ('http' as const),
    name,
    type,
    interval,
    columns,
    url: (url ?? null) as string | null,
    hostname: (hostname ?? null) as string | null,
    retryInterval: (retryInterval ?? 0) as number,
    maxretries: (maxretries ?? 0) as number,
    ...(typeof timeout === 'number' ? { timeout } : {}),
    parent: (parent ?? null) as number | null,
    active: active !== false,
  };
}

const saved: Answer = { ok: true, msg: 'Saved.' };

/** The commands by name; each answers, or fails with what the instance says. */
export function monitorCommands({
  all,
  change,
  add = () => 0,
  remove,
  channels,
  tags,
  pages,
  settings,
}: MonitorTable): Record<string, (...values: never[]) => Answer> {
  const link = (id: number, wanted: Readonly<Record<string, boolean>> = {}): void =>
    channels?.set(
      id,
      Object.entries(wanted).flatMap(([channel, isOn]) => (isOn ? [Number(channel)] : [])),
    );
  const owned = (id: number): Monitor => {
    const monitor = all().find((each) => each.id === id);
    if (monitor === undefined) throw new Error('You do not own this monitor.');
    return monitor;
  };
  const activate = (id: number, active: boolean): Answer => {
    change(owned(id).id, { active });
    return { ok: true, msg: active ? 'successResumed' : 'successPaused' };
  };
  return {
    getMonitor: (id: number) => ({
      ok: true,
      monitor: wholeMonitor(owned(id), channels?.of(id) ?? [], tags?.of(id) ?? []),
    }),
    pauseMonitor: (id: number) => activate(id, false),
    resumeMonitor: (id: number) => activate(id, true),
    addNotification: (config: { readonly name: string; readonly applyExisting?: boolean }) => ({
      ok: true,
      id: channels?.add(config) ?? 0,
    }),
    addTag: (tag: { readonly name: string; readonly color: string }) => ({
      ok: true,
      tag: { id: tags?.add(tag) ?? 0, ...tag },
    }),
    addMonitorTag(tag: number, monitor: number, value: string) {
      tags?.put(tag, owned(monitor).id, value);
      return saved;
    },
    deleteMonitorTag(tag: number, monitor: number, value: string) {
      tags?.take(tag, owned(monitor).id, value);
      return saved;
    },
    getTags: () => ({ ok: true, tags: tags?.all() ?? [] }),
    deleteMonitor(id: number) {
      for (const child of all().filter(({ parent }) => parent === id)) change(child.id, { parent: null });
      remove?.(owned(id).id);
      return { ok: true, msg: 'successDeleted' };
    },
    addStatusPage(title: string, slug: string) {
      pages?.add(title, slug);
      return { ok: true, msg: 'successAdded' };
    },
    getStatusPage: (slug: string) => ({ ok: true, config: pages?.config(slug) ?? {} }),
    saveStatusPage(...page: Parameters<StatusPages['save']>) {
      pages?.save(...page);
      return { ok: true };
    },
    getSettings: () => ({ ok: true, data: settings?.read() ?? {} }),
    setSettings(data: Readonly<Record<string, unknown>>) {
      settings?.write(data);
      return saved;
    },
    add(monitor: NewMonitor) {
      if (monitor.interval < 1) throw new Error('Interval cannot be less than 1 seconds');
      if (!monitor.accepted_statuscodes.every((code) => typeof code === 'string'))
        throw new Error('Accepted status codes are not all strings');
      const monitorID = add(rowOf(monitor));
      link(monitorID, monitor.notificationIDList);
      return { ok: true, monitorID };
    },
    editMonitor(monitor: Monitor & Linked & { accepted_statuscodes: readonly unknown[] }) {
      const { columns = {} } = owned(monitor.id);
      if (!monitor.accepted_statuscodes.every((code) => typeof code === 'string'))
        throw new Error('Accepted status codes are not all strings');
      if (monitor.interval < 1) throw new Error('Interval cannot be less than 1 seconds');
      const given: Readonly<Record<string, unknown>> = { ...monitor };
      const further = Object.entries(columns).map(([column, value]) => {
        const edit = given[fieldOf(column)];
        return [column, edit === undefined ? value : asStored(edit)] as const;
      });
      change(monitor.id, {
        ...Object.fromEntries(edited.map((name) => [name, monitor[name]])),
        ...(further.length === 0 ? {} : { columns: Object.fromEntries(further) }),
      });
      link(monitor.id, monitor.notificationIDList);
      return saved;
    },
  };
}

/**
 * Makes an `io` whose sockets need no login, like an instance with its login off.
 * @param disturb Called before each command; an exception breaks the connection.
 */
export function createInstanceSocket(
  table: MonitorTable,
  disturb: (command: string, value: unknown) => Promise<void> | void = () => undefined,
) {
  const commands = monitorCommands(table);
  return () => {
    const socket = Object.assign(new EventEmitter(), {
      disconnect: () => undefined,
      timeout: () => ({
        async emitWithAck(command: string, ...values: never[]): Promise<Answer> {
          await disturb(command, values[0]);
          try {
            return commands[command]?.(...values) ?? { ok: false, msg: 'unknown command' };
          } catch (error) {
            return { ok: false, msg: (error as Error).message };
          }
        },
      }),
    });
    queueMicrotask(() => socket.emit('autoLogin'));
    return socket;
  };
}
