/** Counts visits to pages that do not exist, so that the links can be fixed. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { reportablePath } from '#domain/feedback/reportable-path.ts';
import type { Deps } from '#functions/compose.ts';
import { noteMissingPage } from './store.ts';

/** Shortens the path again, as the page already did: a manual call must not store personal data. */
export async function countMissingPage(
  { db, missingPagesKeptDays, clock }: Pick<Deps, 'db' | 'missingPagesKeptDays' | 'clock'>,
  path: string,
): Promise<void> {
  const now = clock.now();
  const keepFrom = businessDay(now - missingPagesKeptDays * DAY_MS);
  await noteMissingPage(db, reportablePath(path), businessDay(now), keepFrom);
}
