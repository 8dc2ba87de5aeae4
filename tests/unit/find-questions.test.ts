import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuestions } from '#faq/find-questions.ts';

const entries = [
  {
    question: 'Posso cancelar quando quiser?',
    answer: 'Sim. O cancelamento vale a partir do fim do período.',
  },
  { question: 'O preço pode mudar?', answer: 'Avisamos 30 dias antes. O plano atual mantém o valor.' },
  { question: 'Quais são as formas de pagamento?', answer: 'Cartão de crédito, uma vez por mês ou por ano.' },
  { question: 'Como recebo notificações?', answer: 'Por e-mail, Telegram e outras integrações do plano.' },
  { question: 'Como peço a configuração inicial?', answer: 'Escreva ao suporte.' },
];
const found = (typed: string) =>
  findQuestions(typed, entries)?.map((index) => entries[index]?.question) ?? null;

describe('finding', () => {
  test.each([
    ['accents left out', 'notificacoes', 'Como recebo notificações?'],
    ['another number', 'notificação', 'Como recebo notificações?'],
    ['the plural of an ending in -ção', 'configurações', 'Como peço a configuração inicial?'],
    ['capitals', 'PREÇO', 'O preço pode mudar?'],
    ['the beginning of a word', 'cance', 'Posso cancelar quando quiser?'],
    ['another form of a verb', 'cancelo', 'Posso cancelar quando quiser?'],
    ['a slip', 'cancellar', 'Posso cancelar quando quiser?'],
    ['with other words around', 'como eu faço para cancelar a minha conta', 'Posso cancelar quando quiser?'],
    ['a word from the answer', 'telegram', 'Como recebo notificações?'],
  ])('%s: %s', (_what, typed, question) => {
    expect(found(typed)?.[0]).toBe(question);
  });

  test('an exact word match hides results that are only similar', () => {
    expect(found('preço')).toEqual(['O preço pode mudar?']);
  });

  test('unrelated questions find nothing', () => {
    expect(found('xyzw')).toEqual([]);
  });

  test.each(['', ' ', 'c'])('%j is too short for a search', (typed) => {
    expect(found(typed)).toBeNull();
  });
});

test('any text finds questions of the list, each once, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const places = findQuestions(typed, entries) ?? [];
      expect(new Set(places).size).toBe(places.length);
      expect(places.every((place) => entries[place] !== undefined)).toBe(true);
    }),
  );
});
