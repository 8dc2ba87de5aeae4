/** A tenant's monitors compared with its plan. */
import { beforeEach, describe, expect, test } from 'vitest';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { findQuota } from '#functions/quota/store.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { control, many, newTenant, type Tenancy } from './quota-setup.ts';
import { call, calmServices, codeOf, depsAt, sql } from './support.ts';
import { putContract, putEnd, putState } from './tenant-rows.ts';

beforeEach(calmServices);

const { catalog, db } = depsAt(0);

const ask = (subdominio: string, token?: string): Promise<Response> =>
  call(quotaCheckPath(subdominio), { method: 'POST', ...(token ? { token } : {}) });

async function quotaOf({ subdominio, person }: Tenancy): Promise<unknown> {
  const response = await ask(subdominio, person.token);
  expect(response.status).toBe(200);
  return response.json();
}

/** Makes the stored count older than five minutes. */
const age = ({ subdominio }: Tenancy) =>
  sql('UPDATE quota_readings SET read_at = read_at - 300000 WHERE subdomain = ?', subdominio);

describe('the answer', () => {
  test('has plan, cycle, monitors without groups, limit and remaining room', async () => {
    const tenant = await newTenant('essential');
    await control(tenant.subdominio, 'monitors', [...many(3), 'paused', 'pending', 'group', 'ip']);
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

  test('at or above the limit allows no more', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(5));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, monitorLimit: 5, canCreate: false });
    await control(tenant.subdominio, 'monitors', many(7));
    await age(tenant);
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 7, monitorLimit: 5, canCreate: false });
  });

  test('counts again after five minutes; a plan change counts at once', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'monitors', many(5));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, canCreate: false });
    await control(tenant.subdominio, 'monitors', many(2));
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 5, canCreate: false });
    await putContract(tenant.subdominio);
    expect(await quotaOf(tenant)).toMatchObject({
      plan: 'pro',
      cycle: 'monthly',
      currentMonitors: 5,
      monitorLimit: 75,
      canCreate: true,
    });
    await age(tenant);
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 2 });
  });

  test('shows a cancelled renewal until it is resumed', async () => {
    const tenant = await newTenant('pro');
    await putContract(tenant.subdominio);
    expect(await quotaOf(tenant)).not.toHaveProperty('ending');
    await putEnd(tenant.subdominio, '2099-12-01');
    expect(await quotaOf(tenant)).toMatchObject({ plan: 'pro', ending: true });
    await putContract(tenant.subdominio);
    expect(await quotaOf(tenant)).not.toHaveProperty('ending');
  });

  test('without the counter is a lower bound, without the terms', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'counter-off');
    await control(tenant.subdominio, 'monitors', ['http', 'paused', 'onion']);
    const quota = await quotaOf(tenant);
    expect(quota).toMatchObject({ currentMonitors: 2, exact: false });
    expect(quota).not.toHaveProperty('prohibited');
  });

  test('an unreadable instance is a temporary failure and is not cached', async () => {
    const tenant = await newTenant();
    await control(tenant.subdominio, 'stop');
    const response = await ask(tenant.subdominio, tenant.person.token);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await codeOf(response)).toEqual([503, 'tenant-unavailable']);
    expect(await findQuota(db, tenant.subdominio)).toBeNull();
    await control(tenant.subdominio, 'start');
    expect(await quotaOf(tenant)).toMatchObject({ currentMonitors: 0, exact: true });
  });

  test('a suspended environment keeps its last count and allows nothing new', async () => {
    const [known, unknown] = [await newTenant(), await newTenant()];
    await control(known.subdominio, 'monitors', many(2));
    await quotaOf(known);
    await age(known);
    for (const { subdominio } of [known, unknown]) {
      await putState(subdominio, 'suspended');
      await control(subdominio, 'stop');
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

  test('to members without access, and to a former owner of the name, whatever their tokens say', async () => {
    const { orderId, subdominio } = await newTenant('pro');
    const group = { groups: [`tenant:${subdominio}`] };
    const [member, stranger] = [await signUp(group), await signUp(group)];
    const id = crypto.randomUUID();
    await sql(
      `INSERT INTO memberships (id, order_id, subject, email, token_hash, joined_at) VALUES (?, ?, ?, ?, ?, 1)`,
      id,
      orderId,
      member.subject,
      member.email,
      id,
    );
    expect((await ask(subdominio, member.token)).status).toBe(200);
    expect(await codeOf(await ask(subdominio, stranger.token))).toEqual([403, 'forbidden']);
    await sql('UPDATE memberships SET paused_at = 1 WHERE id = ?', id);
    expect(await codeOf(await ask(subdominio, member.token))).toEqual([403, 'forbidden']);
    await sql('UPDATE memberships SET paused_at = NULL, ended_at = 1 WHERE id = ?', id);
    expect(await codeOf(await ask(subdominio, member.token))).toEqual([403, 'forbidden']);
  });

  test('for a group without an environment, and for one that has ended', async () => {
    const subdominio = newSubdomain();
    const { token } = await signUp({ groups: [`tenant:${subdominio}`] });
    expect(await codeOf(await ask(subdominio, token))).toEqual([404, 'tenant-missing']);
    const ended = await newTenant();
    await putState(ended.subdominio, 'ended');
    expect(await codeOf(await ask(ended.subdominio, ended.person.token))).toEqual([404, 'tenant-missing']);
  });

  test('by another method', async () => {
    const { subdominio, person } = await newTenant();
    const read = await call(quotaCheckPath(subdominio), { token: person.token });
    expect(await codeOf(read)).toEqual([405, 'method-not-allowed']);
  });
});
