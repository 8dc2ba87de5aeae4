/** Every API response has all headers: successes, refusals, redirects, failures. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { OWN_HEADER } from '#domain/alerts/second-look.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { missingPageEndpoint } from '#domain/api-schemas/missing-page.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { authRedirectPath } from '#domain/api-schemas/sign-in.ts';
import { subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { apiDefinition } from '#functions/api.ts';
import worker from '#functions/worker.ts';
import { weakHeaders } from '#tests/support/security-headers.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { addresses, call, calmServices, env } from './support.ts';

beforeAll(calmServices);

/** Responses that everyone may read, and say so in their description. */
const cacheable = new Set(
  apiDefinition.flatMap(({ path, answers }) => (answers[200]?.headers?.['Cache-Control'] ? [path] : [])),
);

async function expectWholeSet(response: Response, mayBeCached = false): Promise<void> {
  await response.arrayBuffer();
  expect(weakHeaders(response.headers)).toEqual([]);
  expect(response.headers.get(OWN_HEADER)).toBe('api');
  expect(response.headers.get('Cache-Control')).toBe(mayBeCached ? 'public, max-age=30' : 'no-store');
}

const paths = new Set(
  apiDefinition.map(({ path, loggedPath = path }) => loggedPath.replace(/:\w+/g, 'exemplo')),
);
const methods = ['GET', 'POST', 'PUT', 'OPTIONS'] as const;

describe.each([...paths])('%s', (path) => {
  test.each(methods)('%s without a token', async (method) => {
    const response = await call(path, { method });
    await expectWholeSet(response, response.status === 200 && cacheable.has(path));
  });
});

const answers: [string, number, () => Promise<Response>][] = [
  ['a health check', 200, () => call(healthEndpoint)],
  ['an availability', 200, () => call(subdomainPath('livre'))],
  ['a response without a body', 204, () => call(missingPageEndpoint, { body: { path: '/nada' } })],
  ['a redirect', 302, () => call(authRedirectPath('login'))],
  ['unreadable JSON', 400, () => call(supportEndpoint, { body: '{' })],
  ['an unknown route', 404, () => call('/api/nada')],
  ['a wrong method', 405, () => call(healthEndpoint, { method: 'DELETE' })],
  ['a huge body', 413, () => call(supportEndpoint, { body: 'x'.repeat(20_000) })],
  [
    'a foreign origin',
    403,
    () => call(supportEndpoint, { body: {}, headers: { Origin: 'https://outro.example' } }),
  ],
  [
    'a preflight',
    204,
    () =>
      call(checkoutEndpoint, {
        method: 'OPTIONS',
        headers: { Origin: addresses.siteUrl, 'Access-Control-Request-Method': 'POST' },
      }),
  ],
  ['a wrong body', 422, () => call(supportEndpoint, { body: {} })],
];
test.each(answers)('%s (%i)', async (_name, status, ask) => {
  const response = await ask();
  expect(response.status).toBe(status);
  await expectWholeSet(response);
});

test('a call with a token', async () => {
  const { token } = await signUp();
  const response = await call(provisioningStatusEndpoint, { token });
  expect(response.status).toBe(200);
  await expectWholeSet(response);
});

test('a foreign origin is never allowed to read', async () => {
  for (const origin of ['https://outro.example', 'null', `${addresses.siteUrl}.outro.example`]) {
    const response = await call(healthEndpoint, { headers: { Origin: origin } });
    await response.arrayBuffer();
    const allowed = response.headers.get('Access-Control-Allow-Origin');
    expect([null, addresses.siteUrl]).toContain(allowed);
  }
});

test('a Worker without its variables', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { ASAAS_API_KEY: _, ...rest } = env;
  const request = new Request(`${addresses.siteUrl}${healthEndpoint}`) as Request<
    unknown,
    IncomingRequestCfProperties
  >;
  await expectWholeSet(await worker.fetch(request, rest as typeof env, {} as ExecutionContext));
  logged.mockRestore();
});
