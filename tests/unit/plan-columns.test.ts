import { expect, test } from 'vitest';
import { intervalNote, offerNote, planColumns, storyNote } from '#landing/plan-columns.ts';
import { sampleCatalog as catalog } from '#tests/support/catalog.ts';

const columns = planColumns({
  catalog,
  apiUrl: '',
  whatsapp: '5511400000000',
  whatsappMessage: 'Olá, quero falar sobre o plano Empresarial.',
});

test('a paid plan shows both prices and links with plan and cycle', () => {
  expect(columns.find((column) => column.id === 'pro')?.prices).toEqual({
    monthly: {
      amount: 'R$\u00a099',
      period: '/mês',
      note: 'ou R$\u00a01.069 por ano',
      href: '/api/auth/redirect?action=register&plan=pro&cycle=monthly',
    },
    yearly: {
      amount: 'R$\u00a01.069',
      period: '/ano',
      note: 'Economia de R$\u00a0119 por ano',
      href: '/api/auth/redirect?action=register&plan=pro&cycle=yearly',
    },
  });
});

test('the free plan shows no saving', () => {
  const free = columns.find((column) => column.id === 'free');
  expect([free?.prices.monthly.note, free?.prices.yearly.note]).toEqual([
    'Sem cartão de crédito',
    'Sem cartão de crédito',
  ]);
});

test('only Empresarial is sold by message, with prepared text', () => {
  expect(columns.map(({ id, whatsappUrl }) => [id, whatsappUrl])).toEqual([
    ['free', null],
    ['essential', null],
    ['pro', null],
    [
      'enterprise',
      'https://wa.me/5511400000000?text=Ol%C3%A1%2C%20quero%20falar%20sobre%20o%20plano%20Empresarial.',
    ],
  ]);
});

test('the table has the limits, the list below everything else', () => {
  const essential = columns.find((column) => column.id === 'essential');
  expect(essential?.limits.map(({ value }) => value)).toEqual(['30', '2', '5 min', '6 minutos']);
  expect(essential?.extras.map(({ text }) => text)).toEqual([
    'Suporte prioritário por e-mail e chat',
    'Notificações e relatórios básicos',
    'Resposta em até 4 horas, no horário comercial',
  ]);
  expect(essential?.extras[1]?.means).toMatch(/^Até dez destinos, .+ Slack, Discord e Teams/);
  expect(columns.map(({ includes }) => includes)).toEqual([null, 'Gratuito', 'Essencial', 'Pro']);
});

test('what stands at the price is not listed again', () => {
  expect(columns[0]?.extras.map(({ text }) => text)).not.toContain('Sem cartão de crédito');
});

test('the note on intervals names every plan', () => {
  expect(intervalNote(catalog.plans)).toBe(
    'O intervalo entre checagens depende do plano: 1 min no Empresarial, que avisa em até 2 minutos; 3, 5 e 10 min nos demais, que avisam em até 4, 6 e 11 minutos.',
  );
});

test('the story names the plan whose times it has', () => {
  expect(storyNote(catalog.plans)).toBe('Horários de um monitor do plano Empresarial.');
});

test('the first screen says what it costs, from the catalogue', () => {
  expect(offerNote(catalog)).toBe(
    'Grátis com 5 monitores, um por site ou serviço; planos a partir de R$\u00a049 por mês.',
  );
});
