/** Which words of a search leave the browser, and when. */
import { beforeEach, expect, test, vi } from 'vitest';
import { reportingMissing } from '#docs/search/missing-words.ts';

const sent: (readonly string[])[] = [];
/** Every word of the question is in no article. */
const search = reportingMissing(
  async (query) => ({
    articles: [],
    correction: null,
    unknown: query.split(' '),
    isVague: false,
    popular: [],
  }),
  (words) => sent.push(words),
);

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  return () => vi.useRealTimers();
});

test('words leave once the reader has stopped typing, each once', async () => {
  await search('reem');
  await vi.advanceTimersByTimeAsync(1000);
  await search('reembolsó');
  await vi.advanceTimersByTimeAsync(2999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await search('reembolso estorno');
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual([['reembolso'], ['estorno']]);
});

test.each([
  'ana@exemplo.com',
  'exemplo.com.br',
  '529.982.247-25',
  '11987654321',
  'pedido12345',
  'a',
  'x'.repeat(31),
])('not %s', async (word) => {
  await search(word);
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual([]);
});

test('a word that a filter hides is not missing', async () => {
  await search('webhook', { nivel: 'basico' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual([]);
});
