/** "Implantação assistida" begins by itself with the largest plan, once, and ends with it or when the team is done. */
import { beforeEach, expect, test } from 'vitest';
import { type AccountResponse, accountEndpoint } from '#domain/api-schemas/account.ts';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import type { OpenOnboarding } from '#domain/api-schemas/support.ts';
import { workingDayAfter } from '#domain/support/deadline.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { onboardingJobs } from '#functions/support/onboarding.ts';
import { operate, operated } from './operations-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { call, calmServices, codeOf, depsAt, sql } from './support.ts';

beforeEach(calmServices);

const converge = () => onboardingJobs.onboardings(depsAt(0));
const untilOf = async ({ token }: Customer) =>
  (await (await call(accountEndpoint, { token })).json<AccountResponse>()).onboarding?.until;
const notices = ({ orderId }: Customer) =>
  sql<{ payload: string }>(
    `SELECT payload FROM outbox WHERE template = 'operator-notice'
     AND json_extract(payload, '$.kind') = 'onboarding' AND json_extract(payload, '$.reference') = ?`,
    orderId,
  );
const setPlan = ({ orderId }: Customer, plan: string) =>
  sql('UPDATE tenants SET plan = ? WHERE order_id = ?', plan, orderId);

test('a contract of Empresarial begins one: a notice and the same day on the account, once', async () => {
  const customer = await newTenant('enterprise');
  await converge();
  await converge();
  const day = workingDayAfter(Date.now(), 2, depsAt(0).supportCalendar);
  expect(await untilOf(customer)).toBe(day);
  const sent = await notices(customer);
  expect(sent.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
    { kind: 'onboarding', subdominio: customer.subdominio, reference: customer.orderId, talkUntil: day },
  ]);
});

test('smaller plans, and an environment of our own, begin none', async () => {
  const [pro, own] = [await newTenant('pro'), await newTenant('enterprise')];
  await sql('DELETE FROM contracts_in_force WHERE order_id = ?', own.orderId);
  await converge();
  expect([await notices(pro), await notices(own)]).toEqual([[], []]);
  expect(await untilOf(pro)).toBeUndefined();
});

test('a plan that goes down ends it, one that comes back begins it anew', async () => {
  const customer = await newTenant('enterprise');
  await converge();
  await setPlan(customer, 'pro');
  await converge();
  expect(await untilOf(customer)).toBeUndefined();
  await setPlan(customer, 'enterprise');
  await sql('UPDATE onboardings SET began_at = began_at - 1000 WHERE order_id = ?', customer.orderId);
  await converge();
  expect(await untilOf(customer)).toBeDefined();
  expect(await notices(customer)).toHaveLength(2);
});

test('“implantacao” lists it and ends it for good', async () => {
  const customer = await newTenant('enterprise');
  await converge();
  const mine = (open: readonly OpenOnboarding[]) =>
    open.filter(({ tenant }) => tenant === customer.subdominio);
  expect(mine(await operated<OpenOnboarding[]>('implantacao'))).toHaveLength(1);
  const done = await operated<OpenOnboarding[]>('implantacao', { who: customer.subdominio, isDone: true });
  expect(mine(done)).toEqual([]);
  expect(await codeOf(await operate('implantacao', { who: customer.subdominio, isDone: true }))).toEqual([
    404,
    'not-found',
  ]);
  await setPlan(customer, 'pro');
  await converge();
  await setPlan(customer, 'enterprise');
  await converge();
  expect(await untilOf(customer)).toBeUndefined();
  expect(await notices(customer)).toHaveLength(1);
  const { activities } = await (await call(activityEndpoint, { token: customer.token })).json<{
    activities: { kind: string; who: { role: string } }[];
  }>();
  expect(activities.filter(({ kind }) => kind.startsWith('onboarding'))).toMatchObject([
    { kind: 'onboarding-done', who: { role: 'team' } },
    { kind: 'onboarding-began', who: { role: 'system' } },
  ]);
});

test('readiness mails about one whose day is over', async () => {
  const customer = await newTenant('enterprise');
  await converge();
  const late = async () =>
    (await readReadiness(depsAt(0))).problems.filter(({ text }) => text.includes(customer.subdominio));
  expect(await late()).toEqual([]);
  await sql("UPDATE onboardings SET due_on = '2026-01-02' WHERE order_id = ?", customer.orderId);
  expect(await late()).toEqual([
    { level: 'mail', text: expect.stringContaining('implantações assistidas depois do prazo') },
  ]);
});
