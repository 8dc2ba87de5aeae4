/** How many monitors a tenant has against its plan: asked by its people, and looked at once in a period for everybody. */
import { beforeEach, describe, expect, test } from 'vitest';
import { tenantPath } from '#domain/contracts/routes.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { checkQuotas } from '#functions/jobs/check-quotas.ts';
import { sendOutbox } from '#functions/jobs/send-outbox.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { type SignedInPerson, signUp } from '#tests/support/worker-door.ts';
import { at, call, calmServices, depsAt, env, runJobs, stateOf } from './support.ts';

beforeEach(calmServices);

const { catalog, quotas, tenants } = depsAt(0);
const PERIOD_MS = depsAt(0).quotaCheckSeconds * 1000;

interface Tenancy {
  readonly subdominio: string;
  readonly orderId: string;
  readonly person: SignedInPerson;
}

/** An environment that runs, its row, and somebody of its group. */
async function newTenant(plano: PlanId = 'free'): Promise<Tenancy> {
  const subdominio = newSubdomain();
  const person = await signUp({ groups: [`tenant:${subdominio}`] });
  const orderId = crypto.randomUUID();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO orders (id, subject, email, name, subdominio, plano, ciclo, amount_centavos, terms_version,
         terms_accepted_at, terms_address, status, payment, reserved_until, touched_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 'yearly', 0, 'x', 1, '198.18.0.1', 'CONCLUIDO', 'free', 1, 1, 1, 1)`,
    ).bind(orderId, person.subject, person.email, person.name, subdominio, plano),
    env.DB.prepare(
      `INSERT INTO tenants (subdominio, order_id, subject, plano, ciclo, created_at)
       VALUES (?, ?, ?, ?, 'yearly', 1)`,
    ).bind(subdominio, orderId, person.subject, plano),
  ]);
  const monitorsMax = catalog.plan(plano).limits.monitors;
  await depsAt(0).cluster.ensureApplication({
    name: `t-${orderId.slice(0, 8)}`,
    subdomain: subdominio,
    planId: plano,
    monitorsMax,
  });
  await lever(subdominio, 'bootstrap');
  return { subdominio, orderId, person };
}

/** Presses a button of the stand-in, or gives it monitors. */
async function lever(subdominio: string, name: string, body?: unknown): Promise<void> {
  const response = await fetch(
    `http://localhost:${at.tenantsPort}/__stand-in/tenants/${subdominio}/${name}`,
    {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  if (!response.ok) throw new Error(`The lever ${name} answered ${response.status}`);
  await response.arrayBuffer();
}

const many = (count: number, kind = 'http'): string[] => Array.from({ length: count }, () => kind);

const ask = (subdominio: string, token?: string): Promise<Response> =>
  call(tenantPath('quotaCheck', subdominio), { method: 'POST', ...(token ? { token } : {}) });

async function quotaOf({ subdominio, person }: Tenancy): Promise<unknown> {
  const response = await ask(subdominio, person.token);
  expect(response.status).toBe(200);
  return response.json();
}

/** Makes what was counted older than five minutes. */
const age = ({ subdominio }: Tenancy) =>
  env.DB.prepare('UPDATE quota_readings SET read_at = read_at - 300000 WHERE subdominio = ?')
    .bind(subdominio)
    .run();

const codeOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('the answer', () => {
  test('names plan, cycle, monitors without groups, the limit and whether one more fits', async () => {
    const tenant = await newTenant('essential');
    await lever(tenant.subdominio, 'monitors', [...many(3), 'paused', 'pending', 'group', 'ip']);
    expect(await quotaOf(tenant)).toEqual({
      plan: 'essential',
      cycle: 'yearly',
      currentMonitors: 6,
      monitorLimit: catalog.plan('essential').limits.monitors,
      canCreate: true,
      exact: true,
      prohibited: 1,
    });
  });

  test('at the limit and above it nothing more fits', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'monitors', many(5));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, monitorLimit: 5, canCreate: false });
    await lever(tenant.subdominio, 'monitors', many(7));
    await age(tenant);
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 7, monitorLimit: 5, canCreate: false });
  });

  test('counts again only after five minutes, while a change of plan counts at once', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'monitors', many(5));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, canCreate: false });
    await lever(tenant.subdominio, 'monitors', many(2));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, canCreate: false });
    const seen = { plano: 'free', subscriptionId: null } as const;
    const contract = { plano: 'pro', ciclo: 'monthly', amountCentavos: 9_900, customerId: 'cus_1' } as const;
    const since = { subscriptionId: `sub_${tenant.orderId}`, contractedAt: 4 };
    await tenants.putContract(tenant.subdominio, seen, { ...contract, ...since }, 4);
    expect(await quotaOf(tenant)).toMatchObject({
      ...{ plan: 'pro', cycle: 'monthly', currentMonitors: 5 },
      ...{ monitorLimit: 75, canCreate: true },
    });
    await age(tenant);
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 2 });
  });

  test('without the counter says that the number is a lower bound, and tells nothing of the terms', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'counter-off');
    await lever(tenant.subdominio, 'monitors', ['http', 'paused', 'onion']);
    const quota = await quotaOf(tenant);
    expect(quota).toMatchObject({ currentMonitors: 2, exact: false });
    expect(quota).not.toHaveProperty('prohibited');
  });

  test('an instance that cannot be read is a failure that passes, and is not remembered', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'stop');
    const response = await ask(tenant.subdominio, tenant.person.token);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await codeOf(response)).toEqual([503, 'tenant-unavailable']);
    expect(await quotas.find(tenant.subdominio)).toBeNull();
    await lever(tenant.subdominio, 'start');
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 0, exact: true });
  });

  test('a suspended environment stands still: what was counted last holds, and nothing can be created', async () => {
    const [known, unknown] = [await newTenant(), await newTenant()];
    await lever(known.subdominio, 'monitors', many(2));
    await quotaOf(known);
    await age(known);
    for (const { subdominio } of [known, unknown]) {
      await tenants.setState(subdominio, 'active', 'suspended', 5);
      await lever(subdominio, 'stop');
    }
    expect(await quotaOf(known)).toMatchObject({ currentMonitors: 2, canCreate: false, exact: true });
    expect(await quotaOf(unknown)).toMatchObject({ currentMonitors: 0, canCreate: false, exact: false });
  });
});

describe('refused', () => {
  test('without a token, to another tenant, and to an account without one', async () => {
    const [mine, theirs] = [await newTenant(), await newTenant()];
    const visitor = await signUp();
    expect(await codeOf(await ask(mine.subdominio))).toEqual([401, 'unauthenticated']);
    for (const token of [theirs.person.token, visitor.token]) {
      expect(await codeOf(await ask(mine.subdominio, token))).toEqual([403, 'forbidden']);
    }
  });

  test('for a group without an environment, and for one that has ended', async () => {
    const subdominio = newSubdomain();
    const { token } = await signUp({ groups: [`tenant:${subdominio}`] });
    expect(await codeOf(await ask(subdominio, token))).toEqual([404, 'tenant-missing']);
    const ended = await newTenant();
    await tenants.setState(ended.subdominio, 'active', 'ended', 5);
    expect(await codeOf(await ask(ended.subdominio, ended.person.token))).toEqual([404, 'tenant-missing']);
  });

  test('by another method, and after too many calls in a minute', async () => {
    const { subdominio, person } = await newTenant();
    const read = await call(tenantPath('quotaCheck', subdominio), { token: person.token });
    expect(await codeOf(read)).toEqual([405, 'method-not-allowed']);
    const statuses: number[] = [];
    for (let times = 0; times < 31; times += 1) {
      const response = await ask(subdominio, person.token);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect([statuses.slice(0, 30), statuses[30]]).toEqual([many(30).map(() => 200), 429]);
  });
});

interface Mail {
  readonly subject: string;
  readonly text: string;
}

describe('the scheduled check', () => {
  /** One look at everybody, `periods` later, with the mail it causes. */
  async function look(periods: number): Promise<void> {
    const deps = depsAt(periods * (PERIOD_MS + 1));
    await checkQuotas(deps);
    await sendOutbox(deps);
  }

  async function mailsTo({ email }: SignedInPerson): Promise<readonly Mail[]> {
    const { messages } = await stateOf<{ messages: readonly Mail[] }>(at.mailUrl);
    return messages.filter((mail) => JSON.stringify(mail).includes(email));
  }
  const subjectsTo = async (person: SignedInPerson) => (await mailsTo(person)).map(({ subject }) => subject);

  async function eventsOf({ orderId }: Tenancy) {
    const { results } = await env.DB.prepare(
      `SELECT kind, detail FROM events WHERE order_id = ? AND kind IN
         ('quota-exceeded', 'quota-kept', 'monitors-prohibited', 'monitors-allowed') ORDER BY id`,
    )
      .bind(orderId)
      .all();
    return results.map(({ kind, detail }) => [kind, detail]);
  }

  const passed = ({ subdominio }: Tenancy) => `O ambiente ${subdominio} passou do limite do plano`;
  const against = ({ subdominio }: Tenancy) =>
    `Monitores do ambiente ${subdominio} contrariam os termos de uso`;

  test('runs with everything that is due, and its count is what the customer sees', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'monitors', many(6));
    await runJobs();
    expect(await quotas.find(tenant.subdominio)).toMatchObject({ monitors: 6, isExact: true, toldLimit: 5 });
    await lever(tenant.subdominio, 'stop');
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 6, canCreate: false });
  });

  test('a passed limit is mailed once, and again only after it was kept', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'monitors', many(6));
    await look(0);
    const [mail] = await mailsTo(tenant.person);
    expect(mail?.subject).toBe(passed(tenant));
    expect(mail?.text).toContain(`tem 6 monitores, e o plano Gratuito inclui até 5`);
    expect(mail?.text).toContain(`Ver planos maiores: ${at.siteUrl}/upgrade`);
    await lever(tenant.subdominio, 'monitors', many(9));
    await look(1);
    expect(await subjectsTo(tenant.person)).toEqual([passed(tenant)]);
    await lever(tenant.subdominio, 'monitors', many(5));
    await look(2);
    await lever(tenant.subdominio, 'monitors', many(6));
    await look(3);
    expect(await subjectsTo(tenant.person)).toEqual([passed(tenant), passed(tenant)]);
    expect(await eventsOf(tenant)).toEqual([
      ['quota-exceeded', '6/5'],
      ['quota-kept', '5/5'],
      ['quota-exceeded', '6/5'],
    ]);
  });

  test('between two periods nobody is asked again', async () => {
    const tenant = await newTenant();
    await look(0);
    await lever(tenant.subdominio, 'monitors', many(6));
    await look(0);
    expect(await quotas.find(tenant.subdominio)).toMatchObject({ monitors: 0, toldLimit: null });
    await look(1);
    expect(await quotas.find(tenant.subdominio)).toMatchObject({ monitors: 6, toldLimit: 5 });
  });

  test('a lower bound proves a limit passed and never one kept', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'counter-off');
    await lever(tenant.subdominio, 'monitors', many(6));
    await look(0);
    const [mail] = await mailsTo(tenant.person);
    expect(mail?.text).toContain('tem pelo menos 6 monitores');
    await lever(tenant.subdominio, 'monitors', many(9, 'paused'));
    await look(1);
    await lever(tenant.subdominio, 'monitors', many(6));
    await look(2);
    expect(await subjectsTo(tenant.person)).toEqual([passed(tenant)]);
  });

  test('monitors against the terms are mailed once until all of them are gone', async () => {
    const tenant = await newTenant('pro');
    await lever(tenant.subdominio, 'monitors', ['http', 'ip', 'ip', 'onion', 'ping']);
    await look(0);
    const [mail] = await mailsTo(tenant.person);
    expect(mail?.subject).toBe(against(tenant));
    expect(mail?.text).toContain(
      '2 monitores HTTP com IP no lugar do domínio e 1 monitor com endereço .onion',
    );
    await lever(tenant.subdominio, 'monitors', ['onion']);
    await look(1);
    await lever(tenant.subdominio, 'monitors', ['http']);
    await look(2);
    expect(await subjectsTo(tenant.person)).toEqual([against(tenant)]);
    await lever(tenant.subdominio, 'monitors', ['ip']);
    await look(3);
    expect(await subjectsTo(tenant.person)).toEqual([against(tenant), against(tenant)]);
    expect(await eventsOf(tenant)).toEqual([
      ['monitors-prohibited', 'ip 2, onion 1'],
      ['monitors-allowed', 'ip 0, onion 0'],
      ['monitors-prohibited', 'ip 1, onion 0'],
    ]);
  });

  test('two checks that saw the same tell it once', async () => {
    const { subdominio } = await newTenant();
    const seen = await quotas.keep(subdominio, { monitors: 6, isExact: true, prohibited: null }, 1);
    const mail = () => ({
      id: crypto.randomUUID(),
      template: 'quota-exceeded',
      payload: `{"of":"${subdominio}"}`,
    });
    const told = await Promise.all([1, 2].map(() => quotas.note(seen, { toldLimit: 5 }, mail(), 1)));
    expect(told.sort()).toEqual([false, true]);
    const { results } = await env.DB.prepare('DELETE FROM outbox WHERE payload = ? RETURNING id')
      .bind(`{"of":"${subdominio}"}`)
      .all();
    expect(results).toHaveLength(1);
  });

  test('an instance that does not answer is asked again later, and nobody is told anything', async () => {
    const tenant = await newTenant();
    await lever(tenant.subdominio, 'monitors', many(6));
    await lever(tenant.subdominio, 'stop');
    await look(0);
    expect(await quotas.find(tenant.subdominio)).toBeNull();
    await lever(tenant.subdominio, 'start');
    await look(1);
    expect(await subjectsTo(tenant.person)).toEqual([passed(tenant)]);
  });

  test('takes so many at a time, the longest waiting first, and only those that run', async () => {
    const waiting = [await newTenant(), await newTenant(), await newTenant(), await newTenant()];
    const [first, second, third, suspended] = waiting.map(({ subdominio }) => subdominio);
    if (!first || !second || !third || !suspended) throw new Error('There are not four tenants.');
    for (const [index, subdominio] of [suspended, third, first, second].entries()) {
      await quotas.schedule(subdominio, -100 + index);
    }
    await tenants.setState(suspended, 'active', 'suspended', 5);
    expect([...(await quotas.claimDue(-50, 7, 2))].sort()).toEqual([first, third].sort());
    expect(await quotas.claimDue(-50, 7, 2)).toEqual([second]);
    expect(await quotas.claimDue(-50, 7, 2)).toEqual([]);
  });
});
