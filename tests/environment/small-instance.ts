/**
 * A small instance: the tables, pages and socket commands of Uptime Kuma 2.5.3 that an environment is made of. It checks
 * nothing. The same tests run against the real one, which keeps this one true.
 */

import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Duplex } from 'node:stream';
import { createChannels, createTags, writeColumns } from '#dev/stand-ins/tenants/instance-database.ts';
import { monitorCommands } from '#dev/stand-ins/tenants/instance-socket.ts';
import { metricsText } from '#dev/stand-ins/tenants/metrics.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import { KUMA_SCHEMA } from '#tests/support/kuma-database.ts';
import { type Administrator, type CommandAnswer, setUpCommands } from '#tests/support/set-up-commands.ts';
import { statusHtml } from '../chart/instance-page.ts';
import { acceptOf, exchangeTexts } from './web-socket.ts';

const columns =
  'SELECT id, type AS kind, name, type, url, hostname, active, parent, interval, retry_interval AS retryInterval, maxretries, timeout FROM monitor';
/** Columns of the table by the field of a monitor. */
const columnOf: Readonly<Record<string, string>> = {
  name: 'name',
  type: 'type',
  url: 'url',
  hostname: 'hostname',
  active: 'active',
  parent: 'parent',
  interval: 'interval',
  retryInterval: 'retry_interval',
  maxretries: 'maxretries',
  timeout: 'timeout',
};

type Value = string | number | null;
const stored = (value: unknown): Value => (typeof value === 'boolean' ? Number(value) : (value as Value));

/** The instance's tables, as its commands use them. */
function openTables(folder: string) {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'kuma.db'));
  database.exec(KUMA_SCHEMA);
  const administrators: Administrator[] = [];
  const settings = {
    read: (): Record<string, unknown> =>
      Object.fromEntries(
        database
          .prepare('SELECT key, value FROM setting')
          .all()
          .map(({ key, value }) => [key, JSON.parse(String(value))]),
      ),
    write(values: Record<string, unknown>) {
      database.exec('DELETE FROM setting');
      for (const [key, value] of Object.entries(values))
        database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, JSON.stringify(value));
    },
  };
  const write = (fields: object, statement: (names: string[]) => string, ...more: Value[]) => {
    const known = Object.entries(fields).filter(([field]) => columnOf[field] !== undefined);
    return database
      .prepare(statement(known.map(([field]) => columnOf[field] ?? '')))
      .run(...known.map(([, value]) => stored(value)), ...more);
  };
  return {
    database,
    settings,
    store: {
      get administrator() {
        return administrators[0] ?? null;
      },
      set administrator(administrator) {
        if (administrator === null) return;
        administrators.push(administrator);
        database.prepare('INSERT INTO user (username) VALUES (?)').run(administrator.username);
      },
      get settings() {
        return settings.read();
      },
      set settings(values) {
        settings.write(values);
      },
    },
    monitors: {
      channels: createChannels(database),
      tags: createTags(database),
      all: () =>
        database
          .prepare(columns)
          .all()
          .map((row) => ({ ...row, active: row['active'] === 1 }) as unknown as Monitor),
      change: (id: number, fields: Partial<Monitor>) => {
        write(
          fields,
          (names) => `UPDATE monitor SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
          id,
        );
      },
      add({ columns = {}, ...fields }: Omit<Monitor, 'id'>): number {
        const id = Number(
          write(
            fields,
            (names) =>
              `INSERT INTO monitor (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          ).lastInsertRowid,
        );
        writeColumns(database, id, columns);
        return id;
      },
      remove: (id: number) => database.prepare('DELETE FROM monitor WHERE id = ?').run(id),
    },
  };
}

function answerPage(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  { store, monitors }: ReturnType<typeof openTables>,
  slugs: ReadonlySet<string>,
): void {
  // As express does: whatever the target, no exception.
  const [pathname = ''] = url.split('?');
  const [, slug = ''] = /^\/(?:api\/status-page|status)\/([a-z0-9-]+)$/.exec(pathname) ?? [];
  const send = (type: string, text: string, status = 200): void => {
    response.writeHead(status, { 'Content-Type': type }).end(text);
  };
  if (pathname === '/api/entry-page')
    send(
      'application/json',
      JSON.stringify({ type: 'entryPage', entryPage: store.settings['entryPage'] ?? null }),
    );
  else if (pathname === '/metrics')
    send('text/plain; version=0.0.4', metricsText(monitors.all()), store.settings['disableAuth'] ? 200 : 401);
  else if (pathname.startsWith('/api/status-page/'))
    send('application/json', JSON.stringify({ config: { slug } }), slugs.has(slug) ? 200 : 404);
  else if (slugs.has(slug)) send('text/html', statusHtml(''));
  else if (pathname === '/') response.writeHead(302, { Location: '/dashboard' }).end();
  else send('text/html', '<!DOCTYPE html><html><head><title>Uptime Kuma</title></head><body></body></html>');
}

/** Serves one connection: greets it, and answers its commands. */
function answerSocket(
  stream: Duplex,
  head: Buffer,
  connection: ReturnType<ReturnType<typeof setUpCommands>>,
  others: (name: string, values: readonly unknown[]) => CommandAnswer,
): void {
  const take = (text: string): void => {
    if (text === '40') {
      send('40{"sid":"2"}');
      for (const event of connection.greeting) send(`42${JSON.stringify([event])}`);
      return;
    }
    const [, id, body = '[]'] = /^42(\d+)(.*)$/s.exec(text) ?? [];
    if (id === undefined) return;
    const [name, ...values] = JSON.parse(body) as [string];
    const answer =
      connection.call(name, ...values) ??
      (connection.isSignedIn() ? others(name, values) : { ok: false, msg: 'You are not logged in.' });
    send(`43${id}${JSON.stringify([answer])}`);
  };
  const send = exchangeTexts(stream, { isClient: false, head, onText: take });
  send('0{"sid":"1","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
}

/** Starts a fresh instance, before its set-up. */
export async function startSmallInstance({
  port,
  folder,
}: {
  readonly port: number;
  readonly folder: string;
}) {
  const tables = openTables(folder);
  const slugs = new Set<string>();
  const commandsFor = setUpCommands(tables.store);
  const commands: Readonly<Record<string, (...values: never[]) => object>> = {
    ...monitorCommands(tables.monitors),
    deleteMonitor: (id: number) => ({ ok: true, ...tables.monitors.remove(id) }),
    addStatusPage(_title: string, slug: string) {
      slugs.add(slug);
      return { ok: true };
    },
  };
  function answerCommand(name: string, values: readonly unknown[]): CommandAnswer {
    try {
      return (commands[name]?.(...(values as never[])) as CommandAnswer) ?? { ok: false, msg: name };
    } catch (error) {
      return { ok: false, msg: (error as Error).message };
    }
  }
  const streams = new Set<Duplex>();
  const server: Server = createServer((request, response) => answerPage(request, response, tables, slugs));
  server.on('upgrade', ({ headers }, stream, head) => {
    streams.add(stream.on('error', () => stream.destroy()));
    const { host = '', origin } = headers;
    // As the instance does: a page of another host may not open a socket.
    if (origin !== undefined && URL.parse(origin)?.host !== host) {
      stream.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(headers['sec-websocket-key'] ?? '')}\r\n\r\n`,
    );
    answerSocket(stream, head, commandsFor(), answerCommand);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    pid: () => null,
    async stop() {
      for (const stream of streams) stream.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      tables.database.close();
    },
  };
}
