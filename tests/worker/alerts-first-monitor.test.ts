/** "O que vigiar primeiro?": the address, its monitor, and its first result. */
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { type FirstMonitor, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { alertSetUpWork } from '#functions/alerts/set-up.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { eventOf, levelOf, reportAlso } from './alert-reports.ts';
import { newWatched, tell } from './alerts-support.ts';
import { placeOrder } from './order-support.ts';
import type { Customer } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  mailsSent,
  runDue,
  sendMails,
  setArgocd,
  setDue,
  sql,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

const ask = ({ token }: Customer, address: string) =>
  call(firstMonitorEndpoint, { token, body: { address } });
const read = async ({ token }: Customer): Promise<FirstMonitor> =>
  (await call(firstMonitorEndpoint, { token })).json();

test('is made at once in a running environment, and once', async () => {
  const customer = await newWatched();
  expect(await read(customer)).toEqual({ suggested: null, asked: null, isOpen: true });
  for (let round = 0; round < 2; round += 1)
    expect(await (await ask(customer, 'loja.com.br')).json()).toMatchObject({
      isOpen: false,
      asked: { address: 'https://loja.com.br', state: 'made' },
    });
  await setDue(alertSetUpWork, customer.orderId);
  await runDue(alertSetUpWork, depsAt(0));
  const { tenants } = (await (
    await fetch(`http://localhost:${addresses.tenantsPort}/__stand-in/state`)
  ).json()) as {
    tenants: { tenant: string; monitors: { url: string; interval: number }[] }[];
  };
  const { monitors = [] } = tenants.find(({ tenant }) => tenant === customer.subdominio) ?? {};
  expect(monitors).toMatchObject([{ url: 'https://loja.com.br', interval: 180 }]);
});

test('the mail of a ready environment says what is watched, once it was given', async () => {
  for (const given of [true, false]) {
    await using workflows = await watchWorkflows();
    await setArgocd({ secondsToHealthy: 600 });
    const { token, email } = await placeOrder(newFreeOrder());
    if (given)
      expect((await call(firstMonitorEndpoint, { token, body: { address: 'loja.com.br' } })).status).toBe(
        200,
      );
    await setArgocd({ secondsToHealthy: 0 });
    await workflows.allDone();
    await sendMails(600_000);
    const mail = (await mailsSent(email)).find(({ subject }) => subject.includes('está pronto'));
    expect(mail?.text).toContain(given ? 'Já estamos vigiando https://loja.com.br' : 'Dizer o que vigiar: ');
  }
});

test('a page that waits for it a minute leaves the other pages their calls', async () => {
  const { token } = await newWatched();
  for (let poll = 0; poll < 35; poll += 1)
    expect((await call(firstMonitorEndpoint, { token })).status).toBe(200);
  expect((await call(accountEndpoint, { token })).status).toBe(200);
});

test.each([
  ['http://203.0.113.9', 'IP'],
  ['http://x.onion', 'onion'],
  ['localhost', 'internet'],
  ['', 'endereço'],
])('%j is refused with its reason', async (address, word) => {
  const customer = await newWatched();
  const answer = await ask(customer, address);
  expect(answer.status).toBe(422);
  const { fields } = (await answer.json()) as { fields: { address: string } };
  expect(fields.address).toContain(word);
});

test('comes too late for an environment with monitors', async () => {
  const customer = await newWatched();
  await sql(
    `INSERT INTO quota_readings (subdomain, monitors, exact, read_at) VALUES (?, 3, 1, ?)`,
    customer.subdominio,
    Date.now(),
  );
  expect(await codeOf(await ask(customer, 'loja.com.br'))).toEqual([409, 'first-monitor-late']);
});

test('its first result is mailed, and of no other monitor', async () => {
  const customer = await newWatched();
  await ask(customer, 'loja.com.br');
  const monitor = (id: number) => ({ id, name: `Site ${id}` });
  await reportAlso(customer, {
    levels: [1, 2].map((id) => levelOf(id)),
    events: [1, 2].map((id) => eventOf('first', { key: `f:${id}`, monitor: monitor(id), ping: 230 })),
  });
  await tell();
  const mails = (await mailsSent(customer.email)).filter(({ subject }) => subject.includes('checagem'));
  expect(mails.map(({ subject }) => subject)).toEqual(['Primeira checagem: Site 1 está no ar']);
});
