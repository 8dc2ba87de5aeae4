/** States and sentences of the search, apart from how they look. */
import type { ArticleLink, FoundArticle } from '#features/search/search-articles.ts';

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly previous: readonly FoundArticle[] }
  | {
      readonly kind: 'found';
      readonly query: string;
      readonly articles: readonly FoundArticle[];
      /** The question with its slips mended. */
      readonly readAs: string | null;
    }
  | { readonly kind: 'empty'; readonly query: string; readonly popular: readonly ArticleLink[] }
  | { readonly kind: 'failed' };

/** One stop of the arrow keys: an article or a heading inside one. */
export interface SearchStop {
  readonly url: string;
  readonly articleIndex: number;
  /** `null` for the article itself. */
  readonly sectionIndex: number | null;
}

export function shownArticles(state: SearchState): readonly FoundArticle[] {
  if (state.kind === 'found') return state.articles;
  return state.kind === 'searching' ? state.previous : [];
}

/** Articles and their headings in the order in which they stand on screen. */
export function searchStops(articles: readonly FoundArticle[]): readonly SearchStop[] {
  return articles.flatMap((article, articleIndex) => [
    { url: article.url, articleIndex, sectionIndex: null },
    ...article.sections.map(({ url }, sectionIndex) => ({ url, articleIndex, sectionIndex })),
  ]);
}

/** Where an arrow key leads; the list is a ring, and -1 is the field itself. */
export function nextStop(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  const next = active + step;
  if (next >= count) return 0;
  return next < 0 ? count - 1 : next;
}

/** What a screen reader hears when the answer changes. */
export function announcement(state: SearchState): string {
  switch (state.kind) {
    case 'found': {
      const count =
        state.articles.length === 1 ? '1 artigo encontrado' : `${state.articles.length} artigos encontrados`;
      return state.readAs === null ? `${count}.` : `${count} para “${state.readAs}”.`;
    }
    case 'empty':
      return `Nenhum artigo para “${state.query}”.`;
    case 'failed':
      return 'A busca não carregou.';
    default:
      return '';
  }
}
