/** Votes on articles in D1. */
import type { FeedbackLine } from '#domain/contracts/operations.ts';
import type { FeedbackStore } from './feedback.ts';

/** New votes a day: far more than readers give, far less than somebody can send who means harm. */
export const VOTES_PER_DAY_MAX = 2000;
/** Words told of each article: as many as somebody reads. */
export const TEXTS_PER_PAGE_MAX = 20;

type CountRow = Omit<FeedbackLine, 'texts'>;
interface TextRow {
  readonly page: string;
  readonly text: string;
}

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
    async summary(from) {
      const [counts, texts] = await db.batch<CountRow | TextRow>([
        db
          .prepare(
            `SELECT page, SUM(helpful) AS helpful, SUM(1 - helpful) AS notHelpful
             FROM feedback WHERE day >= ? GROUP BY page ORDER BY notHelpful DESC, helpful DESC, page`,
          )
          .bind(from),
        db
          .prepare(
            `SELECT page, text FROM (
               SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY day DESC, reader_key) AS place
               FROM feedback WHERE day >= ? AND text IS NOT NULL
             ) WHERE place <= ? ORDER BY page, place`,
          )
          .bind(from, TEXTS_PER_PAGE_MAX),
      ]);
      const words = (texts?.results ?? []) as TextRow[];
      return ((counts?.results ?? []) as CountRow[]).map((counted) => ({
        ...counted,
        texts: words.filter(({ page }) => page === counted.page).map(({ text }) => text),
      }));
    },
  };
}
