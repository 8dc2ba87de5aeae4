/** Reports words that no article has, once the reader has stopped typing: the word alone, and nothing about the reader. */
import { reportableWords } from '#domain/feedback/reportable-words.ts';
import type { SearchArticles } from './search-articles.ts';

/** Long enough that the beginning of a word is not taken for one. */
const PAUSE_MS = 3000;

/** @param send Called with the words of a question; with each word once. */
export function reportingMissing(
  search: SearchArticles,
  send: (words: readonly string[]) => void,
): SearchArticles {
  const sent = new Set<string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return async (query, filters = {}, isAsTyped = false) => {
    clearTimeout(waiting);
    const answer = await search(query, filters, isAsTyped);
    // A word may be in an article that the filters leave out.
    const words = Object.keys(filters).length > 0 ? [] : reportableWords(answer.unknown);
    const fresh = words.filter((word) => !sent.has(word));
    clearTimeout(waiting);
    if (fresh.length === 0) return answer;
    waiting = setTimeout(() => {
      for (const word of fresh) sent.add(word);
      send(fresh);
    }, PAUSE_MS);
    return answer;
  };
}
