/** The look from another network, with the local one, and with an Internet that hangs. */
import { describe, expect, test, vi } from 'vitest';
import { createOtherNetworkStandIn } from '#dev/stand-ins/other-network/index.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createOtherNetwork } from '#functions/vendors/other-network.ts';

const OURS = [
  'https://www.vigia.com.br',
  'https://loja.ambientes.com.br',
  'https://vigia.equipe.workers.dev',
];
const base = { ours: OURS, agent: 'Vigia', standInUrl: null };

/** A network of which every request is noted. */
function open(answer: (url: string, init: RequestInit) => Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: Fetch = (url, init) => {
    asked.push({ url, init });
    return answer(url, init);
  };
  return { asked, fetch };
}

const site = { url: 'https://loja.com.br/saude', host: 'loja.com.br' };

describe('a request', () => {
  test('follows nothing, takes no copy, names us, and reads no body', async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const { asked, fetch } = open(async () => new Response(body, { status: 200 }));
    expect(await createOtherNetwork({ ...base, fetch }).look(site)).toBe(200);
    expect(asked).toMatchObject([
      { url: site.url, init: { method: 'GET', redirect: 'manual', cache: 'no-store' } },
    ]);
    expect(Object.keys(asked[0]?.init.headers ?? {})).toEqual(['User-Agent', 'Accept']);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('a redirect is an answer', async () => {
    const { asked, fetch } = open(async () => Response.redirect('http://169.254.169.254/', 302));
    expect(await createOtherNetwork({ ...base, fetch }).look(site)).toBe(302);
    expect(asked).toHaveLength(1);
  });

  test('a site that hangs has failed once the time is over', async () => {
    const clock = new AbortController();
    const { fetch } = open(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const look = createOtherNetwork({ ...base, fetch, deadline: () => clock.signal }).look(site);
    clock.abort(new DOMException('', 'TimeoutError'));
    expect(await look).toBe('failed');
  });

  test.each([
    ['Network connection lost.', 'failed'],
    ['Too many subrequests.', null],
    ['internal error; reference = x', null],
  ])('“%s” is %s', async (words, seen) => {
    const { fetch } = open(() => Promise.reject(new Error(words)));
    expect(await createOtherNetwork({ ...base, fetch }).look(site)).toBe(seen);
  });
});

test.each([
  ['https://vigia.com.br/', null],
  ['https://auth.vigia.com.br/', null],
  ['https://outra.ambientes.com.br/status', null],
  ['https://vigia.equipe.workers.dev/', null],
  ['https://outro.workers.dev/', 'outro.workers.dev'],
  ['https://cliente.com.br/', 'cliente.com.br'],
])('our domains are not asked for: %s', (look, host) => {
  const { fetch } = open(async () => new Response());
  expect(createOtherNetwork({ ...base, fetch }).addressOf(look)?.host ?? null).toBe(host);
});

describe('the local one', () => {
  const standInUrl = 'http://localhost:1';
  function local() {
    const standIn = createOtherNetworkStandIn({ port: 1, now: () => 0 });
    const { fetch } = open(async (url, init) => standIn.app.request(url, init));
    return { standIn, network: createOtherNetwork({ ...base, standInUrl, fetch }) };
  }

  test.each([
    ['answers', 200],
    ['redirects', 301],
    ['forbids', null],
    ['limits', null],
    ['challenges', null],
    ['ours', null],
    ['unreached', 'failed'],
    ['fails', 'failed'],
  ] as const)('a site that %s', async (answer, seen) => {
    const { standIn, network } = local();
    standIn.settings.answer = answer;
    const address = network.addressOf('https://loja.com.br/saude');
    expect(address && (await network.look(address))).toBe(seen);
  });

  test('one host answers otherwise than the others', async () => {
    const { standIn, network } = local();
    standIn.settings.hosts = { 'loja.com.br': 'fails' };
    expect(await network.look(site)).toBe('failed');
    expect(await network.look({ url: 'https://outra.com.br/', host: 'outra.com.br' })).toBe(200);
  });

  test('a site of this machine is asked for real', async () => {
    const { network } = local();
    const address = network.addressOf('http://127.0.0.1:9/');
    // Nothing listens there.
    expect(address && (await network.look(address))).toBe('failed');
  });
});
