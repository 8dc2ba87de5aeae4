/** Uptime Kuma's own files, read as the page reads them: everything arrives, and what cannot says why. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ImportRequest } from '#domain/api-schemas/import.ts';
import { importedTypes, machineTypes } from '#domain/import/columns.ts';
import { type ImportedMonitor, nameOf, type Reading } from '#domain/import/items.ts';
import { message } from '#domain/messages/import.ts';
import { kumaFile, readAny, readingOf } from '#tests/support/import/files.ts';

const old = () => kumaFile('uptime-kuma-1.23.json');
const current = () => kumaFile('uptime-kuma-2.5.3.db');

function monitorNamed({ found }: Reading, name: string): ImportedMonitor {
  const item = found.map((each) => each.item).find((each) => nameOf(each) === name);
  if (item?.kind !== 'monitor') throw new Error(`no monitor ${name}`);
  return item;
}

const notesOf = ({ found }: Reading, name: string) => found.find(({ item }) => nameOf(item) === name)?.notes;

test('the JSON and the database of one installation give the same items', async () => {
  const byId = ({ found }: Reading) =>
    found.map(({ item }) => item).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const fromJson = await readingOf(await old());
  const fromDatabase = await readingOf(await kumaFile('uptime-kuma-1.23.db'));
  expect(byId(fromDatabase)).toEqual(byId(fromJson));
  expect(fromJson.found).toHaveLength(25);
});

test('every type that an environment can run comes from 2.5.3', async () => {
  const { found } = await readingOf(await current());
  const types = found.map(({ item }) => (item.kind === 'monitor' ? item.monitor['type'] : null));
  expect(importedTypes.filter((type) => !types.includes(type))).toEqual(['redis']);
});

test('what cannot come says why', async () => {
  const { left, notes } = await readingOf(await current());
  expect(Object.fromEntries(left.map(({ name, reason }) => [name, reason]))).toEqual({
    'Redis interno': message('import.private'),
    Contêiner: message('import.type-docker'),
    Tailscale: message('import.type-machine'),
    Serviço: message('import.type-machine'),
    NAS: message('import.ip'),
    Cebola: message('import.onion'),
    'Sem nome de domínio': message('import.private'),
  });
  expect(machineTypes.has('system-service')).toBe(true);
  expect(notes).toEqual([
    message('import.database-log'),
    message('import.pages-left', { count: 1 }),
    message('import.proxies-left', { count: 1 }),
    message('import.history-left'),
  ]);
});

test('the API carries every item as it is', async () => {
  for (const { item } of (await readingOf(await current())).found) {
    const carried = ImportRequest.parse({
      source: 'uptime-kuma',
      items: JSON.parse(JSON.stringify([item])),
    });
    expect(carried.items).toEqual([item]);
  }
});

test('a monitor of 1.23 has every field, with what 2.x needs besides', async () => {
  const reading = await readingOf(await old());
  const search = monitorNamed(reading, 'Busca');
  expect(search.monitor).toEqual({
    type: 'keyword',
    name: 'Busca',
    weight: 2000,
    interval: 20,
    retryInterval: 20,
    resendInterval: 0,
    maxretries: 0,
    upsideDown: false,
    url: 'https://www.lojainventada.com.br/busca?q=a',
    method: 'POST',
    body: '{"q":"é"}',
    httpBodyEncoding: 'json',
    timeout: 16,
    maxredirects: 0,
    accepted_statuscodes: ['200-299', '304'],
    authMethod: 'basic',
    basic_auth_user: 'u',
    basic_auth_pass: 'senha-inventada',
    ignoreTls: true,
    expiryNotification: true,
    keyword: 'Resultados',
    invertKeyword: true,
    conditions: [],
    kafkaProducerBrokers: [],
    kafkaProducerSaslOptions: { mechanism: 'None' },
    rabbitmqNodes: [],
  });
  expect(monitorNamed(reading, 'API de pedidos').monitor).toMatchObject({
    jsonPathOperator: '==',
    timeout: 10,
  });
});

test('groups, channels and tags keep belonging together, and a group comes first', async () => {
  const reading = await readingOf(await old());
  const home = monitorNamed(reading, 'Página inicial');
  const group = monitorNamed(reading, 'Loja <script>alert(1)</script>');
  const order = reading.found.map(({ item }) => item.id);
  expect(home.parent).toBe(group.id);
  expect(order.indexOf(group.id)).toBeLessThan(order.indexOf(home.id));
  const channels = reading.found.flatMap(({ item }) => (item.kind === 'channel' ? [item] : []));
  expect(channels.filter(({ id }) => home.channels.includes(id)).map(({ name }) => name)).toEqual([
    'Telegram da equipe',
    'E-mail',
  ]);
  expect(channels[0]?.config).toMatchObject({
    type: 'telegram',
    telegramChatID: '-100123',
    applyExisting: false,
  });
  expect(home.tags).toEqual([
    { name: 'cliente', color: '#2563EB', value: 'ACME' },
    { name: 'produção', color: '#059669', value: '' },
  ]);
});

test('running monitors arrive running, and paused ones paused', async () => {
  for (const file of [await old(), await current()]) {
    const reading = await readingOf(file);
    expect(monitorNamed(reading, 'Busca').active).toBe(true);
    expect(monitorNamed(reading, 'Pausado').active).toBe(false);
  }
});

test('a game of 1.x gets its new id, and one of 2.x keeps its own', async () => {
  for (const file of [await old(), await current()])
    expect(monitorNamed(await readingOf(file), 'Servidor 7DTD').monitor['game']).toBe('sdtd');
});

test('what differs is said', async () => {
  const reading = await readingOf(await old());
  expect(notesOf(reading, 'Cópia noturna')).toEqual([message('import.push-address')]);
  expect(notesOf(reading, 'CS na Steam')).toEqual([message('import.steam-key')]);
  expect(notesOf(reading, 'Por proxy')).toEqual([message('import.proxy')]);
});

test('a remote browser is said to stay behind, and maintenance too', async () => {
  const changed = await readingOf(
    await changedDatabase(`
      INSERT INTO maintenance (id, title, description, user_id) VALUES (1, 'm', '', 1);
      UPDATE monitor SET remote_browser = 1 WHERE type = 'real-browser';`),
  );
  expect(notesOf(changed, 'Página com JavaScript')).toEqual([message('import.remote-browser')]);
  expect(changed.notes).toContain(message('import.maintenance-left', { count: 1 }));
  // A database that keeps no log beside it is whole.
  expect(changed.notes).not.toContain(message('import.database-log'));
});

test('another name keeps the key of a monitor, and another installation has others', async () => {
  const backup = JSON.parse(new TextDecoder().decode(await old()));
  const before = (await readingOf(JSON.stringify(backup))).found.map(({ item }) => item.id);
  for (const monitor of backup.monitorList) if (monitor.url ?? monitor.hostname) monitor.name += ' nova';
  const renamed = (await readingOf(JSON.stringify(backup))).found;
  expect(renamed.filter(({ item }) => !before.includes(item.id)).map(({ item }) => nameOf(item))).toEqual([]);
  const other = {
    version: '2.5.3',
    monitorList: [{ id: 2, name: 'x', type: 'http', url: 'https://outra.com.br' }],
  };
  expect(before).not.toContain((await readingOf(JSON.stringify(other))).found[0]?.item.id);
});

test('circles of groups are opened, and repeated ids stay apart', async () => {
  const group = (id: number, parent: number | null) => ({
    id,
    name: `g${id}`,
    type: 'group',
    parent,
    active: true,
  });
  const backup = { version: '1.23.16', monitorList: [group(1, 2), group(2, 3), group(3, 1), group(4, 4)] };
  const { found } = await readingOf(JSON.stringify(backup));
  const seen = new Set<string>();
  for (const { item } of found) {
    if (item.kind === 'monitor' && item.parent !== null) expect(seen).toContain(item.parent);
    seen.add(item.id);
  }
  expect(found).toHaveLength(4);
});

/** Changes the database of 2.5.3 with SQL. */
async function changedDatabase(sql: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'kuma-'));
  const path = join(folder, 'kuma.db');
  await writeFile(path, await current());
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = OFF; ${sql}`);
  database.close();
  const bytes = new Uint8Array(await readFile(path));
  await rm(folder, { recursive: true });
  return bytes;
}

test('hostile databases are not run: views, triggers, virtual tables, generated columns, endless texts', async () => {
  const view = await changedDatabase(
    'DROP TABLE tag; CREATE VIEW tag AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS name, id AS color FROM n;',
  );
  const found = await readingOf(view);
  expect(monitorNamed(found, 'Página inicial').tags).toEqual([]);
  const all = await changedDatabase(`
    DROP TABLE monitor; CREATE VIEW monitor AS SELECT 1 AS id, 'x' AS name;`);
  expect(await readAny(all)).toEqual({ ok: false, problem: 'import.file-not-sqlite' });
  const trigger = await changedDatabase(`
    CREATE TRIGGER t AFTER UPDATE ON monitor BEGIN DELETE FROM monitor; END;
    UPDATE notification SET name = replace(hex(zeroblob(500000)), '0', 'a');
    CREATE VIRTUAL TABLE noise USING fts5(a);`);
  expect((await readingOf(trigger)).found[0]?.item).toMatchObject({ kind: 'channel', name: 'a'.repeat(255) });
  const long = await changedDatabase(
    `UPDATE monitor SET body = replace(hex(zeroblob(5000000)), '0', 'a') WHERE name = 'Busca';`,
  );
  expect((await readingOf(long)).left).toContainEqual(
    expect.objectContaining({ name: 'Busca', reason: message('import.field-long', { field: 'body' }) }),
  );
});

/** How a zip begins with a file of this name. */
const zipped = (name: string): string => `PK\u0003\u0004${'\u0001'.repeat(26)}${name}`;

test.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | string, string]>([
  ['an empty file', () => '', 'import.file-empty'],
  ['half a JSON', async () => (await old()).slice(0, 30_000), 'import.file-json'],
  ['another JSON', () => '{"data": []}', 'import.file-not-backup'],
  ['a list', () => '[1, 2]', 'import.file-not-backup'],
  ['a JSON without monitors', () => '{"version":"1.23.16","monitorList":[]}', 'import.file-nothing'],
  [
    'a JSON in another encoding',
    () => new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]),
    'import.file-encoding',
  ],
  ['half a database', async () => (await current()).slice(0, 120_000), 'import.file-damaged'],
  ['the mark of a database and nothing else', () => 'SQLite format 3\0', 'import.file-damaged'],
  ['a damaged database', async () => (await current()).fill(0x41, 4096, 200_000), 'import.file-damaged'],
  ['another database', () => changedDatabase('DROP TABLE monitor;'), 'import.file-not-sqlite'],
  ['a zip', () => 'PK\u0003\u0004', 'import.file-zip'],
  ['a gzip', () => new Uint8Array([0x1f, 0x8b, 8]), 'import.file-zip'],
  ['a spreadsheet of Excel', () => zipped('[Content_Types].xml'), 'import.file-sheet'],
  ['another writer’s', () => zipped('xl/worksheets/sheet1.xml'), 'import.file-sheet'],
  [
    'a spreadsheet of LibreOffice',
    () => zipped('mimetypeapplication/vnd.oasis.opendocument'),
    'import.file-sheet',
  ],
  ['a zip with a backup', () => zipped('kuma.db'), 'import.file-zip'],
  [
    'an old spreadsheet',
    () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'import.file-sheet',
  ],
  ['a 7z', () => new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), 'import.file-zip'],
  ['a tar', () => `kuma.db${'\0'.repeat(250)}ustar${'\0'.repeat(250)}`, 'import.file-zip'],
  ['a page of an error', () => '<!DOCTYPE html>\n<title>502 Bad, Gateway</title>', 'import.file-not-backup'],
  ['a page without the mark', () => '\n<html><body>nome,url</body></html>', 'import.file-not-backup'],
  ['a dump of SQLite', () => 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n', 'import.file-not-backup'],
  [
    'a dump of MariaDB',
    () => '-- MariaDB dump 10.19\n/*!40101 SET x */;\nINSERT INTO `monitor` VALUES (1,"a");\n',
    'import.file-not-backup',
  ],
  [
    'metrics',
    () => '# HELP monitor_status x\nmonitor_status{name="A",type="http"} 1\n',
    'import.file-not-backup',
  ],
  ['a document', () => '%PDF-1.4\n1 0 obj, 2\n', 'import.file-not-backup'],
  ['a print of Python', () => "[{'id': 1, 'name': 'A', 'active': True}]", 'import.file-json'],
  [
    'a picture',
    () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]),
    'import.file-not-backup',
  ],
  [
    '10,000 monitors',
    () =>
      JSON.stringify({
        version: '1.23',
        monitorList: Array.from({ length: 10_000 }, (_, id) => ({ id, type: 'http' })),
      }),
    'import.file-too-many',
  ],
])('%s is refused with its sentence', async (_, content, problem) => {
  expect(await readAny(await content())).toEqual({ ok: false, problem });
});

test('a file that no browser holds is refused before it is read', async () => {
  const half = new Uint8Array(30 * 1024 * 1024);
  half.set(new TextEncoder().encode('{"a"'));
  const { readFile: readChosen } = await import('#account/import/read-file.ts');
  const read = await readChosen(new Blob([half, half]), () => Promise.reject(new Error('not a database')));
  expect(read).toEqual({ ok: false, problem: 'import.file-large' });
});
