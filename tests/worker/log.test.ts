/** What the API logs about a call: route, refusal and cause; never the caller or typed text. */
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { upgradeEndpoint, upgradePath } from '#domain/api-schemas/plan-change.ts';
import { quotaCheckEndpoint, quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { subdomainEndpoint, subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppNeeds, createApp } from '#functions/app.ts';
import { composeDeps } from '#functions/compose.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { createLogger } from '#functions/platform/logger.ts';
import { cardNumbers, newCard, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { control, newTenant } from './quota-setup.ts';
import { addresses, calmServices, env, newKey, runDue } from './support.ts';

beforeEach(calmServices);

/** The API with a captured log; by default it writes to the runtime's log, which tests silence. */
function listening(changes: Partial<AppNeeds> = {}) {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', (_level, line) => lines.push(JSON.parse(line)), Date.now);
  const deps = { ...composeDeps(env), logger };
  const app = createApp({ ...deps, ...changes });
  const ask = (path: string, init: RequestInit = {}) => app.request(`${addresses.siteUrl}${path}`, init);
  return { deps, ask, lines };
}

const UNKNOWN = '[desconhecido]';

test.each([
  ['a requested name', 'GET', subdomainPath('maria-silva'), subdomainEndpoint, undefined],
  ['an upgrade', 'POST', upgradePath('maria-silva'), upgradeEndpoint, 'unauthenticated'],
  ['a quota', 'POST', quotaCheckPath('maria-silva'), quotaCheckEndpoint, 'unauthenticated'],
  ['another method', 'PUT', upgradePath('maria-silva'), upgradeEndpoint, 'method-not-allowed'],
  ['a query', 'GET', `${accountEndpoint}?nome=maria-silva`, accountEndpoint, 'unauthenticated'],
  ['an e-mail address', 'GET', '/api/maria-silva@teste.example', UNKNOWN, 'not-found'],
  ['a CPF after a route', 'GET', `${subdomainPath('maria-silva')}/529.982.247-25`, UNKNOWN, 'not-found'],
  ['a long path', 'GET', `/api/maria-silva${'a'.repeat(15_000)}`, UNKNOWN, 'not-found'],
])('%s logs route, status, code and id, and no typed text', async (...asked) => {
  const [, method, path, route, code] = asked;
  const { ask, lines } = listening();
  const answer = await ask(path, { method });
  expect(lines).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      event: 'request',
      requestId: answer.headers.get('X-Request-Id'),
      method,
      path: route,
      status: answer.status,
      ...(code ? { code } : {}),
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/maria|529/);
});

test('a refusal is logged with its code, also when replayed', async () => {
  const { ask, lines } = listening();
  const { token } = await signUp();
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': newKey(),
  };
  const body = JSON.stringify(newPaidOrder({ card: newCard({ number: cardNumbers.refused }) }));
  for (const isAgain of [false, true]) {
    const answer = await ask(checkoutEndpoint, { method: 'POST', headers, body });
    expect(answer.headers.has('Idempotent-Replayed')).toBe(isAgain);
    expect(lines.at(-1)).toMatchObject({
      event: 'request',
      requestId: answer.headers.get('X-Request-Id'),
      status: 402,
      code: 'payment-declined',
    });
  }
  expect(JSON.stringify(lines)).not.toContain(cardNumbers.refused);
});

test.each([
  ['a defect', new TypeError('pessoa@teste.example is not a function')],
  [
    'a domain error',
    new DomainError('internal', {
      message: 'user: unexpected answer',
      cause: new TypeError('pessoa@teste.example is not a function'),
    }),
  ],
])('%s is logged with its cause and request id, without addresses', async (_name, error) => {
  const { ask, lines } = listening({ isDatabaseUp: () => Promise.reject(error) });
  const answer = await ask(healthEndpoint);
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get('X-Request-Id');
  expect(lines).toMatchObject([
    { level: 'error', event: 'unexpected', requestId },
    { event: 'request', requestId, path: healthEndpoint, status: 500, code: 'internal' },
  ]);
  expect(JSON.stringify(lines[0])).toContain('[oculto] is not a function');
  expect(JSON.stringify(lines)).not.toContain('pessoa@');
});

test('monitor counts are logged by order, not by subdomain', async () => {
  const { deps, lines } = listening();
  const tenants = [await newTenant(), await newTenant()] as const;
  await control(tenants[0].subdominio, 'stop');
  await control(tenants[1].subdominio, 'counter-off');
  await runDue(limitsWork, deps);
  for (const [index, event] of ['work-postponed', 'quota-inexact'].entries())
    expect(lines).toContainEqual(expect.objectContaining({ event, orderId: tenants[index]?.orderId }));
  for (const { subdominio } of tenants) expect(JSON.stringify(lines)).not.toContain(subdominio);
});
