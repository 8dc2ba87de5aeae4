import { expect, test, vi } from 'vitest';
import { createLogger, redact } from '#functions/platform/logger.ts';

function linesOf(level: 'info' | 'error', write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  write(
    createLogger(
      level,
      (_level, line) => lines.push(line),
      () => 0,
    ),
  );
  return lines;
}

test('a line is one JSON object with time, level and event', () => {
  expect(linesOf('info', (log) => log.with({ requestId: 'r1' }).info('request', { status: 200 }))).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"request","requestId":"r1","status":200}',
  ]);
});

test('lines below the level are dropped', () => {
  expect(linesOf('error', (log) => log.info('request'))).toEqual([]);
});

test.each([
  ['card number', '4111111111111111'],
  ['grouped card number', '4111 1111 1111 1111'],
  ['card number of another grouping', '3782-822463-10005'],
  ['card number behind another number', '21 4111111111111111'],
  ['card number before another number', '4111 1111 1111 1111 12'],
  ['mistyped card number in fours', '4111 1111 1111 1112'],
  ['card number named as one', 'cartão nº 4111111111111112'],
  ['CPF', '529.982.247-25'],
  ['CPF without dots', '52998224725'],
  ['mistyped CPF', '123.456.789-01'],
  ['CPF named as one', 'CPF: 12345678901'],
  ['CNPJ', '11.222.333/0001-81'],
  ['CNPJ without dots', '11222333000181'],
  ['CNPJ with letters', '12.ABC.345/01DE-35'],
  ['CNPJ with letters, without dots', '12abc34501de35'],
  ['CNPJ named as one', 'cpfCnpj=11222333000182'],
  ['mobile number', '11988887777'],
  ['JWT', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['bearer', 'Bearer abc.def'],
  ['address of a Slack channel', 'https://hooks.slack.com/services/T1/B1/abcDEF'],
  ['address of a Discord channel', 'https://discord.com/api/webhooks/1/abc-DEF'],
  [
    'address of a flow of Teams',
    'https://prod-12.brazilsouth.logic.azure.com/workflows/a/triggers/manual?sig=abcDEF',
  ],
  ['secret of a webhook', 'whsec_AbCdEf0123456789+/='],
  ['token of a bot in an address', `https://api.telegram.org/bot7012345678:${'AbC-_'.repeat(7)}/getMe`],
  ['e-mail', 'pessoa@teste.example'],
])('a %s inside any text is hidden', (_name, secret) => {
  expect(
    JSON.stringify(redact({ detail: `x ${secret} y`, deep: [{ error: new Error(secret) }] })),
  ).not.toContain(secret);
});

test.each([
  ['a number of eleven digits', '12345678901'],
  ['a time in milliseconds', '1795295145002'],
  ['a number as long as a card', '4111111111111112'],
  ['a word of fourteen characters', 'reconciliation'],
  ['an order and its times', '0f8fad5b-d9cb-469f-a165-70867728950e de 2026-11-21T12:00:00.000Z'],
])('%s stays readable', (_name, text) => {
  expect(redact({ detail: `x ${text} y` })).toEqual({ detail: `x ${text} y` });
});

test('values under secret names are hidden in any format', () => {
  expect(redact({ ccv: '123', Authorization: 'x', cpfCnpj: '52998224725', status: 200 })).toEqual({
    ccv: '[oculto]',
    Authorization: '[oculto]',
    cpfCnpj: '[oculto]',
    status: 200,
  });
});

test('the search for an address looks back a limited length', () => {
  expect(redact(`${'a'.repeat(100)}@teste.example`)).toBe(`${'a'.repeat(36)}[oculto]`);
});

test('a text that starts like a signed token is hidden completely', () => {
  expect(redact('eyJ-'.repeat(10))).toBe('[oculto]');
});

test.each(['a', 'eyJ-', '1 ', 'Bearer ', 'cpf '])(
  'only the beginning of a long text of %j is read',
  (part) => {
    const read = vi.spyOn(String.prototype, 'replace');
    const logged = String(redact(part.repeat(20_000)));
    const lengths = read.mock.contexts.map((text) => String(text).length);
    read.mockRestore();
    expect(lengths.length).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThan(10_000);
    expect(logged.length).toBeLessThan(10_000);
  },
);

test.each(['4111 1111 1111 1111', '529.982.247-25', 'pessoa@teste.example', 'eyJhbGci.eyJzdWIi.c2ln'])(
  'a long text is never cut in the middle of %s',
  (secret) => {
    const beginning = secret.slice(0, 4);
    for (let before = 1700; before < 2100; before += 1) {
      const logged = redact(`${'. '.repeat(before).slice(0, before)} ${secret} ${'. '.repeat(2000)}`);
      expect(logged).not.toContain(beginning);
    }
  },
);

test('an error logs its causes redacted, and no thrown body', () => {
  const cause = new TypeError('no route to pessoa@teste.example', { cause: { body: 'answer' } });
  expect(redact(new Error('unexpected answer', { cause }))).toEqual({
    name: 'Error',
    message: 'unexpected answer',
    cause: { name: 'TypeError', message: 'no route to [oculto]' },
  });
  const circle = new Error('again');
  circle.cause = circle;
  expect(JSON.stringify(redact(circle)).length).toBeLessThan(500);
});
