/**
 * A name that an environment without a row holds: after the database was restored to an earlier moment, it is not
 * handed out, and nobody else's environment is touched.
 */
import { beforeEach, expect, test } from 'vitest';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { eventsAbout, placeOrder } from './order-support.ts';
import { newTenant } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  depsAt,
  env,
  mailsSent,
  orderRow,
  runJobs,
  sql,
  stateOf,
  statusOf,
} from './support.ts';

beforeEach(calmServices);

const polling = { interval: 300 };
const { supportEmail } = depsAt(0);

interface Users {
  readonly users: readonly { readonly id: string; readonly groups: readonly string[] }[];
}
interface Applications {
  readonly applications: readonly {
    readonly metadata: { readonly name: string };
    readonly subdomain: string;
  }[];
}

/** Application names and group members of a name, as cluster and identity provider have them. */
async function holdersOf(subdomain: string) {
  const { applications } = await stateOf<Applications>(addresses.argocdUrl);
  const { users } = await stateOf<Users>(addresses.identityUrl);
  return {
    applications: applications
      .filter((application) => application.subdomain === subdomain)
      .map(({ metadata }) => metadata.name),
    members: users.filter(({ groups }) => groups.includes(tenantGroupName(subdomain))).map(({ id }) => id),
  };
}

/** A customer whose rows are lost, as after a restore to a moment before the sign-up. */
async function lostCustomer() {
  const { orderId: id, subject, subdominio: subdomain } = await newTenant();
  for (const table of ['tenants', 'volumes', 'buyers', 'acceptances', 'provisioning_runs'])
    await sql(`DELETE FROM ${table} WHERE order_id = ?`, id);
  await sql('DELETE FROM orders WHERE id = ?', id);
  return { id, subject, subdomain };
}

const buyAgain = (subdominio: string) => placeOrder({ ...newFreeOrder(), subdominio });
const failed = { provisionamentoStatus: 'ERRO' };
const finished = { provisionamentoStatus: 'CONCLUIDO' };
const noticesAbout = async (subdomain: string): Promise<string[]> => {
  await runJobs(60_000);
  const mails = await mailsSent(supportEmail);
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith('[Operação]') && subject.includes(subdomain));
};

test('the order ends in ERRO, the team is told once, the environment stays', async () => {
  const lost = await lostCustomer();
  const before = await holdersOf(lost.subdomain);
  expect(before).toEqual({ applications: [applicationName(lost.id)], members: [lost.subject] });

  const buyer = await buyAgain(lost.subdomain);
  await expect.poll(() => statusOf(buyer.token), polling).toMatchObject(failed);
  expect(await orderRow(buyer.subject)).toMatchObject({ failure_code: 'name-occupied', group_id: null });
  expect(await holdersOf(lost.subdomain)).toEqual(before);
  const told = [`[Operação] Nome ocupado no cluster: ambiente não criado: ${lost.subdomain}`];
  expect(await noticesAbout(lost.subdomain)).toEqual(told);

  await call(provisioningStartEndpoint, { token: buyer.token, method: 'POST' });
  await expect
    .poll(() => eventsAbout(buyer.id, 'provisioning-failed'), polling)
    .toEqual(['name-occupied', 'name-occupied']);
  expect(await noticesAbout(lost.subdomain)).toEqual(told);
});

test('a group with another account in it is enough', async () => {
  const order = newFreeOrder();
  const { subject } = await signUp({ groups: [tenantGroupName(order.subdominio)] });
  const buyer = await placeOrder(order);
  await expect.poll(() => statusOf(buyer.token), polling).toMatchObject(failed);
  expect(await holdersOf(order.subdominio)).toEqual({ applications: [], members: [subject] });
});

test('once the operator has freed the name, the retry finishes', async () => {
  const lost = await lostCustomer();
  const buyer = await buyAgain(lost.subdomain);
  await expect.poll(() => statusOf(buyer.token), polling).toMatchObject(failed);
  const { cluster, identity } = depsAt(0);
  await freeName(lost);
  await identity.removeGroup(tenantGroupName(lost.subdomain));
  expect(await cluster.listRivals({ orderId: buyer.id, subdomain: lost.subdomain })).toEqual([]);
  await call(provisioningStartEndpoint, { token: buyer.token, method: 'POST' });
  await expect.poll(() => statusOf(buyer.token), polling).toMatchObject(finished);
  expect(await holdersOf(lost.subdomain)).toEqual({
    applications: [applicationName(buyer.id)],
    members: [buyer.subject],
  });
});

/** Deletes the lost order's application, as an operator does in Argo CD. */
async function freeName({ id }: { id: string }): Promise<void> {
  const answer = await fetch(
    `${addresses.argocdUrl}/api/v1/applications/${applicationName(id)}?cascade=true`,
    {
      method: 'DELETE',
      headers: { authorization: `Bearer ${env.ARGOCD_TOKEN}`, 'content-type': 'application/json' },
    },
  );
  expect(answer.status).toBe(200);
}

test('cancelling the new order leaves the other environment as it is', async () => {
  const lost = await lostCustomer();
  const before = await holdersOf(lost.subdomain);
  const buyer = await buyAgain(lost.subdomain);
  await expect.poll(() => statusOf(buyer.token), polling).toMatchObject(failed);
  await markCancelled(depsAt(0).db, buyer.id, Date.now());
  await runJobs(300_000);
  expect(await sql('SELECT released_at IS NOT NULL AS isFree FROM orders WHERE id = ?', buyer.id)).toEqual([
    { isFree: 1 },
  ]);
  expect(await holdersOf(lost.subdomain)).toEqual(before);
});
