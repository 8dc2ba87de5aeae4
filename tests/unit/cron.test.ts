import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeCron } from '#domain/cron/describe-cron.ts';
import { nextRuns, shortestGapMinutes, type WallTime } from '#domain/cron/next-runs.ts';
import { type CronExpression, parseCron } from '#domain/cron/parse-cron.ts';
import { instantOf, wallTimeAt } from '#domain/cron/zone.ts';
import { cronExpressions } from '#tests/support/cron-expressions.ts';

/** A Saturday. */
const NOW: WallTime = { year: 2026, month: 11, day: 21, hour: 10, minute: 0 };

function read(text: string): CronExpression {
  const reading = parseCron(text);
  if (!reading.isValid) throw new Error(reading.mistake);
  return reading.expression;
}

const write = ({ year, month, day, hour, minute }: WallTime): string =>
  `${year}-${[month, day].map((part) => String(part).padStart(2, '0')).join('-')} ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;

const next = (text: string, count = 5, from = NOW): string[] => nextRuns(read(text), from, count).map(write);

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
    expect(next('0 2 * * 1', 3)).toEqual(['2026-11-23 02:00', '2026-11-30 02:00', '2026-12-07 02:00']);
    expect(next('0 3 1 * *', 3)).toEqual(['2026-12-01 03:00', '2027-01-01 03:00', '2027-02-01 03:00']);
    expect(next('0 0 * * 0', 2)).toEqual(['2026-11-22 00:00', '2026-11-29 00:00']);
    // Day steps restart each month: 29 November, then 1 December.
    expect(next('30 1 */2 * *')).toEqual([
      ...['2026-11-23 01:30', '2026-11-25 01:30', '2026-11-27 01:30'],
      ...['2026-11-29 01:30', '2026-12-01 01:30'],
    ]);
  });

  test('start after the current minute', () => {
    expect(next('0 10 * * *', 1)).toEqual(['2026-11-22 10:00']);
    expect(next('1 10 * * *', 1)).toEqual(['2026-11-21 10:01']);
  });

  test('treat day of month and day of week as alternatives', () => {
    expect(next('0 0 25 * 1', 3)).toEqual(['2026-11-23 00:00', '2026-11-25 00:00', '2026-11-30 00:00']);
  });

  test('wait for a leap year, and are empty for impossible dates', () => {
    expect(next('0 0 29 2 *', 2)).toEqual(['2028-02-29 00:00', '2032-02-29 00:00']);
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
    expect(shortestGapMinutes(read(text), NOW)).toBe(minutes);
  });

  test('an impossible date has no interval', () => {
    expect(shortestGapMinutes(read('0 0 31 2 *'), NOW)).toBeNull();
  });
});

describe('invalid expressions', () => {
  test.each([
    ['', 'Escreva as cinco partes'],
    ['0 2 * *', 'aqui há 4'],
    ['amanhã', 'aqui há uma'],
    ['0 0 2 * * 1', 'tire-a: 0 2 * * 1'],
    ['@daily', 'escreva 0 0 * * *'],
    ['@reboot', 'não é uma expressão'],
    ['60 2 * * *', 'Parte minuto: 60 não vale. Use * ou números de 0 a 59.'],
    ['0 24 * * *', 'Parte hora'],
    ['0 2 0 * *', 'Parte dia do mês'],
    ['0 2 * 13 *', 'Parte mês'],
    ['0 2 * * 8', '0 é domingo'],
    ['0 2 * * seg', 'Parte dia da semana'],
    ['0 2 * * 1 2026', 'o ano não é uma delas. Tire-o: 0 2 * * 1.'],
    ['a b c d e f', 'aqui há 6'],
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

test('an accepted expression runs as its fields say and has a sentence', () => {
  fc.assert(
    fc.property(cronExpressions, (text) => {
      const expression = read(text);
      const runs = nextRuns(expression, NOW, 5);
      expect(runs.map(write)).toEqual(runs.map(write).sort());
      expect(new Set(runs.map(write)).size).toBe(runs.length);
      for (const run of runs) {
        expect(expression.minute.values).toContain(run.minute);
        expect(expression.hour.values).toContain(run.hour);
        expect(expression.month.values).toContain(run.month);
        const weekday = new Date(Date.UTC(run.year, run.month - 1, run.day)).getUTCDay();
        expect(
          expression.dayOfMonth.values.includes(run.day) || expression.dayOfWeek.values.includes(weekday),
        ).toBe(true);
      }
      expect(describeCron(expression)).toMatch(/^[A-Z].+\.$/);
      expect(describeCron(expression)).not.toMatch(/undefined|NaN|null/);
    }),
    { numRuns: 300 },
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

describe('time zones', () => {
  test.each(['America/Sao_Paulo', 'UTC', 'America/Noronha', 'America/Rio_Branco'])(
    'local time and instant match in both directions in %s',
    (zone) => {
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) }), (instant) => {
          const minute = Math.floor(instant / 60_000) * 60_000;
          expect(instantOf(wallTimeAt(minute, zone), zone)).toBe(minute);
        }),
      );
    },
  );

  test('2 a.m. in São Paulo is 5 a.m. UTC', () => {
    const wall = { year: 2026, month: 11, day: 23, hour: 2, minute: 0 };
    expect(new Date(instantOf(wall, 'America/Sao_Paulo')).toISOString()).toBe('2026-11-23T05:00:00.000Z');
  });

  test('a time skipped by the clock change runs after it', () => {
    const wall = { year: 2027, month: 3, day: 28, hour: 1, minute: 30 };
    expect(wallTimeAt(instantOf(wall, 'Europe/Lisbon'), 'Europe/Lisbon')).toMatchObject({
      day: 28,
      hour: 2,
      minute: 30,
    });
  });
});
