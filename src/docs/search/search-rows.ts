/** Elements below the search field: results with matching passages, or a sentence that helps. */
import type { ExcerptPart } from '#docs/search/rules/excerpt.ts';
import { element } from './element.ts';
import type { Correction, FoundArticle, FoundRow } from './search-articles.ts';
import {
  moreRows,
  type NothingFound,
  nothingFound,
  type SearchState,
  type SearchStop,
  shownQuery,
  suggestedSearches,
} from './search-state.ts';

/** Called by the links and buttons below the field. */
export interface SearchActions {
  follow(): void;
  /** Shows all rows of an article. */
  showAllRows(article: FoundArticle): void;
  /** Searches without filters. */
  widen(): void;
  retry(): void;
  /** Searches without a correction. */
  keepTyped(): void;
  choose(query: string): void;
  forget(): void;
}

type Children = readonly (Node | string)[];

const button = (className: string, onclick: () => void, text: string): HTMLButtonElement =>
  element('button', { type: 'button', className, onclick }, text);

/** One group of rows for each article. */
export function resultGroups(
  listId: string,
  articles: readonly FoundArticle[],
  stops: readonly SearchStop[],
  { follow, showAllRows }: SearchActions,
): Children {
  return articles.map((article, articleIndex) => {
    const options = stops.flatMap((stop, index) => {
      if (stop.articleIndex !== articleIndex) return [];
      const option = { id: stopId(listId, index), role: 'option', tabIndex: -1 };
      const row = stop.rowIndex === null ? undefined : article.rows[stop.rowIndex];
      if (row === undefined)
        return Object.assign(
          button('search-hit search-more', () => showAllRows(article), moreRows(article)),
          option,
        );
      return element(
        'a',
        { ...option, href: row.url, className: 'search-hit', onclick: follow },
        element('span', { className: 'search-title' }, ...title(row, stop.rowIndex === 0)),
        ...(stop.rowIndex === 0
          ? [element('span', { className: 'search-category' }, beside(article, row))]
          : []),
        element('span', { className: 'search-excerpt' }, ...withMarks(row.excerpt)),
      );
    });
    const group = { role: 'group', ariaLabel: article.title, className: 'search-article' };
    return element('div', group, ...options);
  });
}

const withMarks = (parts: readonly ExcerptPart[]): Children =>
  parts.map(({ isMatch, text }) => (isMatch ? element('mark', {}, text) : text));

/** The article's name stands in its first row only. */
const title = (row: FoundRow, isFirst: boolean): Children =>
  row.isBeginning && !isFirst ? ['Começo do artigo'] : withMarks(row.title);
const beside = ({ category, title: name }: FoundArticle, { isBeginning }: FoundRow): string =>
  isBeginning ? category : name;

/** Id of a row, for `aria-activedescendant`. */
export const stopId = (listId: string, stop: number): string => `${listId}-${stop}`;

/**
 * What is shown above the results, or instead of them.
 *
 * @param recent `null` where no searches are offered.
 */
export function noteOn(
  state: SearchState,
  recent: readonly string[] | null,
  actions: SearchActions,
): Children {
  switch (state.kind) {
    case 'idle':
      return recent === null ? [] : [offeredSearches(recent, actions)];
    case 'found':
      return state.correction === null ? [] : [maybeMeant(state.query, state.correction, actions)];
    case 'empty':
      return [element('div', { className: 'search-message' }, ...nothing(state, actions))];
    case 'failed':
      return [
        element(
          'div',
          { className: 'search-message' },
          element('p', {}, 'A busca não carregou. Confira a sua conexão e tente de novo.'),
          button('search-retry', actions.retry, 'Tentar de novo'),
        ),
      ];
    default:
      return [];
  }
}

/** What is shown, and beside it what else the reader may want. */
function maybeMeant(
  typed: string,
  { query, isShown, isTypedFound }: Correction,
  { choose, keepTyped }: SearchActions,
): HTMLElement {
  const strong = (text: string): HTMLElement => element('strong', {}, shownQuery(text));
  const words: Children = !isShown
    ? ['Mostrando ', strong(typed), '; talvez ', button('', () => choose(query), shownQuery(query))]
    : isTypedFound
      ? ['Mostrando ', strong(query), '; buscar só ', button('', keepTyped, shownQuery(typed))]
      : ['Nenhum artigo diz ', strong(typed), '. Mostrando ', strong(query)];
  return element('p', { className: 'search-meant' }, ...words);
}

/** Earlier searches in this browser, with a button that deletes them; without any, a few that others make. */
function offeredSearches(recent: readonly string[], { choose, forget }: SearchActions): HTMLElement {
  const isRecent = recent.length > 0;
  const queries = isRecent ? recent : suggestedSearches;
  const rows = queries.map((query) =>
    element(
      'li',
      {},
      button('', () => choose(query), shownQuery(query)),
    ),
  );
  return element(
    'div',
    { className: 'search-recent' },
    element(
      'div',
      { className: 'search-recent-head' },
      element('p', {}, isRecent ? 'Buscas recentes' : 'Sugestões de busca'),
      ...(isRecent ? [button('', forget, 'Limpar')] : []),
    ),
    element('ul', {}, ...rows),
  );
}

const ALL_ARTICLES = '/docs#todos-os-artigos';

function nothing(state: NothingFound, { follow, widen }: SearchActions): Children {
  const { query, within, isVague, isElsewhere, instead } = state;
  const [before, after] = nothingFound(state);
  const isNarrowed = !isVague && within !== '';
  const link = (href: string, text: string): HTMLElement => element('a', { href, onclick: follow }, text);
  const label = isElsewhere ? 'O que há fora do filtro' : 'Artigos mais procurados';
  const links = element(
    'ul',
    { ariaLabel: label },
    ...instead.map(({ title, url }) => element('li', {}, link(url, title))),
  );
  return [
    element('p', {}, before, element('strong', {}, `“${shownQuery(query)}”`), after),
    ...(isVague || isNarrowed
      ? []
      : [element('p', {}, 'Tente menos palavras, ou o nome do canal ou do campo como aparece na tela.')]),
    ...(instead.length > 0 ? [element('p', { className: 'search-label' }, label), links] : []),
    isNarrowed
      ? button('search-retry', widen, 'Buscar em toda a documentação')
      : element(
          'p',
          {},
          link(ALL_ARTICLES, 'Todos os artigos'),
          ' ou ',
          element('a', { href: '/suporte' }, 'fale com o suporte'),
          '.',
        ),
  ];
}
