/** The answer below the search field: results with matching passages, or a sentence that helps on. */
import type { ExcerptPart } from '#domain/search/excerpt.ts';
import type { ArticleLink, FoundArticle } from '#features/search/search-articles.ts';
import { type SearchState, type SearchStop, searchStops, shownArticles } from './search-state.ts';

interface SearchResultsProps {
  readonly listId: string;
  readonly state: SearchState;
  readonly active: number;
  /** True while filters keep articles away. */
  readonly isNarrowed: boolean;
  readonly onWiden: () => void;
  readonly onRetry: () => void;
  readonly onPoint: (stop: number) => void;
  readonly onFollow: () => void;
}

/** Id of one stop, for `aria-activedescendant`. */
export const stopId = (listId: string, stop: number): string => `${listId}-${stop}`;

export function SearchResults(props: SearchResultsProps) {
  const { state, isNarrowed, onWiden, onRetry, onFollow } = props;
  if (state.kind === 'failed') return <Failed onRetry={onRetry} />;
  if (state.kind === 'empty')
    return <Empty {...state} isNarrowed={isNarrowed} onWiden={onWiden} onFollow={onFollow} />;
  return (
    <>
      {state.kind === 'found' && state.readAs !== null && (
        <p className="search-read-as">
          Resultados para <strong>{state.readAs}</strong>
        </p>
      )}
      <Found {...props} />
    </>
  );
}

function Found({ listId, state, active, onPoint, onFollow }: SearchResultsProps) {
  const articles = shownArticles(state);
  const stops = searchStops(articles);
  return (
    <div id={listId} role="listbox" aria-label="Resultados da busca" className="search-list">
      {articles.map((article, articleIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox is grouped by role, a fieldset is for forms.
        <div key={article.url} role="group" aria-label={article.title} className="search-article">
          {stops.map((stop, index) =>
            stop.articleIndex === articleIndex ? (
              <a
                key={stop.url}
                id={stopId(listId, index)}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                href={stop.url}
                className={stop.sectionIndex === null ? 'search-hit' : 'search-hit search-hit-section'}
                onPointerMove={() => onPoint(index)}
                onClick={onFollow}
              >
                <Stop article={article} stop={stop} />
              </a>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}

function Stop({ article, stop }: { readonly article: FoundArticle; readonly stop: SearchStop }) {
  const section = stop.sectionIndex === null ? undefined : article.sections[stop.sectionIndex];
  if (section !== undefined) {
    return (
      <>
        <span className="search-title">{section.title}</span>
        <Excerpt parts={section.excerpt} />
      </>
    );
  }
  return (
    <>
      <span className="search-title">{article.title}</span>
      <span className="search-category">{article.category}</span>
      {article.sections.length === 0 && <Excerpt parts={article.excerpt} />}
    </>
  );
}

function Excerpt({ parts }: { readonly parts: readonly ExcerptPart[] }) {
  return (
    <span className="search-excerpt">
      {parts.map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one passage never change places.
        return part.isMatch ? <mark key={index}>{part.text}</mark> : part.text;
      })}
    </span>
  );
}

const ALL_ARTICLES = '/docs#todos-os-artigos';

interface EmptyProps {
  readonly query: string;
  readonly popular: readonly ArticleLink[];
  readonly isNarrowed: boolean;
  readonly onWiden: () => void;
  readonly onFollow: () => void;
}

function Empty({ query, popular, isNarrowed, onWiden, onFollow }: EmptyProps) {
  return (
    <div className="search-message">
      <p>
        Nenhum artigo para <strong>“{query}”</strong>
        {isNarrowed ? ' com esses filtros.' : '.'}
      </p>
      {isNarrowed ? (
        <button type="button" className="search-retry" onClick={onWiden}>
          Buscar em toda a documentação
        </button>
      ) : (
        <>
          <p>Tente menos palavras, ou o nome do canal ou do campo como aparece na tela.</p>
          {popular.length > 0 && (
            <ul aria-label="Artigos mais procurados">
              {popular.map(({ title, url }) => (
                <li key={url}>
                  <a href={url} onClick={onFollow}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <p>
            <a href={ALL_ARTICLES} onClick={onFollow}>
              Todos os artigos
            </a>{' '}
            ou <a href="/suporte">fale com o suporte</a>.
          </p>
        </>
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
