/** Two clusters: the stack's own, and a second one with its own Argo CD and environments. */
import type { WorkflowEvent, WorkflowStep } from 'cloudflare:workers';
import { NonRetryableError } from 'cloudflare:workflows';
import { type CheckoutRequestInput, checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import { recordFacts } from '#functions/orders/run-rows.ts';
import { findLiveOrder } from '#functions/orders/store.ts';
import { completeProvisioning, provisioningSteps } from '#functions/provisioning/steps.ts';
import { ProvisionTenant } from '#functions/worker.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { secondCluster } from '#tests/support/second-cluster.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  addresses,
  calmServices,
  env,
  newKey,
  noFaults,
  orderRow,
  sendJson,
  setFaults,
  sql,
  stateOf,
  workerWith,
} from './support.ts';

export const two = secondCluster(addresses);

/** The Worker's environment with this much room in each cluster. */
export function envWith(capacity: { one: number; two: number }): Env {
  const CLUSTERS = JSON.stringify([
    { name: 'one', capacity: capacity.one },
    {
      name: 'two',
      capacity: capacity.two,
      argocdUrl: two.argocdUrl,
      tokenSecret: 'ARGOCD_TOKEN_TWO',
      probeUrl: two.probeUrl,
    },
  ]);
  // Tests run the workflow by hand (`provision`), because the runtime's own knows one cluster only.
  const PROVISION_TENANT = { createBatch: async () => [{}] } as unknown as Env['PROVISION_TENANT'];
  return { ...env, CLUSTERS, ARGOCD_TOKEN_TWO: two.token, PROVISION_TENANT } as Env;
}

/** The verbs' dependencies over both clusters. */
export const depsWithCapacity = (one: number, other: number): Deps =>
  composeDeps(envWith({ one, two: other }));

/** Resets both clusters and removes their applications. */
export async function calmClusters(): Promise<void> {
  await calmServices();
  for (const origin of [two.argocdUrl, two.tenantsUrl]) await setFaults(origin, noFaults);
  const atOnce = { secondsToSync: 0, secondsToHealthy: 0, failNextSyncs: 0 };
  await sendJson(`${two.argocdUrl}/__stand-in/settings`, 'PATCH', atOnce);
  await sql('DELETE FROM tenants');
  await sql('UPDATE orders SET released_at = 1 WHERE released_at IS NULL');
  await sql("DELETE FROM billing_notices WHERE kind = 'full-house'");
}

interface SignUp {
  readonly token: string;
  readonly subject: string;
  readonly subdominio: string;
  readonly answer: Response;
}

/** One order over HTTP to a Worker with this environment. */
export const orderAt = (shop: Env, token: string, body: unknown): Promise<Response> =>
  workerWith(shop)(checkoutEndpoint, { token, key: newKey(), body });

/** A new account with an order. */
export async function signUpAt(shop: Env, order: CheckoutRequestInput = newFreeOrder()): Promise<SignUp> {
  const { token, subject } = await signUp();
  return { token, subject, subdominio: order.subdominio, answer: await orderAt(shop, token, order) };
}

export const clusterOf = async ({ subject }: { subject: string }): Promise<unknown> =>
  (await orderRow(subject))['cluster'];

/**
 * Runs the steps of provisioning in order.
 * @throws What the first failing step throws.
 */
export async function provision(deps: Deps, { subject }: { subject: string }): Promise<void> {
  const order = async () => {
    const found = await findLiveOrder(deps.db, subject);
    if (found === null) throw new Error('This account has no order.');
    return found;
  };
  for (const step of provisioningSteps) {
    const facts = await step.run(deps, await order());
    await recordFacts(deps.db, (await order()).id, facts, Date.now());
  }
  await completeProvisioning(deps, await order());
}

/** The stand-ins need some time to create an environment. */
const TRY_AGAIN_MS = 50;

/** Runs the workflow of an order with this environment; a step that is not ready is retried. */
export async function runWorkflow(shop: Env, { subject }: { subject: string }): Promise<void> {
  const { id, attempt } = await orderRow(subject);
  const step = {
    do: async (_name: string, { retries }: { retries: { limit: number } }, work: () => Promise<unknown>) => {
      for (let tries = 1; ; tries += 1)
        try {
          return await work();
        } catch (error) {
          if (error instanceof NonRetryableError || tries > retries.limit) throw error;
          await scheduler.wait(TRY_AGAIN_MS);
        }
    },
  };
  const payload = { orderId: String(id), attempt: Number(attempt) };
  const event = { payload } as WorkflowEvent<typeof payload>;
  // The runtime builds the workflow over its own environment, which knows one cluster.
  const run = { env: shop } as unknown as ProvisionTenant;
  await ProvisionTenant.prototype.run.call(run, event, step as unknown as WorkflowStep);
}

/** Subdomains with an application at this Argo CD. */
export async function applicationsAt(argocdUrl: string): Promise<string[]> {
  const { applications } = await stateOf<{ applications: { subdomain: string }[] }>(argocdUrl);
  return applications.map(({ subdomain }) => subdomain);
}
