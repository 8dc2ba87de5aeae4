/** Fills an environment as a customer would: sixty monitors of every type, groups, tags, channels, pages, maintenance. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { addHours } from '#tests/support/kuma-database.ts';
import { monitor } from './monitor-form.ts';
import { sampleMonitors } from './sample-monitors.ts';
import type { Environment } from './stage.ts';

/** A logo, as far as anything here looks at it: a PNG begins so. */
export const PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);

/** Every secret in it contains `segredo`. */
export async function fillEnvironment(environment: Environment): Promise<void> {
  const socket = await environment.openSocket('dona');
  const call = async (name: string, ...values: unknown[]) => {
    const answer = (await socket.emitWithAck(name, ...values)) as Record<string, never>;
    expect([name, answer, values[0]]).toEqual([name, expect.objectContaining({ ok: true }), values[0]]);
    return answer;
  };
  const { id: channel } = await call(
    'addNotification',
    { name: 'Plantão', type: 'telegram', telegramBotToken: 'segredo', isDefault: true },
    null,
  );
  const groups: number[] = [];
  for (const name of ['Lojas', 'Bancos'])
    groups.push((await call('add', { ...monitor(name, { type: 'group', url: null }) }))['monitorID'] ?? 0);
  const { tag } = await call('addTag', { name: 'produção', color: '#059669' });
  const ids: number[] = [];
  for (const each of sampleMonitors(groups)) {
    const notificationIDList = ids.length % 2 === 0 ? { [channel ?? 0]: true } : {};
    ids.push((await call('add', { ...each, notificationIDList }))['monitorID'] ?? 0);
  }
  for (const id of ids.slice(0, 10)) await call('addMonitorTag', tag?.['id'], id, 'sul');
  socket.disconnect();
  await createInstances(environment.clients).setUpAlerts('padaria', {
    address: 'https://vigia.example/api/ambiente/avisos',
    token: 'segredo',
    restore: false,
    attach: [],
    first: null,
  });
  using database = new DatabaseSync(join(environment.data, 'kuma.db'), { timeout: 5000 });
  database.exec(`
          INSERT INTO status_page (id, slug, title, icon, theme) VALUES (5, 'loja', 'Loja', '/upload/logo5.png?t=1', 'auto');
          INSERT INTO status_page_cname (status_page_id, domain) VALUES (5, 'status.loja.example');
          INSERT INTO "group" (id, name, public, weight, status_page_id) VALUES (3, 'Sites', 1, 1, 5);
          INSERT INTO monitor_group (monitor_id, group_id, weight) VALUES (${ids[1]}, 3, 2), (${ids[0]}, 3, 1);
          INSERT INTO incident (title, content, status_page_id) VALUES ('Queda', 'Voltou', 5);
          INSERT INTO maintenance (id, title, description, strategy, start_date, end_date, timezone)
            VALUES (2, 'Troca', '', 'single', '2030-01-01 03:00:00', '2030-01-01 04:00:00', 'SAME_AS_SERVER');
          INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (${ids[2]}, 2);
          INSERT INTO proxy (user_id, protocol, host, port, auth, username, password)
            VALUES (1, 'http', 'proxy.example', 3128, 1, 'segredo', 'segredo');
          INSERT INTO api_key ("key", name, user_id) VALUES ('segredo', 'metrics', 1);
          INSERT INTO setting (key, value) VALUES ('steamAPIKey', '"segredo"')`);
  const start = Math.floor(Date.now() / 3_600_000) * 3600 - 86_400;
  addHours(database, ids[0] ?? 0, start, start + 86_400);
  mkdirSync(join(environment.data, 'upload'), { recursive: true });
  writeFileSync(join(environment.data, 'upload/logo5.png'), PICTURE);
}
