/** The beacon of the 404 pages: what is stored, what is refused, and that the table stays small. */
import { beforeEach, expect, test } from 'vitest';
import { missingPageEndpoint } from '#domain/api-schemas/missing-page.ts';
import { businessDay } from '#domain/billing/days.ts';
import { countMissingPage } from '#functions/feedback/count-missing-page.ts';
import { MISSING_PATHS_PER_DAY_MAX, noteMissingPage } from '#functions/feedback/store.ts';
import { call, depsAt, env } from './support.ts';

const DAY_MS = 86_400_000;
const today = (): string => businessDay(Date.now());
const report = (path: unknown, headers: Record<string, string> = {}) =>
  call(missingPageEndpoint, { body: { path }, headers });

async function kept(): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT * FROM missing_pages ORDER BY day, path').all();
  return results;
}

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM missing_pages').run();
});

test('a report answers 204, and visits count per path and day', async () => {
  const answer = await report('/antigo');
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  await report('/antigo');
  await report('/docs/que-n%C3%A3o-existe');
  expect(await kept()).toEqual([
    { day: today(), path: '/antigo', visits: 2 },
    { day: today(), path: '/docs/que-n%C3%A3o-existe', visits: 1 },
  ]);
});

test('personal data are removed from a path', async () => {
  await report('/conta/ana@exemplo.com/fatura');
  await report('/conta/ana%40exemplo.com');
  await report('/cpf/529.982.247-25');
  expect(await kept()).toEqual([
    { day: today(), path: '/conta/-', visits: 1 },
    { day: today(), path: '/conta/-/fatura', visits: 1 },
    { day: today(), path: '/cpf/-', visits: 1 },
  ]);
});

test.each([
  ['a query', '/busca?nome=ana'],
  ['a fragment', '/pagina#trecho'],
  ['more than 300 characters', `/${'a'.repeat(300)}`],
  ['no path', 'https://outro.example/'],
  ['a line break', '/a\nb'],
  ['nothing', undefined],
])('%s is refused and nothing is stored', async (_name, path) => {
  const answer = await report(path);
  expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([422, 'validation-failed']);
  expect(await kept()).toEqual([]);
});

test('an additional field is refused', async () => {
  const answer = await call(missingPageEndpoint, { body: { path: '/a', email: 'ana@exemplo.com' } });
  expect(answer.status).toBe(422);
});

test('a foreign page cannot report', async () => {
  expect((await report('/a', { Origin: 'https://evil.example' })).status).toBe(403);
});

test('a full day takes no new path and keeps counting known ones', async () => {
  const paths = Array.from({ length: MISSING_PATHS_PER_DAY_MAX }, (_, index) => `/x${index}`);
  await env.DB.batch(
    paths.map((path) =>
      env.DB.prepare('INSERT INTO missing_pages VALUES (?, ?, 1)').bind('2026-11-21', path),
    ),
  );
  await noteMissingPage(env.DB, '/novo', '2026-11-21', '2026-01-01');
  await noteMissingPage(env.DB, '/x0', '2026-11-21', '2026-01-01');
  await noteMissingPage(env.DB, '/novo', '2026-11-22', '2026-01-01');
  const rows = (await kept()) as { day: string; path: string; visits: number }[];
  expect(rows).toHaveLength(MISSING_PATHS_PER_DAY_MAX + 1);
  expect(rows.filter(({ path }) => path === '/x0' || path === '/novo')).toEqual([
    { day: '2026-11-21', path: '/x0', visits: 2 },
    { day: '2026-11-22', path: '/novo', visits: 1 },
  ]);
});

test('counts are deleted when the privacy page says so', async () => {
  const { missingPagesKeptDays } = depsAt(0);
  await countMissingPage(depsAt(0), '/velho');
  await countMissingPage(depsAt(missingPagesKeptDays * DAY_MS), '/no-prazo');
  expect(await kept()).toHaveLength(2);
  await countMissingPage(depsAt((missingPagesKeptDays + 1) * DAY_MS), '/novo');
  expect((await kept()).map((row) => (row as { path: string }).path)).toEqual(['/no-prazo', '/novo']);
});
