/**
 * Two environments, their companions, and the functions that tell: the real companion and the real verbs, over SQLite and
 * a clock that is moved by hand. Any call may fail, be lost, or break off in its middle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InstanceDatabase, openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import type { Status } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { emptyMemory } from '#domain/alerts/next-message.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import { receiveEvents } from '#functions/alerts/receive-events.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import type { Meaning } from '#functions/vendors/delivery.ts';
import { createAlertRecord } from '../../../deploy/tenant-chart/files/alert-record.mjs';
import { createAlerts } from '../../../deploy/tenant-chart/files/alerts.mjs';
import { alertDeps } from '../../bench/scale/alert-deps.ts';
import { seed } from '../../bench/scale/seed.ts';
import { openDatabase } from '../../bench/scale/sqlite-d1.ts';

export interface Sent {
  readonly to: string;
  readonly text: string;
  readonly id: string;
  readonly at: number;
}

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

/** No answer, and the usual one. */
const lost: Meaning = { kind: 'unclear', code: 'unreachable' };
const handedOver: Meaning = { kind: 'sent' };

export function createWorld(chance: (probability: number) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-rehearsal-'));
  const opened = openDatabase(join(folder, 'functions.sqlite'));
  let now = Date.parse('2026-11-23T12:00:00Z');
  seed(opened.sqlite, 8, now);
  opened.sqlite.exec(
    `DELETE FROM work; DELETE FROM outbox; UPDATE tenants SET state = 'active', plano = 'enterprise'`,
  );
  const weather: Weather = { ...calm };
  const mails: Sent[] = [];
  const chats: Sent[] = [];
  const accepted = new Set<string>();

  class Death extends Error {}
  /** Dies before or after a statement, as a process does. */
  const dying = (): void => {
    if (chance(weather.death)) throw new Death('the process died');
  };
  const plain = opened.d1;
  const mortal = (statement: ReturnType<typeof plain.prepare>): ReturnType<typeof plain.prepare> => ({
    ...statement,
    bind: (...values) => mortal(statement.bind(...values)),
    first: async () => {
      dying();
      return statement.first();
    },
    all: async () => {
      dying();
      return statement.all();
    },
    run: async () => {
      dying();
      const done = await statement.run();
      dying();
      return done;
    },
  });
  const db = {
    prepare: (sql: string) => mortal(plain.prepare(sql)),
    async batch(statements: Parameters<typeof plain.batch>[0]) {
      dying();
      const done = await plain.batch(statements);
      dying();
      return done;
    },
  };

  const deps = alertDeps(db, {
    now: () => now,
    mailer: {
      async send({ to, text, idempotencyKey: id }: { to: string; text: string; idempotencyKey: string }) {
        if (chance(weather.mail)) return lost;
        // The provider drops a key that it has seen.
        if (!accepted.has(id)) mails.push({ to, text, id, at: now });
        accepted.add(id);
        return chance(weather.mail) ? lost : handedOver;
      },
    },
    messenger: {
      async send(chat: string, text: string): Promise<Meaning> {
        if (chance(weather.telegram)) return lost;
        if (chance(weather.telegram)) return { kind: 'recipient-paused', code: 'chat-pause', ms: 7_000 };
        chats.push({ to: chat, text, id: crypto.randomUUID(), at: now });
        return handedOver;
      },
    },
  });

  /** What survives a death: everything that was written. */
  async function surviving<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Death) return null;
      throw error;
    }
  }

  const orderIds = opened.sqlite
    .prepare(`SELECT order_id AS id FROM tenants ORDER BY rowid LIMIT 2`)
    .all()
    .map(({ id }) => String(id));

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
      const done = await surviving(() => receiveEvents(deps, orderId, read));
      if (done === null) return new Response(null, { status: 500 });
      if (chance(weather.api)) throw new Error('the answer was lost');
      return new Response(null, { status: 204 });
    };
    const start = () =>
      createAlerts({
        database: instance.path,
        record,
        bellUrl: 'http://127.0.0.1:3002/alert',
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
      beat: (monitor: number, status: Status) =>
        instance.beat(monitor, { status, message: 'timeout', ping: null }, now),
      look: () => companion.look().catch(() => undefined),
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
    mails,
    chats,
    weather,
    now: () => now,
    pass(seconds: number) {
      now += Math.round(seconds * 1000);
    },
    /** The minute's job; a process that dies in it leaves its leases behind. */
    runJob: () => surviving(() => runWork(deps, alertWork)),
    addRecipient(
      orderId: string,
      kind: 'email' | 'telegram',
      address: string,
      state: 'on' | 'unproven',
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
          JSON.stringify({ ...defaultPreferences, reminderHours: 0 }),
          newest(orderId),
          JSON.stringify(emptyMemory),
          now,
        );
      return id;
    },
    waiting: () =>
      Number(
        opened.sqlite.prepare(`SELECT COUNT(*) AS count FROM alert_messages WHERE state = 'waiting'`).get()?.[
          'count'
        ],
      ),
    events: (orderId: string) =>
      opened.sqlite
        .prepare(`SELECT kind, monitor_id AS monitor FROM alert_events WHERE order_id = ? ORDER BY seq`)
        .all(orderId) as unknown as { kind: string; monitor: number }[],
    close() {
      opened.sqlite.close();
      for (const { instance } of environments) instance.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = ReturnType<typeof createWorld>;
