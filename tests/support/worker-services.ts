/**
 * Stand-ins for the tests in workerd: fresh, not shared, stopped at the end.
 *
 * The tests reach them over HTTP at the addresses in the Worker's variables, faults included (`/__stand-in/faults`).
 * The site's port, on which no Worker listens here, serves what many tests need first, in one request each: a request
 * from workerd costs more than all that the stand-ins do for it in this process.
 */
import { existsSync, statfsSync } from 'node:fs';
import { Hono } from 'hono';
import type { TestProject } from 'vitest/node';
import { createLocalServices, type LocalServices, startAll, stopAll } from '#dev/local-services.ts';
import { localSecrets } from '#dev/local-values.ts';
import { type StackAddresses, stackAddresses } from '#dev/ports.ts';
import { createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { close, listen, noFaults } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { businessDay } from '#domain/billing/days.ts';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import { billingAddress, newCard } from './orders.ts';
import { newPerson } from './people.ts';
import { reservePorts } from './reserved-ports.ts';
import { secondCluster } from './second-cluster.ts';
import type { Sale, Sold } from './worker-accounts.ts';

/** A control of a stand-in in this process. */
async function pull(app: Hono, method: string, path: string, body: unknown = {}): Promise<void> {
  const init = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const { ok, status } = await app.request(path, init);
  if (!ok) throw new Error(`${path} answered ${status}`);
}

/** Payments and notas wait for a test's action, nothing is refused, and deployments are healthy at once. */
async function calm({
  identity,
  asaas,
  argocd,
  tenants,
  mail,
  telegram,
  robot,
  otherNetwork,
  channels,
}: LocalServices): Promise<void> {
  for (const { faults } of [identity, asaas, argocd, tenants, mail, telegram, robot, otherNetwork, channels])
    Object.assign(faults, noFaults());
  await pull(mail.app, 'PATCH', '/__stand-in/answers', { answer: '', times: 0, to: '' });
  await pull(mail.app, 'PATCH', '/__stand-in/sender', { domain: 'verified', access: 'sending_access' });
  await pull(telegram.app, 'PATCH', '/__stand-in/answers', { refusal: '', times: 0, chat: '' });
  await pull(otherNetwork.app, 'PATCH', '/__stand-in/settings', { answer: 'answers', hosts: {} });
  await pull(channels.app, 'PATCH', '/__stand-in/answers', { refusal: '', times: 0, to: '', delayMs: 0 });
  await pull(asaas.app, 'PATCH', '/__stand-in/settings', {
    confirmMode: 'manual',
    invoiceMode: 'stuck',
    declinesCharges: false,
    deniesCancellations: false,
  });
  await pull(argocd.app, 'PATCH', '/__stand-in/settings', {
    secondsToSync: 0,
    secondsToHealthy: 0,
    failNextSyncs: 0,
    secondsToStop: 0,
    secondsPerPass: 0,
    git: 'up',
    copies: true,
    unhealthyRevisions: [],
    version: 'v3.2.1',
  });
}

/** Forgets what an earlier test file left; without its state the processor has its own settings again. */
async function reset(services: LocalServices): Promise<void> {
  const { identity, asaas, argocd, mail } = services;
  await pull(asaas.app, 'DELETE', '/__stand-in/state');
  await pull(mail.app, 'POST', '/__stand-in/messages/delete');
  argocd.forget();
  identity.forgetGroups();
  await calm(services);
}

/** Sells a subscription with an accepted card, and confirms its first charge. */
async function sell({ asaas }: LocalServices, reference: string, sale: Sale): Promise<Sold> {
  const card = newCard();
  const processor = createAsaasProcessor({
    baseUrl: asaas.url,
    accessToken: localSecrets.asaasApiKey,
    fetch: async (input, init) => asaas.app.request(input, init),
  });
  const payer = {
    reference,
    name: 'Pessoa de Teste',
    email: 'pessoa@teste.example',
    cpfCnpj: sale.cpfCnpj,
    phone: card.phone,
    postalCode: billingAddress.cep,
    street: billingAddress.rua,
    addressNumber: '1578',
    neighbourhood: billingAddress.bairro,
  };
  const customerId = await processor.ensureCustomer(payer);
  const { subscriptionId, payments } = await processor.openSubscription(customerId, payer, card, {
    orderId: sale.orderId,
    amountCentavos: sale.amountCentavos,
    cycle: sale.cycle,
    description: sale.plan,
    firstDueDate: businessDay(Date.now()),
    remoteIp: '198.18.0.1',
  });
  const [first] = payments;
  if (first === undefined) throw new Error('The subscription has no first charge.');
  await pull(asaas.app, 'POST', `/__stand-in/payments/${first.paymentId}/confirm`);
  return { customerId, subscriptionId, paymentId: first.paymentId, dueOn: first.dueDate };
}

function preparingRoutes(services: LocalServices, second: SecondServices): Hono {
  const { identity } = services;
  return (
    new Hono()
      .post('/calm', async (c) => {
        await calm(services);
        return c.json({});
      })
      .post('/reset', async (c) => {
        await reset(services);
        second.argocd.forget();
        return c.json({});
      })
      .post('/people', async (c) => {
        const { groups = [], roles = [], claims = {}, sale } = await c.req.json();
        const person = newPerson();
        const subject = await identity.addUser({ ...person, groups });
        const realmRoles = roles.length > 0 ? { realm_access: { roles } } : {};
        const token = await identity.tokenFor(person.email, { ...realmRoles, ...claims });
        const sold = sale === undefined ? null : await sell(services, subject, sale);
        return c.json({ ...person, subject, token, sold });
      })
      .post('/tokens', async (c) => {
        const { email, claims = {} } = await c.req.json();
        return c.json({ token: await identity.tokenFor(email, claims) });
      })
      // Receives the payment stand-in's events; the tests send their own to the Worker.
      .post('/api/webhooks/asaas', (c) => c.json({}))
  );
}

/** A second cluster: tests/worker/clusters.test.ts sends some of its customers there. */
function secondServices(at: StackAddresses) {
  const { argocdPort, tenantsPort, token } = secondCluster(at);
  const argocd = createArgocdStandIn({ port: argocdPort, token });
  return {
    argocd,
    tenants: createTenantsStandIn({ port: tenantsPort, argocd, secondsToBootstrap: 0 }),
  };
}

type SecondServices = ReturnType<typeof secondServices>;

const MEMORY_FOLDER = '/dev/shm';
/** Several times what the databases of a run take; a container may have less. */
const MEMORY_BYTES_MIN = 256 * 1024 * 1024;

/** Miniflare's databases go into memory: the local D1 writes at every statement, also to read, and waits for the disk. */
function keepDatabasesInMemory(): void {
  if (!existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize >= MEMORY_BYTES_MIN) process.env['TMPDIR'] = MEMORY_FOLDER;
}

/** Vitest's global setup of the worker project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepDatabasesInMemory();
  const port = await reservePorts('WORKER_PORT', 4420, 1);
  project.provide('stackPort', port);
  const services = createLocalServices(stackAddresses(port), null);
  const second = secondServices(stackAddresses(port));
  await Promise.all([startAll(services), startAll(second)]);
  const server = await listen(preparingRoutes(services, second).fetch, port);
  return async () => {
    await close(server);
    await Promise.all([stopAll(services), stopAll(second)]);
  };
}
