/** Checks that apply to every route, and the routes without money. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { provisioningStartEndpoint, provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { authRedirectEndpoint, authRedirectPath } from '#domain/api-schemas/sign-in.ts';
import { subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  addresses,
  answerOf,
  call,
  calmServices,
  codeOf,
  newKey,
  sendEvent,
  sendOrder,
  statusOf,
} from './support.ts';

beforeEach(calmServices);

describe('every response', () => {
  test('forbids caching and carries a request id', async () => {
    const response = await call(healthEndpoint);
    expect(await response.json()).toEqual({ status: 'ok', database: true });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Request-Id')).toMatch(/\S{8,}/);
  });

  test('an unknown route has the error body with the same request id', async () => {
    const response = await call('/api/nada');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: 'Não encontramos o que você procura.',
      code: 'not-found',
      requestId: response.headers.get('X-Request-Id'),
    });
  });

  test('a known route under another method is 405', async () => {
    expect(await codeOf(await call(provisioningStartEndpoint))).toEqual([405, 'method-not-allowed']);
  });
});

describe('bad calls', () => {
  const cases: [string, Parameters<typeof call>[1], [number, string]][] = [
    ['text instead of JSON', { body: '{"a":', headers: {} }, [400, 'invalid-request']],
    [
      'another media type',
      { body: 'a=1', headers: { 'Content-Type': 'text/plain' } },
      [415, 'unsupported-media-type'],
    ],
    ['a huge body', { body: 'x'.repeat(20_000) }, [413, 'body-too-large']],
    ['a foreign origin', { body: {}, headers: { Origin: 'https://evil.example' } }, [403, 'origin-refused']],
    ['a foreign page', { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } }, [403, 'origin-refused']],
  ];
  test.each(cases)('%s', async (_name, options, expected) => {
    const { token } = await signUp();
    expect(await codeOf(await call(checkoutEndpoint, { token, key: newKey(), ...options }))).toEqual(
      expected,
    );
  });

  const forged: [string, Record<string, unknown>][] = [
    ['expired', { exp: 1 }],
    ['issued to another client', { azp: 'another', aud: 'another' }],
    ['of another realm', { iss: 'http://localhost/realms/other' }],
  ];
  test.each(forged)('a token %s is refused', async (_name, claims) => {
    const { token } = await signUp({ claims });
    expect(await codeOf(await call(provisioningStatusEndpoint, { token }))).toEqual([401, 'unauthenticated']);
  });
});

describe('availability', () => {
  test('a free name is available, the same name taken is not', async () => {
    const order = newFreeOrder();
    expect(await (await call(subdomainPath(order.subdominio))).json()).toEqual({
      subdomain: order.subdominio,
      isAvailable: true,
    });
    const { token } = await signUp();
    await sendOrder(token, order);
    expect(await (await call(subdomainPath(order.subdominio))).json()).toMatchObject({
      isAvailable: false,
      reason: 'taken',
    });
  });

  test.each([
    ['www', 'reserved'],
    ['a', 'invalid'],
    ['a--b', 'invalid'],
    ['ação', 'invalid'],
  ])('%s is %s', async (name, reason) => {
    expect(await (await call(subdomainPath(name))).json()).toMatchObject({ isAvailable: false, reason });
  });
});

describe('sign-in redirect', () => {
  test('keeps plan and cycle', async () => {
    const response = await call(authRedirectPath('register', { plan: 'pro', cycle: 'yearly' }));
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe(
      `${addresses.siteUrl}/checkout?action=register&plan=pro&cycle=yearly`,
    );
  });

  test('redirects nowhere else, and accepts two actions only', async () => {
    const response = await call(
      `${authRedirectEndpoint}?action=login&redirect_uri=https://evil.example&cycle=x`,
    );
    expect(response.headers.get('Location')).toBe(`${addresses.siteUrl}/checkout?action=login`);
    expect((await call(`${authRedirectEndpoint}?action=logout`)).status).toBe(400);
  });
});

describe('payment events', () => {
  test('a wrong token is refused', async () => {
    expect((await sendEvent('evt_1', 'PAYMENT_CONFIRMED', 'pay_1', 'x'.repeat(32))).status).toBe(401);
  });

  test('unknown types, unknown payments and unreadable bodies get 200', async () => {
    expect((await sendEvent('evt_2', 'SOMETHING_NEW')).status).toBe(200);
    expect((await sendEvent('evt_3', 'PAYMENT_CONFIRMED', 'pay_unknown')).status).toBe(200);
  });
});

test('an account without an order gets "waiting", without a tenant', async () => {
  const { token } = await signUp();
  const status = await statusOf(token);
  expect(status).toMatchObject({ provisionamentoStatus: 'AGUARDANDO', ping: { ok: false } });
  expect(status).not.toHaveProperty('tenant');
});

test('pages on another host than the API may call it', async () => {
  const { token } = await signUp();
  const headers = { Origin: new URL(addresses.siteUrl).origin, 'Sec-Fetch-Site': 'cross-site' };
  const answer = await call(provisioningStartEndpoint, { token, method: 'POST', headers });
  expect(await answerOf(answer)).toMatchObject({ code: 'order-missing' });
});
