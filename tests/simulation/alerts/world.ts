/**
 * Two environments, their companions, and the functions that tell: the real companion and the real verbs, over SQLite and
 * a clock that is moved by hand. Any call may fail, be lost, or break off in its middle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import { type InstanceDatabase, openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import type { Status } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { emptyMemory } from '#domain/alerts/next-message.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { receiveEvents } from '#functions/alerts/receive-events.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';
import { createTelegramMessenger } from '#functions/vendors/telegram/messenger.ts';
import { alertDeps } from '../../bench/scale/alert-deps.ts';
import { seed } from '../../bench/scale/seed.ts';
import { openDatabase } from '../../bench/scale/sqlite-d1.ts';
import { mortal as mortalDatabase } from '../worker/databases.ts';
import { createProvider } from './provider.ts';

/** What goes wrong for now; each is the chance of a call. */
export interface Weather {
  api: number;
  mail: number;
  telegram: number;
  /** A statement of the database after which the process dies. */
  death: number;
}

export const calm: Weather = { api: 0, mail: 0, telegram: 0, death: 0 };
const MONITORS = 3;

/** A recorded change as the functions accepted it. */
export interface Accepted {
  readonly kind: 'down' | 'up' | 'stopped';
  readonly monitor: number;
  readonly receivedAt: number;
}

/** A message as it was decided. */
export interface Decided {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly at: number;
  readonly state: string;
}

/** @param startAt Milliseconds, UTC. @param plans Of the environments, in order. */
export function createWorld(
  chance: (probability: number) => boolean,
  startAt: number,
  plans: readonly PlanId[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-rehearsal-'));
  const opened = openDatabase(join(folder, 'functions.sqlite'));
  let now = startAt;
  seed(opened.sqlite, 8, now);
  opened.sqlite.exec(`DELETE FROM work; DELETE FROM outbox; UPDATE tenants SET state = 'active'`);
  const weather: Weather = { ...calm };
  const mortal = mortalDatabase(opened.d1 as unknown as D1Database, () => chance(weather.death));
  const mail = createProvider({
    now: () => now,
    chance,
    loss: () => weather.mail,
    accepted: () => ({ id: crypto.randomUUID() }),
    read(_path, { body, headers }) {
      const { to, text, subject } = JSON.parse(String(body)) as {
        to: string[];
        text: string;
        subject: string;
      };
      const key = new Headers(headers).get('idempotency-key');
      return { to: to[0] ?? '', text: `${subject}\n${text}`, key, bytes: String(body) };
    },
  });
  const telegram = createProvider({
    now: () => now,
    chance,
    loss: () => weather.telegram,
    accepted: () => ({ ok: true, result: { message_id: 1 } }),
    read(_path, { body }) {
      const { chat_id: to, text } = JSON.parse(String(body)) as { chat_id: string; text: string };
      return { to, text, key: null, bytes: String(body) };
    },
  });
  const deps = alertDeps(mortal.db, {
    now: () => now,
    mailer: createHttpMailer({
      baseUrl: 'https://mail.example',
      apiKey: 'key',
      from: 'Vigia <avisos@vigia.example>',
      fetch: mail.fetch,
    }),
    messenger: createTelegramMessenger({
      baseUrl: 'https://telegram.example',
      token: '1:token',
      fetch: telegram.fetch,
    }),
  });

  const orderIds = opened.sqlite
    .prepare(`SELECT order_id AS id FROM tenants ORDER BY rowid LIMIT 2`)
    .all()
    .map(({ id }) => String(id));
  for (const [index, plan] of plans.entries())
    opened.sqlite.prepare('UPDATE tenants SET plan = ? WHERE order_id = ?').run(plan, orderIds[index] ?? '');

  const environments = orderIds.map((orderId, index) => {
    let rows: Monitor[] = monitorsOf(Array.from({ length: MONITORS }, () => 'http')).map((row) => ({
      ...row,
      name: `E${index}M${row.id}`,
    }));
    const instance: InstanceDatabase = openInstanceDatabase(join(folder, `${index}.db`));
    instance.mirror(rows);
    const record = createAlertRecord(join(folder, `${index}/alerts.json`));
    const io = createInstanceSocket({
      all: () => rows,
      change: (id, change) => {
        rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
      },
      channels: instance.channels,
    });
    const post = async (_address: string, init: RequestInit): Promise<Response> => {
      if (chance(weather.api)) throw new Error('no connection');
      const read = AlertEvents.parse(JSON.parse(String(init.body)));
      const done = await mortal.surviving(() => receiveEvents(deps, orderId, read));
      if (done === null) return new Response(null, { status: 500 });
      if (chance(weather.api)) throw new Error('the answer was lost');
      return new Response(null, { status: 204 });
    };
    const start = () =>
      createAlerts({
        database: instance.path,
        record,
        notifyUrl: 'http://127.0.0.1:3002/alert',
        instance: { io, instanceUrl: '', administratorFile: '' },
        fetch: post as typeof fetch,
        now: () => now,
        log: () => undefined,
      });
    let companion = start();
    return {
      orderId,
      index,
      instance,
      monitors: () => rows,
      beat(monitor: number, status: Status) {
        if (rows.find(({ id }) => id === monitor)?.active === false) return;
        instance.beat(monitor, { status, message: 'timeout', ping: null }, now);
      },
      /** Pauses or resumes a monitor in the panel. */
      switchTo(monitor: number, active: boolean) {
        rows = rows.map((row) => (row.id === monitor ? { ...row, active } : row));
        instance.mirror(rows);
      },
      poll: () => companion.poll().catch(() => undefined),
      /** The companion dies and starts again on what it had written. */
      restart() {
        companion = start();
      },
      setUp: () =>
        companion.setUp({
          address: 'https://exemplo/x',
          token: 't',
          restore: false,
          attach: [],
          first: null,
        }),
    };
  });

  const newest = (orderId: string) =>
    Number(
      opened.sqlite
        .prepare('SELECT COALESCE(MAX(seq), 0) AS seq FROM alert_events WHERE order_id = ?')
        .get(orderId)?.['seq'],
    );

  return {
    deps,
    environments,
    mail,
    telegram,
    deaths: mortal.deaths,
    weather,
    now: () => now,
    pass(seconds: number) {
      now += Math.round(seconds * 1000);
    },
    /** The minute's job; a process that dies in it leaves its leases behind. */
    runJob: () => mortal.surviving(() => runWork(deps, alertWork)),
    addRecipient(
      orderId: string,
      kind: 'email' | 'telegram',
      address: string,
      state: 'on' | 'unproven',
      preferences: AlertPreferences,
    ): string {
      const id = `r-${address}`;
      opened.sqlite
        .prepare(
          `INSERT INTO alert_recipients (id, order_id, kind, address, state, preferences, read_seq, memory, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          id,
          orderId,
          kind,
          address,
          state,
          JSON.stringify(preferences),
          newest(orderId),
          JSON.stringify(emptyMemory),
          now,
        );
      return id;
    },
    isOn: (id: string): boolean =>
      opened.sqlite.prepare('SELECT state FROM alert_recipients WHERE id = ?').get(id)?.['state'] === 'on',
    waiting: () =>
      opened.sqlite
        .prepare(`SELECT recipient_id AS id, detail FROM alert_messages WHERE state = 'waiting'`)
        .all()
        .map(({ id, detail }) => `${id} (${detail})`),
    /** Messages of an environment on the day of the clock, in São Paulo. */
    sentToday: (orderId: string): number =>
      Number(
        opened.sqlite
          .prepare('SELECT messages FROM alert_days WHERE order_id = ? AND day = ?')
          .get(orderId, new Date(now - 3 * 3_600_000).toISOString().slice(0, 10))?.['messages'] ?? 0,
      ),
    /** When and what was decided, which the judge cannot see from outside; what arrived it reads at the providers. */
    decided: (recipient: string): readonly Decided[] =>
      opened.sqlite
        .prepare(
          `SELECT subject, lines, created_at AS at, state FROM alert_messages WHERE recipient_id = ?
           ORDER BY created_at, rowid`,
        )
        .all(recipient)
        .map(({ subject, lines, at, state }) => ({
          subject: String(subject),
          lines: JSON.parse(String(lines)) as string[],
          at: Number(at),
          state: String(state),
        })),
    events: (orderId: string) =>
      opened.sqlite
        .prepare(
          `SELECT kind, monitor_id AS monitor, received_at AS receivedAt FROM alert_events
           WHERE order_id = ? AND kind IN ('down', 'up', 'stopped') ORDER BY seq`,
        )
        .all(orderId) as unknown as Accepted[],
    close() {
      opened.sqlite.close();
      for (const { instance } of environments) instance.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = ReturnType<typeof createWorld>;
