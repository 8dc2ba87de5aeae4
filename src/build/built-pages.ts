/** What the pages just built say about themselves, for whatever is made from them: sitemap, social images. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface BuiltPage {
  /** Public address without the origin: `/docs/first-monitor`, `/` for the first page. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly canonicalUrl: string;
  /** Address of its social image without the origin. */
  readonly imagePath: string;
  /** Name of the page above it, when its breadcrumbs have one. */
  readonly section: string | null;
  /** Day of its last change, `YYYY-MM-DD`, where the page knows it. */
  readonly changed: string | null;
}

/** Every page that search engines may keep, in the order of their addresses. */
export async function readBuiltPages(outDir: string): Promise<BuiltPage[]> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const pages: BuiltPage[] = [];
  for (const file of files) {
    const page = await readPage(outDir, file);
    if (page !== null) pages.push(page);
  }
  return pages;
}

async function readPage(outDir: string, file: string): Promise<BuiltPage | null> {
  const html = await readFile(file, 'utf8');
  const canonicalUrl = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const image = metaContent(html, 'og:image');
  if (canonicalUrl === undefined || image === null) return null;
  const path = `/${relative(outDir, file).split(sep).join('/')}`.replace(/(?:index)?\.html$/, '');
  return {
    path,
    title: metaContent(html, 'og:title') ?? path,
    description: metaContent(html, 'og:description') ?? '',
    canonicalUrl: decode(canonicalUrl),
    imagePath: new URL(image).pathname,
    section: sectionOf(html),
    changed: metaContent(html, 'article:modified_time'),
  };
}

function metaContent(html: string, property: string): string | null {
  const value = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  return value === undefined ? null : decode(value);
}

/** The last but one of the breadcrumbs; the first is the site itself. */
function sectionOf(html: string): string | null {
  for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
    const node: unknown = JSON.parse(json);
    if (!isBreadcrumbs(node) || node.itemListElement.length < 3) continue;
    return node.itemListElement.at(-2)?.name ?? null;
  }
  return null;
}

function isBreadcrumbs(node: unknown): node is { itemListElement: { name: string }[] } {
  return typeof node === 'object' && node !== null && '@type' in node && node['@type'] === 'BreadcrumbList';
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#38': '&',
  '#39': "'",
};

function decode(text: string): string {
  return text.replace(/&([a-z]+|#\d+);/g, (whole, name: string) => entities[name] ?? whole);
}
