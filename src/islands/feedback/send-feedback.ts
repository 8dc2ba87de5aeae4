/** Sends a reader's vote on an article. Apart from lib/api.ts, which brings the session along. */
import { type FeedbackRequest, feedbackEndpoint } from '#domain/contracts/feedback.ts';

const TIMEOUT_MS = 10_000;

/** @returns False when it did not arrive or was refused; the same vote may be sent again. */
export async function sendFeedback(apiUrl: string, vote: FeedbackRequest): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}${feedbackEndpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(vote),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    // No connection, or it took too long: the reader is told and may press again.
    return false;
  }
}
