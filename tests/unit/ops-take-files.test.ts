/** `npm run ops -- levar`: the owner's files from a stopped environment's folder. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { runOps } from '#ops/run.ts';
import { testFolder } from '#tests/support/folders.ts';
import { createKumaDatabase, UP } from '#tests/support/kuma-database.ts';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = testFolder();
  said = [];
  mkdirSync(join(folder, 'volume'));
  const kuma = createKumaDatabase(join(folder, 'volume/kuma.db'));
  const id = kuma.addMonitor({ name: 'Loja' });
  kuma.beat(id, Date.UTC(2026, 10, 20), UP);
  kuma.database.exec("UPDATE monitor SET basic_auth_pass = 'segredo'");
  kuma.flush();
  kuma.database.close();
});

const levar = (...words: string[]) =>
  runOps(['levar', ...words], {
    out: (text) => void said.push(text),
    note: () => undefined,
    wait: async () => undefined,
  });
const volume = () => join(folder, 'volume');
const target = () => join(folder, 'padaria');

test('makes both files, readable by their owner only, and leaves the volume as it was', async () => {
  const before = readFileSync(join(volume(), 'kuma.db'));
  expect(await levar(volume(), '--saida', target())).toBe(0);
  expect(said.join()).toContain('com segredos, com histórico');
  expect(statSync(target()).mode & 0o777).toBe(0o700);
  using kuma = new DatabaseSync(join(target(), 'kuma.db'), { readOnly: true });
  expect(kuma.prepare('SELECT name, basic_auth_pass AS pass FROM monitor').all()).toEqual([
    { name: 'Loja', pass: 'segredo' },
  ]);
  expect(kuma.prepare("SELECT value FROM setting WHERE key = 'disableAuth'").all()).toEqual([
    { value: 'false' },
  ]);
  const json = JSON.parse(readFileSync(join(target(), 'ambiente.json'), 'utf8'));
  expect(json.monitorList).toMatchObject([{ name: 'Loja', basic_auth_pass: 'segredo' }]);
  expect(readFileSync(join(volume(), 'kuma.db'))).toEqual(before);
});

test('leaves out secrets and history when asked', async () => {
  await levar(volume(), '--saida', target(), '--sem-segredos', '--sem-historico');
  for (const file of ['kuma.db', 'ambiente.json'])
    expect(readFileSync(join(target(), file)).includes('segredo')).toBe(false);
  using kuma = new DatabaseSync(join(target(), 'kuma.db'), { readOnly: true });
  expect(kuma.prepare('SELECT COUNT(*) AS beats FROM heartbeat').all()).toEqual([{ beats: 0 }]);
});

test('finds the instance’s folder in a whole volume, and in a copy', async () => {
  mkdirSync(join(folder, 'whole/vigia'), { recursive: true });
  renameSync(volume(), join(folder, 'whole/instance'));
  expect(await levar(join(folder, 'whole'), '--saida', target())).toBe(0);
  expect(existsSync(join(target(), 'kuma.db'))).toBe(true);
});

test('says what is missing, and overwrites nothing', async () => {
  await expect(levar()).rejects.toThrow('Diga a pasta do volume');
  await expect(levar(volume())).rejects.toThrow('--saida');
  await expect(levar(folder, '--saida', target())).rejects.toThrow('Não há um kuma.db');
  await expect(levar(volume(), '--saida', volume())).rejects.toThrow('já existe');
  writeFileSync(join(volume(), 'kuma.db'), 'no database at all');
  await expect(levar(volume(), '--saida', target())).rejects.toThrow('não pôde ser lido');
  expect(existsSync(join(target(), 'kuma.db'))).toBe(false);
});
