/** The results with matching passages, or a message. */
import type { ExcerptPart } from '#domain/search/excerpt.ts';
import type { FoundArticle } from '#features/search/search-articles.ts';
import {
  moreRows,
  type NothingFound,
  nothingFound,
  type SearchState,
  type SearchStop,
  shownArticles,
  shownQuery,
} from './search-state.ts';

interface SearchResultsProps {
  readonly listId: string;
  readonly state: SearchState;
  readonly stops: readonly SearchStop[];
  readonly active: number;
  readonly onWiden: () => void;
  readonly onRetry: () => void;
  readonly onPoint: (stop: number) => void;
  readonly onFollow: () => void;
  /** Shows all rows of an article. */
  readonly onMore: (article: FoundArticle) => void;
}

/** Id of a stop, for `aria-activedescendant`. */
export const stopId = (listId: string, stop: number): string => `${listId}-${stop}`;

export function SearchResults(props: SearchResultsProps) {
  const { state, onWiden, onRetry, onFollow } = props;
  if (state.kind === 'failed') return <Failed onRetry={onRetry} />;
  if (state.kind === 'empty') return <Empty nothing={state} onWiden={onWiden} onFollow={onFollow} />;
  return (
    <>
      {state.kind === 'found' && state.readAs !== null && (
        <p className="search-read-as">
          Resultados para <strong>{shownQuery(state.readAs)}</strong>
        </p>
      )}
      <Found {...props} />
    </>
  );
}

function Found({ listId, state, stops, active, onPoint, onFollow, onMore }: SearchResultsProps) {
  return (
    <div id={listId} role="listbox" aria-label="Resultados da busca" className="search-list">
      {shownArticles(state).map((article, articleIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox is grouped by role, a fieldset is for forms.
        <div key={article.url} role="group" aria-label={article.title} className="search-article">
          {stops.map((stop, index) => {
            if (stop.articleIndex !== articleIndex) return null;
            const option = {
              id: stopId(listId, index),
              role: 'option',
              'aria-selected': index === active,
              tabIndex: -1,
              onPointerMove: () => onPoint(index),
            } as const;
            const row = stop.rowIndex === null ? undefined : article.rows[stop.rowIndex];
            return row === undefined ? (
              <button
                key="more"
                type="button"
                {...option}
                className="search-hit search-more"
                onClick={() => onMore(article)}
              >
                {moreRows(article)}
              </button>
            ) : (
              <a key={row.url} {...option} href={row.url} className="search-hit" onClick={onFollow}>
                <span className="search-title">{row.title}</span>
                <span className="search-category">{row.isBeginning ? article.category : article.title}</span>
                <Excerpt parts={row.excerpt} />
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Excerpt({ parts }: { readonly parts: readonly ExcerptPart[] }) {
  return (
    <span className="search-excerpt">
      {parts.map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a passage keep their order.
        return part.isMatch ? <mark key={index}>{part.text}</mark> : part.text;
      })}
    </span>
  );
}

const ALL_ARTICLES = '/docs#todos-os-artigos';

interface EmptyProps {
  readonly nothing: NothingFound;
  readonly onWiden: () => void;
  readonly onFollow: () => void;
}

function Empty({ nothing, onWiden, onFollow }: EmptyProps) {
  const { query, filters, isVague, isElsewhere, instead } = nothing;
  const [before, after] = nothingFound(nothing);
  const isNarrowed = !isVague && Object.keys(filters).length > 0;
  return (
    <div className="search-message">
      <p>
        {before}
        <strong>“{shownQuery(query)}”</strong>
        {after}
      </p>
      {!isVague && !isNarrowed && (
        <p>Tente menos palavras, ou o nome do canal ou do campo como aparece na tela.</p>
      )}
      {isElsewhere && <p>Fora do filtro há:</p>}
      {instead.length > 0 && (
        <ul aria-label={isElsewhere ? 'O que há fora do filtro' : 'Artigos mais procurados'}>
          {instead.map(({ title, url }) => (
            <li key={url}>
              <a href={url} onClick={onFollow}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed ? (
        <button type="button" className="search-retry" onClick={onWiden}>
          Buscar em toda a documentação
        </button>
      ) : (
        <p>
          <a href={ALL_ARTICLES} onClick={onFollow}>
            Todos os artigos
          </a>{' '}
          ou <a href="/suporte">fale com o suporte</a>.
        </p>
      )}
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="search-message">
      <p>A busca não carregou. Confira a sua conexão e tente de novo.</p>
      <button type="button" className="search-retry" onClick={onRetry}>
        Tentar de novo
      </button>
    </div>
  );
}
