/** An instance's tables, the companion's alerts over them, and the functions that take its reports, on a clock of the test. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import { openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import { type Status, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { createAlertReceiver, type Fate } from '#tests/support/alert-receiver.ts';
import { testFolder } from '#tests/support/folders.ts';

export const START = Date.parse('2026-11-26T06:13:00Z');
export const CHANNEL = 'Avisos da Vigia';
export const HOUR = 3600;
export const setUp = {
  address: 'https://vigia.example/api/ambiente/avisos',
  token: 'token',
  restore: false,
  attach: [] as number[],
  first: null as { key: string; address: string; interval: number } | null,
};

/** For one test; three monitors that are checked each minute. */
export function createStand() {
  const folder = testFolder();
  const stand = {
    clock: START,
    rows: monitorsOf(['http', 'http', 'http']).map(
      (row): Monitor => ({ ...row, name: `Site ${row.id}`, timeout: 10, createdAt: START - 30 * 86_400_000 }),
    ),
    /** What becomes of the next reports, in order; 200 afterwards. */
    fates: [] as Fate[],
    calls: [] as [string, unknown][],
    disturb: (_command: string, _value: unknown): Promise<void> | void => undefined,
    maintenance: {} as Record<string, object>,
    limited: [] as number[],
    restored: null as { id: string; at: number } | null,
    isReceiving: true,
    domainDays: undefined as number | undefined,
    logged: [] as object[],
  };
  const instance = openInstanceDatabase(join(folder, 'kuma.db'), () => stand.clock);
  onTestFinished(() => instance.close());
  instance.mirror(stand.rows);
  const receiver = createAlertReceiver();

  function connection() {
    const inner = createInstanceSocket(
      {
        all: () => stand.rows,
        change(id, change) {
          stand.rows = stand.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
          instance.mirror(stand.rows);
        },
        add(monitor) {
          const id = Math.max(0, ...stand.rows.map((row) => row.id)) + 1;
          stand.rows = [...stand.rows, { ...monitor, id }];
          instance.mirror(stand.rows);
          return id;
        },
        channels: instance.channels,
      },
      async (command, value) => {
        stand.calls.push([command, value]);
        await stand.disturb(command, value);
      },
    );
    const io = () => {
      const socket = inner();
      const plain = socket.timeout;
      return Object.assign(socket, {
        timeout: () => ({
          emitWithAck: async (command: string, value: never) => {
            if (command !== 'getMaintenanceList') return plain().emitWithAck(command, value);
            await stand.disturb(command, value);
            socket.emit('maintenanceList', stand.maintenance);
            return { ok: true };
          },
        }),
      });
    };
    return { io, instanceUrl: '', administratorFile: join(folder, 'administrator.json') };
  }

  const recordFile = join(folder, 'vigia/alerts.json');
  const post = async (_address: string, init: RequestInit) =>
    receiver.take(JSON.parse(String(init.body)), stand.fates.shift());
  /** A companion that starts anew on the same files. */
  const companion = () =>
    createAlerts({
      database: instance.path,
      record: createAlertRecord(recordFile),
      notifyUrl: 'http://127.0.0.1:3002/alert',
      instance: connection(),
      limited: () => stand.limited,
      restored: () => stand.restored,
      isReceiving: async () => stand.isReceiving,
      domainDays: () => stand.domainDays,
      fetch: post as typeof fetch,
      now: () => stand.clock,
      log: (event) => stand.logged.push(event),
    });

  const tools = {
    folder,
    recordFile,
    instance,
    receiver,
    connection,
    companion,
    async started(more: Partial<typeof setUp> = {}) {
      const alerts = companion();
      await alerts.setUp({ ...setUp, ...more });
      await alerts.poll();
      return alerts;
    },
    later(seconds: number) {
      stand.clock += seconds * 1000;
    },
    /** Stores a check that begins now. */
    beat: (monitor: number, status: Status, message = '') =>
      instance.beat(monitor, { status, message, ping: status === UP ? 80.4 : null }, stand.clock),
    /** Checks a monitor each minute, and looks after each. */
    async minutes(alerts: { poll: () => Promise<void> }, monitor: number, statuses: readonly Status[]) {
      for (const status of statuses) {
        tools.later(60);
        tools.beat(monitor, status);
        await alerts.poll();
      }
    },
    change(id: number, change: Partial<Monitor>) {
      stand.rows = stand.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
      instance.mirror(stand.rows);
    },
    remove(id: number) {
      stand.rows = stand.rows.filter((row) => row.id !== id);
      instance.mirror(stand.rows);
    },
    /** All at once: each writing compares the whole table. */
    add(...monitors: (Partial<Monitor> & { readonly id: number })[]) {
      const [row] = monitorsOf(['http']);
      const common = { ...(row as Monitor), timeout: 10, createdAt: stand.clock };
      stand.rows = [...stand.rows, ...monitors.map((monitor) => ({ ...common, ...monitor }))];
      instance.mirror(stand.rows);
    },
    sql(text: string) {
      const database = new DatabaseSync(instance.path);
      database.exec(text);
      database.close();
    },
    recordTime: () => statSync(recordFile),
    /** Falls as the functions keep them: monitor, seconds from the start to its begin and end, and why it ended. */
    falls: () =>
      receiver
        .falls()
        .map(({ monitor, since, until, endedBy }) => [
          monitor.id,
          (since - START) / 1000,
          until === null ? null : (until - START) / 1000,
          endedBy,
        ]),
    /** A monitor's state, seconds from the start to its begin, its reason or doubt. */
    level(monitor: number) {
      const level = receiver.levelOf(monitor);
      if (level === undefined) return null;
      return [level.state, (level.since - START) / 1000, level.reason ?? level.doubt];
    },
    events: () => receiver.events().map(({ kind, monitor }) => [kind, monitor?.id ?? null]),
  };
  return Object.assign(stand, tools);
}
export type Stand = ReturnType<typeof createStand>;
