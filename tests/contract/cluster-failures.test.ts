/** The cluster port over Argo CD: answers that are late, refused, half or none, and what they are taken for. */
import { describe, expect } from 'vitest';
import { exchangeProblems, judged, problemsWith } from '#tests/support/argocd-swagger.ts';
import {
  bakery,
  clusterAt,
  held,
  judgeExchanges,
  NAME,
  order,
  passing,
  test,
  waiting,
} from './cluster-setup.ts';

judgeExchanges();

test('a sync that is already running counts as asked for', async () => {
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
  await expect(cluster.ensureApplication(bakery)).resolves.toBeUndefined();
});

test('a failure that a newly requested sync replaces is no longer reported', async () => {
  const cluster = clusterAt({
    fetch: judged(async () =>
      Response.json({
        metadata: { name: NAME },
        operation: { sync: {} },
        status: { sync: { status: 'OutOfSync' }, operationState: { phase: 'Error' } },
      }),
    ),
  });
  expect(await cluster.readApplication(bakery.orderId)).toEqual(waiting);
});

test('an application without a status yet is neither synced nor healthy', async () => {
  const cluster = clusterAt({ fetch: judged(async () => Response.json({ metadata: { name: 'x' } })) });
  expect(await cluster.readApplication(bakery.orderId)).toEqual(waiting);
});

test.each([
  ['the cluster is down', async () => new Response('no upstream', { status: 503 })],
  ['it asks for fewer requests', async () => new Response('{}', { status: 429 })],
  ['another writer was faster', async () => Response.json({ code: 10 }, { status: 409 })],
  ['the connection breaks', () => Promise.reject(new TypeError('fetch failed'))],
  ['a proxy answers with its own page', async () => new Response('<h1>Welcome</h1>')],
  ['the answer is no application', async () => Response.json({ hello: 'world' })],
  [
    'there is no answer in time',
    (_input: string, init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
      ),
  ],
])('when %s, both calls fail with a failure that may pass', async (_case, fetch) => {
  const cluster = clusterAt({ fetch, timeoutMs: 5 });
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  await expect(cluster.readApplication(bakery.orderId)).rejects.toMatchObject(passing);
});

test('a cluster that was down for a while takes the same call afterwards, and one that lost its answer too', async ({
  standIn,
}) => {
  const cluster = clusterAt({ fetch: async (input, init) => standIn.app.request(input, init) });
  standIn.faults.down = true;
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  standIn.faults.down = false;
  standIn.faults.loseAnswers = 1;
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  await cluster.ensureApplication(bakery);
  expect((await held(standIn)).applications).toMatchObject([{ metadata: { generation: 1 }, syncs: 1 }]);
});

test('a refused token may pass, since an operator mends it, and stays out of the message', async ({
  fetch,
}) => {
  const cluster = clusterAt({ fetch, token: 'expired-token' });
  for (const work of [() => cluster.ensureApplication(bakery), () => cluster.readApplication(bakery.orderId)])
    await expect(work()).rejects.toMatchObject({
      ...passing,
      message: expect.toSatisfy((text: string) => text.includes('401') && !text.includes('expired-token')),
    });
});

test('a role that may not do it (any more) may pass too, and is never read as an application that is not there', async () => {
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

test('the judge finds a misspelt field, a wrong type and an unknown query', () => {
  expect(problemsWith('v1alpha1Application', { spec: { sourec: {} } })).toHaveLength(1);
  expect(problemsWith('v1alpha1Application', { metadata: { generation: '1' } })).toHaveLength(1);
  const exchange = { method: 'GET', requestBody: undefined, status: 200, answer: { items: [] } };
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications?upsert=true' })).toHaveLength(1);
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications' })).toEqual([]);
});

describe.for(['inaccessible', 'unavailable'])('Git %s', (git) => {
  test('stops nothing for good: creating, pausing and a change of plan may be repeated', async ({
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

test('a refusal of the specification does not pass, and its text stays out of the log', async () => {
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
