/** Stores whether an article helped a reader, once per reader and page, without personal data. */

import { type FeedbackRequest, keptFeedbackText } from '#domain/api-schemas/feedback.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { hideNumbers } from '#domain/support/hide-numbers.ts';
import type { Deps } from '#functions/compose.ts';
import { writeFeedback } from './store.ts';

export async function keepFeedback(
  { db, feedbackKeptDays, clock }: Pick<Deps, 'db' | 'feedbackKeptDays' | 'clock'>,
  { page, key, isHelpful, text }: FeedbackRequest,
): Promise<void> {
  const now = clock.now();
  const kept = keptFeedbackText(text);
  const keepFrom = businessDay(now - feedbackKeptDays * DAY_MS);
  // A CNPJ with letters has fewer digits in a row than `hideNumbers` looks for.
  const words = kept === null ? null : hideNumbers(kept);
  await writeFeedback(db, { page, key, isHelpful, text: words }, businessDay(now), keepFrom);
}
