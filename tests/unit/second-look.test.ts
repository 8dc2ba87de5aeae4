/** The second look: whose address is asked for, what an answer means, and what is said of it. */
import { describe, expect, test } from 'vitest';
import { lookAddress, nextLookAt, OWN_HEADER, saidOf, seenIn } from '#domain/alerts/second-look.ts';

const ours = ['vigia.com.br', 'ambientes.app'];
const askedFor = (look: string) => lookAddress(look, ours);

describe('the address', () => {
  test.each([
    ['https://www.loja.com.br', 'www.loja.com.br'],
    ['http://loja.com.br/saude', 'loja.com.br'],
    ['https://loja.com.br:8443/', 'loja.com.br'],
    ['https://LOJA.com.br.', 'loja.com.br'],
    ['https://açaí.com.br/', 'xn--aa-4iaz.com.br'],
    ['https://naovigia.com.br', 'naovigia.com.br'],
  ])('%s is asked for, at its host', (look, host) => {
    expect(askedFor(look)).toEqual({ url: new URL(look).href, host });
  });

  test.each([
    ['no address', 'loja'],
    ['another scheme', 'ftp://loja.com.br/'],
    ['a script', 'javascript:alert(1)'],
    ['an IP', 'https://203.0.113.7/'],
    ['an IP as a number', 'http://2130706433/'],
    ['an IP in full-width digits', 'http://１２７.０.０.１/'],
    ['an IPv6', 'http://[::1]/'],
    ['the cloud’s own data', 'http://169.254.169.254/latest/meta-data'],
    ['a name of this machine', 'http://localhost/'],
    ['a name without a dot', 'http://intranet/'],
    ['a name of a cluster', 'http://kuma.t-x.svc.cluster.local/'],
    ['an onion', 'http://exemplo.onion/'],
    ['a user', 'https://ana@loja.com.br/'],
    ['a user and a password', 'https://ana:segredo@loja.com.br/'],
    ['a query', 'https://loja.com.br/?token=1'],
    ['an empty query', 'https://loja.com.br/?'],
    ['a fragment', 'https://loja.com.br/#x'],
    ['a mail port', 'http://loja.com.br:25/'],
    ['a shell’s port', 'http://loja.com.br:22/'],
    ['a database’s port', 'http://loja.com.br:5432/'],
    ['our site', 'https://vigia.com.br/'],
    ['a host of our domain', 'https://entrar.vigia.com.br/'],
    ['our domain with a dot at its end', 'https://entrar.VIGIA.com.br./'],
    ['an environment', 'https://loja.ambientes.app/status'],
  ])('%s is not', (_, look) => {
    expect(askedFor(look)).toBeNull();
  });

  test('on a machine of one’s own, private hosts and ours are asked for too, secrets never', () => {
    const here = (look: string) => lookAddress(look, null);
    expect(here('http://127.0.0.1:7411/')).toEqual({ url: 'http://127.0.0.1:7411/', host: '127.0.0.1' });
    expect(here('http://localhost:7411/')?.host).toBe('localhost');
    expect(here('http://ana:segredo@localhost/')).toBeNull();
    expect(here('ftp://localhost/')).toBeNull();
  });
});

describe('an answer', () => {
  const seen = (status: number, headers: Record<string, string> = {}) =>
    seenIn(status, (name) => new Headers(headers).get(name));

  test.each([200, 204, 301, 308])('%i is said as it is', (status) => {
    expect(seen(status)).toBe(status);
  });

  test.each([400, 401, 403, 404, 405, 429, 500, 502, 503, 520, 524, 100])(
    '%i counts as if nobody had looked',
    (status) => {
      expect(seen(status)).toBeNull();
    },
  );

  test.each([521, 522, 523, 525, 526, 530])(
    '%i is the network’s word for a site that it did not reach',
    (status) => {
      expect(seen(status)).toBe('failed');
    },
  );

  test.each([
    ['a challenge, whatever its status', 200, { 'cf-mitigated': 'challenge' }],
    ['a challenge where the site is unreached', 522, { 'CF-Mitigated': 'challenge' }],
    ['another guard', 202, { 'x-amzn-waf-action': 'challenge' }],
    ['one of ours, under whatever name', 200, { [OWN_HEADER]: 'environment' }],
  ])('%s counts as if nobody had looked', (_, status, headers) => {
    expect(seen(status, headers)).toBeNull();
  });
});

describe('what is said', () => {
  const now = 1_800_000_000_000;
  const look = 'https://loja.com.br/';
  const answered = { looked: look, lookedAt: now - 3_600_000 };

  test('an answer is, whatever was seen before', () => {
    expect(saidOf(200, look, { looked: null, lookedAt: null }, now)).toBe('200');
    expect(saidOf(null, look, answered, now)).toBeNull();
  });

  test('a failure is where a look was answered while the monitor was up', () => {
    expect(saidOf('failed', look, answered, now)).toBe('failed');
  });

  test.each([
    ['where none ever was', { looked: null, lookedAt: null }],
    ['where another address was', { looked: 'https://loja.com.br/antes', lookedAt: now - 1000 }],
    ['where the last one is old', { looked: look, lookedAt: now - 4 * 86_400_000 }],
  ])('it is not %s', (_, earlier) => {
    expect(saidOf('failed', look, earlier, now)).toBeNull();
  });
});

test('monitors made at the same time are not looked at together the next day', () => {
  const now = 1_800_000_000_000;
  const next = Array.from({ length: 100 }, (_, at) =>
    nextLookAt(200, { monitorId: at, createdAt: now }, now),
  );
  expect(new Set(next).size).toBe(100);
  for (const at of next) {
    expect(at).toBeGreaterThan(now + 22 * 3_600_000);
    expect(at).toBeLessThan(now + 25 * 3_600_000);
  }
  expect(nextLookAt('failed', { monitorId: 1, createdAt: 0 }, now)).toBeLessThan(now + 2.1 * 3_600_000);
});
