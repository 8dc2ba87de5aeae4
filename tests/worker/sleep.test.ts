/// <reference types="@cloudflare/vitest-plugin/types" />
/** A free environment that watches nothing: it is warned, sleeps with its zero, is woken, or is removed in the end. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { nowEndpoint } from '#domain/api-schemas/now.ts';
import type {
  EnvironmentCopies,
  FleetRun,
  WokenEnvironment,
} from '#domain/api-schemas/operation-environments.ts';
import { environmentCopyEndpoint } from '#domain/api-schemas/privacy.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { readinessPath } from '#domain/api-schemas/readiness.ts';
import { awayPath, wakeEndpoint } from '#domain/api-schemas/sleep.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { FAREWELL_DAYS, SLEEP_NOTICE_DAYS, UNWATCHED_DAYS } from '#domain/tenants/sleep.ts';
import { listSilentReporters } from '#functions/alerts/reporter-store.ts';
import { removalWork } from '#functions/ending/end-tenant.ts';
import { fleetWork } from '#functions/fleet/advance-run.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { watchWork } from '#functions/operations/watch-environments.ts';
import { listSilent, listUncopied } from '#functions/operations/watch-store.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { sleepWork } from '#functions/sleep/keep-sleep.ts';
import { eventsOf, operate, operated } from './operations-support.ts';
import { control, newTenant, type Tenancy } from './quota-setup.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  depsWith,
  dueAtOf,
  env,
  mailsSent,
  runDue,
  sendJson,
  setDue,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmServices);

const FIRST = (UNWATCHED_DAYS - SLEEP_NOTICE_DAYS) * DAY_MS;
const SLEEPS = UNWATCHED_DAYS * DAY_MS;

/** A free environment whose quiet begins now. */
async function newQuiet(): Promise<Tenancy> {
  const tenant = await newTenant();
  await sql(
    'UPDATE tenants SET created_at = ?1, state_since = ?1 WHERE order_id = ?2',
    Date.now(),
    tenant.orderId,
  );
  // The panel answers before anything is decided.
  await expect.poll(() => depsAt(0).instances.isReady(tenant.subdominio)).toBe(true);
  return tenant;
}

/** The work, so much later, until nothing is left to do at that time. */
async function look({ orderId }: Tenancy, aheadMs: number, deps = depsAt(aheadMs)): Promise<void> {
  await setDue(sleepWork, orderId);
  for (let round = 0; round < 6; round += 1) {
    const due = await dueAtOf(sleepWork, orderId);
    if (due === null || due > deps.clock.now()) break;
    await runDue(sleepWork, deps);
  }
  await runDue(mailWork, depsAt(aheadMs));
}

/** Put to sleep, with its warning before. */
async function newSleeper(): Promise<Tenancy> {
  const tenant = await newQuiet();
  await fallAsleep(tenant);
  return tenant;
}
async function fallAsleep(tenant: Tenancy, from = 0): Promise<void> {
  await look(tenant, from + FIRST + 60_000);
  const at = from + SLEEPS + 120_000;
  await look(tenant, at);
  // The last copy was asked for; the next look finds it.
  await look(tenant, at + 60_000);
  expect(await stateIn(tenant)).toBe('asleep');
}

const stateIn = async ({ orderId }: Tenancy) =>
  (await sql<{ state: string }>('SELECT state FROM tenants WHERE order_id = ?', orderId))[0]?.state;
const subjectsTo = async ({ person }: Tenancy) =>
  (await mailsSent(person.email)).map(({ subject }) => subject);
const kindsOf = async ({ orderId }: Tenancy) => (await eventsOf(orderId)).map(({ kind }) => kind);
const hasPod = ({ orderId }: Tenancy) => depsAt(0).cluster.hasPod(orderId);
const account = async ({ person: { token } }: Tenancy) =>
  (await (await call(accountEndpoint, { token })).json()) as Record<string, unknown>;
const wake = ({ person: { token } }: Tenancy) => call(wakeEndpoint, { token, method: 'POST' });
const isReady = async ({ person: { token }, subdominio }: Tenancy) =>
  ((await (await call(readinessPath(subdominio), { token })).json()) as { isReady: boolean }).isReady;
const valuesOf = async ({ subdominio }: Tenancy) => {
  interface Stored {
    readonly subdomain: string;
    readonly spec: { source: { helm: { valuesObject: Record<string, unknown> } } };
  }
  const { applications } = await stateOf<{ applications: readonly Stored[] }>(addresses.argocdUrl);
  return applications.find(({ subdomain }) => subdomain === subdominio)?.spec.source.helm.valuesObject;
};

test('its owner is told three days before, it sleeps with its zero, and waking brings everything back', async () => {
  const tenant = await newQuiet();
  await control(tenant.subdominio, 'monitors', [{ kind: 'paused' }, { kind: 'group' }]);
  const before = await depsAt(0).instances.readLimits(tenant.subdominio);
  await sql(
    `INSERT INTO alert_recipients (id, order_id, kind, address, state, preferences, read_seq, read_fall, memory, created_at)
     VALUES (?1, ?1, 'email', 'dona@example.com', 'on', '{}', 7, 3, '{"known":["4"]}', 0)`,
    tenant.orderId,
  );
  await sql(
    `INSERT INTO alert_falls (order_id, monitor_id, created_at, name, since, until, ended_by, message, received_at)
     VALUES (?, 1, 1, 'Loja', 10, 20, 'up', 'timeout', 11)`,
    tenant.orderId,
  );
  const remembered = async () => [
    await sql('SELECT * FROM alert_recipients WHERE id = ?', tenant.orderId),
    await sql('SELECT * FROM alert_falls WHERE order_id = ?', tenant.orderId),
  ];
  const memory = await remembered();
  await look(tenant, FIRST - 60_000);
  expect(await subjectsTo(tenant)).toEqual([]);
  await look(tenant, FIRST + 60_000);
  await look(tenant, SLEEPS - 60_000);
  expect(await subjectsTo(tenant)).toEqual([expect.stringContaining('vai dormir em')]);
  expect((await account(tenant))['sleep']).toEqual({ sleepsAt: expect.any(String) });
  expect(await hasPod(tenant)).toBe(true);

  await look(tenant, SLEEPS + 120_000);
  await look(tenant, SLEEPS + 180_000);
  expect(await stateIn(tenant)).toBe('asleep');
  expect(await valuesOf(tenant)).toMatchObject({ suspended: true, asleep: true });
  await expect.poll(() => hasPod(tenant)).toBe(false);
  expect((await account(tenant))['sleep']).toEqual({ since: expect.any(String) });

  expect(await (await wake(tenant)).json()).toEqual({ tenant: tenant.subdominio, isWoken: true });
  expect(await valuesOf(tenant)).toMatchObject({ suspended: false });
  await expect.poll(() => isReady(tenant)).toBe(true);
  expect(await (await wake(tenant)).json()).toMatchObject({ isWoken: false });
  expect(await depsAt(0).instances.readLimits(tenant.subdominio)).toEqual(before);
  expect(await remembered()).toEqual(memory);
  expect((await account(tenant))['sleep']).toEqual({ wokenAt: expect.any(String) });
  const events = await sql('SELECT kind, actor FROM events WHERE order_id = ? ORDER BY id', tenant.orderId);
  expect(events.filter(({ kind }) => kind !== 'environment-woken').map(({ kind }) => kind)).toEqual([
    'sleep-announced',
    'environment-asleep',
  ]);
  expect(events.at(-1)).toEqual({ kind: 'environment-woken', actor: 'owner' });
});

describe('is left awake', () => {
  test.each(['http', 'push'])('with a running monitor (%s), however long nobody comes', async (type) => {
    const tenant = await newQuiet();
    await control(tenant.subdominio, 'monitors', [{ kind: 'http' }]);
    await control(tenant.subdominio, 'monitors/1', { type });
    for (const at of [FIRST, SLEEPS, 10 * SLEEPS]) await look(tenant, at + 60_000);
    expect([await stateIn(tenant), await subjectsTo(tenant)]).toEqual(['active', []]);
  });

  test('with a monitor that ran for a while between two looks', async () => {
    const tenant = await newQuiet();
    await look(tenant, FIRST + 60_000);
    await control(tenant.subdominio, 'monitors', [{ kind: 'http' }]);
    await setDue(limitsWork, tenant.orderId);
    await runDue(limitsWork, depsAt(SLEEPS - DAY_MS));
    await control(tenant.subdominio, 'monitors', [{ kind: 'paused' }]);
    for (const at of [SLEEPS + 60_000, SLEEPS + SLEEPS / 2]) await look(tenant, at);
    expect(await stateIn(tenant)).toBe('active');
    // It is warned anew before it sleeps.
    await look(tenant, SLEEPS - DAY_MS + FIRST + 60_000);
    expect((await subjectsTo(tenant)).filter((subject) => subject.includes('vai dormir'))).toHaveLength(2);
  });

  test('while its monitors cannot be read', async () => {
    const tenant = await newQuiet();
    await look(tenant, FIRST + 60_000);
    const silent = { readLimits: () => Promise.reject(new DomainError('tenant-unavailable')) };
    for (const at of [SLEEPS, 2 * SLEEPS])
      await look(tenant, at + 60_000, depsWith({ instances: silent }, at + 60_000));
    expect([await stateIn(tenant), await hasPod(tenant)]).toEqual(['active', true]);
  });

  test('when a monitor is switched on in the last moment: its panel is closed before the last reading', async () => {
    const tenant = await newQuiet();
    await look(tenant, FIRST + 60_000);
    await look(tenant, SLEEPS + 120_000);
    const at = SLEEPS + 180_000;
    const { instances } = depsAt(at);
    let closed: readonly string[] | undefined;
    const late = {
      admit: async (name: string, list: { revision: number; accounts: readonly string[] }) => {
        closed = list.accounts;
        await control(tenant.subdominio, 'monitors', [{ kind: 'http' }]);
        await instances.admit(name, list);
      },
    };
    await look(tenant, at, depsWith({ instances: late }, at));
    expect(closed).toEqual([]);
    expect([await stateIn(tenant), await hasPod(tenant)]).toEqual(['active', true]);
    expect(await kindsOf(tenant)).toEqual(['sleep-announced', 'environment-asleep', 'environment-woken']);
  });

  test('and is not stopped without that reading', async () => {
    const tenant = await newQuiet();
    await look(tenant, FIRST + 60_000);
    await look(tenant, SLEEPS + 120_000);
    const at = SLEEPS + 180_000;
    const broken = { admit: () => Promise.reject(new DomainError('tenant-unavailable')) };
    await look(tenant, at, depsWith({ instances: broken }, at));
    expect([await stateIn(tenant), await hasPod(tenant)]).toEqual(['asleep', true]);
    const later = at + 11 * 60_000;
    await look(tenant, later, depsWith({ instances: broken }, later));
    expect([await stateIn(tenant), await hasPod(tenant)]).toEqual(['active', true]);
  });

  test.each([
    ['a copy is put back', `INSERT INTO restores (order_id, id, snapshot) VALUES (?, 'r', 'latest')`],
    [
      'a first monitor is awaited',
      `INSERT INTO first_monitors (order_id, address, state, asked_at) VALUES (?, 'a.example', 'waiting', 0)`,
    ],
    [
      'it moves',
      `INSERT INTO moves (order_id, subdomain, from_cluster, to_cluster, state, since, copied_before) VALUES (?, 'x', '', 'b', 'copying', 0, 0)`,
    ],
  ])('while %s', async (_, insert) => {
    const tenant = await newQuiet();
    await look(tenant, FIRST + 60_000);
    await sql(insert, tenant.orderId);
    await look(tenant, SLEEPS + 120_000);
    await look(tenant, SLEEPS + 180_000);
    expect(await stateIn(tenant)).toBe('active');
  });

  test('on a paid plan', async () => {
    const tenant = await newTenant('essential');
    await look(tenant, 10 * SLEEPS);
    expect([await stateIn(tenant), await kindsOf(tenant), await dueAtOf(sleepWork, tenant.orderId)]).toEqual([
      'active',
      [],
      null,
    ]);
  });
});

test('its last copy is kept before, and none is asked for where copies are off', async () => {
  const tenant = await newQuiet();
  await look(tenant, FIRST + 60_000);
  await look(tenant, SLEEPS + 120_000);
  expect(await stateIn(tenant)).toBe('active');
  expect((await operated<EnvironmentCopies>('copias', { who: tenant.subdominio })).copiedAt).not.toBeNull();
  await look(tenant, SLEEPS + 180_000);
  expect(await stateIn(tenant)).toBe('asleep');

  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { copies: false });
  try {
    const other = await newQuiet();
    await look(other, FIRST + 60_000);
    await look(other, SLEEPS + 120_000);
    expect(await stateIn(other)).toBe('asleep');
  } finally {
    await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { copies: true });
  }
});

describe('while it sleeps', () => {
  test('each page and each job says so, and asks it nothing', async () => {
    const tenant = await newSleeper();
    const { token } = tenant.person;
    await expect.poll(() => hasPod(tenant)).toBe(false);
    const status = await (await call(provisioningStatusEndpoint, { token })).json();
    expect(status).toMatchObject({ situacao: 'dormindo' });
    const quota = await (await call(quotaCheckPath(tenant.subdominio), { token, method: 'POST' })).json();
    expect(quota).toMatchObject({ canCreate: false });
    const now = await (await call(nowEndpoint, { token })).json();
    expect(now).toMatchObject({ state: 'asleep', isCurrent: false, monitors: [] });
    for (const kind of [limitsWork, watchWork]) {
      await setDue(kind, tenant.orderId);
      await runDue(kind, depsAt(SLEEPS));
      expect(await dueAtOf(kind, tenant.orderId)).toBeNull();
    }
  });

  test('its address shows our page, in words for who reads no HTML', async () => {
    const tenant = await newSleeper();
    const page = await call(awayPath(tenant.subdominio), { headers: { Accept: 'text/html,*/*' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '86400']);
    const html = await page.text();
    expect(html).toContain('Este painel está dormindo');
    expect(html).toContain(`${addresses.siteUrl}/conta`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const words = await call(awayPath(tenant.subdominio));
    expect(await words.text()).toMatch(/^Este painel está dormindo\. /);
    expect((await call(awayPath('nao-existe-aqui'))).status).toBe(404);
    await wake(tenant);
    expect(await (await call(awayPath(tenant.subdominio))).text()).toContain('acordando');
  });

  test('nobody is told of a silence, and nothing accuses its old copy, also right after it was woken', async () => {
    const tenant = await newSleeper();
    const at = Date.now() + SLEEPS;
    await sql(
      'INSERT INTO alert_reporters (order_id, version, news_at) VALUES (?, 9, ?)',
      tenant.orderId,
      at - 5 * DAY_MS,
    );
    await sql(
      'INSERT INTO environment_states (order_id, is_served, copied_at) VALUES (?, 1, ?) ON CONFLICT (order_id) DO UPDATE SET copied_at = excluded.copied_at',
      tenant.orderId,
      at - 5 * DAY_MS,
    );
    const accused = async (now: number) => [
      (await listSilentReporters(env.DB, now)).filter(({ orderId }) => orderId === tenant.orderId),
      (await listSilent(env.DB, now)).filter(({ subdomain }) => subdomain === tenant.subdominio),
      (await listUncopied(env.DB, now - 2 * DAY_MS)).filter(
        ({ subdomain }) => subdomain === tenant.subdominio,
      ),
    ];
    expect(await accused(at)).toEqual([[], [], []]);
    await wake(tenant);
    expect(await accused(Date.now() + 20 * 60_000)).toEqual([[], [], []]);
  });

  test('a version and new tokens reach it with its zero kept', async () => {
    const tenant = await newSleeper();
    await operated<FleetRun>('versao', { revision: 'chart-9', only: tenant.subdominio, atOnce: 20 });
    for (let round = 0; round < 3; round += 1) {
      await sql("UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = 'fleet'");
      await runDue(fleetWork, depsAt(0));
    }
    const { run } = await operated<FleetRun>('versao', {});
    expect(run).toMatchObject({ state: 'done', done: 1 });
    expect(await valuesOf(tenant)).toMatchObject({ suspended: true });
    expect(await hasPod(tenant)).toBe(false);
    expect(await stateIn(tenant)).toBe('asleep');
  });

  test('a copy, a move and a file wait until it is awake, and say how', async () => {
    const tenant = await newSleeper();
    const restore = await operate('devolver', { who: tenant.subdominio, id: crypto.randomUUID() });
    expect([restore.status, await restore.text()]).toEqual([409, expect.stringContaining('acordar')]);
    const file = await call(environmentCopyEndpoint, {
      token: tenant.person.token,
      body: { format: 'json', secrets: false, history: false },
    });
    expect(await codeOf(file.clone())).toEqual([503, 'tenant-unavailable']);
    expect(await file.text()).toContain(message('own-data.environment-asleep'));
    const choice = await call(accountLimitsEndpoint, { token: tenant.person.token, body: { kept: [] } });
    expect(await choice.json()).toMatchObject({
      code: 'tenant-unavailable',
      error: message('provisioning.asleep'),
    });
    const woken = await operated<WokenEnvironment>('acordar', { who: tenant.subdominio });
    expect(woken).toMatchObject({ isWoken: true });
    await expect
      .poll(async () => (await operated<WokenEnvironment>('acordar', { who: tenant.subdominio })).isReady)
      .toBe(true);
  });

  test('a standing that is applied at the same time keeps the zero', async () => {
    const tenant = await newSleeper();
    expect(await applyStanding(depsAt(0), tenant.orderId)).toMatchObject({ state: 'asleep' });
    expect(await stateIn(tenant)).toBe('asleep');
  });

  test('a wake that the cluster does not hear is carried out later', async () => {
    const tenant = await newSleeper();
    await sendJson(`${addresses.argocdUrl}/__stand-in/faults`, 'PATCH', { down: true });
    expect((await wake(tenant)).status).toBe(200);
    expect(await stateIn(tenant)).toBe('active');
    await sendJson(`${addresses.argocdUrl}/__stand-in/faults`, 'PATCH', { down: false });
    await setDue(sleepWork, tenant.orderId);
    await runDue(sleepWork, depsAt(60_000));
    expect(await valuesOf(tenant)).toMatchObject({ suspended: false });
  });
});

test('after twelve months its removal is told three times, and then it is removed with its data', async () => {
  const tenant = await newSleeper();
  const asleepAt = SLEEPS + 180_000;
  const removed = asleepAt + (365 + FAREWELL_DAYS[0]) * DAY_MS;
  await look(tenant, asleepAt + 364 * DAY_MS);
  expect((await subjectsTo(tenant)).filter((subject) => subject.includes('apagado'))).toEqual([]);
  for (const before of FAREWELL_DAYS) await look(tenant, removed - before * DAY_MS + 60_000);
  const subjects = (await subjectsTo(tenant)).filter((subject) => subject.includes('apagado'));
  expect(subjects.toSorted()).toEqual([
    expect.stringMatching(/^O painel .* será apagado em/),
    expect.stringMatching(/^O painel .* será apagado em/),
    expect.stringMatching(/^Último aviso/),
  ]);
  await look(tenant, removed - 60_000);
  expect(await stateIn(tenant)).toBe('asleep');
  await look(tenant, removed + 120_000);
  await setDue(removalWork, tenant.orderId);
  await expect
    .poll(async () => {
      await setDue(removalWork, tenant.orderId);
      await runDue(removalWork, depsAt(removed + 180_000));
      return stateIn(tenant);
    })
    .toBeUndefined();
  expect(await kindsOf(tenant)).toContain('tenant-removed');
});

test('one that is woken in the last days keeps everything, and its days begin anew', async () => {
  const tenant = await newSleeper();
  const removed = SLEEPS + 180_000 + (365 + FAREWELL_DAYS[0]) * DAY_MS;
  for (const before of FAREWELL_DAYS) await look(tenant, removed - before * DAY_MS + 60_000);
  await wake(tenant);
  await environmentWork(env.DB, tenant.orderId, 0).run();
  expect(await sql('SELECT farewells, removes_at FROM sleeps WHERE order_id = ?', tenant.orderId)).toEqual([
    { farewells: 0, removes_at: null },
  ]);
  expect(await stateIn(tenant)).toBe('active');
});
