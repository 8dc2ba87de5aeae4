/** The tenant probe on Uptime Kuma: the real adapter with the stand-in, and with untrustworthy responses. */
import { beforeEach, expect, test } from 'vitest';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';

const urlTemplate = 'http://localhost:5231/__probe/{tenant}';
const bakery = { name: 't-7k2m9', subdomain: 'padaria-central', values: { planId: 'pro', monitorsMax: 75 } };

let nowMs: number;
let healthySinceMs: number | null;
let standIn: HonoStandIn;

beforeEach(() => {
  nowMs = 1_000_000;
  healthySinceMs = null;
  standIn = createTenantsStandIn({
    port: 5231,
    argocd: { workloads: () => [{ ...bakery, healthy: healthySinceMs !== null, healthySinceMs }] },
    secondsToBootstrap: 10,
    now: () => nowMs,
  });
});

const ask = async (url: string, init?: RequestInit) => standIn.app.request(url, init);
const tokenOf = async () => 'token';
const probe = createInstances({ urlTemplate, tokenOf, fetch: ask });
const probeOf = (answer: () => Promise<Response>) =>
  createInstances({ urlTemplate: 'https://{tenant}.vigia.example', tokenOf, fetch: answer, timeoutMs: 5 });

test('an environment is ready once its instance was set up', async () => {
  expect(await probe.isReady('padaria-central')).toBe(false);
  healthySinceMs = nowMs;
  const fresh = await ask('http://padaria-central.localhost:5231/api/entry-page');
  expect(await fresh.json()).toEqual({ type: 'entryPage', entryPage: null });
  expect(await probe.isReady('padaria-central')).toBe(false);
  nowMs += 10_000;
  const ready = await ask('http://padaria-central.localhost:5231/api/entry-page');
  expect(await ready.json()).toEqual({ type: 'entryPage', entryPage: 'dashboard' });
  expect(await probe.isReady('padaria-central')).toBe(true);
  healthySinceMs = nowMs;
  expect(await probe.isReady('padaria-central')).toBe(true);
});

test('the template’s address is read once, without redirects', async () => {
  const seen: unknown[] = [];
  const careful = createInstances({
    tokenOf,
    urlTemplate: 'https://{tenant}.vigia.example/',
    fetch: async (input, init) => {
      seen.push([input, init?.redirect]);
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } });
    },
  });
  expect(await careful.isReady('acme')).toBe(false);
  expect(seen).toEqual([['https://acme.vigia.example/api/entry-page', 'manual']]);
});

test.each([['acme.evil.example/x?'], ['a/../b'], [''], ['Acme'], ['-a']])(
  'an invalid subdomain (%s) is never requested',
  async (name) => {
    let asked = 0;
    const counting = probeOf(async () => {
      asked += 1;
      return Response.json({ type: 'entryPage', entryPage: 'dashboard' });
    });
    expect(await counting.isReady(name)).toBe(false);
    expect(asked).toBe(0);
  },
);

test.each<[string, boolean, () => Promise<Response>]>([
  ['a bootstrapped instance', true, async () => Response.json({ type: 'entryPage', entryPage: 'dashboard' })],
  [
    'a status page as the start page',
    true,
    async () => Response.json({ type: 'entryPage', entryPage: 'statusPage-a' }),
  ],
  [
    'a status page’s own domain',
    true,
    async () => Response.json({ type: 'statusPageMatchedDomain', statusPageSlug: 'acme' }),
  ],
  ['a fresh instance', false, async () => Response.json({ type: 'entryPage', entryPage: null })],
  ['an instance without a database', false, async () => Response.json({ type: 'setup-database' })],
  ['an unknown type', false, async () => Response.json({ type: 'other', entryPage: 'dashboard' })],
  [
    'a server error',
    false,
    async () => Response.json({ type: 'entryPage', entryPage: 'dashboard' }, { status: 500 }),
  ],
  ['a page instead of JSON', false, async () => new Response('<!doctype html>', { status: 200 })],
  ['an empty response', false, async () => new Response(null, { status: 200 })],
  ['a broken connection', false, () => Promise.reject(new TypeError('fetch failed'))],
  [
    'an endless response',
    false,
    async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(1024))),
        }),
      ),
  ],
])('%s: ready is %s', async (_case, expected, answer) => {
  expect(await probeOf(answer).isReady('acme')).toBe(expected);
});

test('a timeout is not ready', async () => {
  const silent = createInstances({
    tokenOf,
    urlTemplate,
    timeoutMs: 5,
    fetch: (_input, init) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
      ),
  });
  expect(await silent.isReady('acme')).toBe(false);
});
