/** The companion's files of an environment: one at a time, within the volume's room, and nothing left behind. */
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { ExportQuery } from '#companion/contract.ts';
import { createExports } from '#companion/exports.ts';
import { testFolder } from '#tests/support/folders.ts';
import { createKumaDatabase, UP } from '#tests/support/kuma-database.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
  const kuma = createKumaDatabase(join(folder, 'kuma.db'));
  kuma.beat(kuma.addMonitor({ name: 'Loja' }), Date.UTC(2026, 10, 20), UP);
  kuma.flush();
  kuma.database.close();
});

const MEBIBYTE = 1024 * 1024;
const exportsOf = (freeBytes = 1024 * MEBIBYTE) =>
  createExports({
    database: join(folder, 'kuma.db'),
    folder: join(folder, 'vigia/export'),
    version: '2.5.3',
    freeBytes: () => Promise.resolve(freeBytes),
  });
const json = { format: 'json', secrets: true, history: false } as const;
const database = { format: 'db', secrets: true, history: true } as const;

test('makes one file at a time, and the next when it is sent', async () => {
  const exports = exportsOf();
  const first = exports.open(json);
  await expect(exports.open(json)).rejects.toMatchObject({ reason: 'busy' });
  const { stream, bytes } = await first;
  // While the first is sent, another may be made.
  const second = await exports.open(json);
  expect((await text(stream)).length).toBe(bytes);
  expect(JSON.parse(await text(second.stream)).monitorList).toMatchObject([{ name: 'Loja' }]);
});

describe('a status page’s logo', () => {
  const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);
  const iconOf = async () => {
    using kuma = new DatabaseSync(join(folder, 'kuma.db'));
    kuma.exec(
      "INSERT INTO status_page (id, slug, title, icon, theme) VALUES (1, 'a', 'A', '/upload/logo1.png', '')",
    );
    const { stream } = await exportsOf().open(json);
    return JSON.parse(await text(stream)).statusPages[0].icon;
  };
  const upload = (name: string) => join(folder, 'upload', name);
  beforeEach(() => {
    mkdirSync(join(folder, 'upload'));
    mkdirSync(join(folder, 'vigia'));
    writeFileSync(join(folder, 'vigia/alerts.json'), '{"token":"segredo"}');
  });

  test('is in the file', async () => {
    writeFileSync(upload('logo1.png'), PNG);
    expect(await iconOf()).toBe(`data:image/png;base64,${PNG.toString('base64')}`);
  });

  test.each([
    ['a link to a record', () => symlinkSync('../vigia/alerts.json', upload('logo1.png'))],
    ['a link to a picture', () => symlinkSync('logo2.png', upload('logo1.png'))],
    ['a record by another name', () => linkSync(join(folder, 'vigia/alerts.json'), upload('logo1.png'))],
    [
      'a folder that leads to the records',
      () => {
        rmSync(join(folder, 'upload'), { recursive: true });
        writeFileSync(join(folder, 'vigia/logo1.png'), '{"token":"segredo"}');
        symlinkSync('vigia', join(folder, 'upload'));
      },
    ],
    ['a pipe that never ends', () => spawnSync('mkfifo', [upload('logo1.png')])],
  ])('is not read through %s', async (_what, make) => {
    writeFileSync(upload('logo2.png'), PNG);
    make();
    expect(await iconOf()).toBe('/upload/logo1.png');
  });
});

test('a volume without room for two copies gives no kuma.db, but the JSON', async () => {
  const exports = exportsOf(64 * MEBIBYTE);
  await expect(exports.open(database)).rejects.toMatchObject({ reason: 'full' });
  (await exports.open(json)).stream.destroy();
  expect(readdirSync(join(folder, 'vigia'))).toEqual([]);
});

test('what an interrupted start left is removed', () => {
  mkdirSync(join(folder, 'vigia/export'), { recursive: true });
  writeFileSync(join(folder, 'vigia/export/file.db.whole'), 'half');
  exportsOf();
  expect(existsSync(join(folder, 'vigia/export'))).toBe(false);
});

test('a damaged database gives an error, leaves nothing, and does not stop the next one', async () => {
  const exports = exportsOf();
  rmSync(join(folder, 'kuma.db'));
  writeFileSync(join(folder, 'kuma.db'), 'no database at all');
  for (const options of [database, json]) {
    await expect(exports.open(options)).rejects.toThrow('not a database');
    expect(existsSync(join(folder, 'vigia/export/file.db'))).toBe(false);
    expect(existsSync(join(folder, 'vigia/export/file.json'))).toBe(false);
  }
});

test.each([
  ['format=json&secrets=1&history=0', json],
  ['format=db&secrets=1&history=1', database],
  ['format=csv&secrets=1&history=1', null],
  ['format=toString&secrets=1&history=1', null],
  ['format=db&secrets=sim&history=1', null],
  ['format=db', null],
])('the query %s', (query, options) => {
  const { data = null } = ExportQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
  expect(data).toEqual(options);
});
