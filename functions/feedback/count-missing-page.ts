/** Counts visits to pages that do not exist, so that the links can be fixed. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { reportablePath } from '#domain/feedback/reportable-path.ts';
import type { Deps } from '#functions/compose.ts';

/** Shortens the path again, as the page already did: a manual call must not store personal data. */
export async function countMissingPage(
  {
    missingPages,
    missingPagesKeptDays,
    clock,
  }: Pick<Deps, 'missingPages' | 'missingPagesKeptDays' | 'clock'>,
  path: string,
): Promise<void> {
  const now = clock.now();
  const keepFrom = businessDay(now - missingPagesKeptDays * DAY_MS);
  await missingPages.count(reportablePath(path), businessDay(now), keepFrom);
}
