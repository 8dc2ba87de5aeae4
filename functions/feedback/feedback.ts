/** Whether articles helped their readers. */
import type { FeedbackLine } from '#domain/contracts/operations.ts';

export interface Feedback {
  /** Route of the article: `/docs/first-monitor`. */
  readonly page: string;
  /** Tells one vote on this page from another; random, not shared with other pages. */
  readonly key: string;
  readonly isHelpful: boolean;
  readonly text: string | null;
}

export interface FeedbackStore {
  /**
   * Keeps a vote. The same key on the same page is the same vote: it may be changed, and words may be added to it.
   *
   * Bounded: once a day holds its fill of votes, a new one of that day is not kept, and days older than `keepFrom` go.
   *
   * @param day Calendar day, `YYYY-MM-DD`.
   */
  keep(feedback: Feedback, day: string, keepFrom: string): Promise<void>;
  /**
   * What readers said since a day, the article with most unhelpful votes first; of each, the latest words, bounded.
   *
   * @param from First calendar day that counts, `YYYY-MM-DD`.
   */
  summary(from: string): Promise<readonly FeedbackLine[]>;
}
