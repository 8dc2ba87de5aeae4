/** Date of each article's last change, read from git once per build. */
import { lastChanges } from '#build/git-dates.ts';
import type { Article } from './library.ts';

const FOLDER = 'content/docs';
let known: ReadonlyMap<string, Date> | undefined;

/** `undefined` when git does not know. */
function lastChanged(article: Article): Date | undefined {
  known ??= lastChanges(process.cwd(), FOLDER);
  return known.get(`${FOLDER}/${article.id}.mdx`);
}

/** Date of the last change or review of an article, for the feed. */
export function lastTouched(article: Article): Date | undefined {
  const { reviewed } = article.data;
  const changed = lastChanged(article);
  if (changed === undefined || reviewed === undefined) return changed ?? reviewed;
  return changed > reviewed ? changed : reviewed;
}
