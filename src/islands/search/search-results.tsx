/** The answer below the search field: results with matching passages, or a sentence that helps on. */
import type { ExcerptPart } from '#domain/search/excerpt.ts';
import type { FoundArticle } from '#features/search/search-articles.ts';
import { type SearchState, type SearchStop, searchStops, shownArticles } from './search-state.ts';

interface SearchResultsProps {
  readonly listId: string;
  readonly state: SearchState;
  readonly active: number;
  readonly onRetry: () => void;
  readonly onPoint: (stop: number) => void;
  readonly onFollow: () => void;
}

/** Id of one stop, for `aria-activedescendant`. */
export const stopId = (listId: string, stop: number): string => `${listId}-${stop}`;

export function SearchResults({ listId, state, active, onRetry, onPoint, onFollow }: SearchResultsProps) {
  if (state.kind === 'failed') return <Failed onRetry={onRetry} />;
  if (state.kind === 'empty') return <Empty query={state.query} />;
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

function Empty({ query }: { readonly query: string }) {
  return (
    <div className="search-message">
      <p>
        Nenhum artigo para <strong>“{query}”</strong>.
      </p>
      <p>
        Tente uma palavra só, ou veja <a href="/docs#todos-os-artigos">todos os artigos</a>.
      </p>
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
