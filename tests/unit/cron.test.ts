import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeCron } from '#docs/tools/rules/describe-cron.ts';
import { type CronExpression, parseCron } from '#docs/tools/rules/parse-cron.ts';
import { cronExpressions } from '#tests/support/cron-expressions.ts';
import { readExpression, shortestGapMinutes } from '../../src/docs/tools/cron-reader/readings.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T10:00:00Z');

function read(text: string): CronExpression {
  const reading = parseCron(text);
  if (!reading.isValid) throw new Error(reading.mistake);
  return reading.expression;
}

/** The next five runs of a window, for a reader of the same zone: "2026-11-23T05:00". */
const next = (text: string, zone = 'UTC', now = NOW): string[] =>
  readExpression(text, { nowMs: now.getTime(), timeZone: zone }, zone).runs.map(({ iso }) =>
    iso.slice(0, 16),
  );

describe('the sentence', () => {
  test.each([
    ['0 2 * * 1', 'Toda segunda-feira, às 2h.'],
    ['0 3 1 * *', 'Todo dia 1 do mês, às 3h.'],
    ['0 0 * * 0', 'Todo domingo, à meia-noite.'],
    ['30 1 */2 * *', 'Dia sim, dia não, a partir do dia 1 de cada mês, à 1h30.'],
    ['* * * * *', 'Todos os dias, a cada minuto.'],
    ['*/15 * * * *', 'Todos os dias, a cada 15 minutos.'],
    ['*/7 * * * *', 'Todos os dias, a cada 7 minutos, contados do começo de cada hora.'],
    ['0 * * * *', 'Todos os dias, no começo de cada hora.'],
    ['5 * * * *', 'Todos os dias, no minuto 5 de cada hora.'],
    ['0 */2 * * *', 'Todos os dias, a cada 2 horas.'],
    ['20 */2 * * *', 'Todos os dias, a cada 2 horas, no minuto 20.'],
    ['0 9-17 * * 1-5', 'De segunda a sexta-feira, de hora em hora, das 9h às 17h.'],
    ['*/10 9-17 * * *', 'Todos os dias, a cada 10 minutos, das 9h às 17h59.'],
    ['*/10 2 * * *', 'Todos os dias, às 2h, às 2h10, às 2h20, às 2h30, às 2h40 e às 2h50.'],
    ['*/5 2 * * *', 'Todos os dias, a cada 5 minutos, entre 2h e 2h59.'],
    ['0 8,20 * * 1,3,0', 'Toda semana, no domingo, na segunda-feira e na quarta-feira, às 8h e às 20h.'],
    ['0 4 1,15 * *', 'Nos dias 1 e 15 de cada mês, às 4h.'],
    ['0 4 1-7 * *', 'Do dia 1 ao dia 7 de cada mês, às 4h.'],
    ['0 4 * 6-8 *', 'Todos os dias de junho a agosto, às 4h.'],
    ['0 4 25 12 *', 'Todo dia 25 de dezembro, às 4h.'],
    ['0 4 1 1,7 *', 'Todo dia 1 em janeiro e julho, às 4h.'],
    ['0 12 1 * MON', 'Todo dia 1 do mês, e também toda segunda-feira, ao meio-dia.'],
  ])('%s: %s', (text, sentence) => {
    expect(describeCron(read(text))).toBe(sentence);
  });
});

describe('the next runs', () => {
  test('match the examples of the documentation', () => {
    expect(next('0 2 * * 1').slice(0, 2)).toEqual(['2026-11-23T02:00', '2026-11-30T02:00']);
    expect(next('0 3 1 * *').slice(0, 2)).toEqual(['2026-12-01T03:00', '2027-01-01T03:00']);
    // Day steps restart each month: 29 November, then 1 December.
    expect(next('30 1 */2 * *')).toEqual([
      '2026-11-23T01:30',
      '2026-11-25T01:30',
      '2026-11-27T01:30',
      '2026-11-29T01:30',
      '2026-12-01T01:30',
    ]);
  });

  test('are those of the zone of the window', () => {
    expect(next('0 2 * * 1', 'America/Sao_Paulo')[0]).toBe('2026-11-23T05:00');
    const clocksGoForward = new Date('2027-03-27T12:00:00Z');
    expect(next('30 1 * * *', 'Europe/Lisbon', clocksGoForward)[0]).toBe('2027-03-28T01:30');
  });

  test('are empty for a date that never comes', () => {
    expect(next('0 0 29 2 *').slice(0, 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00']);
    expect(next('0 0 31 2 *')).toEqual([]);
  });
});

describe('how often', () => {
  test.each([
    ['*/15 * * * *', 15],
    ['*/40 * * * *', 20],
    ['0 * * * *', 60],
    ['50 23 * * *', 1440],
    ['5,55 0,23 * * *', 10],
    ['0 2 * * 1', 7 * 1440],
  ])('%s: at least %i minutes apart', (text, minutes) => {
    expect(shortestGapMinutes(text, NOW)).toBe(minutes);
  });

  test('an impossible date has no interval', () => {
    expect(shortestGapMinutes('0 0 31 2 *', NOW)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('invalid expressions', () => {
  test.each([
    ['', 'Escreva as cinco partes'],
    ['0 2 * *', 'aqui há quatro'],
    ['amanhã', 'aqui há uma'],
    ['0 0 2 * * 1', 'tire-a: 0 2 * * 1'],
    ['@daily', 'escreva 0 0 * * *'],
    ['@reboot', 'não é uma expressão'],
    ['60 2 * * *', 'Parte minuto: 60 não vale. Use * ou números de 0 a 59.'],
    ['0 24 * * *', 'Parte hora'],
    ['0 2 0 * *', 'Parte dia do mês'],
    ['0 2 * 13 *', 'Parte mês'],
    ['0 2 * * 8', '0 é domingo'],
    ['0 2 * * seg', 'os nomes são em inglês. No lugar de seg, escreva MON.'],
    ['0 2 * * SEG-SEX', 'No lugar de SEG-SEX, escreva MON-FRI.'],
    ['0 2 * * segunda-feira', 'No lugar de segunda-feira, escreva MON.'],
    ['0 2 * * Sáb,DOM', 'No lugar de Sáb, escreva SAT.'],
    ['0 2 * * SEX-DOM', 'em FRI-SUN, o primeiro valor passa do último. Se passa do fim, escreva 5,6,0.'],
    ['0 2 1 abril *', 'No lugar de abril, escreva APR.'],
    ['0 2 1 fev-mai *', 'No lugar de fev-mai, escreva FEB-MAY.'],
    ['0 22-2 * * *', 'o primeiro valor passa do último. Se passa do fim, escreva 22,23,0,1,2.'],
    ['0 22-2/2 * * *', 'em 22-2/2, o primeiro valor passa do último.'],
    ['50-40 2 * * *', 'em 50-40, o primeiro valor passa do último.'],
    ['0 2 * * 1 2026', 'o ano não é uma delas. Tire-o: 0 2 * * 1.'],
    ['a b c d e f', 'aqui há seis'],
    ['*/90 * * * *', 'o passo de */90 passa do fim (0 a 59)'],
    ['0 */24 * * *', 'o passo de */24'],
    ['50/20 * * * *', 'só 50 valeria'],
    ['*/0 * * * *', 'o passo de */0'],
    ['30-10 * * * *', 'o primeiro valor passa do último'],
    ['1,,2 * * * *', 'vazio não vale'],
    ['0 2 L * *', 'só alguns leitores de cron entendem'],
    ['0 2 ? * 1', 'só alguns leitores de cron entendem'],
    ['0 2 * * 5#2', 'só alguns leitores de cron entendem'],
    ['-1 * * * *', 'Parte minuto'],
    ['1e3 * * * *', 'Parte minuto'],
  ])('%s', (text, part) => {
    const reading = parseCron(text);
    expect(reading.isValid ? '' : reading.mistake).toContain(part);
  });
});

test('an accepted expression runs as its sentence says, in the environment’s engine', () => {
  fc.assert(
    fc.property(cronExpressions, (text) => {
      const expression = read(text);
      for (const run of next(text)) {
        const at = new Date(`${run}Z`);
        expect(expression.minute.values).toContain(at.getUTCMinutes());
        expect(expression.hour.values).toContain(at.getUTCHours());
        expect(expression.month.values).toContain(at.getUTCMonth() + 1);
        expect(
          expression.dayOfMonth.values.includes(at.getUTCDate()) ||
            expression.dayOfWeek.values.includes(at.getUTCDay()),
        ).toBe(true);
      }
      expect(describeCron(expression)).toMatch(/^[A-Z].+\.$/);
      expect(describeCron(expression)).not.toMatch(/undefined|NaN|null/);
    }),
    { numRuns: 100 },
  );
});

test('any text is parsed without an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d*/,\- A-Z#@]{0,30}$/)), (text) => {
      const reading = parseCron(text);
      expect(reading.isValid || reading.mistake.endsWith('.')).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
