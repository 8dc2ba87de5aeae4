/** The companion's HTTP interface: who may count and read metrics, and its responses while the instance starts. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAdmitted } from '#companion/admission.ts';
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import { companionPaths } from '#companion/contract.ts';
import { readMonitors } from '#companion/counter.ts';
import { createLimits, createLimitsRecord } from '#companion/limits.ts';
import { type CompanionOptions, createCompanion } from '#companion/server.ts';
import { isServed, isTested, readVersion } from '#companion/state.ts';
import { projectRoot } from '#dev/project-root.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { testFolder } from '#tests/support/folders.ts';
import { createKumaDatabase } from '#tests/support/kuma-database.ts';

const TOKEN = 'token-of-the-functions';
let folder: string;
let instance: Server;
let instanceUrl: string;
let companion: Server;
let url: string;

const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

function makeCompanion(version: string, signInUrl = 'http://127.0.0.1:1'): Server {
  return createCompanion({
    database: join(folder, 'kuma.db'),
    ownDir: join(folder, 'vigia'),
    instanceUrl,
    version,
    limits: createLimits({
      monitors: () => readMonitors(join(folder, 'kuma.db')),
      record: createLimitsRecord(join(folder, 'vigia/limits.json')),
      instance: {
        io: () => {
          throw new Error('no socket');
        },
        instanceUrl,
        administratorFile: join(folder, 'vigia/administrator.json'),
      },
      log: () => undefined,
    }),
    alerts: createAlerts({
      database: join(folder, 'kuma.db'),
      record: createAlertRecord(join(folder, 'vigia/alerts.json')),
      notifyUrl: 'http://127.0.0.1:1/alert',
      instance: { io: () => expect.unreachable(), instanceUrl, administratorFile: '' },
      log: () => undefined,
    }),
    signInUrl,
    group: 'tenant:padaria',
    tokenSha256: createHash('sha256').update(TOKEN).digest('hex'),
    admittedFiles: { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'vigia/admitted.json') },
    isMailPortOpen: () => null,
    log: () => undefined,
  } as Partial<CompanionOptions> as CompanionOptions);
}

beforeEach(async () => {
  folder = testFolder();
  instance = createServer((request, response) => {
    response.writeHead(request.url === '/metrics' ? 200 : 404, {
      'Content-Type': 'text/plain; version=0.0.4',
    });
    response.end('monitor_status{monitor_name="Loja",monitor_type="http"} 1\n');
  });
  instanceUrl = await listening(instance);
  companion = makeCompanion('2.5.3');
  url = await listening(companion);
});

afterEach(() => {
  for (const server of [companion, instance]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Database of an instance that is set up, with two monitors, one of them against the terms. */
function makeDatabase(): void {
  const { database } = createKumaDatabase(join(folder, 'kuma.db'));
  database.exec(`
    INSERT INTO monitor (type, url, hostname, interval)
      VALUES ('http', 'http://203.0.113.5', NULL, 60), ('ping', NULL, '203.0.113.5', 60);
    COMMIT`);
  database.close();
}

const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await fetch(`${url}${path}`, { method, headers })).status;
const bearer = { Authorization: `Bearer ${TOKEN}` };

test('the functions’ own adapter reads the exact count', async () => {
  makeDatabase();
  const counter = createInstances({
    urlTemplate: url,
    tokenOf: async () => TOKEN,
    fetch: (input, init) => fetch(input, init),
  });
  expect(await counter.count('padaria')).toEqual({
    monitors: 2,
    isExact: true,
    prohibited: { directIp: 1, onion: 0 },
  });
});

test.each(companionPaths)('%s needs the token, and says nothing without it', async (path) => {
  makeDatabase();
  const attempts = [
    {},
    { Authorization: 'Bearer x' },
    { Authorization: TOKEN },
    { Authorization: 'Basic OnRva2Vu' },
  ];
  for (const headers of attempts) {
    const response = await fetch(`${url}${path}`, { headers });
    expect([response.status, await response.text()]).toEqual([401, '']);
  }
  // Unreadable days, no source, no options, a list that is sent by another method, and nothing known yet.
  const answers: Partial<Record<string, number>> = {
    ...{ '/-/reports': 400, '/-/import': 400, '/-/export': 400, '/-/admitted': 405, '/-/status': 503 },
    '/-/showcase': 405,
  };
  const expected = answers[path] ?? 200;
  expect(await statusOf(path, bearer)).toBe(expected);
  expect(await statusOf(path, bearer, 'DELETE')).toBe(405);
});

test('a day is read with the token', async () => {
  makeDatabase();
  expect(await statusOf('/-/reports?from=2026-11-05', bearer)).toBe(200);
});

test('a valid list of admitted accounts is accepted and stored', async () => {
  const put = async (body: string) =>
    (await fetch(`${url}/-/admitted`, { method: 'PUT', headers: bearer, body })).status;
  for (const wrong of [
    '',
    '[]',
    '{"revision":1}',
    '{"revision":-1,"accounts":[]}',
    '{"revision":1,"accounts":[1]}',
  ])
    expect([wrong, await put(wrong)]).toEqual([wrong, 400]);
  expect(await put('{"revision":7,"accounts":["dona"]}')).toBe(204);
  expect(await put('{"revision":6,"accounts":["socia"]}')).toBe(409);
  const files = { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'vigia/admitted.json') };
  expect(createAdmitted(files).current()).toEqual({ revision: 7, accounts: ['dona'] });
  writeFileSync(files.chartFile, '{"revision":8,"accounts":["dona","socia"]}');
  expect(createAdmitted(files).current().revision).toBe(8);
});

test('valid orders are accepted; while the instance is down, later', async () => {
  makeDatabase();
  const put = async (body: string) =>
    (await fetch(`${url}/-/limits`, { method: 'PUT', headers: bearer, body })).status;
  expect(await put('{"pause":[1]}')).toBe(400);
  expect(await put('{"pause":[1],"intervals":[],"resume":[]}')).toBe(503);
  const report = await (await fetch(`${url}/-/limits`, { headers: bearer })).json();
  const running = { isRunning: true, interval: 60, retryInterval: null };
  expect(report).toMatchObject({ monitors: [running, running], paused: [], raised: [] });
});

test('an unreadable list admits no account', () => {
  const files = { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'vigia/admitted.json') };
  for (const text of ['', '{}', '{"revision":1,"accounts":"dona"}']) {
    writeFileSync(files.chartFile, text);
    expect(() => createAdmitted(files).current()).toThrow();
  }
});

test('a damaged list admits no account, until the Worker sends one', async () => {
  const files = { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'vigia/admitted.json') };
  const admitted = createAdmitted(files);
  admitted.replace({ revision: 3, accounts: ['dona'] });
  writeFileSync(files.sentFile, '{"revision":3,"acc');
  writeFileSync(files.chartFile, '{"revision":2,"accounts":["dona"]}');
  expect(() => admitted.current()).toThrow();
  expect(admitted.replace({ revision: 1, accounts: ['dona'] })).toBe(false);
  expect(admitted.replace({ revision: 3, accounts: ['dona'] })).toBe(true);
  expect(admitted.current().accounts).toEqual(['dona']);
});

test('the metrics are the instance’s own', async () => {
  const response = await fetch(`${url}/metrics`, { headers: bearer });
  expect(await response.text()).toContain('monitor_status{monitor_name="Loja"');
});

test('while the instance starts the answer is "later", not a count', async () => {
  expect([await statusOf('/-/monitors', bearer), await statusOf('/ready')]).toEqual([503, 503]);
  makeDatabase();
  expect([await statusOf('/-/monitors', bearer), await statusOf('/ready')]).toEqual([200, 200]);
});

test('it lives without instance, database and sign-in, which are for the readiness to judge', async () => {
  instance.close();
  instance.closeAllConnections();
  expect([await statusOf('/alive'), await statusOf('/ready')]).toEqual([200, 503]);
});

test('an instance that does not answer has no metrics', async () => {
  instance.close();
  instance.closeAllConnections();
  expect(await statusOf('/metrics', bearer)).toBe(503);
});

test('the state tells the version and how full the volume is', async () => {
  const state = await (await fetch(`${url}/-/state`, { headers: bearer })).json();
  const whole = expect.any(Number);
  expect(state).toEqual({
    version: '2.5.3',
    isTested: true,
    isServed: true,
    isMailPortOpen: null,
    volume: { usedBytes: whole, totalBytes: whole },
  });
  expect(state.volume.usedBytes).toBeLessThanOrEqual(state.volume.totalBytes);
});

test('the chart runs a version that the companion serves, under one name', () => {
  const read = (name: string) => readFileSync(join(projectRoot, 'deploy/tenant-chart', name), 'utf8');
  const [, version = ''] =
    /instance: louislam\/uptime-kuma:([\d.]+)-rootless/.exec(read('values.yaml')) ?? [];
  expect(isServed(version)).toBe(true);
  expect(read('Chart.yaml')).toContain(`\nappVersion: ${version}\n`);
  // 2.5.3 and before run an expression as code (GHSA-66mm-25pp-rfff); 2.5.4 has the library's correction.
  expect(version.localeCompare('2.5.4', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
});

test.each([
  ['2.5.3', true],
  ['2.5.4', true],
  ['2.5.12', true],
  ['2.6.0', false],
  ['3.5.3', false],
  ['2.50.3', false],
  ['2.5.4-beta.0', false],
  ['2.5', false],
  ['desconhecida', false],
])('version %s is served: %s', (version, expected) => {
  expect(isServed(version)).toBe(expected);
});

test('beside a patch that was not tested everything works, and the state tells', async () => {
  makeDatabase();
  const patched = makeCompanion('2.5.99');
  try {
    const address = await listening(patched);
    const answers = companionPaths.map(async (path) => {
      const answered = await fetch(`${address}${path}`, { headers: bearer });
      return [path, (await answered.text()).includes('não atendida')];
    });
    expect(await Promise.all(answers)).toEqual(companionPaths.map((path) => [path, false]));
    const state = await (await fetch(`${address}/-/state`, { headers: bearer })).json();
    expect(state).toMatchObject({ version: '2.5.99', isTested: false, isServed: true });
  } finally {
    patched.close();
    patched.closeAllConnections();
  }
});

test('beside another minor version nothing is read or changed in the tables', async () => {
  makeDatabase();
  const untested = makeCompanion('3.0.0');
  try {
    const address = await listening(untested);
    const answerOf = async (path: string, method = 'GET') => {
      const answer = await fetch(`${address}${path}`, { method, headers: bearer });
      return [answer.status, await answer.text()];
    };
    const refused = [503, '{"reason":"versão 3.0.0 não atendida"}'];
    for (const path of ['/-/monitors', '/-/limits', '/-/alerts', '/-/status', '/-/reports?from=2026-11-05'])
      expect([path, await answerOf(path)]).toEqual([path, refused]);
    expect(await answerOf('/-/limits', 'PUT')).toEqual(refused);
    expect(await answerOf('/-/state')).toEqual([200, expect.stringContaining('"isTested":false')]);
    // Customers keep entering, and the Worker keeps a lower bound of the count.
    expect([(await answerOf('/ready'))[0], (await answerOf('/metrics'))[0]]).toEqual([200, 200]);
  } finally {
    untested.close();
    untested.closeAllConnections();
  }
});

test('a version that the image does not tell counts as untested, and is not served', () => {
  writeFileSync(join(folder, 'package.json'), '{"version":');
  expect([isTested, isServed].map((judge) => judge(readVersion(folder)))).toEqual([false, false]);
  writeFileSync(join(folder, 'package.json'), '{"version":"2.5.3"}');
  expect(isTested(readVersion(folder))).toBe(true);
});

test('when somebody last entered is told with the limits, and nothing before anybody did', async () => {
  makeDatabase();
  let status = 401;
  const signIn = createServer((_, response) => response.writeHead(status).end());
  const entered = makeCompanion('2.5.3', await listening(signIn));
  try {
    const at = await listening(entered);
    const read = async () =>
      ((await (await fetch(`${at}/-/limits`, { headers: bearer })).json()) as { enteredAt?: number })
        .enteredAt;
    await fetch(`${at}/membership`);
    expect(await read()).toBeUndefined();
    status = 202;
    const began = Date.now();
    expect((await fetch(`${at}/membership`)).status).toBe(204);
    expect(await read()).toBeGreaterThanOrEqual(began);
  } finally {
    for (const server of [entered, signIn]) server.close().closeAllConnections();
  }
});
