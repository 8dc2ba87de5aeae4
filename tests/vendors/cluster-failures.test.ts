/** The cluster port on Argo CD: late, refused, incomplete or missing responses, and their meaning. */
import { describe, expect } from 'vitest';
import { exchangeProblems, judged, problemsWith } from '#tests/support/argocd-swagger.ts';
import {
  bakery,
  clusterAt,
  judgeExchanges,
  NAME,
  order,
  passing,
  stateOf,
  test,
  waiting,
} from './cluster-setup.ts';

judgeExchanges();

test('a running sync counts as requested', async () => {
  const failed = {
    metadata: { name: NAME },
    spec: {},
    status: { operationState: { phase: 'Failed' } },
  };
  const busy = { error: 'x', code: 9, message: 'another operation is already in progress' };
  const cluster = clusterAt({
    fetch: judged(async (input) =>
      input.includes('/sync') ? Response.json(busy, { status: 400 }) : Response.json(failed),
    ),
  });
  await expect(cluster.ensureApplication(bakery)).resolves.toMatchObject({});
});

test('a requested sync hides the failure of the one before', async () => {
  const cluster = clusterAt({
    fetch: judged(async () =>
      Response.json({
        metadata: { name: NAME },
        operation: { sync: {} },
        status: { sync: { status: 'OutOfSync' }, operationState: { phase: 'Error' } },
      }),
    ),
  });
  expect(await cluster.readApplication(bakery.orderId)).toEqual({ ...waiting, chartRevision: null });
});

test('an application without a status yet is neither synced nor healthy', async () => {
  const cluster = clusterAt({ fetch: judged(async () => Response.json({ metadata: { name: 'x' } })) });
  expect(await cluster.readApplication(bakery.orderId)).toEqual({ ...waiting, chartRevision: null });
});

test.each([
  ['the cluster is down', async () => new Response('no upstream', { status: 503 })],
  ['it asks for fewer requests', async () => new Response('{}', { status: 429 })],
  ['another client wrote first', async () => Response.json({ code: 10 }, { status: 409 })],
  ['the connection is lost', () => Promise.reject(new TypeError('fetch failed'))],
  ['a proxy answers with its own HTML page', async () => new Response('<h1>Welcome</h1>')],
  ['the response is not an application', async () => Response.json({ hello: 'world' })],
  [
    'the response times out',
    (_input: string, init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
      ),
  ],
])('when %s, both calls fail temporarily', async (_case, fetch) => {
  const cluster = clusterAt({ fetch, timeoutMs: 5 });
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  await expect(cluster.readApplication(bakery.orderId)).rejects.toMatchObject(passing);
});

test('after an outage or a lost response the same call succeeds', async ({ standIn }) => {
  const cluster = clusterAt({ fetch: async (input, init) => standIn.app.request(input, init) });
  standIn.faults.down = true;
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  standIn.faults.down = false;
  standIn.faults.loseAnswers = 1;
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  await cluster.ensureApplication(bakery);
  expect((await stateOf(standIn)).applications).toMatchObject([{ metadata: { generation: 1 }, syncs: 1 }]);
});

test('a refused token is a temporary failure and not in the message', async ({ fetch }) => {
  const cluster = clusterAt({ fetch, token: 'expired-token' });
  for (const work of [() => cluster.ensureApplication(bakery), () => cluster.readApplication(bakery.orderId)])
    await expect(work()).rejects.toMatchObject({
      ...passing,
      message: expect.toSatisfy((text: string) => text.includes('401') && !text.includes('expired-token')),
    });
});

test('missing permission is temporary, and not taken for "not found"', async () => {
  const denied = { code: 7, error: 'permission denied', message: 'permission denied' };
  const cluster = clusterAt({ fetch: judged(async () => Response.json(denied, { status: 403 })) });
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  await expect(cluster.readApplication(bakery.orderId)).rejects.toMatchObject(passing);
  await expect(cluster.removeApplication(bakery)).rejects.toMatchObject(passing);
});

test('a refused application is a defect', async ({ fetch }) => {
  const cluster = clusterAt({ fetch, destination: { server: '' } });
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject({
    name: 'DomainError',
    code: 'cluster-refused',
    retryable: false,
  });
});

test('the checker finds a misspelt field, a wrong type and an unknown query', () => {
  expect(problemsWith('v1alpha1Application', { spec: { sourec: {} } })).toHaveLength(1);
  expect(problemsWith('v1alpha1Application', { metadata: { generation: '1' } })).toHaveLength(1);
  const exchange = { method: 'GET', requestBody: undefined, status: 200, answer: { items: [] } };
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications?upsert=true' })).toHaveLength(1);
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications' })).toEqual([]);
});

describe.for(['inaccessible', 'unavailable'])('Git %s', (git) => {
  test('a temporary Git failure allows creating, pausing and plan changes again', async ({
    cluster,
    standIn,
  }) => {
    await order(standIn, '/settings', 'PATCH', { git });
    await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
    await order(standIn, '/settings', 'PATCH', { git: 'up' });
    await cluster.ensureApplication(bakery);
    await order(standIn, '/settings', 'PATCH', { git });
    for (const change of [{ isSuspended: true }, { planId: 'enterprise' }])
      await expect(cluster.ensureApplication({ ...bakery, ...change })).rejects.toMatchObject(passing);
  });
});

test('a refused specification is permanent, and its text is not logged', async () => {
  const message = 'application spec for t-1 is invalid: InvalidSpecError: secret value 4711 is not permitted';
  const refused = { code: 3, error: message, message };
  const cluster = clusterAt({
    fetch: judged(async (_input, init) =>
      init?.method === 'GET' ? new Response('{}', { status: 404 }) : Response.json(refused, { status: 400 }),
    ),
  });
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject({
    code: 'cluster-refused',
    retryable: false,
    message: expect.not.stringContaining('4711'),
  });
});
