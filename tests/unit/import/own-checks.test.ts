/** What monitors are made with where a source says little: a fall is told within a minute only with these. */
import { expect, test } from 'vitest';
import type { FoundItem } from '#domain/import/items.ts';
import { planImport } from '#domain/import/plan.ts';
import { type RobotMonitor, readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { message } from '#domain/messages/import.ts';
import { readAny, readingOf } from '#tests/support/import/files.ts';

const free = { limits: { monitors: 5, heartbeatSeconds: 600 }, running: 0, total: 0, present: [] };
const ours = { timeout: 10, maxretries: 1, retryInterval: 20 };

/** As they are sent, with a plan of ten minutes. */
const sent = (found: readonly FoundItem[]) =>
  planImport(found, free).flatMap(({ item }) => (item.kind === 'monitor' ? [item.monitor] : []));

const robot: RobotMonitor = { id: '1', friendlyName: 'Loja', type: 'HTTP', url: 'https://loja.com.br' };
const readRobot = (monitor: Partial<RobotMonitor>) => {
  const reading = readUptimeRobot([{ ...robot, ...monitor }]);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
};

test.each([
  ['our template', 'nome;tipo;endereço;intervalo\nLoja;http;https://loja.com.br;60\n'],
  ['UptimeRobot’s CSV', 'ID,Type,Friendly Name,URL/IP,Interval\n1,HTTP(s),Loja,https://loja.com.br,60\n'],
])('a site of %s waits 10 s, is tried again after 20 s, and its certificate is watched', async (_, csv) => {
  expect(sent((await readingOf(csv)).found)).toMatchObject([
    { ...ours, interval: 600, expiryNotification: true, domainExpiryNotification: false },
  ]);
});

test.each<Partial<RobotMonitor>>([
  {},
  { timeout: 0 },
  { type: 'KEYWORD', keywordType: 'ALERT_NOT_EXISTS', keywordValue: 'ok' },
  { type: 'API', apiChecks: [{ property: '$.a', comparison: 'equals', target: 'b' }] },
])('so does one of UptimeRobot’s account with %o', (monitor) => {
  const reading = readRobot(monitor);
  expect(sent(reading.found)).toMatchObject([
    { ...ours, expiryNotification: true, domainExpiryNotification: false },
  ]);
  expect(reading.notes).toEqual([message('import.history-left')]);
});

test.each([
  ['ping', 'servidor.com.br', ''],
  ['port', 'banco.com.br', '5432'],
  ['dns', 'loja.com.br', ''],
  ['redis', 'redis://cache.com.br:6379', ''],
  ['http', 'http://loja.com.br', ''],
])('a %s is as quick, and has no certificate', async (type, address, port) => {
  const { found } = await readingOf(`nome;tipo;endereço;porta\nX;${type};${address};${port}\n`);
  const [monitor] = sent(found);
  expect(monitor).toMatchObject(ours);
  expect(monitor?.['expiryNotification'] ?? false).toBe(false);
});

test('what checks nothing by itself has no retry that would delay it', async () => {
  const { found } = await readingOf('nome;tipo;endereço;grupo\nCópia;push;;Noite\n');
  const monitors = sent([...found, ...readRobot({ type: 'HEARTBEAT', interval: 300 }).found]);
  expect(monitors.map(({ type }) => type)).toEqual(['group', 'push', 'push']);
  for (const monitor of monitors) {
    expect(monitor['maxretries'] ?? 0).toBe(0);
    expect(monitor).not.toHaveProperty('timeout');
  }
});

test.each([
  [5, []],
  [10, []],
  [30, [message('import.long-waits', { count: 1, seconds: 10 })]],
])('a time-out of %i s that the source names stays, and a longer one is said', (timeout, said) => {
  const reading = readRobot({ timeout });
  expect(sent(reading.found)).toMatchObject([{ ...ours, timeout }]);
  expect(reading.notes).toEqual([...said, message('import.history-left')]);
});

test('a monitor of another Uptime Kuma keeps its own', async () => {
  const own = { maxretries: 3, retryInterval: 90, timeout: 48, expiryNotification: false };
  const backup = {
    version: '1.23.16',
    notificationList: [],
    monitorList: [{ id: 1, type: 'http', name: 'Loja', url: 'https://loja.com.br', interval: 900, ...own }],
  };
  const read = await readAny(JSON.stringify(backup));
  expect(read.ok && sent(read.value.found)).toMatchObject([own]);
});
