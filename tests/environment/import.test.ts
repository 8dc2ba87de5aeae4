/**
 * What a customer brings into an environment, with the Worker's own client through the chart's gateway and companion: a
 * small instance and, where `UPTIME_KUMA` names its folder, the real one.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { isMade, planImport } from '#domain/import/plan.ts';
import type { ImportItem } from '#functions/vendors/instances.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { kumaFile, readingOf } from '#tests/support/import/files.ts';
import { monitor } from './monitor-form.ts';
import { type Environment, instanceKinds, startEnvironment } from './stage.ts';

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

    test('every kind of monitor that an own installation has is accepted as it was read', async () => {
      const instances = createInstances(environment.clients);
      const { found } = await readingOf(await kumaFile('uptime-kuma-2.5.3.db'));
      const capacity = { limits: { monitors: 150, heartbeatSeconds: 60 }, running: 0, total: 0, present: [] };
      const wanted = planImport(found, capacity).filter(isMade);
      const items = wanted.map(({ item }) => item as ImportItem);
      let outcomes = await instances.importItems('padaria', { source: 'uptime-kuma', items });
      // A slow machine does not begin all of them in its time.
      while (outcomes.some(({ result }) => result === 'pending'))
        outcomes = await instances.importItems('padaria', { source: 'uptime-kuma', items });
      expect(outcomes.filter(({ result }) => !['made', 'present'].includes(result))).toEqual([]);
      expect(outcomes).toHaveLength(items.length);
    }, 120_000);

    test('what is brought is made once, also after a kill of the companion', async () => {
      const instances = createInstances(environment.clients);
      const brought = (id: string, form: object = {}, more: { parent?: string; active?: boolean } = {}) => {
        const { parent: _, notificationIDList: __, ...fields } = monitor(`Trazido ${id}`, form);
        const known = { parent: null as string | null, active: true, ...more };
        return { kind: 'monitor' as const, id, monitor: fields, ...known };
      };
      const tags = [{ name: 'produção', color: '#059669', value: 'sul' }];
      const channels = ['7'];
      const items = [
        {
          kind: 'channel',
          id: '7',
          name: 'Equipe',
          config: { type: 'telegram', telegramBotToken: 'x' },
        },
        { ...brought('1', { type: 'group', url: null }), channels, tags },
        { ...brought('2', { description: 'da loja' }, { parent: '1' }), channels, tags },
        { ...brought('3', {}, { parent: '1', active: false }), channels: [], tags },
        { ...brought('4', { cor: 'azul' }), channels: [], tags: [] },
        { ...brought('5', { headers: '{' }), channels: [], tags: [] },
      ] satisfies ImportItem[];
      const source = 'uptime-kuma:3f2a';
      // Killed while it works; whatever was done by then, the next time ends the same.
      const broken = instances.importItems('padaria', { source, items });
      broken.catch(() => undefined);
      await vi.waitUntil(() => existsSync(join(environment.records, 'imports.json')), { interval: 1 });
      await environment.stopCompanion();
      await broken.catch(() => undefined);
      await environment.startCompanion();
      await environment.untilReady();
      const made = await instances.importItems('padaria', { source, items });
      expect(made.slice(0, 4).every(({ result }) => ['made', 'present'].includes(result))).toBe(true);
      expect(made[4]).toMatchObject({ result: 'refused', reason: 'fields', detail: 'cor' });
      if (kind === 'real') expect(made[5]).toMatchObject({ result: 'refused', reason: 'instance' });
      const again = await instances.importItems('padaria', { source, items });
      expect(again.slice(0, 4).map(({ result }) => result)).toEqual(Array(4).fill('present'));
      const list = await instances.readImported('padaria', source);
      expect(list.map(({ id }) => id).slice(0, 4)).toEqual(['7', '1', '2', '3']);
      using database = new DatabaseSync(join(environment.data, 'kuma.db'), { readOnly: true });
      const rows = database
        .prepare(
          `SELECT m.name, m.active, m.description, p.name AS parent, m.timeout,
             (SELECT COUNT(*) FROM monitor_tag t WHERE t.monitor_id = m.id) AS tags,
             (SELECT COUNT(*) FROM monitor_notification n JOIN notification c ON c.id = n.notification_id
              WHERE n.monitor_id = m.id AND c.name = 'Equipe') AS channels
           FROM monitor m LEFT JOIN monitor p ON p.id = m.parent WHERE m.name LIKE 'Trazido%' ORDER BY m.id`,
        )
        .all();
      const common = { description: null, timeout: 16, tags: 1 };
      expect(rows.slice(0, 3)).toEqual([
        { ...common, name: 'Trazido 1', active: 1, parent: null, channels: 1 },
        { ...common, name: 'Trazido 2', active: 1, parent: 'Trazido 1', channels: 1, description: 'da loja' },
        { ...common, name: 'Trazido 3', active: 0, parent: 'Trazido 1', channels: 0 },
      ]);
      expect(rows.some(({ name }) => name === 'Trazido 4')).toBe(false);
    }, 120_000);
  },
);
