/** The counter beside an instance, with a database in Uptime Kuma's schema. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countMonitors, isClaimed } from '#companion/counter.ts';
import { testFolder } from '#tests/support/folders.ts';
import { writtenAddresses, writtenHosts } from '#tests/support/hosts.ts';
import { KUMA_SCHEMA } from '#tests/support/kuma-database.ts';

let folder: string;
let path: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = testFolder();
  path = join(folder, 'kuma.db');
  database = new DatabaseSync(path);
  database.exec(KUMA_SCHEMA);
});

afterEach(() => database.close());

function add(
  type: string,
  where: { url?: string; hostname?: string; grpcUrl?: string; active?: 0 | 1 } = {},
) {
  const { url = null, hostname = null, grpcUrl = null, active = 1 } = where;
  database
    .prepare('INSERT INTO monitor (type, url, hostname, grpc_url, active) VALUES (?, ?, ?, ?, ?)')
    .run(type, url, hostname, grpcUrl, active);
}

test('active and paused monitors count, groups do not', () => {
  add('http', { url: 'https://exemplo.com.br' });
  add('push', { active: 0 });
  add('group');
  expect(countMonitors(path)).toEqual({ monitors: 2, prohibited: { directIp: 0, onion: 0 } });
});

test.each([
  ['http', 'http://203.0.113.5/x', 1],
  ['keyword', 'https://203.0.113.5:8443', 1],
  ['json-query', 'http://[2001:db8::1]/', 1],
  ['real-browser', 'HTTP://203.0.113.5', 1],
  // Browsers read these as 203.0.113.5 and 127.0.0.1.
  ['http', 'http://3405803781/', 1],
  ['http', 'http://0x7f.1/', 1],
  ['http', 'https://203.0.113.5.exemplo.com.br', 0],
  ['http', 'https://exemplo.com.br/?ip=203.0.113.5', 0],
  ['http', 'not an address', 0],
  ['push', 'https://203.0.113.5', 0],
])('a %s monitor of %s breaks the rule of direct addresses %i times', (type, url, times) => {
  add(type, { url });
  expect(countMonitors(path).prohibited.directIp).toBe(times);
});

test('every writing of an IP and of a hidden address counts as pages and Worker judge it', () => {
  const prohibited = { directIp: 0, onion: 0 };
  for (const [written, , problem] of writtenHosts) {
    add('http', { url: `https://${written}/x` });
    add('mqtt', { hostname: `mqtt://${written}` });
    if (problem === 'ip') prohibited.directIp += 1;
    if (problem === 'onion') prohibited.onion += 2;
    expect([written, countMonitors(path).prohibited]).toEqual([written, prohibited]);
  }
  for (const [address, host] of writtenAddresses) {
    add('http', { url: address });
    if (/^https?:/.test(address) && host === '127.0.0.1') prohibited.directIp += 1;
    if (host.endsWith('.onion')) prohibited.onion += 1;
    expect([address, countMonitors(path).prohibited]).toEqual([address, prohibited]);
  }
});

test.each([
  ['rabbitmq_nodes', '["https://loja.com.br","http://abc.onion:15672"]', 1],
  ['kafka_producer_brokers', '["abc.onion:9092"]', 1],
  ['kafka_producer_brokers', '["loja.com.br:9092"]', 0],
  ['kafka_producer_brokers', 'no list', 0],
  ['database_connection_string', 'redis://abc.onion:6379', 1],
  ['database_connection_string', 'Server=abc;Database=onion', 0],
])('%s with %s is in the hidden network %i times', (column, value, times) => {
  add('port');
  database.prepare(`UPDATE monitor SET ${column} = ?`).run(value);
  expect(countMonitors(path).prohibited.onion).toBe(times);
});

test('ping, TCP, DNS and games may have an IP address', () => {
  for (const type of ['ping', 'port', 'dns', 'gamedig', 'steam']) add(type, { hostname: '203.0.113.5' });
  expect(countMonitors(path)).toEqual({ monitors: 5, prohibited: { directIp: 0, onion: 0 } });
});

test.each([
  ['http', { url: 'http://abc.onion/' }, 1],
  ['http', { url: 'http://ABC.Onion./' }, 1],
  ['port', { hostname: 'abc.onion' }, 1],
  ['grpc-keyword', { grpcUrl: 'abc.onion:50051' }, 1],
  ['http', { url: 'https://onion.exemplo.com.br/.onion' }, 0],
  ['group', { hostname: 'abc.onion' }, 0],
] as const)('%s of %j is in the hidden network %i times', (type, where, times) => {
  add(type, where);
  expect(countMonitors(path).prohibited.onion).toBe(times);
});

test('counting writes nothing, and works while the instance writes', () => {
  add('http', { url: 'https://exemplo.com.br' });
  database.exec('BEGIN IMMEDIATE');
  add('http', { url: 'https://outro.com.br' });
  expect(countMonitors(path).monitors).toBe(1);
  database.exec('COMMIT');
  expect(countMonitors(path).monitors).toBe(2);
});

test('an instance is set up with administrator and login off', () => {
  const put = (key: string, value: string) =>
    database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, value);
  expect(isClaimed(path)).toBe(false);
  database.exec("INSERT INTO user (username) VALUES ('vigia')");
  put('trustProxy', 'true');
  expect(isClaimed(path)).toBe(false);
  put('disableAuth', 'true');
  expect(isClaimed(path)).toBe(true);
  database.exec("UPDATE setting SET value = 'false' WHERE key = 'disableAuth'");
  expect(isClaimed(path)).toBe(false);
});

test('before the database exists there is nothing to count', () => {
  expect(() => countMonitors(join(folder, 'none.db'))).toThrow();
});
