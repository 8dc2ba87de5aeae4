/// <reference types="@cloudflare/vitest-plugin/types" />
/** A free environment asks for a solved challenge where the operator turned it on: fails closed, counts once, keeps nothing. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHALLENGE_ACTION, challengeEndpoint } from '#domain/contracts/challenge.ts';
import { checkoutEndpoint } from '#domain/contracts/checkout.ts';
import { composeDeps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import worker from '#functions/worker.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-door.ts';
import {
  at,
  call,
  calmServices,
  codeOf,
  env,
  newKey,
  noFaults,
  sendJson,
  setFaults,
  sql,
} from './support.ts';

const hostname = new URL(at.challengeUrl).hostname;

beforeEach(calmServices);
afterEach(async () => {
  await setFaults(at.turnstileUrl, noFaults);
  await sendJson(`${at.turnstileUrl}/__stand-in/settings`, 'PATCH', { mode: 'passes', verdict: 'honest' });
});

let calls = 0;

/** Asks a Worker whose operator turned the challenge on. */
async function ask(
  path: string,
  init: RequestInit = {},
  { origin = at.siteUrl, variables = {} }: { origin?: string; variables?: Partial<Env> } = {},
): Promise<Response> {
  calls += 1;
  const headers = { ...init.headers, 'CF-Connecting-IP': `198.18.${calls}.1` };
  const request = new Request(`${origin}${path}`, { ...init, headers });
  const context = createExecutionContext();
  const on = { ...env, CHALLENGE: 'turnstile', ...variables } as Env;
  const answer = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, on, context);
  await waitOnExecutionContext(context);
  return answer;
}

const order = (token: string, body: unknown, key = newKey()): Promise<Response> =>
  ask(checkoutEndpoint, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A solved challenge, as the frame gets it. */
async function solved(known: { hostname?: string; action?: string } = {}): Promise<string> {
  const made = await sendJson(`${at.turnstileUrl}/turnstile/solved`, 'POST', {
    hostname,
    action: CHALLENGE_ACTION,
    ...known,
  });
  return (made as { token: string }).token;
}

/** Orders of an account, and what the day has counted. */
async function kept(subject: string): Promise<unknown> {
  const [orders, counted] = await Promise.all([
    sql('SELECT id FROM orders WHERE subject = ?', subject),
    sql('SELECT SUM(begun) AS n FROM new_environments'),
  ]);
  return { orders, counted };
}

describe('the page with the challenge', () => {
  test('is served on its own origin alone, framed by the site alone', async () => {
    const page = await ask(challengeEndpoint, {}, { origin: at.challengeUrl });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${at.siteUrl}`);
    expect(policy).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain(/'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(html).toContain(`${at.turnstileUrl}/turnstile/v0/api.js`);
    expect(await codeOf(await ask(challengeEndpoint))).toEqual([404, 'not-found']);
  });

  test('may call nothing of the API from there', async () => {
    const { token } = await signUp();
    const answer = await ask(checkoutEndpoint, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, Origin: at.challengeUrl, 'Idempotency-Key': newKey() },
    });
    expect(await codeOf(answer)).toEqual([403, 'origin-refused']);
  });

  test('does not exist while the challenge is off, and the form is told which it is', async () => {
    expect((await call(challengeEndpoint)).status).toBe(404);
    expect(
      (await ask(challengeEndpoint, {}, { origin: at.challengeUrl, variables: { CHALLENGE: 'off' } })).status,
    ).toBe(404);
    expect(await (await call(checkoutEndpoint)).json()).toMatchObject({ challenge: false });
    expect(await (await ask(checkoutEndpoint)).json()).toMatchObject({ challenge: true });
  });
});

describe('a free order', () => {
  test('with a solved challenge is taken, and its repetition needs no other', async () => {
    const { token } = await signUp();
    const [body, key] = [newFreeOrder(), newKey()];
    expect((await order(token, { ...body, desafio: await solved() }, key)).status).toBe(200);
    const again = await order(token, { ...body, desafio: 'another' }, key);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    // Sent anew, the order is there already.
    expect((await order(token, body)).status).toBe(200);
  });

  test.each<[string, () => Promise<object>]>([
    ['without a token', async () => ({})],
    ['with an invented one', async () => ({ desafio: 'invented' })],
    ['with one from another host', async () => ({ desafio: await solved({ hostname: 'evil.example' }) })],
    ['with one for another purpose', async () => ({ desafio: await solved({ action: 'login' }) })],
  ])('%s is refused and leaves nothing', async (_, solution) => {
    const { token, subject } = await signUp();
    const before = await kept(subject);
    expect(await codeOf(await order(token, { ...newFreeOrder(), ...(await solution()) }))).toEqual([
      422,
      'challenge-failed',
    ]);
    expect(await kept(subject)).toEqual(before);
  });

  test('with a token that another order has spent is refused', async () => {
    const desafio = await solved();
    const [first, second] = [await signUp(), await signUp()];
    expect((await order(first.token, { ...newFreeOrder(), desafio })).status).toBe(200);
    expect(await codeOf(await order(second.token, { ...newFreeOrder(), desafio }))).toEqual([
      422,
      'challenge-failed',
    ]);
  });

  test('is not taken while nobody can check, and the same key goes on afterwards', async () => {
    const { token, subject } = await signUp();
    const [body, key] = [newFreeOrder(), newKey()];
    const before = await kept(subject);
    await setFaults(at.turnstileUrl, { down: true });
    const refused = await order(token, { ...body, desafio: 'whatever' }, key);
    expect(refused.headers.get('Retry-After')).not.toBeNull();
    expect(await codeOf(refused)).toEqual([503, 'challenge-unavailable']);
    expect(await kept(subject)).toEqual(before);
    await setFaults(at.turnstileUrl, { down: false });
    expect((await order(token, { ...body, desafio: await solved() }, key)).status).toBe(200);
  });

  test('goes through although one answer of the check was lost', async () => {
    const { token } = await signUp();
    const desafio = await solved();
    await setFaults(at.turnstileUrl, { loseAnswers: 1 });
    expect((await order(token, { ...newFreeOrder(), desafio })).status).toBe(200);
  });
});

test('a paid order is asked for no challenge', async () => {
  const { token } = await signUp();
  expect((await order(token, newPaidOrder())).status).toBe(200);
});

test('readiness knows whether the challenge works with our secret', async () => {
  const checked = (secret: string) => {
    const { dependencies } = composeDeps({ ...env, CHALLENGE: 'turnstile', TURNSTILE_SECRET: secret });
    return dependencies.find(({ name }) => name === 'desafio')?.check();
  };
  await expect(checked(env.TURNSTILE_SECRET)).resolves.toBeUndefined();
  await expect(checked('a-secret-of-another-widget')).rejects.toThrow('invalid-input-secret');
  expect(composeDeps(env).dependencies.map(({ name }) => name)).not.toContain('desafio');
});
