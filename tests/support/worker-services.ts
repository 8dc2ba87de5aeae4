/**
 * Stand-ins for the tests that run in workerd: fresh, shared by nobody, stopped at the end.
 *
 * The tests reach them over HTTP at the addresses in the Worker's variables, faults included (`/__stand-in/faults`).
 * What HTTP does not offer comes through a door on the site's own port, which no Worker listens on here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { TestProject } from 'vitest/node';
import { createLocalServices, type LocalServices, startAll, stopAll } from '#dev/local-services.ts';
import { stackAddresses } from '#dev/ports.ts';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import { holdPorts } from './held-ports.ts';
import { newPerson } from './people.ts';

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

declare module 'vitest' {
  interface ProvidedContext {
    /** Base of the stand-ins behind the tests that run in workerd. */
    stackPort: number;
  }
}

/** Vitest's global setup of the worker project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await holdPorts('WORKER_PORT', 4420, 1);
  project.provide('stackPort', port);
  const stateDir = mkdtempSync(join(tmpdir(), 'vigia-worker-tests-'));
  const services = createLocalServices(stackAddresses(port), stateDir);
  await startAll(services);
  const server = await listen(door(services).fetch, port);
  return async () => {
    await close(server);
    await stopAll(services);
    rmSync(stateDir, { recursive: true, force: true });
  };
}
