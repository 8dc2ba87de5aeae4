import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pushSnippets } from '#docs/tools/rules/push-snippets.ts';
import { buildPushUrl, type PushCall, parsePushUrl, pushMistakes } from '#docs/tools/rules/push-url.ts';

const TOKEN = 'dQw4w9WgXcQ3b7Zk1mNpR8sT2vYxAaBb';
const CALL: PushCall = {
  host: 'https://acme.exemplo.com.br',
  token: TOKEN,
  status: 'up',
  msg: 'OK',
  ping: '42',
};

describe('the address', () => {
  test.each([
    ['as documented', CALL, `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK&ping=42`],
    ['without ping', { ...CALL, ping: '' }, `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK`],
    [
      'accents and spaces are encoded',
      { ...CALL, msg: 'Backup não concluído (50%)', ping: '' },
      `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=Backup%20n%C3%A3o%20conclu%C3%ADdo%20%2850%25%29`,
    ],
    [
      'a host without https',
      { ...CALL, host: ' acme.exemplo.com.br/ ', ping: '' },
      `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK`,
    ],
    [
      'a host in a folder, with a port',
      { ...CALL, host: 'http://10.0.0.5:3001/vigia', ping: '' },
      `http://10.0.0.5:3001/vigia/api/push/${TOKEN}?status=up&msg=OK`,
    ],
    [
      'a response time in Brazilian notation',
      { ...CALL, ping: '1.440,5' },
      `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK&ping=1440.5`,
    ],
    [
      'nothing yet',
      { ...CALL, host: '', token: '', ping: '' },
      'https://SEU-AMBIENTE/api/push/SEU_TOKEN?status=up&msg=OK',
    ],
  ])('%s', (_, call, url) => {
    expect(buildPushUrl(call)).toBe(url);
  });

  test('any input is safely quoted in any language and parsed back', () => {
    // Of any code units, halves of surrogates too. fast-check's own `binary` takes seconds to begin.
    const texts = fc
      .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)))
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(texts, fc.constantFrom('up' as const, 'down' as const), (msg, status) => {
        const url = buildPushUrl({ ...CALL, msg, status });
        expect(url).toMatch(/^[A-Za-z0-9:/?&=%._~-]+$/);
        expect(parsePushUrl(url)).toEqual({
          ...CALL,
          msg: msg.replace(/\p{Surrogate}/gu, '\uFFFD'),
          status,
        });
      }),
    );
  });
});

describe('an address copied from the form', () => {
  test('gives its parts', () => {
    expect(parsePushUrl(` https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK&ping= `)).toEqual({
      ...CALL,
      ping: '',
    });
    expect(parsePushUrl(`https://x.example/api/push/${TOKEN}`)).toEqual({
      host: 'https://x.example',
      token: TOKEN,
    });
    expect(parsePushUrl(`https://x.example/api/push/${TOKEN}?msg=100%+feito&status=UP`)).toEqual({
      host: 'https://x.example',
      token: TOKEN,
      msg: '100% feito',
      status: 'down',
    });
    expect(parsePushUrl(`acme.exemplo.com.br/api/push/${TOKEN}?status=up`)).toEqual({
      host: 'acme.exemplo.com.br',
      token: TOKEN,
      status: 'up',
    });
    expect(parsePushUrl(`10.0.0.5:3001/vigia/api/push/${TOKEN}`)).toEqual({
      host: '10.0.0.5:3001/vigia',
      token: TOKEN,
    });
  });

  test.each(['', TOKEN, 'https://acme.exemplo.com.br/dashboard/3', 'javascript:alert(1)'])(
    '%s is not one',
    (text) => {
      expect(parsePushUrl(text)).toBeNull();
    },
  );
});

describe('mistakes are reported', () => {
  test.each([
    [{}, {}],
    [{ host: '' }, { host: expect.stringContaining('https://aurora') }],
    [{ host: 'javascript:alert(1)' }, { host: expect.anything() }],
    [{ host: 'meu ambiente' }, { host: expect.anything() }],
    [{ token: '' }, { token: expect.stringContaining('Copie o token') }],
    [{ token: 'abc/../def' }, { token: expect.stringContaining('só letras e números') }],
    [{ host: 'acme' }, { host: expect.stringContaining('Falta o resto') }],
    [{ host: 'https://acme/' }, { host: expect.stringContaining('Falta o resto') }],
    [{ host: 'http://localhost/' }, {}],
    [{ host: 'http://uptime:3001' }, {}],
    [{ ping: '0' }, { ping: expect.stringContaining('descarta 0') }],
    [{ ping: '0,4' }, {}],
    [{ ping: '-5' }, { ping: expect.stringContaining('sem unidade') }],
    [{ ping: '42ms' }, { ping: expect.anything() }],
    [{ ping: '100000000001' }, { ping: expect.anything() }],
    [{ ping: '42.5' }, {}],
    [{ ping: '1.440,5' }, {}],
    [{ ping: '1,440.5' }, { ping: expect.anything() }],
    [
      { host: 'https://acme.exemplo.com.br/dashboard/3' },
      { host: expect.stringContaining('Deixe só https://acme.exemplo.com.br,') },
    ],
    [{ host: 'acme.exemplo.com.br/status/loja' }, { host: expect.stringContaining('página do painel') }],
    [{ msg: 'x'.repeat(251) }, { msg: expect.stringContaining('250') }],
  ])('%o', (change, expected) => {
    expect(pushMistakes({ ...CALL, ...change })).toEqual(expected);
  });
});

describe('the snippets', () => {
  const url = buildPushUrl({ ...CALL, msg: 'Backup feito' });
  const snippets = pushSnippets(url);

  test('exist in ten languages, each with the address and a timeout', () => {
    expect(snippets.map(({ name }) => name)).toEqual([
      'curl/Bash',
      'Python',
      'Node.js',
      'PowerShell',
      'PHP',
      'Java',
      'Go',
      'Ruby',
      'C#',
      'Rust',
    ]);
    for (const { code } of snippets) {
      expect(code).toContain(url);
      expect(code).toMatch(/10/);
    }
  });

  test('crontab warns only where a per cent sign is read', () => {
    expect(snippets[0]?.note).toContain('crontab');
    expect(pushSnippets(buildPushUrl(CALL))[0]?.note).toBeUndefined();
  });
});
