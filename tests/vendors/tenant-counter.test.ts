/** Counting monitors in Uptime Kuma: the real adapter with the stand-in, and with untrustworthy responses. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import type { MonitorKind } from '#dev/stand-ins/tenants/monitors.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';

const tokens = createCounterTokens('functions-secret-000000000000000000');
const urlTemplate = 'http://localhost:5231/__probe/{tenant}';
/**
 * Two that are counted and in the metrics; one paused and one unchecked, which are only counted; two groups, which are
 * neither.
 */
const kinds: MonitorKind[] = ['http', 'group', 'ping', 'paused', 'pending', 'group'];
const recorded = readFileSync(new URL('uptime-kuma-metrics.txt', import.meta.url), 'utf8');

let standIn: HonoStandIn;

beforeEach(async () => {
  const values = { functions: { tokenSha256: await tokens.digestOf('padaria') } };
  const workload = { name: 't-1', subdomain: 'padaria', healthy: true, healthySinceMs: 0, values };
  standIn = createTenantsStandIn({ port: 5231, argocd: { workloads: () => [workload] } });
});

const ask: Fetch = async (url, init) => standIn.app.request(url, init);
const counter = (fetch: Fetch = ask) =>
  createInstances({ urlTemplate, tokenOf: tokens.tokenOf, fetch, timeoutMs: 50 });

async function press(path: string, body?: unknown): Promise<void> {
  const response = await ask(`http://localhost:5231/__stand-in/tenants/padaria/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

/** A counter with these responses to its two requests. */
function answered(counterAnswer: () => Response, metricsAnswer: () => Response) {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname.replace('/__probe/padaria', ''));
    return pathname.endsWith('/metrics') ? metricsAnswer() : counterAnswer();
  };
  return { counter: counter(fetch), asked };
}

const unavailable = { code: 'tenant-unavailable', retryable: true };
const page = () => new Response('<!doctype html><title>Uptime Kuma</title>');
const noMetrics = () => new Response(null, { status: 401 });

describe('against the stand-in', () => {
  test('paused and unchecked monitors count, groups do not', async () => {
    await press('monitors', kinds);
    expect(await counter().count('padaria')).toEqual({
      monitors: 4,
      isExact: true,
      prohibited: { directIp: 0, onion: 0 },
    });
  });

  test('addresses against the terms are counted separately', async () => {
    await press('monitors', ['http', 'ip', 'ip', 'onion']);
    expect(await counter().count('padaria')).toEqual({
      monitors: 4,
      isExact: true,
      prohibited: { directIp: 2, onion: 1 },
    });
  });

  test('without the counter the metrics give a lower bound', async () => {
    await press('monitors', kinds);
    await press('counter-off');
    expect(await counter().count('padaria')).toEqual({ monitors: 2, isExact: false, prohibited: null });
    await press('counter-on');
    expect(await counter().count('padaria')).toMatchObject({ monitors: 4, isExact: true });
  });

  test('an instance without monitors has none, by either way', async () => {
    await press('monitors', []);
    expect(await counter().count('padaria')).toMatchObject({ monitors: 0, isExact: true });
    await press('counter-off');
    expect(await counter().count('padaria')).toMatchObject({ monitors: 0, isExact: false });
  });

  test('every kind of name survives the escaping of the metrics', async () => {
    await press('monitors', ['http', 'ping', 'group', 'onion', 'ip']);
    await press('counter-off');
    expect(await counter().count('padaria')).toMatchObject({ monitors: 4 });
  });

  test.each([['login-on'], ['stop'], ['fresh']])(
    'after %s and without the counter the count fails',
    async (control) => {
      await press('counter-off');
      await press(control);
      await expect(counter().count('padaria')).rejects.toMatchObject(unavailable);
    },
  );

  test('wrong tokens, unknown tenants and broken proxies get nothing', async () => {
    const stranger = createInstances({
      urlTemplate,
      tokenOf: () => tokens.tokenOf('status'),
      fetch: ask,
    });
    await expect(stranger.count('padaria')).rejects.toMatchObject({
      ...unavailable,
      message: 'counter 401, metrics 401',
    });
    await expect(counter().count('ninguem')).rejects.toMatchObject(unavailable);
    standIn.faults.down = true;
    await expect(counter().count('padaria')).rejects.toMatchObject(unavailable);
  });
});

describe('untrustworthy responses', () => {
  const metrics = () => new Response(recorded);

  test.each<[string, () => Response]>([
    ['the page that an instance without the counter returns for any path', page],
    ['an invalid number', () => Response.json({ monitors: -1, prohibited: { directIp: 0, onion: 0 } })],
    ['a truncated response', () => Response.json({ monitors: 3 })],
    ['a refusal', noMetrics],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
    ],
    ['a failure', () => new Response('{"monitors":1}', { status: 502 })],
  ])('%s from the counter leads to the metrics', async (_case, answer) => {
    const { counter: careful, asked } = answered(answer, metrics);
    expect(await careful.count('padaria')).toEqual({ monitors: 3, isExact: false, prohibited: null });
    expect(asked).toEqual(['/-/monitors', '/metrics']);
  });

  test.each<[string, () => Response]>([
    ['a page', page],
    ['nothing', () => new Response('')],
    ['metrics of another program', () => new Response('# TYPE go_goroutines gauge\ngo_goroutines 7\n')],
    ['a truncated series', () => new Response(recorded.slice(0, -60))],
    ['401', noMetrics],
    ['404, as from an instance that is migrating', () => new Response('', { status: 404 })],
    ['an endless body', () => new Response(endless())],
  ])('%s from the metrics is no count', async (_case, answer) => {
    await expect(answered(page, answer).counter.count('padaria')).rejects.toMatchObject(unavailable);
  });

  test('a working counter is the only request', async () => {
    const good = () => Response.json({ monitors: 12, prohibited: { directIp: 1, onion: 0 }, more: 1 });
    const { counter: careful, asked } = answered(good, noMetrics);
    expect(await careful.count('padaria')).toEqual({
      monitors: 12,
      isExact: true,
      prohibited: { directIp: 1, onion: 0 },
    });
    expect(asked).toEqual(['/-/monitors']);
  });

  test('waiting for a response is limited', async () => {
    const silent: Fetch = (_url, init) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('late'))));
    await expect(counter(silent).count('padaria')).rejects.toMatchObject({
      message: 'counter silent, metrics silent',
    });
  });

  test.each([['acme.evil.example/x?'], ['a/../b'], [''], ['Acme']])(
    'an invalid subdomain (%s) is never requested',
    async (name) => {
      const { counter: careful, asked } = answered(page, page);
      await expect(careful.count(name)).rejects.toMatchObject(unavailable);
      expect(asked).toEqual([]);
    },
  );
});

/** An endless stream in pieces of 64 KB. */
function endless(): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(' '.repeat(65_536));
  return new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
}
