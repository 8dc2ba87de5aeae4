/** A visitor came to a page that does not exist: count it, so that the link can be mended. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { reportablePath } from '#domain/missing-page/reportable-path.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { MissingPageStore } from './store.ts';

interface Needs {
  readonly missingPages: MissingPageStore;
  readonly missingPagesKeptDays: number;
  readonly clock: Clock;
}

/** What the page cut off is cut off again: a call by hand must not fill the table with what names people. */
export async function countMissingPage(
  { missingPages, missingPagesKeptDays, clock }: Needs,
  path: string,
): Promise<void> {
  const now = clock.now();
  const keepFrom = businessDay(now - missingPagesKeptDays * DAY_MS);
  await missingPages.count(reportablePath(path), businessDay(now), keepFrom);
}
