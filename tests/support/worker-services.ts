/**
 * Stand-ins for the tests that run in workerd: fresh, shared by nobody, stopped at the end.
 *
 * The tests reach them over HTTP at the addresses in the Worker's variables, faults included (`/__stand-in/faults`).
 * What HTTP does not offer comes through a door on the site's own port, which no Worker listens on here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { isPortFree, stackPorts } from '#dev/free-ports.ts';
import { createLocalServices, type LocalServices, startAll, stopAll } from '#dev/local-services.ts';
import { stackAddresses } from '#dev/ports.ts';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import { newPerson } from './people.ts';
import { WORKER_TESTS_PORT } from './test-ports.ts';

/** A delivery of the payment stand-in, to be handed to the Worker by the test, once or five times. */
interface Delivery {
  readonly token: string;
  readonly body: string;
}

function door({ identity }: LocalServices): Hono {
  const deliveries: Delivery[] = [];
  return new Hono()
    .post('/people', async (c) => {
      const { groups = [], roles = [], claims = {} } = await c.req.json();
      const person = newPerson();
      const subject = await identity.addUser({ ...person, groups, roles });
      return c.json({ ...person, subject, token: await identity.tokenFor(person.email, claims) });
    })
    .post('/tokens', async (c) => {
      const { email, claims = {} } = await c.req.json();
      return c.json({ token: await identity.tokenFor(email, claims) });
    })
    .post('/api/webhooks/asaas', async (c) => {
      deliveries.push({ token: c.req.header('asaas-access-token') ?? '', body: await c.req.text() });
      return c.json({});
    })
    .get('/deliveries', (c) => c.json(deliveries));
}

/** Longer than one run of these tests: a second one at the same time waits for its turn. */
const PORTS_TIMEOUT_MS = 120_000;

async function waitForPorts(): Promise<void> {
  const deadline = Date.now() + PORTS_TIMEOUT_MS;
  for (const [port] of stackPorts(stackAddresses(WORKER_TESTS_PORT))) {
    while (!(await isPortFree(port))) {
      if (Date.now() > deadline)
        throw new Error(`A porta ${port}, usada por estes testes, continua ocupada.`);
      await wait(250);
    }
  }
}

/** Vitest's global setup of the worker project. */
export default async function setup(): Promise<() => Promise<void>> {
  await waitForPorts();
  const stateDir = mkdtempSync(join(tmpdir(), 'vigia-worker-tests-'));
  const services = createLocalServices(stackAddresses(WORKER_TESTS_PORT), stateDir);
  await startAll(services);
  const server = await listen(door(services).fetch, WORKER_TESTS_PORT);
  return async () => {
    await close(server);
    await stopAll(services);
    rmSync(stateDir, { recursive: true, force: true });
  };
}
