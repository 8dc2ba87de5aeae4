/** What the page and the SLA say of an answer. */
import { expect, test } from 'vitest';
import { firstDay, sinceWords } from '#availability/since.ts';
import { barsWords, dayWords, figureWords, monthCells, monthFigure, nowWords } from '#availability/words.ts';
import type { AvailabilityAnswer, PartState } from '#domain/api-schemas/availability.ts';
import { message } from '#domain/messages.ts';
import { measured } from '#tests/support/measured.ts';

const withStates = (...states: readonly PartState[]): AvailabilityAnswer => ({
  ...measured,
  parts: measured.parts.map((part, index) => ({ ...part, state: states[index] ?? 'unmeasured' })),
});

test.each<[string, AvailabilityAnswer | null, string, string]>([
  ['all up', withStates('up', 'up', 'up', 'up'), 'up', message('availability.up')],
  ['only alerts down', withStates('up', 'up', 'up', 'down'), 'partly', message('availability.part-down')],
  ['the platform down', withStates('down', 'up', 'down', 'unmeasured'), 'down', message('availability.down')],
  ['nothing looked at', withStates(), 'unmeasured', message('availability.unseen')],
  ['the probe off', { ...measured, isMeasured: false }, 'unmeasured', message('availability.off')],
  ['no answer', null, 'unmeasured', message('availability.failed')],
])('%s', (_, answer, state, title) => {
  expect(nowWords(answer)).toMatchObject({ state, title });
});

test('the last minute is told, or that there is none', () => {
  expect(nowWords(measured).details).toBe(message('availability.measured', { when: '28/11/2026 às 10h00' }));
  expect(nowWords({ ...measured, measuredAt: null }).details).toBe(message('availability.never'));
  expect(nowWords({ ...measured, isMeasured: false }).details).toBe(message('availability.off-details'));
  expect(nowWords(null).details).toBe(message('availability.failed-details'));
});

test('days, months and figures in words', () => {
  const day = { day: '2026-11-27', bar: 'many', up: 1376, down: 60, unseen: 4 } as const;
  expect(dayWords(day)).toBe('27/11/2026: 1 h fora do ar, 4 min sem medida');
  expect(dayWords({ ...day, up: 0, down: 0, unseen: 1440 })).toBe('27/11/2026: sem medida');
  expect(barsWords([{ ...day, down: 0 }])).toBe('1 de 1 dia medido, nenhum minuto fora do ar');
  expect([figureWords(100), figureWords(99.9), figureWords(null)]).toEqual([
    '100,00%',
    '99,90%',
    'sem medida',
  ]);
  const [month] = measured.months;
  if (month === undefined) throw new Error('no month');
  expect(monthCells(month)).toEqual(['novembro de 2026', '99,84%', '1 h', '4 min']);
  const sentence = message('availability.sla', { month: 'novembro de 2026', figure: '99,84%' });
  expect(monthFigure(month)).toBe(sentence);
});

test('the days before the first measured one are not told of', () => {
  const [part] = measured.parts;
  if (part === undefined) throw new Error('no part');
  const unseen = part.days.map((day) => ({ ...day, up: 0, down: 0, unseen: 1440 }));
  const since = (first: number) => ({
    ...part,
    days: [...unseen.slice(0, first), ...part.days.slice(first)],
  });
  expect(firstDay([since(88), since(87)])).toBe(87);
  expect(sinceWords([since(88), since(87)])).toBe(
    'Medimos desde 26/11/2026. Cada barra é um dia, até o de hoje.',
  );
  const never = { ...part, days: unseen };
  expect(firstDay([never, since(88)])).toBe(88);
  expect([firstDay([never]), sinceWords([never])]).toEqual([0, null]);
});
