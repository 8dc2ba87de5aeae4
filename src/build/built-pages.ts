/** Metadata of the built pages, for sitemap and social images. */
import { type HtmlElement, textOf } from '#lib/html-tree.ts';
import type { FinishedPage, PageTree } from './finished-pages.ts';

export interface BuiltPage {
  /** Public address without the origin: `/docs/first-monitor`, `/` for the first page. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly canonicalUrl: string;
  /** Address of the social image without the origin. */
  readonly imagePath: string;
  /** Name of the parent page in its breadcrumbs. */
  readonly section: string | null;
  /** Day of the last change, `YYYY-MM-DD`, if known. */
  readonly changed: string | null;
}

/** @returns `null` for a page with `noindex`. */
export function readBuiltPage({ path }: FinishedPage, { elements }: PageTree): BuiltPage | null {
  const canonicalUrl = attributeOf(elements, 'link', 'rel', 'canonical', 'href');
  const meta = (property: string) => attributeOf(elements, 'meta', 'property', property, 'content');
  const image = meta('og:image');
  if (canonicalUrl === null || image === null) return null;
  return {
    path,
    title: meta('og:title') ?? path,
    description: meta('og:description') ?? '',
    canonicalUrl,
    imagePath: new URL(image).pathname,
    section: sectionOf(elements),
    changed: meta('article:modified_time'),
  };
}

/** @returns An attribute of the element that is identified by another attribute. */
function attributeOf(
  elements: readonly HtmlElement[],
  tag: string,
  key: string,
  kind: string,
  wanted: string,
): string | null {
  const found = elements.find(({ name, attributes }) => name === tag && attributes[key] === kind);
  return found?.attributes[wanted] ?? null;
}

/** The second to last breadcrumb; the first is the site. */
function sectionOf(elements: readonly HtmlElement[]): string | null {
  for (const element of elements) {
    if (element.attributes['type'] !== 'application/ld+json') continue;
    const node: unknown = JSON.parse(textOf(element));
    if (!isBreadcrumbs(node) || node.itemListElement.length < 3) continue;
    return node.itemListElement.at(-2)?.name ?? null;
  }
  return null;
}

function isBreadcrumbs(node: unknown): node is { itemListElement: { name: string }[] } {
  return typeof node === 'object' && node !== null && '@type' in node && node['@type'] === 'BreadcrumbList';
}
