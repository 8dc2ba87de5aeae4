/** A visitor came to a page that does not exist: count it, so that somebody mends the link. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { reportablePath } from '#domain/missing-page/reportable-path.ts';
import type { Deps } from '#functions/deps.ts';

/** What the page cut off is cut off again: whoever calls by hand must not fill the table with what names people. */
export async function countMissingPage(
  deps: Pick<Deps, 'missingPages' | 'clock' | 'missingPagesKeptDays'>,
  path: string,
): Promise<void> {
  const now = deps.clock.now();
  const keepFrom = businessDay(now - deps.missingPagesKeptDays * DAY_MS);
  await deps.missingPages.count(reportablePath(path), businessDay(now), keepFrom);
}
