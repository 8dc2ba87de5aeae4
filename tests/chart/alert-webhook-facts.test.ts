/** What a webhook's body needs of the companion: type, address, how long a check took, the day's uptime, tags, and where. */
import { beforeEach, expect, test } from 'vitest';
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, type Stand } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

test('a monitor has its type, and its address with the scheme but without user and query', async () => {
  stand.change(1, { type: 'http', url: 'https://ana:senha@loja.com.br/saude?chave=1#x' });
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  expect(stand.receiver.levelOf(1)?.monitor).toMatchObject({
    type: 'http',
    url: 'https://loja.com.br/saude',
  });
});

test('a fall says how long its check took, and a return how much of the day the monitor was up', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP, UP, UP, DOWN]);
  expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', took: 1500 });
  await stand.minutes(alerts, 1, [UP]);
  expect(stand.receiver.falls().at(-1)).toMatchObject({ took: 1500, uptime: 80 });
});

test('tags of the panel are told, and a change of them without any check', async () => {
  const tag = stand.instance.tags.add({ name: 'produção', color: '#000' });
  stand.instance.tags.put(tag, 1, '');
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  expect(stand.receiver.levelOf(1)?.monitor.tags).toEqual(['produção']);
  stand.instance.tags.put(stand.instance.tags.add({ name: 'loja', color: '#000' }), 1, '');
  stand.later(61);
  await alerts.poll();
  expect(stand.receiver.levelOf(1)?.monitor.tags).toEqual(['loja', 'produção']);
});
