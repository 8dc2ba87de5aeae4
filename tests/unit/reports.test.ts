/** A report's sums, by examples and by properties; its CSV file; and each plan's share of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportCsv } from '#account/reports/report-csv.ts';
import plansJson from '#content/plans.json' with { type: 'json' };
import { ReportMonth } from '#domain/api-schemas/reports.ts';
import { message } from '#domain/messages.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import {
  type DayChecks,
  daysFrom,
  firstReadableDay,
  lastDayOf,
  lastFullDay,
  monthAfter,
  nextDays,
  type RecordedDay,
} from '#domain/reports/days.ts';
import { reportLevels } from '#domain/reports/level.ts';
import { monthReport } from '#domain/reports/month.ts';
import { dayState, writeChange, writeMonth, writeShare } from '#domain/reports/words.ts';
import { packDay, packNames, unpackDay, unpackNames } from '#functions/reports/packed-day.ts';

const catalog = createCatalog(plansJson);
const loja = { id: 1, name: 'Loja', type: 'http' };
const api = { id: 2, name: 'API', type: 'http' };
const span = { month: '2026-11', from: '2026-11-01', through: '2026-11-03' };

const checks = (monitor: number, up: number, down: number, more: Partial<DayChecks> = {}): DayChecks => ({
  monitor,
  up,
  down,
  maintenance: 0,
  ping: 100,
  incidents: 0,
  ...more,
});
const day = (date: string, own: readonly DayChecks[], outages: RecordedDay['outages'] = []): RecordedDay => ({
  day: date,
  checks: own,
  outages,
});

test('the catalogue sells what the table gives', () => {
  const sold = catalog.plans.map(({ id, features }) => {
    const text = features.join('; ').toLowerCase();
    return [id, /relatórios (básicos|detalhados)/.exec(text)?.[1] ?? null];
  });
  expect(sold).toEqual([
    ['free', null],
    ['essential', 'básicos'],
    ['pro', 'detalhados'],
    // The same as Pro.
    ['enterprise', null],
  ]);
  expect(reportLevels).toEqual({ free: 'none', essential: 'basic', pro: 'detailed', enterprise: 'detailed' });
});

describe('a month', () => {
  const days = [
    day(
      '2026-11-01',
      [checks(1, 90, 10, { incidents: 1, ping: 200 }), checks(2, 100, 0)],
      [{ monitor: 1, from: 82_800, to: 86_400 }],
    ),
    day(
      '2026-11-03',
      [checks(1, 60, 0, { maintenance: 40, ping: 100 }), checks(2, 99, 1, { incidents: 1, ping: null })],
      [{ monitor: 2, from: 3600, to: 4200 }],
    ),
  ];

  test('is summed in total, by day and by monitor', () => {
    const report = monthReport(span, [loja, api], days, 'detailed');
    expect(report).toMatchObject({
      availability: 349 / 360,
      checks: 360,
      failures: 11,
      incidents: 2,
      maintenance: 40,
      daysWithoutData: 1,
    });
    expect(report.days.map(({ day, checks, availability }) => [day, checks, availability])).toEqual([
      ['2026-11-01', 200, 0.95],
      ['2026-11-02', 0, null],
      ['2026-11-03', 160, 159 / 160],
    ]);
    expect(
      report.monitors?.map(({ name, availability, ping, longestOutage }) => [
        name,
        availability,
        ping,
        longestOutage,
      ]),
    ).toEqual([
      ['Loja', 150 / 160, 160, { beganAt: '2026-11-02T02:00:00.000Z', seconds: 3600 }],
      ['API', 199 / 200, 100, { beganAt: '2026-11-03T04:00:00.000Z', seconds: 600 }],
    ]);
  });

  test('basic has neither monitors nor days', () => {
    const { monitors, worst } = monthReport(span, [loja, api], days, 'basic');
    expect(monitors).toBeUndefined();
    expect(worst).toEqual([
      {
        id: 1,
        name: 'Loja',
        availability: 150 / 160,
        checks: 160,
        failures: 10,
        incidents: 1,
        maintenance: 40,
      },
      {
        id: 2,
        name: 'API',
        availability: 199 / 200,
        checks: 200,
        failures: 1,
        incidents: 1,
        maintenance: 0,
      },
    ]);
  });

  test('without a recorded day has no data', () => {
    expect(monthReport(span, [], [], 'detailed')).toMatchObject({
      availability: null,
      checks: 0,
      incidents: 0,
      daysWithoutData: 3,
      worst: [],
      monitors: [],
    });
  });

  test('an outage over midnight is one, as long as both parts', () => {
    const over = [
      day('2026-11-01', [checks(1, 90, 10, { incidents: 1 })], [{ monitor: 1, from: 80_000, to: 86_400 }]),
      day('2026-11-02', [checks(1, 0, 100)], [{ monitor: 1, from: 0, to: 86_400 }]),
      day('2026-11-03', [checks(1, 99, 1)], [{ monitor: 1, from: 0, to: 600 }]),
    ];
    const [monitor] = monthReport(span, [loja], over, 'detailed').monitors ?? [];
    expect(monitor).toMatchObject({ incidents: 1, longestOutage: { seconds: 6400 + 86_400 + 600 } });
  });

  test('an outage from before the month counts; a gap starts another', () => {
    const cut = [
      day('2026-11-01', [checks(1, 50, 50)], [{ monitor: 1, from: 0, to: 86_400 }]),
      day('2026-11-03', [checks(1, 99, 1)], [{ monitor: 1, from: 0, to: 600 }]),
    ];
    const [monitor] = monthReport(span, [loja], cut, 'detailed').monitors ?? [];
    expect(monitor).toMatchObject({ incidents: 2, longestOutage: { seconds: 86_400 } });
  });

  test('only the five worst monitors are named, the worst first', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ id: index, name: `M${index}`, type: 'http' }));
    const own = many.map(({ id }) => checks(id, 100 - id, id));
    const { worst } = monthReport(span, many, [day('2026-11-01', own)], 'basic');
    expect(worst.map(({ name }) => name)).toEqual(['M7', 'M6', 'M5', 'M4', 'M3']);
  });
});

describe('for any month', () => {
  const count = fc.integer({ min: 0, max: 4320 });
  const anyChecks = fc.record({
    monitor: fc.integer({ min: 1, max: 12 }),
    up: count,
    down: count,
    maintenance: count,
    ping: fc.option(fc.integer({ min: 1, max: 60_000 })),
    incidents: fc.integer({ min: 0, max: 50 }),
  });
  const anyDay = (date: string) =>
    fc
      .uniqueArray(anyChecks, { selector: ({ monitor }) => monitor, maxLength: 12 })
      .map((own): RecordedDay => ({ day: date, checks: own, outages: [] }));
  const anyMonth = fc
    .subarray(daysFrom('2026-11-01', '2026-11-30'))
    .chain((dates) => fc.tuple(...dates.map(anyDay)));
  const monitors = Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    name: `M${index}`,
    type: 'http',
  }));
  const whole = { month: '2026-11', from: '2026-11-01', through: '2026-11-30' };

  test('daily sums and monitor sums match the total', () => {
    fc.assert(
      fc.property(anyMonth, (days) => {
        const report = monthReport(whole, monitors, days, 'detailed');
        for (const key of ['checks', 'failures', 'incidents', 'maintenance'] as const) {
          const sum = (rows: readonly { [k in typeof key]: number }[] = []) =>
            rows.reduce((total, row) => total + row[key], 0);
          expect([key, sum(report.days)]).toEqual([key, report[key]]);
          expect([key, sum(report.monitors)]).toEqual([key, report[key]]);
        }
      }),
    );
  });

  test('a day is read back from D1 as it was stored', () => {
    fc.assert(
      fc.property(anyDay('2026-11-05'), fc.uniqueArray(fc.nat(), { maxLength: 5 }), (recorded, ids) => {
        const withOutages = {
          ...recorded,
          outages: ids.map((monitor) => ({ monitor, from: 0, to: 86_400 })),
        };
        expect(unpackDay(packDay(withOutages))).toEqual(withOutages);
        const named = ids.map((id) => ({ id, name: `"M" ${id}`, type: 'ping' }));
        expect(unpackNames(packNames(named))).toEqual(named.toSorted((a, b) => a.id - b.id));
      }),
    );
  });

  test('availability is between best and worst day; each day appears once', () => {
    fc.assert(
      fc.property(anyMonth, (days) => {
        const { availability, days: dias, daysWithoutData } = monthReport(whole, monitors, days, 'basic');
        const shares = dias.map((each) => each.availability).filter((share) => share !== null);
        expect(dias).toHaveLength(30);
        expect(daysWithoutData).toBeGreaterThanOrEqual(30 - days.length);
        if (availability === null) expect(shares).toEqual([]);
        else {
          expect(availability).toBeGreaterThanOrEqual(Math.min(...shares) - 1e-12);
          expect(availability).toBeLessThanOrEqual(Math.max(...shares) + 1e-12);
        }
      }),
    );
  });
});

describe('the days to read', () => {
  test.each([
    ['none known', [], '2026-11-01', '2026-11-20', { from: '2026-11-01', through: '2026-11-07' }],
    [
      'a gap',
      ['2026-11-01', '2026-11-03'],
      '2026-11-01',
      '2026-11-04',
      { from: '2026-11-02', through: '2026-11-04' },
    ],
    [
      'the last',
      ['2026-11-01', '2026-11-02'],
      '2026-11-01',
      '2026-11-03',
      { from: '2026-11-03', through: '2026-11-03' },
    ],
    ['all known', ['2026-11-01'], '2026-11-01', '2026-11-01', null],
  ])('%s', (_case, known, first, last, expected) => {
    expect(nextDays(new Set(known), first, last)).toEqual(expected);
  });

  test('are past days in São Paulo, at most 29 days back', () => {
    const now = Date.parse('2026-11-23T02:30:00Z');
    expect(lastFullDay(now)).toBe('2026-11-21');
    expect(firstReadableDay(now)).toBe('2026-10-24');
  });

  test('months have their own lengths', () => {
    expect(['2026-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
    expect(monthAfter('2026-12')).toBe('2027-01');
    expect(writeMonth('2026-11')).toBe('novembro de 2026');
  });
});

test.each(['2026-13', '2026-00', '1999-01', '2026', 'fevereiro'])('%s is no valid report month', (typed) => {
  expect(ReportMonth.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([
    message('report.month'),
  ]);
});

test.each([
  [null, 'sem dados'],
  [1, '100,00%'],
  [0.99954, '99,95%'],
  [0, '0,00%'],
])('a share of %s is written %s', (share, text) => {
  expect(writeShare(share)).toBe(text);
});

test.each([
  [{ availability: 1, failures: 0, maintenance: 3 }, 'whole'],
  [{ availability: 0.995, failures: 2, maintenance: 0 }, 'some'],
  [{ availability: 0.98, failures: 9, maintenance: 0 }, 'many'],
  [{ availability: null, failures: 0, maintenance: 5 }, 'maintenance'],
  [{ availability: null, failures: 0, maintenance: 0 }, 'none'],
  [undefined, 'none'],
] as const)('a day of %j is %s', (each, state) => {
  expect(dayState(each)).toBe(state);
});

describe('the CSV file', () => {
  const report = (name: string, level: 'basic' | 'detailed' = 'detailed') =>
    monthReport(
      { ...span, through: '2026-11-01' },
      [{ ...loja, name }],
      [day('2026-11-01', [checks(1, 997, 3, { incidents: 1 })])],
      level,
    );

  test('opens in Excel with Brazilian settings', () => {
    expect(reportCsv(report('Loja; "nova"'))).toBe(
      '\uFEFFMonitor;Tipo;Dia;Disponibilidade (%);Checagens;Falhas;Incidentes;Em manutenção;Tempo de resposta (ms)\r\n' +
        '"Loja; ""nova""";http;01/11/2026;99,7;1000;3;1;0;100\r\n',
    );
    expect(reportCsv(report('Loja', 'basic'))).toBe(
      '\uFEFFDia;Disponibilidade (%);Checagens;Falhas;Incidentes;Em manutenção\r\n01/11/2026;99,7;1000;3;1;0\r\n',
    );
  });

  test.each(['=1+1', '+55', '-2', '@SUM(A1)', '\t=1', ' =1', '=HYPERLINK("http://x";"y")'])(
    'a monitor named %j is text, not a formula',
    (name) => {
      const [, line = ''] = reportCsv(report(name)).split('\r\n');
      expect(line).toMatch(/^"?'/);
    },
  );

  test('a name never adds a row or column', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const text = reportCsv(report(name));
        const outside = text.replace(/"(?:[^"]|"")*"/g, '');
        expect(outside.split('\r\n')).toHaveLength(3);
        expect(outside.split('\r\n')[1]?.split(';')).toHaveLength(9);
      }),
    );
  });
});

test.each([
  [0.0012, 'p.p.', '0,12 p.p. a mais que em outubro'],
  [-0.0012, 'p.p.', '0,12 p.p. a menos que em outubro'],
  [0.00001, 'p.p.', 'igual a outubro'],
  [-2, 'count', '2 a menos que em outubro'],
  [1, 'count', '1 a mais que em outubro'],
  [0, 'count', 'igual a outubro'],
] as const)('a change of %d %s is "%s"', (difference, unit, words) => {
  expect(writeChange(difference, unit, '2026-10')).toBe(words);
});
