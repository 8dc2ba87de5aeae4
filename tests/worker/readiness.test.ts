/** Whether an environment is available after a restart. */
import { beforeEach, expect, test } from 'vitest';
import { readinessPath } from '#domain/api-schemas/readiness.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { control, newTenant, type Tenancy } from './quota-setup.ts';
import { call, calmServices, codeOf, depsAt } from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);

const { cluster } = depsAt(0);

async function readinessOf({ subdominio, person }: Tenancy): Promise<unknown> {
  const response = await call(readinessPath(subdominio), { token: person.token });
  expect(response.status).toBe(200);
  return response.json();
}

test('a running environment answers; a stopped one does not until it is back', async () => {
  const tenant = await newTenant();
  expect(await readinessOf(tenant)).toEqual({ isReady: true });
  await control(tenant.subdominio, 'stop');
  expect(await readinessOf(tenant)).toEqual({ isReady: false });
  await control(tenant.subdominio, 'start');
  expect(await readinessOf(tenant)).toEqual({ isReady: true });
});

test('an environment without an application does not answer', async () => {
  const tenant = await newTenant();
  await cluster
    .removeApplication({
      orderId: tenant.orderId,
      subdomain: tenant.subdominio,
      planId: 'free',
      monitorsMax: 5,
    })
    .catch(() => undefined);
  expect(await readinessOf(tenant)).toEqual({ isReady: false });
});

test('other customers’ and missing environments get the same refusal', async () => {
  const tenant = await newTenant();
  const stranger = await signUp({ groups: ['tenant:outro-ambiente'] });
  expect(await codeOf(await call(readinessPath(tenant.subdominio), { token: stranger.token }))).toEqual([
    403,
    'forbidden',
  ]);
  expect(await codeOf(await call(readinessPath(tenant.subdominio)))).toEqual([401, 'unauthenticated']);
  await putState(tenant.subdominio, 'ended');
  const answer = await call(readinessPath(tenant.subdominio), { token: tenant.person.token });
  expect(await codeOf(answer)).toEqual([404, 'tenant-missing']);
});
