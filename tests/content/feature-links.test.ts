/**
 * Articles that speak of what a feature does link to it: an article that is older than the feature would still send its
 * readers the long way.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';

const folder = join(projectRoot, 'content/docs');
const articles = new Map(
  globSync('**/*.mdx', { cwd: folder }).map((path) => [
    path.replaceAll('\\', '/').replace(/\.mdx$/, ''),
    // Without what the front matter lists as related.
    readFileSync(join(folder, path), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
  ]),
);

interface Feature {
  /** What a link to it contains. */
  readonly link: RegExp;
  /** Words that speak of what it does. */
  readonly words: RegExp;
  /** Articles that speak of it in other words. */
  readonly also: readonly string[];
}

const features: Readonly<Record<string, Feature>> = {
  'Levar tudo': {
    link: /\/docs\/levar-tudo|\/conta\/dados/,
    words:
      /para um plano menor:|painel (?:vazio|novo)\b.*monitores|cancelar a renovação|baixar (?:todos|tudo)/i,
    also: ['seus-dados', 'responsible-person'],
  },
  'Trazer monitores': {
    link: /\/docs\/importar\/|\/conta\/importar/,
    words: /painel vazio|para um plano menor:|contrata um painel|monitores.{0,40}de uma vez\b.*planilha/i,
    also: ['quick-start', 'badges-and-data'],
  },
  'Avisos da Vigia': {
    link: /\/conta\/avisos|\/docs\/(?:avisos|alert-setup)/,
    words: /avisos da vigia/i,
    also: ['quick-start', 'first-monitor'],
  },
};

test.each(Object.entries(features))('%s is linked where an article speaks of it', (_name, feature) => {
  const { link, words, also } = feature;
  expect(also.filter((id) => !articles.has(id))).toEqual([]);
  const speaking = [...articles].filter(([id, text]) => also.includes(id) || words.test(text));
  expect(speaking.length).toBeGreaterThan(also.length);
  // An article does not link to itself.
  const without = speaking.filter(([id, text]) => !link.test(text) && !link.test(`/docs/${id}`));
  expect(without.map(([id]) => id)).toEqual([]);
});
