/**
 * The real cluster adapter with a fresh Argo CD stand-in per test; every exchange is checked against the API
 * description.
 */
import { afterEach, test as base, beforeEach, expect } from 'vitest';
import { type ArgocdStandIn, createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { type ArgocdClusterOptions, createArgocdCluster } from '#functions/vendors/argocd/cluster.ts';
import { exchangeFaults, judged } from '#tests/support/argocd-swagger.ts';

export const bakery = {
  orderId: '0a1b2c3d-4e5f-4000-8000-000000000000',
  subdomain: 'padaria-central',
  planId: 'pro',
  monitorsMax: 75,
};
/** Name of its Argo CD application. */
export const NAME = 't-0a1b2c3d4e5f4000';

export const waiting = { synced: false, healthy: false, syncFailed: false, chartRevision: 'main' };
export const done = { synced: true, healthy: true, syncFailed: false, chartRevision: 'main' };

/** A temporary failure. */
export const passing = { name: 'DomainError', code: 'cluster-unavailable', retryable: true };

/** A storage that enlarges volumes. */
export const growing = {
  canGrow: true,
  sizesMib: { free: 1024, essential: 2048, pro: 3072, enterprise: 4096 },
} as const;

/** The cluster adapter over this connection. */
export const clusterAt = (changes: Partial<ArgocdClusterOptions> & Pick<ArgocdClusterOptions, 'fetch'>) =>
  createArgocdCluster({
    baseUrl: 'http://argocd.test/',
    token: 'token-of-the-site',
    project: 'vigia-tenants',
    destination: { server: 'https://kubernetes.default.svc', namespacePrefix: 'tenant-' },
    source: { repoURL: 'https://git.example/vigia.git', path: 'deploy/chart', targetRevision: 'main' },
    host: '{tenant}.vigia.example',
    storage: growing,
    ...changes,
  });

/** Calls an action of the stand-in. */
export async function order(standIn: ArgocdStandIn, path: string, method = 'POST', body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await standIn.app.request(`http://argocd.test/__stand-in${path}`, init);
  expect(response.status).toBe(200);
}

/** The stand-in's state. */
export async function stateOf({ app }: ArgocdStandIn): Promise<{
  applications: Record<string, unknown>[];
  objects: { kind: string; name: string; isTerminating: boolean }[];
  erasedClaims: string[];
}> {
  return (await app.request('http://argocd.test/__stand-in/state')).json();
}

/** A test with its own clock, stand-in and adapter. */
export const test = base
  .extend('clock', () => ({ now: Date.UTC(2026, 10, 21, 12) }))
  .extend('standIn', ({ clock }) =>
    createArgocdStandIn({
      port: 5230,
      token: 'token-of-the-site',
      secondsToSync: 10,
      secondsToHealthy: 20,
      secondsToStop: 30,
      secondsPerPass: 5,
      now: () => clock.now,
    }),
  )
  .extend('calls', (): string[] => [])
  .extend('fetch', ({ standIn, calls }) =>
    judged(async (input, init) => {
      calls.push(`${init?.method} ${new URL(input).pathname}`);
      return standIn.app.request(input, init);
    }),
  )
  .extend('cluster', ({ fetch }) => clusterAt({ fetch }));

/** Call it in each test file, so that every exchange is checked. */
export function judgeExchanges(): void {
  beforeEach(() => {
    exchangeFaults.length = 0;
  });
  afterEach(() => expect(exchangeFaults).toEqual([]));
}
