/**
 * An environment's data as files, through the chart's gateway and companion: what is in them, that an own Uptime Kuma
 * starts with one, and that they come in again; with a small instance and, where `UPTIME_KUMA` names its folder, the real
 * one.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readKumaBackup } from '#account/import/rules/kuma-backup.ts';
import { countedTables, kumaTables, readKumaTables } from '#account/import/rules/kuma-tables.ts';
import type { Reading } from '#domain/import/items.ts';
import type { ExportOptions, ImportItem } from '#functions/vendors/instances.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { fillEnvironment, PICTURE } from './filled.ts';
import { startOwn } from './own-instance.ts';
import { type Environment, instanceKinds, startEnvironment } from './stage.ts';

type Row = Readonly<Record<string, unknown>>;

function rowsOf(path: string, sql: string): Row[] {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare(sql).all() as Row[];
}

/** A file's tables, as the page reads them. */
function tablesOf(path: string) {
  const read = Object.entries(kumaTables).map(([table, names]) => [
    table,
    rowsOf(path, `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM "${table}"`),
  ]);
  const counts = countedTables.map((table) => [table, rowsOf(path, `SELECT 1 FROM "${table}"`).length]);
  return { ...Object.fromEntries(read), counts: Object.fromEntries(counts), isOld: false };
}

/** Items by name, with the names of their groups and channels: ids differ between two instances. */
function byName({ found }: Reading) {
  const names = new Map(
    found.map(({ item }) => [item.id, item.kind === 'channel' ? item.name : item.monitor['name']]),
  );
  return found
    .map(({ item }) =>
      item.kind === 'channel'
        ? { ...item, id: '' }
        : {
            ...item,
            id: '',
            parent: names.get(item.parent ?? ''),
            channels: item.channels.map((id) => names.get(id)),
          },
    )
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

const { helm, nginx } = inject('chartTools');

describe.skipIf(helm === null || nginx === null).each(instanceKinds)(
  'an environment with a %s instance',
  (kind) => {
    let environment: Environment;
    beforeAll(async () => {
      environment = await startEnvironment(kind);
      await environment.startAll();
    }, 120_000);
    afterAll(() => environment.stop());

    const instances = () => createInstances(environment.clients);
    const folder = () => join(environment.data, '..');
    const taken = async (options: ExportOptions) => {
      const answer = await instances().exportData('padaria', options);
      if (answer.outcome !== 'file') return expect.unreachable();
      const bytes = Buffer.from(await new Response(answer.body).arrayBuffer());
      if (options.format === 'db') expect(bytes.length).toBe(answer.bytes);
      return bytes;
    };
    const takenJson = async (secrets: boolean) =>
      JSON.parse(String(await taken({ format: 'json', secrets, history: false })));
    async function takenDatabase(options: Omit<ExportOptions, 'format'>) {
      const bytes = await taken({ format: 'db', ...options });
      const path = join(folder(), `out-${randomUUID()}.db`);
      writeFileSync(path, bytes);
      return { bytes, path };
    }

    beforeAll(() => fillEnvironment(environment), 120_000);

    test('the JSON begins as a backup of 1.x, and has everything but the platform’s own', async () => {
      const file = await takenJson(true);
      expect(Object.keys(file).slice(0, 3)).toEqual(['version', 'notificationList', 'monitorList']);
      expect(file).toMatchObject({ version: '2.5.3', format: 'vigia-1' });
      const known = rowsOf(join(environment.data, 'kuma.db'), 'SELECT id, name FROM monitor ORDER BY id');
      expect(known.length).toBeGreaterThanOrEqual(62);
      expect(file.monitorList.map(({ id, name }: Row) => ({ id, name }))).toEqual(known);
      expect(file.notificationList.map(({ name }: Row) => name)).not.toContain('Avisos da Vigia');
      const [first, second] = file.monitorList
        .filter(({ type }: Row) => type === 'http' && 'method')
        .filter(({ name }: Row) => String(name).startsWith('http '));
      const channel = file.notificationList.find(({ name }: Row) => name === 'Plantão');
      expect(JSON.parse(channel.config)).toMatchObject({ type: 'telegram', telegramBotToken: 'segredo' });
      expect(first).toMatchObject({
        active: false,
        retryInterval: 5,
        accepted_statuscodes: ['200-299'],
        basic_auth_pass: 'segredo-senha',
        headers: '{"X-Chave": "segredo"}',
        description: 'Uma\nnota',
        includeSensitiveData: true,
        notificationIDList: { [channel.id]: true },
        tags: [{ name: 'produção', color: '#059669', value: 'sul' }],
      });
      expect(second).toMatchObject({
        parent: null,
        notificationIDList: {},
        oauth_client_secret: 'segredo-cliente',
      });
      expect(file.statusPages).toMatchObject([
        {
          slug: 'loja',
          title: 'Loja',
          domainNameList: ['status.loja.example'],
          icon: `data:image/png;base64,${PICTURE.toString('base64')}`,
          publicGroupList: [{ name: 'Sites', monitorList: [{ id: first.id }, { id: second.id }] }],
          incidents: [{ title: 'Queda', active: true }],
        },
      ]);
      expect(file.maintenances).toMatchObject([
        { title: 'Troca', strategy: 'single', monitors: [second.id + 1] },
      ]);
      expect(file.proxies).toMatchObject([{ host: 'proxy.example', password: 'segredo' }]);
    });

    test('without secrets there are none, not even in free pages', async () => {
      const json = String(await taken({ format: 'json', secrets: false, history: false }));
      expect(json).not.toContain('segredo');
      expect(
        JSON.parse(json).monitorList.map(({ includeSensitiveData }: Row) => includeSensitiveData),
      ).not.toContain(true);
      const { bytes, path } = await takenDatabase({ secrets: false, history: true });
      expect(bytes.includes('segredo')).toBe(false);
      expect((await takenDatabase({ secrets: true, history: true })).bytes.includes('segredo')).toBe(true);
      expect(rowsOf(path, "SELECT url FROM monitor WHERE url LIKE '%?a=%'")).toEqual([
        { url: 'https://loja.com.br/x?a=REMOVIDO' },
      ]);
      expect(rowsOf(path, 'SELECT COUNT(*) AS count FROM api_key')).toEqual([{ count: 0 }]);
    });

    test('the kuma.db has nothing of the platform, and the history only if asked', async () => {
      const { path } = await takenDatabase({ secrets: true, history: true });
      expect(rowsOf(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(rowsOf(path, "SELECT value FROM setting WHERE key = 'disableAuth'")).toEqual([
        { value: 'false' },
      ]);
      expect(
        rowsOf(
          path,
          "SELECT key FROM setting WHERE key IN ('jwtSecret', 'primaryBaseURL', 'trustProxy', 'checkUpdate')",
        ),
      ).toEqual([]);
      expect(rowsOf(path, 'SELECT DISTINCT password FROM user')).toEqual([{ password: '!' }]);
      expect(rowsOf(path, "SELECT 1 FROM notification WHERE name = 'Avisos da Vigia'")).toEqual([]);
      expect(
        rowsOf(
          path,
          'SELECT 1 FROM monitor_notification WHERE notification_id NOT IN (SELECT id FROM notification)',
        ),
      ).toEqual([]);
      expect(rowsOf(path, 'SELECT COUNT(*) AS count FROM monitor')).toEqual(
        rowsOf(join(environment.data, 'kuma.db'), 'SELECT COUNT(*) AS count FROM monitor'),
      );
      const hours = (of: string) => rowsOf(of, 'SELECT COUNT(*) AS count FROM stat_hourly')[0]?.['count'];
      expect(hours(path)).toBeGreaterThan(0);
      expect(hours((await takenDatabase({ secrets: true, history: false })).path)).toBe(0);
    });

    test('nothing is left on the volume, also after a broken connection', async () => {
      const answer = await instances().exportData('padaria', {
        format: 'db',
        secrets: true,
        history: true,
      });
      if (answer.outcome !== 'file') return expect.unreachable();
      // While it is sent the file has no name any more.
      expect(existsSync(join(environment.records, 'export'))).toBe(false);
      await answer.body.cancel();
      expect((await takenJson(true)).version).toBe('2.5.3');
      expect(existsSync(join(environment.records, 'export'))).toBe(false);
    });

    test('what comes out comes in the same: from either file, into an empty environment', async () => {
      const json = readKumaBackup(String(await taken({ format: 'json', secrets: true, history: false })));
      const { path } = await takenDatabase({ secrets: true, history: false });
      const database = readKumaTables(tablesOf(path));
      if (!json.ok || !database.ok) return expect.unreachable();
      expect(json.value.found.map(({ item }) => item)).toEqual(database.value.found.map(({ item }) => item));
      expect(json.value.left.map(({ name }) => name.split(' ')[0])).toEqual([
        'docker',
        'docker',
        'tailscale-ping',
        'tailscale-ping',
        'system-service',
        'system-service',
      ]);
      expect(json.value.found.length).toBeGreaterThan(50);
      const other = await startEnvironment(kind);
      try {
        await other.startAll();
        const there = createInstances(other.clients);
        const bring = async () => {
          const results: string[] = [];
          for (let at = 0; at < json.value.found.length; at += 20) {
            const items = json.value.found.slice(at, at + 20).map(({ item }) => item as ImportItem);
            const done = await there.importItems('padaria', { source: 'uptime-kuma', items });
            results.push(...done.map(({ result, detail }) => detail ?? result));
          }
          return [...new Set(results)];
        };
        expect(await bring()).toEqual(['made']);
        expect(await bring()).toEqual(['present']);
        const back = await there.exportData('padaria', { format: 'json', secrets: true, history: false });
        if (back.outcome !== 'file') return expect.unreachable();
        const read = readKumaBackup(await new Response(back.body).text());
        if (!read.ok) return expect.unreachable();
        expect(byName(read.value)).toEqual(byName(json.value));
      } finally {
        await other.stop();
      }
    }, 180_000);

    test.skipIf(kind === 'small')(
      'an own Uptime Kuma starts with the kuma.db, and asks for a login',
      async () => {
        for (const secrets of [true, false]) {
          const { path } = await takenDatabase({ secrets, history: true });
          const own = await startOwn(path, join(folder(), `own-${secrets}`));
          try {
            await expect(own.openSocket()).rejects.toThrow('asks for its own login');
            await own.resetPassword('Uma-senha-longa-7');
            const monitors = await own.monitorsAs('vigia', 'Uma-senha-longa-7');
            const known = rowsOf(path, 'SELECT name FROM monitor ORDER BY id').map(({ name }) => name);
            expect(monitors.map(({ name }) => name)).toEqual(known);
          } finally {
            await own.stop();
          }
        }
      },
      240_000,
    );
  },
);
