/**
 * The instance's socket, in process: the part of socket.io-client that the companion uses, and the monitor commands of
 * Uptime Kuma 2.5.3 behind it (server/server.js). No network involved.
 */
import { EventEmitter } from 'node:events';
import type { Channels } from './instance-database.ts';
import type { Monitor } from './monitors.ts';

export interface MonitorTable {
  all(): readonly Monitor[];
  change(id: number, change: Partial<Monitor>): void;
  /** Adds a monitor; returns its id. */
  add?(monitor: Omit<Monitor, 'id'>): number;
  readonly channels?: Channels;
}

interface Answer {
  readonly ok: boolean;
  readonly msg?: string;
  readonly monitor?: object;
  readonly id?: number;
  readonly monitorID?: number;
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
] as const;

/** Response of `getMonitor`: more than the table, because an edit must send all of it back. */
function wholeMonitor(monitor: Monitor, channels: readonly number[]): object {
  const { kind: _, ...columns } = monitor;
  return {
    ...columns,
    description: null,
    method: 'GET',
    accepted_statuscodes: ['200-299'],
    maxredirects: 10,
    timeout: 48,
    notificationIDList: Object.fromEntries(channels.map((id) => [id, true])),
    conditions: [],
    kafkaProducerBrokers: [],
    rabbitmqNodes: [],
    tags: [],
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
  Pick<Monitor, 'name' | 'type' | 'url' | 'interval' | 'retryInterval' | 'maxretries'>;

const saved: Answer = { ok: true, msg: 'Saved.' };

/** The commands by name; each answers, or fails with what the instance says. */
export function monitorCommands({
  all,
  change,
  add = () => 0,
  channels,
}: MonitorTable): Record<string, (value: never) => Answer> {
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
    getMonitor: (id: number) => ({ ok: true, monitor: wholeMonitor(owned(id), channels?.of(id) ?? []) }),
    pauseMonitor: (id: number) => activate(id, false),
    resumeMonitor: (id: number) => activate(id, true),
    addNotification: (config: { readonly name: string; readonly applyExisting?: boolean }) => ({
      ok: true,
      id: channels?.add(config) ?? 0,
    }),
    add(monitor: NewMonitor) {
      if (monitor.interval < 1) throw new Error('Interval cannot be less than 1 seconds');
      const { name, type, url, interval, retryInterval, maxretries } = monitor;
      const row = { name, type, url, interval, retryInterval, maxretries, hostname: null, parent: null };
      const monitorID = add({ ...row, kind: 'http', active: true });
      link(monitorID, monitor.notificationIDList);
      return { ok: true, monitorID };
    },
    editMonitor(monitor: Monitor & Linked & { accepted_statuscodes: readonly unknown[] }) {
      owned(monitor.id);
      if (!monitor.accepted_statuscodes.every((code) => typeof code === 'string'))
        throw new Error('Accepted status codes are not all strings');
      if (monitor.interval < 1) throw new Error('Interval cannot be less than 1 seconds');
      change(monitor.id, Object.fromEntries(edited.map((name) => [name, monitor[name]])));
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
        async emitWithAck(command: string, value: never): Promise<Answer> {
          await disturb(command, value);
          try {
            return commands[command]?.(value) ?? { ok: false, msg: 'unknown command' };
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
