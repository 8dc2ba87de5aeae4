/** Warnings of the instance about certificates, as events with keys of content. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { chainExpiry, readCertificateNews } from '#companion/expiry-events.ts';
import { KUMA_SCHEMA } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { testFolder } from '#tests/support/folders.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const CREATED = Date.parse('2026-11-01T09:00:00Z');
const certificate = (validTo: string, certType = 'server', issuerCertificate: object | null = null) => ({
  ...{ validTo, certType, issuerCertificate },
});
const root = certificate('2026-12-01T00:00:00.000Z', 'root CA');

let path: string;
let database: DatabaseSync;
beforeEach(() => {
  path = join(testFolder(), 'kuma.db');
  database = new DatabaseSync(path);
  database.exec(`${KUMA_SCHEMA}
    INSERT INTO notification (id, name) VALUES (3, 'Avisos da Vigia');
    INSERT INTO monitor (id, type, name, url, created_date) VALUES
      (1, 'http', 'Loja', 'https://loja.example/x?y=segredo', '2026-11-01 09:00:00'),
      (2, 'http', 'Outra', 'https://outra.example', '2026-11-01 09:00:00');
    INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (1, 3)`);
});

const presents = (monitor: number, certInfo: object) =>
  database
    .prepare('INSERT INTO monitor_tls_info (monitor_id, info_json) VALUES (?, ?)')
    .run(monitor, JSON.stringify({ valid: true, certInfo }));
const warns = (monitor: number, days: number) =>
  database
    .prepare(`INSERT INTO notification_sent_history (type, monitor_id, days) VALUES ('certificate', ?, ?)`)
    .run(monitor, days);
const news = (known: readonly string[] | null) => readCertificateNews(path, known, 3, NOW);

test('a warning is told once, and the next one too', () => {
  presents(1, certificate('2026-12-10T00:00:00.000Z', 'server', root));
  warns(1, 14);
  const first = news([]);
  expect(first.events).toEqual([
    {
      key: `c:1:${CREATED}:14:2026-12-10`,
      at: NOW,
      kind: 'certificate',
      monitor: { id: 1, name: 'Loja', address: 'loja.example/x' },
      message: 'O certificado vence em 09/12/2026.',
      days: 11,
    },
  ]);
  expect(ReportedEvent.safeParse(first.events[0]).success).toBe(true);
  expect(news(first.known).events).toEqual([]);
  warns(1, 7);
  expect(news(first.known).events.map(({ key }) => key)).toEqual([`c:1:${CREATED}:7:2026-12-10`]);
});

test('a renewed certificate is told under another key', () => {
  presents(1, certificate('2026-12-10T00:00:00.000Z'));
  warns(1, 14);
  const { known } = news([]);
  database.exec('DELETE FROM notification_sent_history; DELETE FROM monitor_tls_info');
  presents(1, certificate('2027-03-10T00:00:00.000Z'));
  const renewed = news(known);
  expect(renewed).toEqual({ events: [], known: [] });
  warns(1, 14);
  expect(news(renewed.known).events.map(({ key }) => key)).toEqual([`c:1:${CREATED}:14:2027-03-10`]);
});

test('rows of a copy have the keys that they had', () => {
  presents(1, certificate('2026-12-10T00:00:00.000Z'));
  warns(1, 14);
  const before = news([]);
  // Row ids begin again.
  database.exec(`DELETE FROM notification_sent_history; DELETE FROM sqlite_sequence`);
  warns(1, 14);
  expect(news(before.known).events).toEqual([]);
  expect(news([]).events).toEqual(before.events);
});

test('a fresh record tells nothing of what was there before it', () => {
  presents(1, certificate('2026-12-10T00:00:00.000Z'));
  warns(1, 14);
  const fresh = news(null);
  expect(fresh.events).toEqual([]);
  expect(news(fresh.known).events).toEqual([]);
});

test('a monitor without the channel is not told, nor when it gets the channel later', () => {
  presents(2, certificate('2026-12-10T00:00:00.000Z'));
  warns(2, 14);
  const detached = news([]);
  expect(detached.events).toEqual([]);
  database.exec('INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (2, 3)');
  expect(news(detached.known).events).toEqual([]);
});

test('a warning without a certificate that is known is not told', () => {
  warns(1, 14);
  expect(news([])).toEqual({ events: [], known: [] });
});

test('the end of a chain is that of its first certificate, roots apart', () => {
  const chain = certificate(
    '2027-01-10T00:00:00.000Z',
    'server',
    certificate('2026-12-20T00:00:00.000Z', 'intermediate CA', root),
  );
  expect(chainExpiry(JSON.stringify({ certInfo: chain }))).toBe(Date.parse('2026-12-20T00:00:00Z'));
  const own = certificate('2026-12-05T00:00:00.000Z', 'self-signed');
  expect(chainExpiry(JSON.stringify({ certInfo: own }))).toBe(Date.parse('2026-12-05T00:00:00Z'));
  for (const text of [null, '', 'null', '{}', '{"certInfo":null}', '{"certInfo":{"validTo":"nunca"}}'])
    expect(chainExpiry(text)).toBeNull();
});
