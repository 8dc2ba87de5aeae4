import { expect, test } from 'vitest';
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

test('lines below the level are left out', () => {
  expect(linesOf('error', (log) => log.info('request'))).toEqual([]);
});

test.each([
  ['card number', '4111111111111111'],
  ['grouped card number', '4111 1111 1111 1111'],
  ['CPF', '529.982.247-25'],
  ['CNPJ with letters', '12.ABC.345/01DE-35'],
  ['JWT', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['bearer', 'Bearer abc.def'],
  ['e-mail', 'pessoa@teste.example'],
])('a %s inside any text is hidden', (_name, secret) => {
  expect(
    JSON.stringify(redact({ detail: `x ${secret} y`, deep: [{ error: new Error(secret) }] })),
  ).not.toContain(secret);
});

test('values under secret names are hidden whatever their form', () => {
  expect(redact({ ccv: '123', Authorization: 'x', cpfCnpj: '52998224725', status: 200 })).toEqual({
    ccv: '[oculto]',
    Authorization: '[oculto]',
    cpfCnpj: '[oculto]',
    status: 200,
  });
});
