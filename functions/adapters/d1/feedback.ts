/** Votes on articles in D1. */
import type { FeedbackStore } from '#functions/ports/feedback-store.ts';

/** New votes a day: far more than readers give, far less than somebody can send who means harm. */
export const VOTES_PER_DAY_MAX = 2000;

export function createFeedbackStore(db: D1Database): FeedbackStore {
  return {
    async keep({ page, key, isHelpful, text }, day, keepFrom) {
      await db.batch([
        db.prepare('DELETE FROM feedback WHERE day < ?').bind(keepFrom),
        db
          .prepare(
            `INSERT INTO feedback (page, reader_key, helpful, text, day)
             SELECT ?1, ?2, ?3, ?4, ?5
             WHERE EXISTS (SELECT 1 FROM feedback WHERE page = ?1 AND reader_key = ?2)
                OR (SELECT COUNT(*) FROM feedback WHERE day = ?5) < ?6
             ON CONFLICT (page, reader_key) DO UPDATE
             SET helpful = excluded.helpful, text = COALESCE(excluded.text, text), day = excluded.day`,
          )
          .bind(page, key, isHelpful ? 1 : 0, text, day, VOTES_PER_DAY_MAX),
      ]);
    },
  };
}
