/** docs/promises.md: every selling sentence has a row, every row a sentence, and its paths and tests exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { accountGroups, helpLinks } from '#layouts/account-menu.ts';
import { catalog } from '#tests/support/catalog.ts';
import { missingIn, promiseMistakes, readPromises, sellingSentences } from '#tests/support/promises.ts';
import { markOf } from '../../src/build/content-hash.ts';

const sentences = sellingSentences();
const rows = readPromises(readFileSync(join(projectRoot, 'docs/promises.md'), 'utf8'));

test('every sentence that sells has a row for its current words, and every row a sentence', () => {
  const mistakes = promiseMistakes(sentences, rows);
  if (mistakes.length > 0) expect.fail(mistakes.join('\n\n'));
});

/** The file that an address of the site is built from. */
const sourceOf = (path: string): string | undefined =>
  [
    `src/pages${path}.astro`,
    `src/pages${path}/index.astro`,
    `content${path}.mdx`,
    `content/legal${path}.mdx`,
  ].find((file) => existsSync(join(projectRoot, file)));

/** True for a part that a component has, or a question of the page of questions. */
const hasPart = (id: string): boolean =>
  existsSync(join(projectRoot, `content/faq/${id.replace(/^pergunta-/, '')}.mdx`)) ||
  globSync('src/**/*.{astro,tsx}', { cwd: projectRoot }).some((file) =>
    readFileSync(join(projectRoot, file), 'utf8').includes(`id="${id}"`),
  );

test('each sentence of a plan names pages that exist, by their names in the menu', () => {
  const pages = accountGroups.flatMap((group) => group.pages).concat(helpLinks);
  const places = catalog.plans.flatMap(({ id }) =>
    catalog.sold(id).flatMap(({ text, seenAt }) => Object.entries(seenAt).map((place) => [text, ...place])),
  );
  const wrong = places.filter(([, name, address = '']) => {
    const [path = '', part] = address.split('#');
    const inMenu = pages.find(({ href }) => href === path)?.label ?? name;
    const isFound = sourceOf(path) !== undefined && (part === undefined || hasPart(part));
    return !isFound || (path.startsWith('/conta') && inMenu !== name);
  });
  expect(wrong).toEqual([]);
});

test('each sentence has one row', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...new Set(rows.map(({ id }) => id))].toSorted());
});

test('every path and test named in a row exists', () => {
  const wrong = rows.flatMap((row) => missingIn(row).map((what) => `${row.id}: ${what}`));
  expect(wrong).toEqual([]);
});

test('features, answers, landing page entries and gated articles are found', () => {
  const ids = sentences.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining([
      'plano enterprise: Equipe de plantão',
      'faq/cancelamento',
      'landing/why/reasons/2',
      'artigo customize-status-page',
      'componente PlanNote',
    ]),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('a new, changed or lost sentence is named with what to write; a hidden one needs nothing', () => {
  const sentence = { id: 'faq/x', text: 'Vale para todos', file: 'content/faq/x.mdx', isHidden: false };
  const mark = markOf(sentence.text);
  const row = { id: 'faq/x', mark, where: 'no painel', test: '' };
  expect(promiseMistakes([sentence], [row])).toEqual([]);
  expect(promiseMistakes([{ ...sentence, isHidden: true }], [])).toEqual([]);
  expect(promiseMistakes([sentence], [])[0]).toContain(`| \`faq/x\` \`${mark}\` | … | … |`);
  expect(promiseMistakes([{ ...sentence, text: 'Vale para alguns' }], [row])[0]).toContain(
    `troque a marca \`${mark}\` por \`${markOf('Vale para alguns')}\``,
  );
  expect(promiseMistakes([], [row])[0]).toContain('A frase `faq/x` não existe mais');
  expect(missingIn(row)).toEqual(['nenhum caminho diz onde se cumpre', 'nenhum teste']);
});
