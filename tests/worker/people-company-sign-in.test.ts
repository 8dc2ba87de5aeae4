/** What the API knows of a company's own sign-in: the proof asked for, on and off, and the row on the account's page. */
import { beforeEach, expect, test } from 'vitest';
import { type AccountResponse, accountEndpoint } from '#domain/api-schemas/account.ts';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import type { CompanySignIn } from '#domain/api-schemas/people.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { operate, operated } from './operations-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { call, calmServices, depsAt, sql } from './support.ts';

beforeEach(calmServices);

const newDomain = (): string => `empresa-${crypto.randomUUID().slice(0, 8)}.com.br`;
const sso = ({ subdominio: who }: Customer, more: object = {}) =>
  operated<CompanySignIn>('sso', { who, ...more });
const refusedFor = async ({ subdominio: who }: Customer, more: object) => {
  const answer = await operate('sso', { who, ...more });
  return [answer.status, (await answer.json<{ fields?: object }>()).fields];
};
const rowOf = async ({ token }: Customer) =>
  (await (await call(accountEndpoint, { token })).json<AccountResponse>()).companySignIn;

test('a domain gets a proof of its own, and is on the account only once it is on', async () => {
  const customer = await newTenant('enterprise');
  const domain = newDomain();
  expect(await sso(customer)).toMatchObject({ domain: null, proof: null, onAt: null });
  const asked = await sso(customer, { domain: ` ${domain.toUpperCase()} ` });
  expect(asked).toEqual({
    tenant: customer.subdominio,
    domain,
    proof: {
      name: `_vigia-entrada.${domain}`,
      value: expect.stringMatching(/^vigia-entrada=[0-9a-f]{32}$/),
    },
    onAt: null,
  });
  expect(await sso(customer, { domain })).toEqual(asked);
  expect((await sso(await newTenant('enterprise'), { domain })).proof).not.toEqual(asked.proof);
  expect(await rowOf(customer)).toBeUndefined();

  const { onAt } = await sso(customer, { domain, state: 'on' });
  expect(await sso(customer, { domain, state: 'on' })).toMatchObject({ domain, onAt });
  expect(await rowOf(customer)).toEqual({ domain, since: onAt });
  await sso(customer, { state: 'off' });
  expect(await sso(customer, { state: 'off' })).toMatchObject({ domain: null });
  expect(await rowOf(customer)).toBeUndefined();
  const { activities } = await (await call(activityEndpoint, { token: customer.token })).json<{
    activities: { kind: string; about?: string; who: { role: string } }[];
  }>();
  expect(activities.filter(({ kind }) => kind.startsWith('company'))).toMatchObject([
    { kind: 'company-sign-in-off', about: domain, who: { role: 'team' } },
    { kind: 'company-sign-in-on', about: domain, who: { role: 'team' } },
  ]);
});

test('a domain lets people into one environment, and an environment has one', async () => {
  const [one, other] = [await newTenant('enterprise'), await newTenant('enterprise')];
  const domain = newDomain();
  await sso(one, { domain });
  await sso(one, { domain, state: 'on' });
  expect(await refusedFor(other, { domain })).toEqual([
    422,
    { domain: 'Este domínio já entra em outro painel.' },
  ]);
  expect(await refusedFor(one, { domain: newDomain() })).toEqual([
    422,
    { domain: `Já entra por ${domain}: desligue antes de trocar.` },
  ]);
});

test('other plans have none, and one whose plan went down is told to operators', async () => {
  expect((await refusedFor(await newTenant('pro'), { domain: newDomain() }))[0]).toBe(422);
  const customer = await newTenant('enterprise');
  const domain = newDomain();
  await sso(customer, { domain });
  await sso(customer, { domain, state: 'on' });
  const told = async () =>
    (await readReadiness(depsAt(0))).problems.filter(({ text }) => text.includes(customer.subdominio));
  expect(await told()).toEqual([]);
  await sql("UPDATE tenants SET plan = 'pro' WHERE order_id = ?", customer.orderId);
  expect(await told()).toEqual([{ level: 'mail', text: expect.stringContaining('entradas de empresa') }]);
  await sso(customer, { state: 'off' });
  expect(await told()).toEqual([]);
});

test.each(['gmail', 'a b.com', '-x.com', 'x..com', 'http://x.com', `${'a'.repeat(64)}.com`])(
  '“%s” is no domain',
  async (domain) => {
    expect((await refusedFor(await newTenant('enterprise'), { domain }))[0]).toBe(422);
  },
);
