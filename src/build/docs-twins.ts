/**
 * Writes a Markdown version of every published article, and one file with all of them; and one of each comparison,
 * legal text and page about trust, and of the questions on the support page.
 *
 * `/docs/first-monitor` has `/docs/first-monitor.md`; `/llms-full.txt` contains all articles in reading order. All are
 * made from the built pages, so they contain what a reader sees, including plan numbers.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findElement, type HtmlElement, type HtmlNode, hasClass, textOf } from '#lib/html-tree.ts';
import { legalIds, trustIds } from '../schemas/legal.ts';
import { isArticle, type PageReader } from './finished-pages.ts';
import { htmlToMarkdown } from './html-markdown.ts';

export function docsTwins(siteUrl: string, siteName: string): PageReader {
  const twins = new Map<string, string>();
  let order: ReadonlyMap<string, number> = new Map();
  return {
    async page({ path }, tree, outDir) {
      if (path === '/docs') order = readingOrder(tree.elements);
      const isOfDocs = isArticle(tree);
      const part = isOfDocs ? 'prose' : partOf(path);
      if (part === null) return;
      const twin = pageMarkdown(tree.nodes, `${siteUrl}${path}`, part, `${siteUrl}/llms.txt`);
      await writeFile(join(outDir, `${path}.md`), twin);
      if (isOfDocs) twins.set(path, twin);
    },
    async done(outDir) {
      const placeOf = (path: string): number => order.get(path) ?? order.size;
      const sorted = [...twins].sort(([one], [other]) => placeOf(one) - placeOf(other));
      const head = `# ${siteName}: a documentação inteira\n\n${siteUrl}/docs, ${twins.size} artigos.\n`;
      const text = [head, ...sorted.map(([, twin]) => twin)].join('\n---\n\n');
      await writeFile(join(outDir, 'llms-full.txt'), text);
      return `${twins.size} artigos também em Markdown`;
    },
  };
}

/** Reading order, from the index. */
function readingOrder(elements: readonly HtmlElement[]): ReadonlyMap<string, number> {
  const heading = elements.findIndex(({ attributes }) => attributes['id'] === 'todos-os-artigos');
  const paths = elements
    .slice(heading)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes['href'] ?? '')
    .filter((href) => href.startsWith('/docs/') && !href.includes('#'));
  return new Map(paths.map((path, position) => [path, position]));
}

/** The class, or the element, of the part that is written of a page that is no article; `null` for a page without a Markdown version. */
function partOf(path: string): string | null {
  if (path === '/suporte') return 'entries';
  if (path.startsWith('/comparar/')) return 'main';
  return [...legalIds, ...trustIds].some((id) => id !== 'proposta' && path === `/${id}`) ? 'prose' : null;
}

/** A page as Markdown: title, description, badges, where the index is, text. */
function pageMarkdown(nodes: readonly HtmlNode[], url: string, part: string, index: string): string {
  const title = findElement(nodes, ({ name }) => name === 'h1');
  const description = findElement(
    nodes,
    ({ name, attributes }) => name === 'meta' && attributes['name'] === 'description',
  );
  const badges = findElement(nodes, (element) => hasClass(element, 'badges'));
  const prose = findElement(nodes, (element) => element.name === part || hasClass(element, part));
  const facts = (badges?.children ?? []).map((badge) => textOf(badge).trim()).filter((fact) => fact !== '');
  return [
    `# ${textOf(title ?? '').trim()}`,
    `> ${description?.attributes['content'] ?? ''}`,
    [...facts, url].join(' · '),
    `Índice de tudo o que há em Markdown: ${index}`,
    htmlToMarkdown((prose?.children ?? []).filter(isNotTitle), url),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The title stands above. */
const isNotTitle = (node: HtmlNode): boolean =>
  typeof node === 'string' || findElement([node], ({ name }) => name === 'h1') === undefined;
