/// <reference types="@cloudflare/vitest-plugin/types" />
/** An environment over its plan: the grace period, what is then enforced, and what a larger plan restores. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { MonitorWish } from '#dev/stand-ins/tenants/monitors.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import { projectStanding, readLedger } from '#functions/ledger/store.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { writeGraces } from '#functions/limits/store.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { noticesAbout } from './billing-support.ts';
import { control, newTenant, type Tenancy } from './quota-setup.ts';
import { call, calmServices, codeOf, depsAt, dueAtOf, mailsSent, runDue, setDue, sql } from './support.ts';
import { putState } from './tenant-rows.ts';
import { watchedDb } from './watched-db.ts';

beforeEach(calmServices);

const MINUTE = 60_000;
const DAY = 86_400_000;

/** One run of the job so much later, with its mails. */
async function look(later: number, change: (deps: Deps) => Partial<Deps> = () => ({})): Promise<void> {
  const deps = depsAt(later);
  await runDue(limitsWork, { ...deps, quotaCheckSeconds: DAY / 1000, ...change(deps) });
  await runDue(mailWork, deps);
}

const many = (count: number, columns: object = {}): MonitorWish[] =>
  Array.from({ length: count }, () => ({ kind: 'http', interval: 20, ...columns }));

const reportOf = ({ subdominio }: Tenancy) => depsAt(0).instances.readLimits(subdominio);
const runningIn = async (tenant: Tenancy) =>
  (await reportOf(tenant)).monitors.filter(({ isRunning }) => isRunning).map(({ id }) => id);
const change = ({ subdominio }: Tenancy, id: number, columns: object) =>
  control(subdominio, `monitors/${id}`, columns);

const subjectsTo = async ({ person }: Tenancy) =>
  (await mailsSent(person.email)).map(({ subject }) => subject);
const over = ({ subdominio }: Tenancy) => `O painel ${subdominio} passou do limite do plano`;
const applied = ({ subdominio }: Tenancy) => `Ajustamos os monitores do painel ${subdominio} ao plano`;
const undone = ({ subdominio }: Tenancy) => `Os monitores do painel ${subdominio} voltaram`;

/** Another plan in force and the limits due, as the ledger's projection writes it. */
const putPlan = ({ subdominio }: Tenancy, plan: PlanId) =>
  sql('UPDATE tenants SET plan = ? WHERE subdomain = ?', plan, subdominio);

const ask = ({ person }: Tenancy) => call(accountLimitsEndpoint, { token: person.token });
const choose = ({ person }: Tenancy, kept: unknown) =>
  call(accountLimitsEndpoint, { token: person.token, body: { kept } });

const eventsOf = async ({ orderId }: Tenancy) =>
  (
    await sql(
      `SELECT kind, detail FROM events WHERE order_id = ? AND kind LIKE 'limits-%' ORDER BY id`,
      orderId,
    )
  ).map(({ kind, detail }) => [kind, detail]);

test('the limits are enforced after the grace and undone by a larger plan', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', [...many(8), ...many(25, { interval: 600 })]);
  await change(tenant, 10, { active: false });
  await look(0);
  const [mail] = await mailsSent(tenant.person.email);
  expect(mail?.subject).toBe(over(tenant));
  expect(mail?.text).toContain('tem 32 monitores ligados, e o plano Gratuito inclui até 5');
  expect(mail?.text).toContain('pausamos 27 monitores, os mais novos primeiro');
  expect(mail?.text).toContain('8 monitores com intervalo menor que o do plano Gratuito, que é de 10 min');
  expect(mail?.text).toContain('/upgrade?tenant=');

  await look(7 * DAY - MINUTE);
  expect((await reportOf(tenant)).raised).toEqual([]);
  await look(7 * DAY + MINUTE);
  expect((await reportOf(tenant)).raised).toHaveLength(8);
  expect((await runningIn(tenant)).length).toBe(32);

  await look(14 * DAY + MINUTE);
  const { monitors, paused } = await reportOf(tenant);
  expect(monitors.filter(({ isRunning }) => isRunning).map(({ id, interval }) => [id, interval])).toEqual(
    [1, 2, 3, 4, 5].map((id) => [id, 600]),
  );
  expect([monitors.length, paused.length]).toEqual([33, 27]);
  expect(await subjectsTo(tenant)).toEqual([over(tenant), applied(tenant), applied(tenant)]);
  const mails = await mailsSent(tenant.person.email);
  expect(mails.find(({ text }) => text.includes('Pausamos'))?.text).toContain('Pausamos 27 monitores');

  await putPlan(tenant, 'essential');
  await look(15 * DAY);
  const running = await runningIn(tenant);
  expect([running.length, running.includes(10), running.at(-1)]).toEqual([30, false, 31]);
  const after = await reportOf(tenant);
  expect(new Set(after.raised.map(({ from, to }) => `${from} ${to}`))).toEqual(new Set(['20 300']));
  expect(after.paused).toHaveLength(2);
  expect((await subjectsTo(tenant)).toSorted()).toEqual(
    [over(tenant), applied(tenant), applied(tenant), undone(tenant)].toSorted(),
  );
  expect(await eventsOf(tenant)).toEqual([
    ['limits-over', '32/5, 8 abaixo de 600 s'],
    ['limits-applied', '0 pausados, 8 intervalos'],
    ['limits-applied', '27 pausados, 0 intervalos'],
    ['limits-undone', '25 pausados, 8 intervalos'],
  ]);
  // Room alone resumes nothing: the customer may want another monitor.
  await change(tenant, 1, { active: false });
  await look(16 * DAY);
  expect(await runningIn(tenant)).toHaveLength(29);
});

test('a retry interval that is too short is told by itself, and no plan is sold for it', async () => {
  const tenant = await newTenant();
  const tries = { interval: 600, maxretries: 2 };
  await control(tenant.subdominio, 'monitors', [
    { kind: 'http', ...tries, name: 'Loja', retryInterval: 5 },
    { kind: 'http', ...tries, name: 'Blog', retryInterval: 20 },
  ]);
  const answer = await (await ask(tenant)).json<{ interval: { monitors: object[] } }>();
  expect(answer.interval.monitors).toEqual([{ id: 1, name: 'Loja', interval: 600, retryInterval: 5 }]);
  await look(0);
  const [mail] = await mailsSent(tenant.person.email);
  expect(mail?.subject).toBe(`O painel ${tenant.subdominio} tenta de novo rápido demais`);
  expect(mail?.text).toContain('1 monitor tenta de novo em menos de 20 s depois de uma falha');
  expect(mail?.text).toContain('Loja (5 s)');
  expect(mail?.text).toContain('o intervalo de repetição dele passa a 20 s');
  expect(mail?.text).not.toMatch(/menor que o do plano|plano maior|Blog|\/upgrade/);

  await look(7 * DAY + MINUTE);
  expect(
    (await reportOf(tenant)).monitors.map(({ interval, retryInterval }) => [interval, retryInterval]),
  ).toEqual([
    [600, 20],
    [600, 20],
  ]);
});

test('a second excess within the year takes effect within the hour', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', many(6, { interval: 600 }));
  await look(0);
  await look(14 * DAY + MINUTE);
  expect(await runningIn(tenant)).toEqual([1, 2, 3, 4, 5]);
  await change(tenant, 6, { active: true });
  await look(14 * DAY + 60 * MINUTE);
  expect(await runningIn(tenant)).toEqual([1, 2, 3, 4, 5]);
  // A new mail, because it was running in between.
  expect(await subjectsTo(tenant)).toEqual([over(tenant), applied(tenant), applied(tenant)]);
  await change(tenant, 5, { interval: 20 });
  await look(15 * DAY);
  expect((await reportOf(tenant)).raised).toEqual([]);
  await look(22 * DAY + 60 * MINUTE);
  expect((await reportOf(tenant)).raised).toEqual([{ id: 5, from: 20, to: 600 }]);
});

test('a script that resumes what was paused gains minutes, not days, and no flood of mails', async () => {
  const tenant = await newTenant();
  const { subdominio } = tenant;
  await control(subdominio, 'monitors', many(8, { interval: 600 }));
  await look(0);
  await look(14 * DAY + MINUTE);
  const resumeAll = async () => {
    for (const id of [6, 7, 8]) await change(tenant, id, { active: true });
  };
  // The first three times the next check comes within the hour.
  let at = 14 * DAY + MINUTE;
  for (let time = 0; time < 3; time += 1) {
    await resumeAll();
    await look(at + 30 * MINUTE);
    expect(await runningIn(tenant)).toHaveLength(8);
    at += 46 * MINUTE;
    await look(at);
    expect(await runningIn(tenant)).toEqual([1, 2, 3, 4, 5]);
  }
  const mailsBefore = (await mailsSent(tenant.person.email)).length;
  for (let time = 0; time < 12; time += 1) {
    await resumeAll();
    at += 5 * MINUTE;
    await look(at);
    expect(await runningIn(tenant)).toEqual([1, 2, 3, 4, 5]);
  }
  const mails = await mailsSent(tenant.person.email);
  expect(mails).toHaveLength(mailsBefore);
  expect(mails.find(({ text }) => text.includes('a cada cinco minutos'))?.subject).toBe(applied(tenant));
  expect(await noticesAbout(tenant)).toEqual(['limits-resumed']);

  // A day after the mail there is one more.
  const mailAt = at - 60 * MINUTE;
  for (const later of [DAY - 20 * MINUTE, DAY - 10 * MINUTE, DAY + MINUTE, DAY + 7 * MINUTE]) {
    await resumeAll();
    await look(mailAt + later);
  }
  expect(await mailsSent(tenant.person.email)).toHaveLength(mailsBefore + 1);
  expect(await noticesAbout(tenant)).toEqual(['limits-resumed']);

  // Once it stops, the hour is the measure again.
  await look(at + 3 * DAY);
  await resumeAll();
  await look(at + 3 * DAY + 30 * MINUTE);
  expect(await runningIn(tenant)).toHaveLength(8);
});

test('monitors of a paused group count, and are paused themselves', async () => {
  const tenant = await newTenant();
  const group = { kind: 'group', active: false } as const;
  await control(tenant.subdominio, 'monitors', [group, ...many(6, { interval: 600, parent: 1 })]);
  await look(0);
  const [mail] = await mailsSent(tenant.person.email);
  expect(mail?.text).toContain('tem 6 monitores ligados, e o plano Gratuito inclui até 5');
  expect(mail?.text).toContain('pause o monitor, não só o grupo');
  await look(14 * DAY + MINUTE);
  expect([await runningIn(tenant), (await reportOf(tenant)).paused]).toEqual([[2, 3, 4, 5, 6], [7]]);
});

test('after a year there is a new grace', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', many(6, { interval: 600 }));
  await look(0);
  await control(tenant.subdominio, 'monitors', many(5, { interval: 600 }));
  await look(20 * DAY);
  await control(tenant.subdominio, 'monitors', many(6, { interval: 600 }));
  await look(366 * DAY);
  expect([await runningIn(tenant), await subjectsTo(tenant)]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [over(tenant), over(tenant)],
  ]);
});

test('only a plan change makes the limits due at once', async () => {
  const { subdominio, orderId } = await newTenant();
  const { db, clock } = depsAt(0);
  const dueAt = async (plan: PlanId) => {
    await setDue(limitsWork, orderId, 8e14);
    const read = await readLedger(db, orderId);
    await projectStanding(db, read, { ...currentStanding(read.facts, clock.now()), plan }, clock.now());
    const rows = await sql('SELECT plan FROM tenants WHERE subdomain = ?', subdominio);
    return [rows[0]?.['plan'], ((await dueAtOf(limitsWork, orderId)) ?? 8e14) <= Date.now()];
  };
  expect(await dueAt('free')).toEqual(['free', false]);
  expect(await dueAt('essential')).toEqual(['essential', true]);
});

test('the monitors that the owner chose keep running', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', many(8, { interval: 600 }));
  await look(0);
  expect((await choose(tenant, [8, 7, 6])).status).toBe(200);
  await look(14 * DAY + MINUTE);
  expect(await runningIn(tenant)).toEqual([1, 2, 6, 7, 8]);
});

describe('interrupted', () => {
  const lost = () => Promise.reject(new DomainError('tenant-unavailable'));
  const recorded = /^INSERT INTO limit_states .* told/;

  /** A tenant with every kind of excess and an expired grace. */
  async function dueTenant(): Promise<Tenancy> {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(7));
    await look(0);
    return tenant;
  }

  test.each<[string, (deps: Deps) => Partial<Deps>]>([
    ['before the orders are sent', (deps) => ({ instances: { ...deps.instances, applyOrders: lost } })],
    [
      'after they were carried out, with a lost response',
      (deps) => ({
        instances: {
          ...deps.instances,
          applyOrders: async (subdomain, orders) => {
            await deps.instances.applyOrders(subdomain, orders);
            return lost();
          },
        },
      }),
    ],
    ['before the run is recorded', () => ({ db: watchedDb({ on: recorded, before: lost }) })],
    ['after the run was recorded', () => ({ db: watchedDb({ on: recorded, after: lost }) })],
    [
      'between two orders',
      (deps) => ({
        instances: {
          ...deps.instances,
          applyOrders: async (subdomain, orders) => {
            await deps.instances.applyOrders(subdomain, {
              ...orders,
              pause: orders.pause.slice(0, 1),
              intervals: [],
              resume: [],
            });
            return lost();
          },
        },
      }),
    ],
  ])('%s, the next run continues, with one mail', async (_, cut) => {
    const tenant = await dueTenant();
    await look(15 * DAY, cut);
    await look(15 * DAY + 6 * MINUTE);
    await look(15 * DAY + 60 * MINUTE);
    expect(await runningIn(tenant)).toEqual([1, 2, 3, 4, 5]);
    expect((await reportOf(tenant)).raised).toHaveLength(5);
    expect(await subjectsTo(tenant)).toEqual([over(tenant), applied(tenant)]);
    await putPlan(tenant, 'pro');
    await look(16 * DAY, cut);
    await look(16 * DAY + 6 * MINUTE);
    expect((await reportOf(tenant)).raised).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, from: 20, to: 180 }))),
    );
    expect([(await runningIn(tenant)).length, (await reportOf(tenant)).paused]).toEqual([7, []]);
    expect((await subjectsTo(tenant)).filter((subject) => subject === undone(tenant))).toHaveLength(1);
  });

  test('two runs that start the same grace send one mail', async () => {
    const tenant = await newTenant();
    const { db } = depsAt(0);
    const mail = () => ({ id: crypto.randomUUID(), template: 'limits-over', payload: '{"of":"two"}' });
    const begin = (now: number) =>
      writeGraces(
        db,
        { subdomain: tenant.subdominio, plan: 'free' },
        [
          { kind: 'number', endsAt: 9 },
          { kind: 'interval', endsAt: 9 },
        ],
        [],
        { mails: [mail()] },
        now,
      );
    expect((await Promise.all([begin(1), begin(2)])).toSorted()).toEqual([false, true]);
    expect(await sql(`DELETE FROM outbox WHERE payload = '{"of":"two"}' RETURNING id`)).toHaveLength(1);
  });

  test('an environment that does not answer is retried, without a mail', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(6));
    await control(tenant.subdominio, 'stop');
    await look(0);
    expect(await subjectsTo(tenant)).toEqual([]);
    await control(tenant.subdominio, 'start');
    await look(6 * MINUTE);
    expect(await subjectsTo(tenant)).toEqual([over(tenant)]);
  });
});

describe('in notice-only mode', () => {
  const notify = () => ({ limitsMode: 'notify' as const });

  test('the customer is mailed once, and nothing is enforced', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(6));
    for (const days of [0, 8, 15, 30]) await look(days * DAY, notify);
    const [mail] = await mailsSent(tenant.person.email);
    expect(await subjectsTo(tenant)).toEqual([over(tenant)]);
    expect(mail?.text).toContain('Nada foi desligado');
    expect(await runningIn(tenant)).toHaveLength(6);
    // Once enforced, the full grace still lies ahead.
    await look(31 * DAY);
    expect(await runningIn(tenant)).toHaveLength(6);
    await look(46 * DAY);
    expect(await runningIn(tenant)).toHaveLength(5);
  });
});

describe('the account', () => {
  test('shows the excess, its deadline, and what was enforced', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', [
      ...many(5, { interval: 600 }),
      { kind: 'http', interval: 20, name: 'Loja' },
      'paused',
    ]);
    const first = await (await ask(tenant)).json<Record<string, unknown>>();
    expect(first).toMatchObject({
      ...{ plan: 'free', monitorLimit: 5, heartbeatSeconds: 600, running: 6, isEnforced: true },
      total: 7,
      number: {
        beyond: 1,
        endsAt: expect.stringMatching(/Z$/),
        monitors: expect.arrayContaining([
          { id: 6, name: 'Loja', wouldPause: true, type: 'http', address: 'loja.exemplo.com.br' },
        ]),
      },
      interval: { endsAt: expect.stringMatching(/Z$/), monitors: [{ id: 6, name: 'Loja', interval: 20 }] },
      ...{ paused: [], raised: [] },
    });
    expect(await (await choose(tenant, [6, 1, 2, 3, 4])).json()).toMatchObject({
      number: { monitors: expect.arrayContaining([expect.objectContaining({ id: 5, wouldPause: true })]) },
    });
    await look(0);
    await look(15 * DAY);
    const later = await (await ask(tenant)).json<Record<string, unknown>>();
    expect(later).toMatchObject({
      paused: [{ id: 5, name: expect.any(String) }],
      raised: [{ id: 6, name: 'Loja', from: 20, to: 600 }],
    });
    expect(later).not.toHaveProperty('number');
  });

  test('opening it starts the grace in the next run', async () => {
    const tenant = await newTenant();
    await look(0);
    await control(tenant.subdominio, 'monitors', many(6));
    await look(MINUTE);
    expect(await subjectsTo(tenant)).toEqual([]);
    await ask(tenant);
    await look(2 * MINUTE);
    expect(await subjectsTo(tenant)).toEqual([over(tenant)]);
  });

  test('an invalid choice is refused, and the last one stays', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(7));
    await choose(tenant, [7]);
    for (const wrong of [[1, 2, 3, 4, 5, 6], [8], ['7'], '7', [1.5], null]) {
      expect(await codeOf(await choose(tenant, wrong))).toEqual([422, 'validation-failed']);
    }
    const kept = await sql('SELECT kept FROM limit_states WHERE subdomain = ?', tenant.subdominio);
    expect(kept).toEqual([{ kept: '[7]' }]);
  });

  test('is for the owner only', async () => {
    const [mine, stranger] = [await newTenant(), await signUp()];
    expect((await call(accountLimitsEndpoint)).status).toBe(401);
    const member = await signUp({ groups: [`tenant:${mine.subdominio}`] });
    for (const { token } of [stranger, member]) {
      expect(await (await call(accountLimitsEndpoint, { token })).json()).toEqual({ environment: 'none' });
      const changed = await call(accountLimitsEndpoint, { token, body: { kept: [] } });
      expect(await codeOf(changed)).toEqual([404, 'order-missing']);
    }
    expect(await sql('SELECT 1 FROM limit_states WHERE subdomain = ?', mine.subdominio)).toEqual([]);
  });

  test('cannot be read while the environment is suspended', async () => {
    const tenant = await newTenant();
    await putState(tenant.subdominio, 'suspended');
    expect(await (await ask(tenant)).json()).toEqual({ environment: 'no-answer' });
    expect(await codeOf(await choose(tenant, []))).toEqual([503, 'tenant-unavailable']);
  });
});
