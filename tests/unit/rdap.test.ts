/** What a registry may answer, and what becomes of it. */
import { describe, expect, test } from 'vitest';
import { createRdap, readServers } from '#companion/rdap.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const IANA = 'https://data.iana.org/rdap/dns.json';
const known = { services: [[['br'], ['http://old.example/', 'https://rdap.registro.example']]] as const };
const json = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(value), init);
const expiring = (eventDate?: string) => ({
  events: [
    { eventAction: 'registration', eventDate: '2010-01-01T00:00:00Z' },
    { eventAction: 'expiration', ...(eventDate === undefined ? {} : { eventDate }) },
  ],
});

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;
function rdapWith(answer: Answer, { timeoutMs = 10_000, clock = { now: NOW } } = {}) {
  const asked: string[] = [];
  const rdap = createRdap({
    known: readServers(JSON.stringify(known)),
    fetch: async (url, init = {}) => {
      asked.push(String(url));
      return answer(String(url), init);
    },
    now: () => clock.now,
    timeoutMs,
  });
  return { rdap, asked };
}
const SERVER = 'https://rdap.registro.example/';
const answered = (answer: Answer, options?: Parameters<typeof rdapWith>[1]) =>
  rdapWith(answer, options).rdap.expiryOf(SERVER, 'loja.com.br');

describe('an answer of a registry', () => {
  test('says when the domain expires', async () => {
    const { rdap, asked } = rdapWith(() => json(expiring('2027-01-10T03:00:00Z')));
    expect(await rdap.expiryOf(SERVER, 'loja.com.br')).toEqual({
      kind: 'expires',
      at: Date.parse('2027-01-10T03:00:00Z'),
    });
    expect(asked).toEqual([`${SERVER}domain/loja.com.br`]);
  });

  test.each<[string, Answer]>([
    ['no such domain', () => new Response('{}', { status: 404 })],
    ['no date', () => json(expiring())],
    ['a date that is none', () => json(expiring('amanhã'))],
    ['no events', () => json({ ldhName: 'loja.com.br' })],
  ])('%s: unknown, and nothing to be sorry for', async (_name, answer) => {
    expect(await answered(answer)).toEqual({ kind: 'unknown' });
  });

  test.each<[string, Answer, number | null]>([
    [
      'too many questions, with seconds',
      () => new Response('', { status: 429, headers: { 'Retry-After': '90' } }),
      90_000,
    ],
    [
      'too many questions, with a date',
      () => new Response('', { status: 429, headers: { 'Retry-After': 'Sat, 28 Nov 2026 12:02:00 GMT' } }),
      120_000,
    ],
    [
      'a wait of years',
      () => new Response('', { status: 503, headers: { 'Retry-After': '99999999' } }),
      86_400_000,
    ],
    ['too many questions, without a word', () => new Response('', { status: 429 }), null],
    ['a page instead of an answer', () => new Response('<html>Manutenção</html>'), null],
    ['JSON of another shape', () => json({ events: 'nenhum' }), null],
    ['no connection', () => Promise.reject(new Error('ECONNREFUSED')), null],
    ['more than a registry says', () => new Response(`"${'x'.repeat(600_000)}"`), null],
    ['a redirect to plain HTTP', () => Response.redirect('http://127.0.0.1:3001/', 302), null],
    ['redirects without end', (url) => Response.redirect(`${url}x`, 301), null],
  ])('%s: later', async (_name, answer, waitMs) => {
    expect(await answered(answer)).toMatchObject({ kind: 'later', waitMs });
  });

  test('a redirect within HTTPS is followed', async () => {
    const answer = await answered((url) =>
      url.startsWith(SERVER)
        ? Response.redirect('https://other.example/domain/loja.com.br', 302)
        : json(expiring('2027-01-10T03:00:00Z')),
    );
    expect(answer.kind).toBe('expires');
  });

  test.each<[string, Answer]>([
    [
      'never answers',
      (_url, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ],
    [
      'never ends its answer',
      (_url, { signal }) =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{'));
              signal?.addEventListener('abort', () => controller.error(signal.reason));
            },
          }),
        ),
    ],
  ])('a registry that %s is left after the time-out', async (_name, answer) => {
    expect(await answered(answer, { timeoutMs: 5 })).toMatchObject({ kind: 'later', waitMs: null });
  });
});

describe('the registry of a top-level domain', () => {
  const list = { services: [[['br', 'com'], ['https://new.example/rdap/']]] };

  test('is read from IANA, once a week', async () => {
    const clock = { now: NOW };
    const { rdap, asked } = rdapWith(() => json(list), { clock });
    expect(await rdap.serverOf('loja.com.br')).toBe('https://new.example/rdap/');
    clock.now += 6 * 86_400_000;
    expect(await rdap.serverOf('vigia.dev')).toBeNull();
    expect(asked).toEqual([IANA]);
    clock.now += 86_400_000;
    await rdap.serverOf('loja.com.br');
    expect(asked).toEqual([IANA, IANA]);
  });

  test.each<[string, Answer]>([
    ['does not answer', () => Promise.reject(new Error('no network'))],
    ['answers garbage', () => new Response('<html>')],
    ['has an error', () => json(list, { status: 500 })],
  ])('is that of the image where IANA %s, and by HTTPS only', async (_name, answer) => {
    const clock = { now: NOW };
    const { rdap, asked } = rdapWith(answer, { clock });
    expect(await rdap.serverOf('loja.com.br')).toBe(SERVER);
    await rdap.serverOf('loja.com.br');
    expect(asked).toEqual([IANA]);
    clock.now += 86_400_000;
    await rdap.serverOf('loja.com.br');
    expect(asked).toEqual([IANA, IANA]);
  });
});
