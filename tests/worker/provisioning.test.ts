/** Provisioning: workflow runs in workerd, against the stand-ins. */
import { beforeEach, expect, test, vi } from 'vitest';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { readStatus } from '#functions/provisioning/read-status.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { placeOrder } from './order-support.ts';
import {
  act,
  addresses,
  answerOf,
  call,
  calmServices,
  depsWith,
  env,
  mailsSent,
  noFaults,
  orderRow,
  runJobs,
  sendOrder,
  setArgocd,
  setFaults,
  sql,
  stateOf,
  statusOf,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

/** Slower than the status limit allows, fast enough for a test. */
const polling = { interval: 300 };

async function applicationNames(): Promise<string[]> {
  const { applications } = await stateOf<{ applications: { metadata: { name: string } }[] }>(
    addresses.argocdUrl,
  );
  return applications.map(({ metadata }) => metadata.name);
}

const claimsOf = (token: string): { groups?: string[] } => {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
};

test('a free order gives an environment, a membership, and one mail at each end', async () => {
  await using workflows = await watchWorkflows();
  const { order, ...person } = await placeOrder(newFreeOrder());
  await workflows.allDone();

  expect(await statusOf(person.token)).toMatchObject({
    provisionamentoStatus: 'CONCLUIDO',
    argocd: { synced: true, healthy: true },
    ping: { ok: true },
    url: addresses.tenantUrlTemplate.replace('{tenant}', order.subdominio),
  });
  expect(claimsOf(await tokenFor(person.email)).groups).toEqual([`tenant:${order.subdominio}`]);
  expect(await sql('SELECT subject FROM tenants WHERE subdomain = ?', order.subdominio)).toEqual([
    { subject: person.subject },
  ]);

  await runJobs();
  await runJobs(10 * 60_000);
  // Both were due: mails that are due together go at the same time, in any order.
  const subjects = (await mailsSent(person.email)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    'O seu Vigia está pronto: diga o que vigiar',
    'Recebemos o seu pedido',
  ]);
});

test('an account with an environment is led to the upgrade', async () => {
  await using workflows = await watchWorkflows();
  const { token, order } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  expect(await answerOf(await sendOrder(token, newFreeOrder()))).toMatchObject({
    status: 409,
    code: 'tenant-exists',
    details: { redirect: `/upgrade?tenant=${order.subdominio}`, tenant: order.subdominio },
  });
});

test('during an outage the status shows the retry, and provisioning finishes later', async () => {
  await setFaults(addresses.argocdUrl, { down: true });
  const { token, subject } = await placeOrder(newFreeOrder());
  await expect.poll(() => statusOf(token), polling).toMatchObject({ tentandoNovamente: true });
  expect(await orderRow(subject)).toMatchObject({
    status: 'EM_ANDAMENTO',
    failure_code: 'cluster-unavailable',
  });
  await setFaults(addresses.argocdUrl, noFaults);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await statusOf(token)).not.toHaveProperty('tentandoNovamente');
});

test('a failed sync is ERRO, and "start" begins a new run that finishes', async () => {
  await setArgocd({ secondsToHealthy: 600 });
  const { token, subject, id } = await placeOrder(newFreeOrder());
  const name = applicationName(id);
  await expect.poll(() => applicationNames(), polling).toContain(name);
  await act(name, 'fail-sync');
  await expect
    .poll(() => statusOf(token), polling)
    .toMatchObject({
      provisionamentoStatus: 'ERRO',
      argocd: { healthy: false },
    });
  await setArgocd({ secondsToHealthy: 0 });
  const restarted = await call(provisioningStartEndpoint, { token, method: 'POST' });
  expect(await restarted.json()).toMatchObject({ provisionamentoStatus: 'EM_ANDAMENTO' });
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await orderRow(subject)).toMatchObject({ attempt: 1 });
});

test('the sweep starts a run that was never started', async () => {
  const { token, id } = await placeOrder(newFreeOrder());
  // As after a crash between the order's change and the start of its run: a new attempt without an instance.
  await sql("UPDATE orders SET status = 'EM_ANDAMENTO', attempt = 7 WHERE id = ?", id);
  await runJobs(60_000);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
});

test('a check of a finished order creates no second application', async () => {
  const { token, id } = await placeOrder(newFreeOrder());
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  await runJobs(60_000);
  const mine = (await applicationNames()).filter((name) => name === applicationName(id));
  expect(mine).toHaveLength(1);
});

test('status is one query, and later shows plan and contract', async () => {
  await setFaults(addresses.argocdUrl, { down: true });
  const { token, subject, order } = await placeOrder(newFreeOrder());
  const prepare = vi.fn(env.DB.prepare.bind(env.DB));
  const readOnce = async (): Promise<unknown> => {
    prepare.mockClear();
    const status = await readStatus(depsWith({ db: { prepare } }), subject);
    expect(prepare).toHaveBeenCalledOnce();
    return status;
  };
  expect(await readOnce()).toMatchObject({ plano: 'free', provisionamentoStatus: 'EM_ANDAMENTO' });
  await setFaults(addresses.argocdUrl, noFaults);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await readOnce()).toMatchObject({ plano: 'free', provisionamentoStatus: 'CONCLUIDO' });
  expect(await statusOf(token)).not.toHaveProperty('situacao');
  for (const [state, situacao] of [
    ['suspended', 'suspensa'],
    ['ended', 'encerrada'],
  ]) {
    const change = "UPDATE tenants SET plan = 'pro', cycle = 'yearly', state = ? WHERE subdomain = ?";
    await sql(change, state, order.subdominio);
    expect(await statusOf(token)).toMatchObject({ plano: 'pro', ciclo: 'yearly', situacao });
  }
});

test('"start" without an order says so', async () => {
  const { token } = await signUp();
  const response = await call(provisioningStartEndpoint, { token, method: 'POST' });
  expect(await answerOf(response)).toMatchObject({ status: 404, code: 'order-missing' });
});
