/**
 * An instance as Uptime Kuma 2.5.3 behaves (server/model/monitor.js, server/database.js), with its clock moved by hand:
 * when it checks, what it writes, and what its panel and its daily clean-up change. Its database is a file like the real
 * one. Each check is also noted in the model of the sites.
 */
import { DatabaseSync } from 'node:sqlite';
import { openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import {
  DOWN,
  isImportant,
  kumaTime,
  MAINTENANCE,
  PENDING,
  type Status,
  UP,
} from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import type { RehearsalClock } from './clock.ts';
import { panelOf, RUNS } from './instance-panel.ts';
import { createSigns } from './instance-signs.ts';
import { calledOf } from './lines.ts';
import type { CheckStatus, Rhythm, Sites } from './model.ts';

const SECOND_MS = 1000;

/** How a site answers. */
export type Site = 'up' | 'refuses' | 'hangs';
const names: Readonly<Record<Status, CheckStatus>> = {
  [DOWN]: 'down',
  [UP]: 'up',
  [PENDING]: 'pending',
  [MAINTENANCE]: 'maintenance',
};

interface Options {
  readonly path: string;
  readonly environment: number;
  readonly clock: RehearsalClock;
  readonly sites: Sites;
  /** A check was written. */
  readonly written: (isImportantCheck: boolean) => void;
}

export function createInstance({ path, environment, clock, sites, written }: Options) {
  const opened = openInstanceDatabase(path);
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF');
  /** How each site is, by the monitor's name. */
  const site = new Map<string, Site>();
  const stops = new Map<number, () => void>();
  let isRunning = false;
  let isHung = false;
  let count = sites.ofEnvironment(environment).length;

  /** With the groups. */
  const rows = (): Monitor[] =>
    raw
      .prepare(
        `SELECT id, name, type, url, hostname, active, parent, interval, retry_interval AS retryInterval, maxretries,
           created_date AS created, timeout FROM monitor ORDER BY id`,
      )
      .all()
      .map((row) => ({
        ...row,
        ...{ name: calledOf(String(row['name'])), kind: 'http', active: row['active'] === 1 },
        createdAt: Date.parse(`${String(row['created']).replace(' ', 'T')}Z`),
      })) as never;
  const all = (): Monitor[] => rows().filter(({ type }) => type !== 'group');
  const find = (id: number) => rows().find((each) => each.id === id) ?? null;
  const newest = (id: number) =>
    raw
      .prepare(
        'SELECT status, retries, time FROM heartbeat WHERE monitor_id = ? ORDER BY time DESC, id DESC LIMIT 1',
      )
      .get(id) as { status: Status; retries: number; time: string } | undefined;
  const isCovered = (id: number): boolean =>
    raw
      .prepare(
        `SELECT 1 FROM monitor_maintenance c JOIN maintenance w ON w.id = c.maintenance_id
         WHERE c.monitor_id = ?2 AND w.active = 1 AND ${RUNS}`,
      )
      .get(kumaTime(clock.now()), id) !== undefined;

  const rhythmOf = (id: number): Rhythm => {
    const row = find(id) as unknown as Rhythm & { name: string };
    const { interval, retryInterval, maxretries, timeout } = row;
    return { interval, retryInterval, maxretries, timeout };
  };

  function write(id: number, at: number, status: Status, retries: number, message: string): void {
    const before = newest(id)?.status;
    const important = isImportant(before, status);
    raw
      .prepare(
        'INSERT INTO heartbeat (important, monitor_id, status, msg, time, ping, retries) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(Number(important), id, status, message, kumaTime(at), status === UP ? 42 : null, retries);
    written(important);
  }

  /** One check, from its start: what it finds is written at its end. */
  function check(id: number, rhythm: Rhythm): void {
    const at = clock.now();
    const monitor = find(id);
    if (monitor === null || !isRunning) return;
    const covered = isCovered(id);
    const state = site.get(monitor.name) ?? 'up';
    const lasts = covered || state === 'up' ? 120 : state === 'refuses' ? 60 : rhythm.timeout * SECOND_MS;
    const before = newest(id)?.retries ?? 0;
    const retries = covered ? before : state === 'up' ? 0 : before + 1;
    const isPending = !covered && state !== 'up' && before < rhythm.maxretries;
    const status = covered ? MAINTENANCE : state === 'up' ? UP : isPending ? PENDING : DOWN;
    const again = isPending ? rhythm.retryInterval : rhythm.interval;
    const stop = clock.at(at + lasts, () => {
      stops.set(
        id,
        clock.at(Math.max(clock.now() + 1, at + again * SECOND_MS), () => check(id, rhythm)),
      );
      if (isHung) return;
      const isFailing = status === DOWN || status === PENDING;
      const storedAt = clock.now();
      sites.note(monitor.name, { what: 'check', at, storedAt, status: names[status], isFailing });
      write(
        id,
        at,
        status,
        retries,
        status === UP
          ? '200 - OK'
          : state === 'hangs'
            ? 'timeout of 10000ms exceeded'
            : 'connect ECONNREFUSED 203.0.113.10:443',
      );
    });
    stops.set(id, stop);
  }

  const signs = createSigns({
    ...{ clock, sites, find, all, rhythmOf, stops, write },
    failures: (id) => newest(id)?.retries ?? 0,
    isUp: (name) => (site.get(name) ?? 'up') === 'up',
    isRunning: () => isRunning,
    isHung: () => isHung,
  });

  /** @param isSwitchedOn It was off before, so that nothing was awaited of it. */
  function startMonitor(id: number, isSwitchedOn = false): void {
    stopMonitor(id);
    const monitor = find(id);
    if (monitor === null || !monitor.active || !isRunning || monitor.type === 'group') return;
    const rhythm = rhythmOf(id);
    const isPush = monitor.type === 'push';
    if (isPush) signs.expect(id, rhythm, isSwitchedOn);
    const first = isPush ? signs.nextAt(monitor, rhythm) : clock.now() + (id % 5) * 700 + 50;
    stops.set(
      id,
      clock.at(first, () => (isPush ? signs.take(id, rhythm) : check(id, rhythm))),
    );
  }

  function stopMonitor(id: number): void {
    stops.get(id)?.();
    stops.delete(id);
    signs.stop(id);
  }

  /**
   * Adds a monitor, as the panel does: with the default channel, unless it is bare.
   * @param id An id of an earlier monitor, to use again.
   * @param more What its name goes on with.
   */
  function add(
    rhythm: Rhythm,
    {
      isPush = false,
      isBare = false,
      id,
      more = '',
    }: { isPush?: boolean; isBare?: boolean; id?: number; more?: string } = {},
  ): string {
    count += 1;
    const name = `E${environment}M${count}`;
    const [row] = monitorsOf(['http']);
    const columns = {
      ...{
        name: `${name}${more}`,
        type: isPush ? 'push' : 'http',
        url: isPush ? null : `https://loja-${environment}-${count}.com.br/`,
      },
      ...{ interval: rhythm.interval, retry_interval: rhythm.retryInterval, maxretries: rhythm.maxretries },
      ...{ timeout: rhythm.timeout, active: Number(row?.active ?? true) },
      created_date: kumaTime(clock.now()).slice(0, 19),
      ...(id === undefined ? {} : { id }),
    };
    const { lastInsertRowid } = raw
      .prepare(
        `INSERT INTO monitor (${Object.keys(columns).join(', ')}) VALUES (${Object.keys(columns)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(columns));
    if (!isBare)
      raw
        .prepare(
          'INSERT INTO monitor_notification (monitor_id, notification_id) SELECT ?, id FROM notification',
        )
        .run(lastInsertRowid);
    sites.add(name, environment, rhythm, isPush);
    site.set(name, 'up');
    startMonitor(Number(lastInsertRowid));
    return name;
  }

  const maintenances = () =>
    Object.fromEntries(
      raw
        .prepare(
          'SELECT id, title, strategy, start_date AS startDate, end_date AS endDate, active FROM maintenance',
        )
        .all()
        .map(({ startDate, endDate, ...row }) => [
          String(row['id']),
          row['strategy'] === 'manual'
            ? {
                ...row,
                active: row['active'] === 1,
                status: row['active'] === 1 ? 'under-maintenance' : 'inactive',
              }
            : {
                ...row,
                active: row['active'] === 1,
                status: '',
                timeslotList: [{ startDate, endDate }],
                timezoneOffset: '+00:00',
              },
        ]),
    );

  const table = {
    all: rows,
    change(id: number, change: Partial<Monitor>) {
      const known = find(id);
      if (known === null) return;
      const { active, interval, retryInterval, maxretries } = { ...known, ...change };
      raw
        .prepare(
          'UPDATE monitor SET active = ?, interval = ?, retry_interval = ?, maxretries = ? WHERE id = ?',
        )
        .run(Number(active), interval, retryInterval, maxretries, id);
      if (change.active === undefined) startMonitor(id);
      else if (change.active) startMonitor(id, true);
      else stopMonitor(id);
    },
    channels: opened.channels,
  };
  const answers = (): void => {
    if (!isRunning || isHung) throw new Error('the instance does not answer');
  };
  const base = createInstanceSocket(table, answers);
  /** The instance sends its list of windows by itself when it is asked for. */
  const io = () => {
    const socket = base();
    const plain = socket.timeout;
    return Object.assign(socket, {
      timeout: () => ({
        async emitWithAck(command: string, ...values: never[]) {
          if (command !== 'getMaintenanceList') return plain().emitWithAck(command, ...values);
          answers();
          socket.emit('maintenanceList', maintenances());
          return { ok: true };
        },
      }),
    });
  };

  return {
    path,
    raw,
    io,
    all,
    add,
    site,
    isRunning: () => isRunning && !isHung,
    /** Starts or stops its process. */
    run(isOn: boolean): void {
      if (isOn) signs.hear();
      else signs.beDeaf();
      isRunning = isOn;
      for (const { id } of all()) {
        if (isOn) startMonitor(id);
        else stopMonitor(id);
      }
    },
    /** It goes on in name only: nothing is checked or written. */
    hang(isOn: boolean): void {
      if (isOn) signs.beDeaf();
      else signs.hear();
      isHung = isOn;
    },
    ...panelOf({ raw, clock, all, startMonitor, stopMonitor }),
    edit(id: number, { maxretries }: Pick<Rhythm, 'maxretries'>): void {
      raw.prepare('UPDATE monitor SET maxretries = ? WHERE id = ?').run(maxretries, id);
      const monitor = find(id);
      if (monitor !== null) sites.monitor(monitor.name).rhythm = rhythmOf(id);
      startMonitor(id);
    },
    close(): void {
      isRunning = false;
      for (const { id } of all()) stopMonitor(id);
      raw.close();
      opened.close();
    },
  };
}
export type RehearsedInstance = ReturnType<typeof createInstance>;
