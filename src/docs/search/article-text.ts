/** Converts an article's text file for the search: splits its sections into words. */

import { ASIDE_WEIGHT, type WrittenArticle } from '#docs/search/rules/index-file.ts';
import type { SearchableArticle, SearchableSection } from '#docs/search/rules/rank-sections.ts';
import { tokensOf } from '#domain/text/tokens.ts';

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

export function articleText({ title, label, category, url, tags, sections }: WrittenArticle): ArticleText {
  return {
    title,
    category,
    url,
    nameTokens: [tokensOf(label), tokensOf(title)],
    tagTokens: tokensOf(tags),
    sections: sections.map(({ id, title: heading, partOf, text, asides = [] }) => ({
      title: heading,
      url: id === '' ? url : `${url}#${id}`,
      text,
      headingTokens: tokensOf(heading),
      partOfTokens: tokensOf(partOf),
      textTokens: tokensOf(text).map((token) => ({
        ...token,
        weight: asides.some(([from, to]) => token.start >= from && token.start < to) ? ASIDE_WEIGHT : 1,
      })),
    })),
  };
}
