/** States and sentences of the search. */
import type { ArticleLink } from '#docs/search/rules/index-file.ts';
import type { Correction, FoundArticle } from './search-articles.ts';

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly previous: readonly FoundArticle[] }
  | {
      readonly kind: 'found';
      readonly query: string;
      readonly articles: readonly FoundArticle[];
      /** What the reader may have meant; `null` also once the reader keeps what was typed. */
      readonly correction: Correction | null;
    }
  | NothingFound
  | { readonly kind: 'failed' };

export interface NothingFound {
  readonly kind: 'empty';
  readonly query: string;
  /** " na categoria Notificações"; empty without filters. */
  readonly within: string;
  /** True for a question with only stop words. */
  readonly isVague: boolean;
  /** True when there are results outside of the filters. */
  readonly isElsewhere: boolean;
  /** Those results, or the popular articles. */
  readonly instead: readonly ArticleLink[];
}

/** Offered in the window before anything is typed. */
export const suggestedSearches = [
  'não fui avisado',
  'alarme falso',
  'domínio próprio',
  'quanto custa',
] as const;

/** Rows shown per article before "mais trechos". */
const ROWS_AT_FIRST = 2;

/** A stop of the arrow keys: a result row, or "mais trechos". */
export interface SearchStop {
  readonly articleIndex: number;
  /** Index of the article's row; `null` for "mais trechos". */
  readonly rowIndex: number | null;
}

export function shownArticles(state: SearchState): readonly FoundArticle[] {
  if (state.kind === 'found') return state.articles;
  return state.kind === 'searching' ? state.previous : [];
}

/**
 * The stops in screen order.
 *
 * @param opened Addresses of the articles that show all their rows.
 */
export function searchStops(
  articles: readonly FoundArticle[],
  opened: ReadonlySet<string>,
): readonly SearchStop[] {
  return articles.flatMap(({ url, rows }, articleIndex) => {
    const count = opened.has(url) ? rows.length : Math.min(rows.length, ROWS_AT_FIRST);
    const shown = rows.slice(0, count).map((_row, rowIndex) => ({ articleIndex, rowIndex }));
    return count < rows.length ? [...shown, { articleIndex, rowIndex: null }] : shown;
  });
}

/** "mais 3 trechos deste artigo". */
export function moreRows({ rows }: FoundArticle): string {
  const count = rows.length - ROWS_AT_FIRST;
  return `mais ${count} ${count === 1 ? 'trecho' : 'trechos'} deste artigo`;
}

/** The next stop for an arrow key; the list wraps around, and -1 is the field. */
export function nextStop(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  const next = active + step;
  if (next >= count) return 0;
  return next < 0 ? count - 1 : next;
}

const SHOWN_LETTERS_MAX = 60;

/** The question for display, shortened. */
export function shownQuery(query: string): string {
  return query.length > SHOWN_LETTERS_MAX ? `${query.slice(0, SHOWN_LETTERS_MAX - 1).trimEnd()}…` : query;
}

/** Describes the search and its filters. */
export function nothingFound({ within, isVague }: NothingFound): readonly [before: string, after: string] {
  return isVague
    ? ['', ' sozinho não diz o que procurar. Escreva mais uma palavra.']
    : ['Nenhum artigo para ', `${within}.`];
}

/** Announcement for screen readers when the results change. */
export function announcement(state: SearchState): string {
  switch (state.kind) {
    case 'found': {
      const count =
        state.articles.length === 1 ? '1 artigo encontrado' : `${state.articles.length} artigos encontrados`;
      if (state.correction === null) return `${count}.`;
      const meant = `“${shownQuery(state.correction.query)}”`;
      return state.correction.isShown ? `${count} para ${meant}.` : `${count}. Talvez ${meant}.`;
    }
    case 'empty': {
      const [before, after] = nothingFound(state);
      return `${before}“${shownQuery(state.query)}”${after}`;
    }
    case 'failed':
      return 'A busca não carregou.';
    default:
      return '';
  }
}
