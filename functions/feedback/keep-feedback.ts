/** A reader said whether an article helped: keep it, once per reader and page, without what may name a person. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { type FeedbackRequest, keptFeedbackText } from '#domain/contracts/feedback.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { FeedbackStore } from './store.ts';

interface Needs {
  readonly feedback: FeedbackStore;
  readonly feedbackKeptDays: number;
  readonly clock: Clock;
}

export async function keepFeedback(
  { feedback, feedbackKeptDays, clock }: Needs,
  { page, key, isHelpful, text }: FeedbackRequest,
): Promise<void> {
  const now = clock.now();
  const keepFrom = businessDay(now - feedbackKeptDays * DAY_MS);
  await feedback.keep({ page, key, isHelpful, text: keptFeedbackText(text) }, businessDay(now), keepFrom);
}
