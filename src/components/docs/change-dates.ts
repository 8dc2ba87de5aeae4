/** When each article last changed; asked of git once a build. */
import { lastChanges } from '../../build/git-dates.ts';
import type { Article } from './library.ts';

const FOLDER = 'content/docs';
let known: ReadonlyMap<string, Date> | undefined;

/** `undefined` where git cannot tell. */
function lastChanged(article: Article): Date | undefined {
  known ??= lastChanges(process.cwd(), FOLDER);
  return known.get(`${FOLDER}/${article.id}.mdx`);
}

/** Day on which somebody last changed or reviewed the article; what readers of the feed are told. */
export function lastTouched(article: Article): Date | undefined {
  const { reviewed } = article.data;
  const changed = lastChanged(article);
  if (changed === undefined || reviewed === undefined) return changed ?? reviewed;
  return changed > reviewed ? changed : reviewed;
}
