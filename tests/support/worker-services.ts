/**
 * Stand-ins for the tests in workerd: fresh, not shared, stopped at the end.
 *
 * The tests reach them over HTTP at the addresses in the Worker's variables, faults included (`/__stand-in/faults`).
 * The site's port, on which no Worker listens here, serves routes that make accounts and tokens.
 */
import { Hono } from 'hono';
import type { TestProject } from 'vitest/node';
import { createLocalServices, type LocalServices, startAll, stopAll } from '#dev/local-services.ts';
import { localSecrets } from '#dev/local-values.ts';
import { type StackAddresses, stackAddresses } from '#dev/ports.ts';
import { createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { newPerson } from './people.ts';
import { reservePorts } from './reserved-ports.ts';
import { secondCluster } from './second-cluster.ts';

function accountRoutes({ identity }: LocalServices): Hono {
  return (
    new Hono()
      .post('/people', async (c) => {
        const { groups = [], roles = [], claims = {} } = await c.req.json();
        const person = newPerson();
        const subject = await identity.addUser({ ...person, groups });
        const realmRoles = roles.length > 0 ? { realm_access: { roles } } : {};
        const token = await identity.tokenFor(person.email, { ...realmRoles, ...claims });
        return c.json({ ...person, subject, token });
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
  const argocd = createArgocdStandIn({ port: argocdPort, stateDir: null, token });
  const counterSecret = localSecrets.tenantCounterSecret;
  return {
    argocd,
    tenants: createTenantsStandIn({ port: tenantsPort, argocd, stateDir: null, counterSecret }),
  };
}

/** Vitest's global setup of the worker project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await reservePorts('WORKER_PORT', 4420, 1);
  project.provide('stackPort', port);
  const services = createLocalServices(stackAddresses(port), null);
  const second = secondServices(stackAddresses(port));
  await Promise.all([startAll(services), startAll(second)]);
  const server = await listen(accountRoutes(services).fetch, port);
  return async () => {
    await close(server);
    await Promise.all([stopAll(services), stopAll(second)]);
  };
}
