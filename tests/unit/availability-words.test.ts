/** What the page and the SLA say of an answer. */
import { expect, test } from 'vitest';
import { barsWords, dayWords, figureWords, monthCells, monthFigure, nowWords } from '#availability/words.ts';
import type { AvailabilityAnswer, PartState } from '#domain/api-schemas/availability.ts';
import { message } from '#domain/messages.ts';
import { measured } from '#tests/support/measured.ts';

const withStates = (...states: readonly PartState[]): AvailabilityAnswer => ({
  ...measured,
  partes: measured.partes.map((part, index) => ({ ...part, estado: states[index] ?? 'sem-medida' })),
});

test.each<[string, AvailabilityAnswer | null, string, string]>([
  ['all up', withStates('no-ar', 'no-ar', 'no-ar', 'no-ar'), 'no-ar', message('availability.up')],
  [
    'only alerts down',
    withStates('no-ar', 'no-ar', 'no-ar', 'fora'),
    'em-parte',
    message('availability.part-down'),
  ],
  [
    'the platform down',
    withStates('fora', 'no-ar', 'fora', 'sem-medida'),
    'fora',
    message('availability.down'),
  ],
  ['nothing looked at', withStates(), 'sem-medida', message('availability.unseen')],
  ['the probe off', { ...measured, mede: false }, 'sem-medida', message('availability.off')],
  ['no answer', null, 'sem-medida', message('availability.failed')],
])('%s', (_, answer, state, title) => {
  expect(nowWords(answer)).toMatchObject({ state, title });
});

test('the last minute is told, or that there is none', () => {
  expect(nowWords(measured).details).toBe(message('availability.measured', { when: '28/11/2026 às 10:00' }));
  expect(nowWords({ ...measured, medidoEm: null }).details).toBe(message('availability.never'));
  expect(nowWords({ ...measured, mede: false }).details).toBe(message('availability.off-details'));
  expect(nowWords(null).details).toBe(message('availability.failed-details'));
});

test('days, months and figures in words', () => {
  const day = { dia: '2026-11-27', barra: 'many', noAr: 1376, fora: 60, semMedida: 4 } as const;
  expect(dayWords(day)).toBe('27/11/2026: 1 h fora do ar, 4 min sem medida');
  expect(dayWords({ ...day, noAr: 0, fora: 0, semMedida: 1440 })).toBe('27/11/2026: sem medida');
  expect(barsWords([{ ...day, fora: 0 }])).toBe('1 de 1 dias medidos, nenhum minuto fora do ar');
  expect([figureWords(100), figureWords(99.9), figureWords(null)]).toEqual([
    '100,00%',
    '99,90%',
    'sem medida',
  ]);
  const [month] = measured.meses;
  if (month === undefined) throw new Error('no month');
  expect(monthCells(month)).toEqual(['novembro de 2026', '99,84%', '1 h', '4 min']);
  const sentence = message('availability.sla', { month: 'novembro de 2026', figure: '99,84%' });
  expect(monthFigure(month)).toBe(sentence);
});
