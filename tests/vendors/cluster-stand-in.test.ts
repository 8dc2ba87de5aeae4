/** Responses of the Argo CD stand-in to operators and other clients, beyond our adapter's calls. */
import { beforeEach, expect, test } from 'vitest';
import { type ArgocdStandIn, createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { exchangeProblems } from '#tests/support/argocd-swagger.ts';

const application = {
  metadata: { name: 'guestbook' },
  spec: {
    project: 'shop',
    source: {
      repoURL: 'https://git.example/a.git',
      path: '.',
      helm: { parameters: [{ name: 'a', value: 'b' }] },
    },
    destination: { server: 'https://kubernetes.default.svc', namespace: 'a' },
  },
};

let nowMs = 0;
let standIn: ArgocdStandIn;

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21);
  standIn = createArgocdStandIn({ port: 5230, stateDir: null, token: 'secret', now: () => nowMs });
});

/** Calls the API, checks the exchange against the description, and returns status and body. */
async function call(method: string, path: string, body?: unknown) {
  const url = `http://argocd.test/api/v1/applications${path}`;
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await standIn.app.request(url, init);
  const answer: unknown = await response.json();
  if (response.status === 200) {
    expect(exchangeProblems({ method, url, requestBody: body, status: 200, answer })).toEqual([]);
  }
  return { status: response.status, answer };
}

test('a different spec without upsert is refused, the same one accepted', async () => {
  await call('POST', '', application);
  expect((await call('POST', '', application)).status).toBe(200);
  const changed = { ...application, spec: { ...application.spec, project: 'other' } };
  const message = 'existing application spec is different, use upsert flag to force update';
  expect(await call('POST', '', changed)).toEqual({
    status: 400,
    answer: { error: message, code: 3, message },
  });
});

test('an unknown name is 403 without a project and 404 with one', async () => {
  expect(await call('GET', '/nobody')).toEqual({
    status: 403,
    answer: { error: 'permission denied', code: 7, message: 'permission denied' },
  });
  expect(await call('GET', '/nobody?project=shop')).toMatchObject({ status: 404, answer: { code: 5 } });
  await call('POST', '', application);
  expect((await call('GET', '/guestbook?project=shop')).status).toBe(200);
  expect((await call('GET', '/guestbook?project=other')).status).toBe(404);
  expect((await call('GET', '/constructor')).status).toBe(403);
});

test('without automated sync nothing happens until a sync is requested', async () => {
  await call('POST', '', application);
  nowMs += 60_000;
  expect((await call('GET', '/guestbook')).answer).toMatchObject({
    status: { sync: { status: 'OutOfSync' }, health: { status: 'Missing' } },
  });
  expect((await call('POST', '/guestbook/sync', { name: 'guestbook' })).answer).toMatchObject({
    status: { operationState: { phase: 'Running' } },
  });
  expect(await call('POST', '/guestbook/sync', { name: 'guestbook' })).toMatchObject({
    status: 400,
    answer: { code: 9, message: 'another operation is already in progress' },
  });
  nowMs += 5000;
  expect((await call('GET', '/guestbook')).answer).toMatchObject({
    status: {
      sync: { status: 'Synced' },
      health: { status: 'Healthy' },
      operationState: { phase: 'Succeeded' },
    },
  });
});

test('applications can be listed by label and project, changed by spec, and deleted', async () => {
  await call('POST', '', { ...application, metadata: { name: 'guestbook', labels: { team: 'a' } } });
  await call('POST', '', { ...application, metadata: { name: 'other' } });
  const names = async (query: string) =>
    ((await call('GET', query)).answer as { items: { metadata: { name: string } }[] }).items.map(
      ({ metadata }) => metadata.name,
    );
  expect(await names('')).toEqual(['guestbook', 'other']);
  expect(await names('?selector=team%3Da')).toEqual(['guestbook']);
  expect(await names('?projects=elsewhere')).toEqual([]);
  expect((await call('PUT', '/other/spec', application.spec)).status).toBe(200);
  expect((await call('DELETE', '/other?cascade=false')).answer).toEqual({});
  expect(await names('')).toEqual(['guestbook']);
});

test.each([
  ['no destination', { ...application, spec: { ...application.spec, destination: {} } }],
  [
    'no path or chart',
    { ...application, spec: { ...application.spec, source: { repoURL: 'https://git.example' } } },
  ],
  ['an upper-case name', { ...application, metadata: { name: 'Guestbook' } }],
  ['a label with a space', { ...application, metadata: { name: 'a', labels: { team: 'a b' } } }],
  [
    'a number where Go wants a string',
    { ...application, spec: { source: { helm: { parameters: [{ name: 'a', value: 1 }] } } } },
  ],
])('an application with %s is refused', async (_case, body) => {
  expect(await call('POST', '', body)).toMatchObject({ status: 400, answer: { code: 3 } });
});

test('missing or wrong tokens, and content types with a charset, are refused', async () => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    standIn.app.request('http://argocd.test/api/v1/applications', { method, headers });
  expect(await (await ask({})).json()).toMatchObject({ code: 16, message: 'no session information' });
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
  const charset = { authorization: 'Bearer secret', 'content-type': 'application/json; charset=utf-8' };
  expect((await ask(charset, 'POST')).status).toBe(415);
  expect((await standIn.app.request('http://argocd.test/api/version')).status).toBe(200);
});

test('the page shows each application, and its buttons return to it', async () => {
  await call('POST', '', {
    ...application,
    spec: {
      ...application.spec,
      source: { ...application.spec.source, helm: { valuesObject: { subdomain: 'bolo' } } },
    },
  });
  const page = await (await standIn.app.request('http://argocd.test/__stand-in')).text();
  expect(page).toContain('href="http://bolo.localhost:5231"');
  const response = await standIn.app.request('http://argocd.test/__stand-in/applications/guestbook/hold', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/__stand-in']);
});
