/**
 * A Markdown twin beside every published article, and all of them in one file.
 *
 * `/docs/first-monitor` has `/docs/first-monitor.md`; `/llms-full.txt` holds all in reading order. Both are made from
 * the built pages, so they say what a reader sees, with plan numbers filled in.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { elementsIn, findElement, hasClass, parseHtml, textOf } from '#lib/html-tree.ts';
import { publishedArticles } from './docs-built.ts';
import { htmlToMarkdown } from './html-markdown.ts';

export function docsTwins(siteUrl: string, siteName: string): AstroIntegration {
  return {
    name: 'vigia:docs-twins',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const count = await writeTwins(fileURLToPath(dir), siteUrl, siteName);
        logger.info(`${count} artigos também em Markdown`);
      },
    },
  };
}

/** @returns How many twins were written. */
async function writeTwins(outDir: string, siteUrl: string, siteName: string): Promise<number> {
  const order = await readingOrder(outDir);
  const placed: { readonly place: number; readonly twin: string }[] = [];
  for (const { path, html } of publishedArticles(outDir)) {
    const twin = articleMarkdown(html, `${siteUrl}${path}`);
    await writeFile(join(outDir, `${path}.md`), twin);
    placed.push({ place: order.get(path) ?? order.size, twin });
  }
  const twins = placed.sort((a, b) => a.place - b.place).map(({ twin }) => twin);
  const head = `# ${siteName}: a documentação inteira\n\n${siteUrl}/docs, ${twins.length} artigos.\n`;
  await writeFile(join(outDir, 'llms-full.txt'), [head, ...twins].join('\n---\n\n'));
  return twins.length;
}

/** The index lists articles as they are meant to be read. */
async function readingOrder(outDir: string): Promise<ReadonlyMap<string, number>> {
  const index = await readFile(join(outDir, 'docs.html'), 'utf8');
  const elements = [...elementsIn(parseHtml(index))];
  const heading = elements.findIndex(({ attributes }) => attributes['id'] === 'todos-os-artigos');
  const paths = elements
    .slice(heading)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes['href'] ?? '')
    .filter((href) => href.startsWith('/docs/') && !href.includes('#'));
  return new Map(paths.map((path, position) => [path, position]));
}

/** An article as Markdown: title, what it gives, what it asks, its text. */
function articleMarkdown(html: string, url: string): string {
  const nodes = parseHtml(html);
  const title = findElement(nodes, ({ name }) => name === 'h1');
  const description = findElement(
    nodes,
    ({ name, attributes }) => name === 'meta' && attributes['name'] === 'description',
  );
  const badges = findElement(nodes, (element) => hasClass(element, 'badges'));
  const prose = findElement(nodes, (element) => hasClass(element, 'prose'));
  const facts = (badges?.children ?? []).map((badge) => textOf(badge).trim()).filter((fact) => fact !== '');
  return [
    `# ${textOf(title ?? '').trim()}`,
    `> ${description?.attributes['content'] ?? ''}`,
    [...facts, url].join(' · '),
    htmlToMarkdown(prose?.children ?? [], url),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
