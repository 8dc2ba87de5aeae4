/** Counts words that the search of the documentation does not find, so that articles and everyday words can have them. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { reportableWords } from '#domain/feedback/reportable-words.ts';
import type { Deps } from '#functions/compose.ts';
import { noteMissingWords } from './store.ts';

export async function countMissingWords(
  { db, missingWordsKeptDays, clock }: Pick<Deps, 'db' | 'missingWordsKeptDays' | 'clock'>,
  words: readonly string[],
): Promise<void> {
  const now = clock.now();
  const keepFrom = businessDay(now - missingWordsKeptDays * DAY_MS);
  await noteMissingWords(db, reportableWords(words), businessDay(now), keepFrom);
}
