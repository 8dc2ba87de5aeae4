/** A reader said whether an article helped: keep it, once per reader and page, without what may name a person. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { type FeedbackRequest, keptFeedbackText } from '#domain/contracts/feedback.ts';
import type { Deps } from '#functions/deps.ts';

export async function keepFeedback(
  deps: Pick<Deps, 'feedback' | 'clock' | 'feedbackKeptDays'>,
  { page, key, isHelpful, text }: FeedbackRequest,
): Promise<void> {
  const now = deps.clock.now();
  const keepFrom = businessDay(now - deps.feedbackKeptDays * DAY_MS);
  const vote = { page, key, isHelpful, text: keptFeedbackText(text) };
  await deps.feedback.keep(vote, businessDay(now), keepFrom);
}
