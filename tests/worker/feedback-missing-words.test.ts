/** Words that the search did not find: what is stored, what is refused, what is shown, and that the table stays small. */
import { beforeEach, expect, test } from 'vitest';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { missingWordsEndpoint } from '#domain/feedback/reportable-words.ts';
import { countMissingWords } from '#functions/feedback/count-missing-words.ts';
import {
  MISSING_WORDS_PER_DAY_MAX,
  noteMissingWords,
  summarizeMissingWords,
} from '#functions/feedback/store.ts';
import { call, depsAt, env, sql } from './support.ts';

const report = (words: unknown, headers: Record<string, string> = {}) =>
  call(missingWordsEndpoint, { body: { words }, headers });
const kept = () => sql('SELECT * FROM missing_words ORDER BY day, word');

beforeEach(async () => {
  await sql('DELETE FROM missing_words');
});

test('a report answers 204, and words count per day', async () => {
  const day = businessDay(Date.now());
  const answer = await report(['reembolso']);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  await report(['reembolso', 'cs2']);
  expect(await kept()).toEqual([
    { day, word: 'cs2', times: 1 },
    { day, word: 'reembolso', times: 2 },
  ]);
});

test.each([
  ['an e-mail address', ['ana@exemplo.com']],
  ['an address', ['exemplo.com.br']],
  ['a CPF', ['52998224725']],
  ['several words in one', ['rua das flores']],
  ['a long word', ['x'.repeat(31)]],
  ['too many words', Array.from({ length: 9 }, (_, index) => `palavra-${index}`)],
  ['no words', []],
  ['nothing', undefined],
])('%s is refused and nothing is stored', async (_name, words) => {
  const answer = await report(words);
  expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([422, 'validation-failed']);
  expect(await kept()).toEqual([]);
});

test('a run of digits in a word is not stored, and the other words are', async () => {
  expect((await report(['pedido12345', 'reembolso'])).status).toBe(204);
  expect(await kept()).toMatchObject([{ word: 'reembolso' }]);
});

test('a foreign page cannot report', async () => {
  expect((await report(['reembolso'], { Origin: 'https://evil.example' })).status).toBe(403);
});

test('only words of three different days are shown', async () => {
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03'])
    await noteMissingWords(
      env.DB,
      ['reembolso', ...(day < '2026-11-03' ? ['fulano'] : [])],
      day,
      '2026-01-01',
    );
  await noteMissingWords(env.DB, ['reembolso'], '2026-11-03', '2026-01-01');
  expect(await summarizeMissingWords(env.DB, '2026-11-01')).toEqual([
    { word: 'reembolso', days: 3, times: 4 },
  ]);
  expect(await summarizeMissingWords(env.DB, '2026-11-02')).toEqual([]);
});

test('a full day takes no new word and keeps counting known ones', async () => {
  const words = Array.from({ length: MISSING_WORDS_PER_DAY_MAX }, (_, index) => `p${index}`);
  await env.DB.batch(
    words.map((word) =>
      env.DB.prepare('INSERT INTO missing_words VALUES (?, ?, 1)').bind('2026-11-21', word),
    ),
  );
  await noteMissingWords(env.DB, ['nova', 'p0'], '2026-11-21', '2026-01-01');
  const rows = await sql("SELECT word, times FROM missing_words WHERE word IN ('nova', 'p0')");
  expect(rows).toEqual([{ word: 'p0', times: 2 }]);
});

test('counts are deleted when the privacy page says so', async () => {
  const { missingWordsKeptDays } = depsAt(0);
  await countMissingWords(depsAt(0), ['velha']);
  await countMissingWords(depsAt(missingWordsKeptDays * DAY_MS), ['no-prazo']);
  expect(await kept()).toHaveLength(2);
  await countMissingWords(depsAt((missingWordsKeptDays + 1) * DAY_MS), ['nova']);
  expect((await kept()).map((row) => (row as { word: string }).word)).toEqual(['no-prazo', 'nova']);
});
