/** Generated articles for both tools of a comparison: headings, text, lists, code, a table. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryIds } from '../../../src/schemas/docs.ts';
import { realArticles } from './project-copy.ts';

export interface PlainArticle {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly body: string;
}

const WORDS = 1000;
const SECTIONS = 5;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
/** Articles that no other page links to. */
const UNNAMED =
  /^(?:notifications\/(?!telegram)|(?:advanced-monitoring|badges-and-data|check-messages|custom-checks)\.mdx)/;

/**
 * @param vocabulary Words to choose from.
 * @returns The same articles for the same count, on every machine.
 */
export function plainArticles(count: number, vocabulary: readonly string[]): PlainArticle[] {
  return Array.from({ length: count }, (_, index) => {
    const words = wordSource(index + 1, vocabulary);
    return {
      name: `bench-${index}`,
      title: `${sentence(words(4))} ${index}`,
      description: `${sentence(words(14))}.`.slice(0, 150).padEnd(60, '.'),
      category: categoryIds[index % categoryIds.length] ?? '',
      body: body(words),
    };
  });
}

type WordSource = (count: number) => string;

function wordSource(seed: number, vocabulary: readonly string[]): WordSource {
  let state = seed;
  const next = (): string => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return vocabulary[Math.floor((state / 2 ** 32) * vocabulary.length)] ?? '';
  };
  return (count) => Array.from({ length: count }, next).join(' ');
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function body(words: WordSource): string {
  const blocks = [`${sentence(words(40))}.`];
  for (let section = 0; section < SECTIONS; section += 1) {
    blocks.push(`## ${sentence(words(4))}`, `${sentence(words(60))}, **${words(3)}** \`${words(1)}\`.`);
    blocks.push([1, 2, 3].map(() => `- ${sentence(words(10))}.`).join('\n'));
    blocks.push(`### ${sentence(words(3))}`, `${sentence(words(50))}.`);
  }
  blocks.push(code(words), table(words));
  const missing = WORDS - (blocks.join(' ').match(/\p{L}+/gu)?.length ?? 0);
  return [...blocks, `${sentence(words(Math.max(missing, 1)))}.`, ''].join('\n\n');
}

function code(words: WordSource): string {
  const lines = [1, 2, 3, 4, 5, 6].map(
    (line) => `const valor${line} = ler("${words(3)}", ${line}); // ${words(2)}`,
  );
  return ['```js', ...lines, '```'].join('\n');
}

function table(words: WordSource): string {
  const row = (): string => `| ${words(2)} | ${words(2)} | ${words(4)} |`;
  return [row(), '|---|---|---|', row(), row(), row(), row()].join('\n');
}

/** Words of the real articles, for realistic lengths, variety and accents. */
export function vocabularyOf(folder: string): string[] {
  const texts = realArticles(folder).map(({ text }) => text.replace(FRONT_MATTER, ''));
  return [...new Set(texts.join(' ').match(/\p{L}{3,14}/gu))].map((word) => word.toLowerCase()).sort();
}

/**
 * Replaces the articles of a copied project by generated ones. Articles that other pages link to keep their address.
 *
 * @throws Error when more addresses are needed than there are articles.
 */
export function writePlainArticles(folder: string, articles: readonly PlainArticle[]): void {
  const docs = join(folder, 'content/docs');
  const published = join(docs, '_published.txt');
  const open = [...articles];
  for (const { file, text } of realArticles(folder)) {
    if (UNNAMED.test(file)) {
      rmSync(join(docs, file));
      const left = readFileSync(published, 'utf8').replace(`${file.replace(/\.mdx$/, '')}\n`, '');
      writeFileSync(published, left);
      continue;
    }
    const article = open.shift();
    if (article === undefined)
      throw new Error(`${articles.length} artigos não bastam: outras páginas levam a mais.`);
    const head = (FRONT_MATTER.exec(text)?.[0] ?? '')
      .replace(/^frame:.*\n/m, '')
      .replace(/^related:.*$/m, RELATED);
    writeFileSync(join(docs, file), head + article.body);
  }
  for (const [index, article] of open.entries())
    writeFileSync(join(docs, `${article.name}.mdx`), whole(article, index));
}

const RELATED = 'related: [quick-start]';

const whole = ({ name, title, description, category, body }: PlainArticle, order: number): string => `---
id: ${name}
title: ${title}
label: Artigo ${order}
description: ${description}
category: ${category}
difficulty: Básico
tags: [comparacao]
order: ${order + 100}
draft: false
reviewed: 2026-01-01
${RELATED}
---

${body}`;
