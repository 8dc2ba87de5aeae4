/** Deleting a customer with a slow cluster: it finishes when nothing is left, or says what is. */

import { expect } from 'vitest';
import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { deleteCustomer } from '#functions/privacy/delete-customer.ts';
import { keepSupportMessage } from '#functions/support/store.ts';
import { DAY_MS, statusesOf } from './billing-support.ts';
import { test } from './fixtures.ts';
import { operate, operated } from './operations-support.ts';
import { factsOf, newTenant } from './plan-change-support.ts';
import {
  act,
  addresses,
  depsAt,
  depsWith,
  noFaults,
  orderRow,
  runDue,
  setDue,
  setFaults,
  sql,
  stateOf,
} from './support.ts';
import { watchedDb } from './watched-db.ts';

interface ClusterState {
  readonly objects: readonly { application: string; kind: string }[];
  readonly applications: readonly { metadata: { name: string } }[];
}

const applicationOf = (orderId: string): string => `t-${orderId.replace(/-/g, '').slice(0, 16)}`;

async function objectsOf(orderId: string): Promise<string[]> {
  const name = applicationOf(orderId);
  const { objects, applications } = await stateOf<ClusterState>(addresses.argocdUrl);
  return [
    ...applications.filter(({ metadata }) => metadata.name === name).map(() => 'Application'),
    ...objects.filter(({ application }) => application === name).map(({ kind }) => kind),
  ].toSorted();
}

const erase = (name: string) => operated<DeletedCustomer>('apagar', { quem: name, confirma: name });

test('an environment that cannot be removed is named, and nothing else is deleted', async ({
  paidTenant: { subdominio, orderId, subject },
}) => {
  const application = applicationOf(orderId);
  await act(application, 'stick');
  const answer = await erase(subdominio);
  expect(answer).toMatchObject({
    isDone: false,
    left: expect.arrayContaining([`Application ${application}`, `Pod ${application}-0`]),
    removed: {},
  });
  expect(await depsAt(0).identity.readUser(subject)).not.toBeNull();
  await act(application, 'unstick');
  expect(await erase(subdominio)).toMatchObject({
    isDone: true,
    left: [],
    removed: { environments: 1, accounts: 1 },
  });
  expect(await objectsOf(orderId)).toEqual([]);
});

test.each([
  ['the first call', ''],
  ['the writing', '/api/v1/applications/t-'],
])('interrupted at %s to the cluster and repeated, it leaves nothing', async (_case, losePath) => {
  const { subdominio, orderId } = await newTenant('pro');
  // The call does its work, and the response is lost.
  await setFaults(addresses.argocdUrl, { loseAnswers: 1, losePath });
  await operate('apagar', { quem: subdominio, confirma: subdominio });
  await setFaults(addresses.argocdUrl, noFaults);
  expect(await erase(subdominio)).toMatchObject({ isDone: true, left: [] });
  expect(await objectsOf(orderId)).toEqual([]);
});

test('leftovers of an earlier contract in the cluster are removed too', async ({
  tenant: { subdominio, orderId, email },
}) => {
  // The tenant row is missing, as after an operator's mistake; the application still runs.
  await sql('DELETE FROM quota_readings WHERE subdomain = ?', subdominio);
  await sql('DELETE FROM tenants WHERE order_id = ?', orderId);
  await sql('UPDATE orders SET released_at = ? WHERE id = ?', Date.now(), orderId);
  expect(await objectsOf(orderId)).toContain('Pod');
  const answer = await operated<DeletedCustomer>('apagar', { quem: email, confirma: email });
  expect(answer).toMatchObject({ isDone: true, left: [] });
  expect(await objectsOf(orderId)).toEqual([]);
});

test('waits for what the processor still has to do, and says so', async ({
  paidTenant: { subdominio, orderId, email, subject },
}) => {
  await cancelSubscription(depsAt(0), subject);
  // As an outage during the cancellation leaves it.
  const [end] = await sql<{ id: string }>(
    'UPDATE contract_ends SET done_at = NULL WHERE order_id = ? RETURNING subscription_id AS id',
    orderId,
  );
  await setDue(endWork, end?.id ?? '', Date.now() + 60_000);
  expect(await erase(subdominio)).toMatchObject({
    isDone: false,
    left: ['o fim do contrato, que a operadora ainda não confirmou'],
    removed: {},
  });
  await sql('DELETE FROM outbox');
  await runDue(endWork, depsAt(60_000));
  // The environment is gone: no mail says until when it works.
  expect(await sql('SELECT template FROM outbox')).toEqual([]);
  const again = await operated<DeletedCustomer>('apagar', { quem: email, confirma: email });
  expect(again).toMatchObject({ isDone: true, left: [], removed: { accounts: 1 } });
});

test('what must be kept is listed with the reasons', async ({ paidTenant: { subdominio, subject } }) => {
  const email = String((await orderRow(subject))['email']);
  const id = crypto.randomUUID();
  await keepSupportMessage(depsAt(0).db, { id, name: 'P', email, subject: 'A', text: 'M' }, Date.now());
  const { isDone, kept } = await erase(subdominio);
  expect(isDone).toBe(true);
  const withRows = kept.filter(({ rows }) => rows > 0);
  expect(withRows.map(({ title }) => title).toSorted()).toEqual([
    'Atendimento',
    'Contratação',
    'Nome em repouso',
  ]);
  for (const each of withRows)
    expect(each).toMatchObject({
      basis: expect.stringContaining('art. 7º'),
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
});

test('a row born during the deletion is named', async ({ paidTenant: { subdominio, subject } }) => {
  const mail = JSON.stringify({ to: (await orderRow(subject))['email'] });
  const before = () =>
    sql(`INSERT INTO outbox (id, template, payload, created_at) VALUES ('late', 'x', ?, 0)`, mail);
  const answer = await deleteCustomer(
    depsWith({ db: watchedDb({ on: /^SELECT COUNT\(\*\) AS rows FROM outbox/, before }) }),
    { quem: subdominio, confirma: subdominio },
  );
  expect(answer).toMatchObject({ isDone: false, left: ['outbox: 1'] });
  await sql(`DELETE FROM outbox WHERE id = 'late'`);
});

test('rows of people with the same name or of former owners are kept', async () => {
  const [one, other] = [await newTenant('pro'), await newTenant('pro')];
  await sql('UPDATE buyers SET name = ? WHERE order_id IN (?, ?)', 'Ana de Sá', one.orderId, other.orderId);
  await sql(
    `INSERT INTO outbox (id, template, payload, created_at, sent_at) VALUES (?, 'ended', ?, 1, 1)`,
    crypto.randomUUID(),
    JSON.stringify({ to: 'antes@teste.example', subdominio: one.subdominio }),
  );
  expect(await erase(one.subdominio)).toMatchObject({ isDone: true, left: [] });
});

test('a refund that is not made yet is made after the deletion', async () => {
  const customer = await newTenant('pro', 'yearly');
  const away = () => Promise.reject(new Error('away'));
  await withdraw(depsWith({ processor: { refund: away, cancelSubscription: away } }), customer.subject);
  expect((await factsOf(customer)).charges).toMatchObject([{ returned: 'withdrawal', state: 'confirmed' }]);
  await erase(customer.subdominio);
  for (const kind of [endWork, refundWork]) await runDue(kind, depsAt(DAY_MS));
  expect(await statusesOf(customer)).toEqual(['REFUNDED']);
});

test('it ends a contract that the tenant row does not show yet', async ({ paidTenant }) => {
  await sql('DELETE FROM contracts_in_force WHERE order_id = ?', paidTenant.orderId);
  await erase(paidTenant.subdominio);
  expect((await paidTenant.facts()).contracts).toMatchObject([{ end: { kind: 'cancellation' } }]);
});
