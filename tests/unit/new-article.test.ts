/** `npm run new:article`, in a copy of what it reads. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { projectRoot } from '#dev/project-root.ts';
import { plainSlug } from '#docs/articles/slug.ts';
import { fileFolder } from '#tests/support/folders.ts';
import { articleMistakes } from '../../src/build/content-mistakes.ts';
import { createArticleSchema } from '../../src/schemas/docs.ts';

const folder = fileFolder();
const copied = [
  'package.json',
  'dev/new-article.ts',
  'ops/failure.ts',
  'dev/project-root.ts',
  'src/schemas',
  'content/docs/_template.mdx',
  'content/docs/quick-start.mdx',
  'tests/content/search-questions.json',
];
beforeAll(() => {
  for (const path of copied) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  }
  mkdirSync(join(folder, 'tests/content/questions'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
});

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const create = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['dev/new-article.ts', ...words], { cwd: folder, encoding: 'utf8' });

test('an article is written with both files of questions, as a draft without mistakes', () => {
  const title = 'Avisar a "equipe" por $& e US$ 1';
  expect(create('notifications/novo-canal', title)).toMatchObject({ status: 0, stderr: '' });

  const file = 'content/docs/notifications/novo-canal.mdx';
  const [, matter = '', body = ''] = read(file).split(/^---$/m);
  const article = createArticleSchema(z.string()).parse(parse(matter));
  expect(article).toMatchObject({
    id: 'notifications-novo-canal',
    title,
    category: 'notifications',
    draft: true,
  });
  const sources = [file, 'content/docs/quick-start.mdx'].map((path) => [path, read(path)] as const);
  expect(articleMistakes(sources).filter((mistake) => mistake.startsWith(file))).toEqual([]);

  const anchors = [...body.matchAll(/^## (.+)$|<Step title="([^"]+)"/gm)].map(
    ([, heading, step]) => `#${plainSlug(heading ?? step ?? '')}`,
  );
  const questions: { heading: string }[] = JSON.parse(
    read('tests/content/questions/notifications-novo-canal.json'),
  );
  expect(questions).toHaveLength(4);
  expect(anchors).toEqual(expect.arrayContaining(questions.map(({ heading }) => heading)));

  const searched = 'tests/content/search-questions.json';
  expect(JSON.parse(read(searched))).toEqual([
    ...JSON.parse(readFileSync(join(projectRoot, searched), 'utf8')),
    { query: '', articles: ['/docs/notifications/novo-canal'] },
  ]);
});

test.each([
  [['notifications/novo-canal', 'De novo'], 'content/docs/notifications/novo-canal.mdx já existe.'],
  [['Avisos', 'Título'], 'recebi "Avisos".'],
  [['so-o-caminho'], 'Uso: npm run new:article'],
])('%j is refused in one sentence, and writes nothing', (words, sentence) => {
  const before = read('tests/content/search-questions.json');
  const { status, stderr } = create(...words);
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  expect(read('tests/content/search-questions.json')).toBe(before);
});
