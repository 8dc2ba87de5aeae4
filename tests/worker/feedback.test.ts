/** Votes on articles: what is stored, what is refused, once per reader and page, and that the table stays small. */
import { beforeEach, expect, test } from 'vitest';
import { feedbackEndpoint } from '#domain/api-schemas/feedback.ts';
import { businessDay } from '#domain/billing/days.ts';
import { keepFeedback } from '#functions/feedback/keep-feedback.ts';
import {
  summarizeFeedback,
  TEXTS_PER_PAGE_MAX,
  VOTES_PER_DAY_MAX,
  writeFeedback,
} from '#functions/feedback/store.ts';
import { call, depsAt, env } from './support.ts';

const DAY_MS = 86_400_000;
const page = '/docs/notifications/telegram';
const key = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
const today = (): string => businessDay(Date.now());
const vote = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  call(feedbackEndpoint, { body: { page, key, isHelpful: true, ...body }, headers });

async function kept(): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT * FROM feedback ORDER BY page, reader_key').all();
  return results;
}

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM feedback').run();
});

test('a vote answers 204 and is stored by page and day', async () => {
  const answer = await vote({});
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(await kept()).toEqual([{ page, reader_key: key, helpful: 1, text: null, day: today() }]);
});

test('one reader counts once per page and may change the vote', async () => {
  await vote({});
  await vote({ isHelpful: false });
  await vote({ isHelpful: false, text: '  Faltou dizer onde fica o botão.  ' });
  await vote({ isHelpful: false });
  expect(await kept()).toEqual([
    { page, reader_key: key, helpful: 0, text: 'Faltou dizer onde fica o botão.', day: today() },
  ]);
});

test('two votes sent at the same moment are one', async () => {
  await Promise.all([vote({}), vote({ isHelpful: false }), vote({})]);
  expect(await kept()).toHaveLength(1);
});

test('personal data are removed from comments', async () => {
  await vote({
    text: 'Sou ana@exemplo.com, CPF 529.982.247-25, fone (11) 98765-4321 0. O erro é 404 desde 2026-11-20.',
  });
  expect(await kept()).toMatchObject([
    { text: 'Sou (removido) CPF (removido), fone ((removido). O erro é 404 desde 2026-11-20.' },
  ]);
});

test.each([
  ['a page outside the documentation', { page: '/checkout' }],
  ['the index itself', { page: '/docs' }],
  ['a path with a query', { page: '/docs/a?b=1' }],
  ['an invalid key', { key: 'ana' }],
  ['an invalid vote', { isHelpful: 'sim' }],
  ['too many words', { text: 'a'.repeat(1001) }],
  ['an additional field', { email: 'ana@exemplo.com' }],
])('%s is refused and nothing is stored', async (_name, change) => {
  const answer = await vote(change);
  expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([422, 'validation-failed']);
  expect(await kept()).toEqual([]);
});

test('a foreign page cannot vote', async () => {
  expect((await vote({}, { Origin: 'https://evil.example' })).status).toBe(403);
});

test('a full day refuses new votes, but allows changes', async () => {
  await env.DB.batch(
    Array.from({ length: VOTES_PER_DAY_MAX }, (_, index) =>
      env.DB.prepare('INSERT INTO feedback VALUES (?, ?, 1, NULL, ?)').bind(page, `k${index}`, '2026-11-21'),
    ),
  );
  await writeFeedback(env.DB, { page, key: 'novo', isHelpful: true, text: null }, '2026-11-21', '2026-01-01');
  await writeFeedback(env.DB, { page, key: 'k0', isHelpful: false, text: null }, '2026-11-21', '2026-01-01');
  await writeFeedback(
    env.DB,
    { page, key: 'depois', isHelpful: true, text: null },
    '2026-11-22',
    '2026-01-01',
  );
  const rows = (await kept()) as { reader_key: string; helpful: number }[];
  expect(rows).toHaveLength(VOTES_PER_DAY_MAX + 1);
  expect(rows.find(({ reader_key }) => reader_key === 'k0')?.helpful).toBe(0);
  expect(rows.map(({ reader_key }) => reader_key)).not.toContain('novo');
});

test('votes are deleted when the privacy page says so', async () => {
  const { feedbackKeptDays } = depsAt(0);
  const request = { page, isHelpful: true };
  await keepFeedback(depsAt(0), { ...request, key: 'velho' });
  await keepFeedback(depsAt(feedbackKeptDays * DAY_MS), { ...request, key: 'no-prazo' });
  expect(await kept()).toHaveLength(2);
  await keepFeedback(depsAt((feedbackKeptDays + 1) * DAY_MS), { ...request, key: 'novo' });
  expect((await kept()).map((row) => (row as { reader_key: string }).reader_key)).toEqual([
    'no-prazo',
    'novo',
  ]);
});

test('operators read the votes since a day, the least helpful article first', async () => {
  const say = (path: string, reader: number, isHelpful: boolean, day: string, text: string | null = null) =>
    writeFeedback(env.DB, { page: path, key: `reader-${reader}`, isHelpful, text }, day, '2026-01-01');
  await say('/docs/a', 1, true, '2026-10-02');
  await say('/docs/a', 2, false, '2026-10-01', 'Faltou a porta.');
  await say('/docs/a', 3, false, '2026-09-30', 'Antes do prazo.');
  for (let reader = 1; reader <= TEXTS_PER_PAGE_MAX + 1; reader += 1)
    await say('/docs/b', reader, false, reader === 1 ? '2026-10-05' : '2026-10-04', `Texto ${reader}`);
  const summary = await summarizeFeedback(env.DB, '2026-10-01');
  expect(summary.map(({ page: path, helpful, notHelpful }) => [path, helpful, notHelpful])).toEqual([
    ['/docs/b', 0, TEXTS_PER_PAGE_MAX + 1],
    ['/docs/a', 1, 1],
  ]);
  expect(summary[0]?.texts).toHaveLength(TEXTS_PER_PAGE_MAX);
  expect(summary[0]?.texts[0]).toBe('Texto 1');
  expect(summary[1]?.texts).toEqual(['Faltou a porta.']);
});

test('without votes there is nothing to read', async () => {
  expect(await summarizeFeedback(env.DB, '2026-01-01')).toEqual([]);
});
