/** An article of the index, cut into its sections. */

import type { SearchableArticle, SearchableSection } from '#domain/search/rank-sections.ts';
import { tokensOf } from '#domain/search/tokens.ts';

/** What Pagefind hands over of a page; it ships no types for it. */
export interface PagefindPage {
  readonly url: string;
  readonly content: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly anchors: readonly {
    readonly element: string;
    readonly id: string;
    readonly text: string;
    /** Which word of the content the anchor's own first one is. */
    readonly location: number;
  }[];
}

interface SectionText extends SearchableSection {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

export interface ArticleText extends SearchableArticle {
  readonly title: string;
  readonly category: string;
  readonly url: string;
  readonly sections: readonly SectionText[];
}

export function articleText({ url: written, content, meta, anchors }: PagefindPage): ArticleText {
  const url = resultUrl(written);
  const title = meta['title'] ?? url;
  const words = content.split(/\s+/);
  const headings = anchors
    .filter(({ element, text }) => /^h[2-6]$/i.test(element) && text.trim() !== '')
    .sort((a, b) => a.location - b.location);
  const starts = [
    { title, url, partOf: '', location: 0 },
    ...headings.map(({ id, text, element, location }, index) => ({
      title: text.trim(),
      url: `${url}#${id}`,
      partOf:
        headings
          .slice(0, index)
          .findLast((above) => above.element < element)
          ?.text.trim() ?? '',
      location,
    })),
  ];
  const sections = starts.map((start, index) => {
    const text = afterHeading(
      words.slice(start.location, starts[index + 1]?.location).join(' '),
      start.title,
    );
    return {
      title: start.title,
      url: start.url,
      text,
      headingTokens: tokensOf(start.title),
      partOfTokens: tokensOf(start.partOf),
      textTokens: tokensOf(text),
    };
  });
  const titleTokens = tokensOf(title);
  const tagTokens = tokensOf(meta['tags'] ?? '');
  return { title, category: meta['category'] ?? '', url, sections, titleTokens, tagTokens };
}

/** A text without the heading it opens with, which stands above it already. */
export function afterHeading(text: string, heading: string): string {
  if (!text.startsWith(heading)) return text;
  // The index closes a heading with a full stop where it has no mark of its own.
  const rest = /^\.?(?:\s+|$)([\s\S]*)/.exec(text.slice(heading.length));
  return rest?.[1] ?? text;
}

/** The public address of a result: pages are answered without `.html`. */
export function resultUrl(url: string): string {
  return url.replace(/\.html(?=$|[?#])/, '');
}
