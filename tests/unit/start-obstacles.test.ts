/** What `npm start` says about a damaged or outdated database, a folder it may not write to, and a full disk. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { requireDatabases } from '#dev/local-databases.ts';
import { requireSchema } from '#dev/wrangler.ts';
import { fileSentence } from '#ops/failure.ts';
import { testFolder } from '#tests/support/folders.ts';

function stateWith(file: string, spoil: (path: string) => void): string {
  const stateDir = testFolder();
  const path = join(stateDir, 'worker/v3', file);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE orders (id TEXT); INSERT INTO orders VALUES (1)');
  database.close();
  spoil(path);
  return stateDir;
}

test.each([
  ['overwritten', (path: string) => writeFileSync(path, 'isto não é um banco')],
  [
    'with broken pages',
    (path: string) => {
      const database = new DatabaseSync(path);
      database.exec('PRAGMA journal_mode = DELETE; CREATE TABLE t (x); CREATE INDEX i ON t (x)');
      database.exec(
        `WITH RECURSIVE n (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 2000) INSERT INTO t SELECT '${'x'.repeat(90)}' || v FROM n`,
      );
      database.close();
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(7, 4096 * 4, 4096 * 6));
    },
  ],
])('a database that is %s is named, with the way out', (_, spoil) => {
  const stateDir = stateWith('d1/miniflare-D1DatabaseObject/a.sqlite', spoil);
  expect(() => requireDatabases(stateDir)).toThrow(/a\.sqlite\)\. "npm start -- --fresh" começa do zero/);
});

test('sound databases, a new folder, and those the runtime makes again are no obstacle', () => {
  const sound = stateWith('d1/miniflare-D1DatabaseObject/a.sqlite', () => undefined);
  expect(() => requireDatabases(sound)).not.toThrow();
  expect(() => requireDatabases(join(sound, 'nada'))).not.toThrow();
  const cache = stateWith('cache/a.sqlite', (path) => writeFileSync(path, 'x'));
  expect(() => requireDatabases(cache)).not.toThrow();
});

test('a database of an earlier schema is named, with the way out', () => {
  const stateDir = stateWith('d1/miniflare-D1DatabaseObject/a.sqlite', () => undefined);
  expect(() => requireSchema(stateDir)).toThrow(/esquema do banco mudou.*"npm start -- --fresh"/);
  expect(() => requireSchema(join(stateDir, 'nada'))).not.toThrow();
});

test.each([
  ['EROFS', 'a pasta é só de leitura'],
  ['ENOSPC', 'o disco está cheio.'],
  ['EIO', 'o disco está cheio ou com defeito'],
])('%s is one sentence with the place', (code, why) => {
  const error = Object.assign(new Error('x'), { code, path: '/projeto/.local' });
  expect(fileSentence(error)).toContain(`Não foi possível escrever em /projeto/.local: ${why}`);
});

test('a defect keeps its stack', () => {
  expect(fileSentence(new TypeError('x'))).toBeUndefined();
  expect(fileSentence(Object.assign(new Error('x'), { code: 'EACCES', syscall: 'listen' }))).toBeUndefined();
});
