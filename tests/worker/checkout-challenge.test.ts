/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Turnstile for free environments, when the operator enabled it: refuses on failure, each token works once, nothing is
 * stored.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHALLENGE_ACTION, challengeEndpoint } from '#domain/api-schemas/challenge.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { composeDeps } from '#functions/compose.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  env,
  newKey,
  noFaults,
  sendJson,
  setFaults,
  sql,
  workerWith,
} from './support.ts';

const hostname = new URL(addresses.challengeUrl).hostname;

beforeEach(calmServices);
afterEach(async () => {
  await setFaults(addresses.turnstileUrl, noFaults);
  await sendJson(`${addresses.turnstileUrl}/__stand-in/settings`, 'PATCH', {
    mode: 'passes',
    verdict: 'honest',
  });
});

/** Calls a Worker with the challenge enabled. */
const ask = workerWith({ CHALLENGE: 'turnstile' });

const order = (token: string, body: unknown, key = newKey()): Promise<Response> =>
  ask(checkoutEndpoint, { token, key, body });

/** The token of a solved challenge, as the frame gets it. */
async function solved(known: { hostname?: string; action?: string } = {}): Promise<string> {
  const made = await sendJson(`${addresses.turnstileUrl}/turnstile/solved`, 'POST', {
    hostname,
    action: CHALLENGE_ACTION,
    ...known,
  });
  return (made as { token: string }).token;
}

/** Orders of an account, and today's counts. */
async function kept(subject: string): Promise<unknown> {
  const [orders, counted] = await Promise.all([
    sql('SELECT id FROM orders WHERE subject = ?', subject),
    sql('SELECT SUM(begun) AS n FROM new_environments'),
  ]);
  return { orders, counted };
}

describe('the challenge page', () => {
  test('is served on its own origin only and framed by the site only', async () => {
    const page = await ask(challengeEndpoint, {}, addresses.challengeUrl);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${addresses.siteUrl}`);
    expect(policy).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain(/'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(html).toContain(`${addresses.turnstileUrl}/turnstile/v0/api.js`);
    expect(await codeOf(await ask(challengeEndpoint))).toEqual([404, 'not-found']);
  });

  test('may call nothing of the API from there', async () => {
    const { token } = await signUp();
    const headers = { Origin: addresses.challengeUrl };
    const answer = await ask(checkoutEndpoint, { method: 'POST', token, key: newKey(), headers });
    expect(await codeOf(answer)).toEqual([403, 'origin-refused']);
  });

  test('is missing while the challenge is off, and the form knows', async () => {
    expect((await call(challengeEndpoint)).status).toBe(404);
    expect(
      (await workerWith({ CHALLENGE: 'off' })(challengeEndpoint, {}, addresses.challengeUrl)).status,
    ).toBe(404);
    expect(await (await call(checkoutEndpoint)).json()).toMatchObject({ challenge: false });
    expect(await (await ask(checkoutEndpoint)).json()).toMatchObject({ challenge: true });
  });
});

describe('a free order', () => {
  test('with a solved challenge is accepted, and its retry needs no other', async () => {
    const { token } = await signUp();
    const [body, key] = [newFreeOrder(), newKey()];
    expect((await order(token, { ...body, desafio: await solved() }, key)).status).toBe(200);
    const again = await order(token, { ...body, desafio: 'another' }, key);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    // On the retry, the order exists already.
    expect((await order(token, body)).status).toBe(200);
  });

  test.each<[string, () => Promise<object>]>([
    ['without a token', async () => ({})],
    ['with an invented one', async () => ({ desafio: 'invented' })],
    ['with one from another host', async () => ({ desafio: await solved({ hostname: 'evil.example' }) })],
    ['with one for another action', async () => ({ desafio: await solved({ action: 'login' }) })],
  ])('%s is refused and leaves nothing', async (_, solution) => {
    const { token, subject } = await signUp();
    const before = await kept(subject);
    expect(await codeOf(await order(token, { ...newFreeOrder(), ...(await solution()) }))).toEqual([
      422,
      'challenge-failed',
    ]);
    expect(await kept(subject)).toEqual(before);
  });

  test('with a token already used by another order is refused', async () => {
    const desafio = await solved();
    const [first, second] = [await signUp(), await signUp()];
    expect((await order(first.token, { ...newFreeOrder(), desafio })).status).toBe(200);
    expect(await codeOf(await order(second.token, { ...newFreeOrder(), desafio }))).toEqual([
      422,
      'challenge-failed',
    ]);
  });

  test('is refused while Turnstile is down; the same key works later', async () => {
    const { token, subject } = await signUp();
    const [body, key] = [newFreeOrder(), newKey()];
    const before = await kept(subject);
    await setFaults(addresses.turnstileUrl, { down: true });
    const refused = await order(token, { ...body, desafio: 'whatever' }, key);
    expect(refused.headers.get('Retry-After')).not.toBeNull();
    expect(await codeOf(refused)).toEqual([503, 'challenge-unavailable']);
    expect(await kept(subject)).toEqual(before);
    await setFaults(addresses.turnstileUrl, { down: false });
    expect((await order(token, { ...body, desafio: await solved() }, key)).status).toBe(200);
  });

  test('is accepted although one response of the check was lost', async () => {
    const { token } = await signUp();
    const desafio = await solved();
    await setFaults(addresses.turnstileUrl, { loseAnswers: 1 });
    expect((await order(token, { ...newFreeOrder(), desafio })).status).toBe(200);
  });
});

test('a paid order needs no challenge', async () => {
  const { token } = await signUp();
  expect((await order(token, newPaidOrder())).status).toBe(200);
});

test('readiness checks our Turnstile secret', async () => {
  const checked = (secret: string) => {
    const { dependencies } = composeDeps({ ...env, CHALLENGE: 'turnstile', TURNSTILE_SECRET: secret });
    return dependencies.find(({ name }) => name === 'desafio')?.check();
  };
  await expect(checked(env.TURNSTILE_SECRET)).resolves.toBeUndefined();
  await expect(checked('a-secret-of-another-widget')).rejects.toThrow('invalid-input-secret');
  expect(composeDeps(env).dependencies.map(({ name }) => name)).not.toContain('desafio');
});
