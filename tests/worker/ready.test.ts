/** Readiness: each dependency is checked with our credentials, with a timeout, and only its name is shown. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { healthEndpoint, READY_LEVEL, readyEndpoint } from '#domain/api-schemas/health.ts';
import type { ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { operationPath } from '#domain/api-schemas/operations.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { composeDeps } from '#functions/compose.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { watchWork } from '#functions/operations/watch-environments.ts';
import { admittedWork } from '#functions/people/send-admitted.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { cronWork } from '#functions/platform/work/cron-work.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { findOwedList } from '#functions/tenants/admitted.ts';
import { checkSignIn } from '#functions/vendors/sign-in.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { operated, operatorToken } from './operations-support.ts';
import { placeOrder } from './order-support.ts';
import { newTenant } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  clearWork,
  depsAt,
  dueAtOf,
  env,
  noFaults,
  runDue,
  sendJson,
  setDue,
  setFaults,
  sql,
  watchWorkflows,
} from './support.ts';

/** The demonstration and the status page, which are problems while they are missing. */
beforeAll(async () => {
  await calmServices();
  await using workflows = await watchWorkflows();
  await operated('demonstracao', { isSure: true });
  await workflows.allDone();
});
beforeEach(async () => {
  await calmServices();
  await runWork(depsAt(0), cronWork);
  await sql("UPDATE orders SET released_at = 1 WHERE status = 'ERRO' AND released_at IS NULL");
});

async function ready(): Promise<{ status: number; body: ReadyResponse }> {
  const response = await call(readyEndpoint, { token: await operatorToken() });
  return { status: response.status, body: await response.json() };
}
const stateIn = ({ dependencies }: ReadyResponse): Record<string, string> =>
  Object.fromEntries(dependencies.map(({ name, state }) => [name, state]));

test('everything works: each dependency is listed with its time', async () => {
  const { status, body } = await ready();
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'ok',
    problems: [],
    dependencies: ['banco', 'identidade', 'pagamentos', 'implantação', 'e-mail', 'telegram'].map((name) => ({
      name,
      state: 'ok',
      latencyMs: expect.any(Number),
    })),
    newEnvironments: { begun: expect.any(Number), perDay: 100_000 },
    freeEnvironments: { used: expect.any(Number), max: 100_000 },
    salesClosedSince: null,
    alerts: {
      waiting: expect.any(Number),
      since: null,
      refused: expect.any(Number),
      // A hundred in each of the thousand requests a second that the local provider takes.
      mailsPerMinute: 6_000_000,
    },
    overdue: [],
    clusters: [{ name: '', environments: expect.any(Number), capacity: 100_000, boundBy: null }],
  });
});

test.each([
  ['pagamentos', addresses.asaasUrl],
  ['implantação', addresses.argocdUrl],
  ['e-mail', addresses.mailUrl],
  ['telegram', addresses.telegramUrl],
])('%s is down: 503 with its name, and no address in the answer', async (name, origin) => {
  await setFaults(origin, { ...noFaults, down: true });
  const { status, body } = await ready();
  expect(status).toBe(503);
  expect(stateIn(body)).toEqual({
    banco: 'ok',
    identidade: 'ok',
    pagamentos: 'ok',
    implantação: 'ok',
    'e-mail': 'ok',
    telegram: 'ok',
    [name]: 'down',
  });
  expect(JSON.stringify(body)).not.toMatch(/https?:|localhost|\d{4,5}\/|Error/);
});

test.each([
  ['v2.13.4', 'outdated'],
  ['v2.14.0', 'ok'],
  ['v10.0.0', 'ok'],
])('Argo CD %s is %s', async (version, state) => {
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { version });
  const { body } = await ready();
  expect(stateIn(body)).toMatchObject({ implantação: state });
});

test('a hanging dependency counts as slow and is not waited for', async () => {
  const forever = { name: 'lento', check: () => new Promise<void>(() => undefined) };
  const answer = await readReadiness({ ...depsAt(0), dependencies: [forever] }, 20);
  expect(answer).toMatchObject({ status: 'degraded', dependencies: [{ name: 'lento', state: 'slow' }] });
});

test('overdue work shows, although every service answers', async () => {
  const old = Date.now() - 600_000;
  await setDue(mailWork, crypto.randomUUID(), old);
  expect(await ready()).toMatchObject({
    status: 503,
    body: {
      status: 'degraded',
      overdue: [{ kind: 'mail', name: 'E-mail', count: 1, since: old }],
    },
  });
});

test('an environment without its list of accounts for minutes is counted, however often it was tried', async () => {
  const { orderId } = await newTenant('pro');
  const failingSince = async (at: number): Promise<void> => {
    await clearWork();
    await runWork(depsAt(0), cronWork);
    await setDue(admittedWork, orderId, 8e14);
    await sql('UPDATE work SET tried_since = ? WHERE key = ?', at, orderId);
  };
  await failingSince(Date.now());
  expect((await ready()).body.overdue).toEqual([]);
  await failingSince(Date.now() - 600_000);
  expect(await ready()).toMatchObject({ status: 503, body: { overdue: [{ kind: 'admitted', count: 1 }] } });
});

test('an environment just finished does not count before its list was sent', async () => {
  await using workflows = await watchWorkflows();
  const { id } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  expect(await findOwedList(depsAt(0).db, id)).toMatchObject({ isSent: 0 });
  expect(await dueAtOf(admittedWork, id)).toEqual(expect.any(Number));
  expect(await ready()).toMatchObject({ status: 200, body: { overdue: [] } });
});

test('identity down: the readiness key still works, and opens nothing else', async () => {
  await setFaults(addresses.identityUrl, { ...noFaults, down: true });
  const response = await call(readyEndpoint, { token: localSecrets.readyKey });
  expect(response.status).toBe(503);
  expect(stateIn(await response.json())).toMatchObject({ identidade: 'down', pagamentos: 'ok' });
  const other = await call(operationPath('pedidos'), { token: localSecrets.readyKey, body: {} });
  expect(other.status).toBe(401);
  for (const wrong of [`${localSecrets.readyKey}x`, '', 'null'])
    expect((await call(readyEndpoint, { headers: { Authorization: `Bearer ${wrong}` } })).status).toBe(401);
});

test('the shallow health check stays public', async () => {
  expect(await (await call(healthEndpoint)).json()).toEqual({ status: 'ok', database: true });
  expect((await call(readyEndpoint)).status).toBe(401);
});

describe('who is told, and how urgently', () => {
  const levelOf = async (deps: Parameters<typeof readReadiness>[0], text: RegExp) =>
    (await readReadiness(deps)).problems.find((each) => text.test(each.text))?.level;
  const pageOnly = async (): Promise<number> =>
    (await call(`${readyEndpoint}?${READY_LEVEL}=page`, { token: localSecrets.readyKey })).status;

  test('a service that can wait is no call; one without which customers are locked out is', async () => {
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    const { status, body } = await ready();
    expect([status, body.problems]).toEqual([
      503,
      [{ level: 'mail', text: expect.stringMatching(/^e-mail: /) }],
    ]);
    expect(await pageOnly()).toBe(200);
    await setFaults(addresses.identityUrl, { ...noFaults, down: true });
    expect(await pageOnly()).toBe(503);
  });

  test('the scheduled run that does not come is a call, although nothing else is due', async () => {
    expect(await levelOf(depsAt(0), /^cron/)).toBe(undefined);
    expect(await levelOf(depsAt(170_000), /^cron/)).toBe(undefined);
    expect(await levelOf(depsAt(181_000), /^cron/)).toBe('page');
    await clearWork();
    expect(await levelOf(depsAt(0), /^cron/)).toBe('page');
  });

  test('late work is a notice, and a call after an hour', async () => {
    const now = Date.now();
    await setDue(mailWork, crypto.randomUUID(), now - 600_000);
    expect(await levelOf(depsAt(0), /^atrasado: E-mail/)).toBe('mail');
    await setDue(mailWork, crypto.randomUUID(), now - 3_601_000);
    expect(await levelOf(depsAt(0), /^atrasado: E-mail, 2/)).toBe('page');
  });

  test('environments that do not answer for an hour are named; five of them are a call', async () => {
    const names: string[] = [];
    for (let each = 0; each < 5; each += 1) {
      const { orderId, subdominio } = await newTenant('pro');
      names.push(subdominio);
      await setDue(limitsWork, orderId, 8e14);
      await sql(
        "UPDATE work SET order_id = key, tried_since = ?, last_error = 'tenant-unavailable' WHERE kind = 'limits' AND key = ?",
        Date.now() - 3_500_000,
        orderId,
      );
    }
    expect(await levelOf(depsAt(0), /não respondem/)).toBe(undefined);
    await sql("UPDATE tenants SET state = 'suspended' WHERE subdomain = ?", names[4]);
    expect(await levelOf(depsAt(200_000), /uma hora: 4/)).toBe('mail');
    await sql("UPDATE tenants SET state = 'active' WHERE subdomain = ?", names[4]);
    expect(await levelOf(depsAt(200_000), new RegExp(`uma hora: 5 .*${names[3]}`))).toBe('page');
  });

  test('what an environment tells of disk, version and copy becomes a line once it is asked', async () => {
    const { orderId, subdominio } = await newTenant('pro');
    const told = {
      version: '2.5.3',
      isTested: true,
      isServed: true,
      used: 60,
      at: null as number | null,
      isMailPortOpen: null as boolean | null,
    };
    const askedAt = async (later = 0) => {
      const deps = depsAt(later);
      const totalBytes = 100;
      const instances: typeof deps.instances = {
        ...deps.instances,
        readState: async () => ({ ...told, volume: { usedBytes: told.used, totalBytes } }),
        readCopies: async () => ({ at: told.at, snapshot: null, restored: null }),
      };
      await setDue(watchWork, orderId);
      await runDue(watchWork, { ...deps, instances });
      const { problems } = await readReadiness(deps);
      return problems.filter(({ text }) => text.includes(subdominio)).map(({ level, text }) => [level, text]);
    };
    expect(await askedAt()).toEqual([]);
    told.used = 81;
    expect(await askedAt()).toEqual([['mail', `discos acima de 80 %: 1 (${subdominio})`]]);
    told.used = 96;
    expect(await askedAt()).toEqual([['page', `discos acima de 95 %: 1 (${subdominio})`]]);
    Object.assign(told, { used: 60, version: '2.6.0', isTested: false, isServed: false });
    expect(await askedAt()).toEqual([['page', `ambientes com uma versão não atendida: 1 (${subdominio})`]]);
    Object.assign(told, { isTested: true, isServed: true, isMailPortOpen: true });
    expect(await askedAt()).toEqual([['mail', `porta 25 aberta para fora: 1 (${subdominio})`]]);
    Object.assign(told, { isMailPortOpen: false, at: Date.now() });
    expect(await askedAt(2 * DAY_MS - 60_000)).toEqual([]);
    expect(await askedAt(2 * DAY_MS + 60_000)).toEqual([
      ['mail', `ambientes sem cópia há mais de dois dias: 1 (${subdominio})`],
    ]);
    await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", orderId);
    expect(await askedAt(2 * DAY_MS + 60_000)).toEqual([]);
  });

  test('a patch that was not tested is a line by mail for all of them, never a page', async () => {
    const orders = [await newTenant('pro'), await newTenant('free')];
    const deps = depsAt(0);
    const state = { version: '2.5.99', isTested: false, isServed: true, isMailPortOpen: null };
    const instances: typeof deps.instances = {
      ...deps.instances,
      readState: async () => ({ ...state, volume: { usedBytes: 1, totalBytes: 2 } }),
      readCopies: async () => ({ at: null, snapshot: null, restored: null }),
    };
    for (const { orderId } of orders) {
      await setDue(watchWork, orderId);
      await runDue(watchWork, { ...deps, instances });
    }
    const { problems } = await readReadiness(deps);
    expect(problems.filter(({ text }) => text.includes('2.5.99'))).toEqual([
      { level: 'mail', text: 'versão não ensaiada, 2.5.99: 2 ambientes' },
    ]);
    expect(problems.map(({ text }) => text).join()).not.toContain('não atendida');
  });

  test('a token of Argo CD is announced 30 days before its end', async () => {
    const tokenOf = (exp: number) => `e30.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.x`;
    const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * 86_400;
    const linesFor = async (token: string) => {
      const deps = composeDeps({ ...env, ARGOCD_TOKEN: token });
      return {
        endsAt: deps.datedSecrets[0]?.endsAt,
        level: await levelOf(deps, /^token do Argo CD: termina em \d+ dias/),
      };
    };
    const end = inDays(31);
    expect(await linesFor(tokenOf(end))).toEqual({ endsAt: end * 1000, level: undefined });
    expect(await linesFor(tokenOf(inDays(29)))).toMatchObject({ level: 'mail' });
    expect(await linesFor('not-a-jwt-at-all')).toEqual({ endsAt: null, level: undefined });
  });

  test('without MAIL_WEBHOOK_SECRET a line says that returned mail is not noticed', async () => {
    const deps = composeDeps({ ...env, MAIL_WEBHOOK_SECRET: '' });
    expect(await levelOf(deps, /MAIL_WEBHOOK_SECRET/)).toBe('mail');
  });

  test('the sign-in of the environments is asked at its public address', async () => {
    const asked: string[] = [];
    const answering = (status: number) => async (address: RequestInfo | URL) => {
      asked.push(String(address));
      return new Response(null, { status });
    };
    await checkSignIn('https://entrar.vigia.example', answering(200));
    await expect(checkSignIn('https://entrar.vigia.example', answering(503))).rejects.toThrow('503');
    expect(asked[0]).toBe('https://entrar.vigia.example/ping');
    // The stack has no sign-in: an address that is no proxy counts as down, and that is a call.
    const deps = composeDeps({ ...env, SIGN_IN_URL: addresses.mailUrl });
    expect(await levelOf(deps, /^entrada: fora do ar/)).toBe('page');
  });
});
