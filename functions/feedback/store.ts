/**
 * Votes on articles, paths of missing pages and words that no article has, in D1. The tables are bounded: a daily
 * maximum, and old days are deleted.
 */
import type { FeedbackLine, MissingWordLine } from '#domain/api-schemas/operation-answers.ts';
import { rowsOf, statement } from '#functions/platform/db.ts';

/** New votes a day: far more than readers give, far less than an attacker can send. */
export const VOTES_PER_DAY_MAX = 2000;
/** Comments shown per article. */
export const TEXTS_PER_PAGE_MAX = 20;
/** Different paths a day: far more than lost readers type, far less than a scanner tries. */
export const MISSING_PATHS_PER_DAY_MAX = 500;
/** Different words a day: far more than readers miss, far less than an attacker can send. */
export const MISSING_WORDS_PER_DAY_MAX = 500;
/** A word of fewer days may be one person's: it is not shown. */
const MISSING_WORD_DAYS_MIN = 3;

/** Whether an article helped one reader. */
export interface Feedback {
  /** Route of the article: `/docs/first-monitor`. */
  readonly page: string;
  /** Identifies one vote on this page; random, not shared with other pages. */
  readonly key: string;
  readonly isHelpful: boolean;
  readonly text: string | null;
}

type CountRow = Omit<FeedbackLine, 'texts'>;
interface TextRow {
  readonly page: string;
  readonly text: string;
}

/**
 * Stores a vote and deletes days older than `keepFrom`. The same key on the same page is the same vote: it may be
 * changed, and a comment may be added.
 */
export async function writeFeedback(
  db: D1Database,
  { page, key, isHelpful, text }: Feedback,
  day: string,
  keepFrom: string,
): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM feedback WHERE day < ${keepFrom}`,
    statement(db)`INSERT INTO feedback (page, reader_key, helpful, text, day)
          SELECT ${page}, ${key}, ${isHelpful ? 1 : 0}, ${text}, ${day}
          WHERE EXISTS (SELECT 1 FROM feedback WHERE page = ${page} AND reader_key = ${key})
            OR (SELECT COUNT(*) FROM feedback WHERE day = ${day}) < ${VOTES_PER_DAY_MAX}
          ON CONFLICT (page, reader_key) DO UPDATE
          SET helpful = excluded.helpful, text = COALESCE(excluded.text, text), day = excluded.day`,
  ]);
}

/** Votes since the day `from`, the article with most unhelpful votes first; per article the latest comments. */
export async function summarizeFeedback(db: D1Database, from: string): Promise<FeedbackLine[]> {
  const [counts, texts] = await db.batch([
    statement(db)`SELECT page, SUM(helpful) AS helpful, SUM(1 - helpful) AS not_helpful
          FROM feedback WHERE day >= ${from} GROUP BY page ORDER BY not_helpful DESC, helpful DESC, page`,
    statement(db)`SELECT page, text FROM (
            SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY day DESC, reader_key) AS place
            FROM feedback WHERE day >= ${from} AND text IS NOT NULL
          ) WHERE place <= ${TEXTS_PER_PAGE_MAX} ORDER BY page, place`,
  ]);
  const words = rowsOf<TextRow>(texts);
  return rowsOf<CountRow>(counts).map((counted) => ({
    ...counted,
    texts: words.filter(({ page }) => page === counted.page).map(({ text }) => text),
  }));
}
/** Counts one visit to an unknown path on a day, and removes days older than `keepFrom`. */
export async function noteMissingPage(
  db: D1Database,
  path: string,
  day: string,
  keepFrom: string,
): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM missing_pages WHERE day < ${keepFrom}`,
    statement(db)`INSERT INTO missing_pages (day, path, visits)
          SELECT ${day}, ${path}, 1
          WHERE EXISTS (SELECT 1 FROM missing_pages WHERE day = ${day} AND path = ${path})
            OR (SELECT COUNT(*) FROM missing_pages WHERE day = ${day}) < ${MISSING_PATHS_PER_DAY_MAX}
          ON CONFLICT (day, path) DO UPDATE SET visits = visits + 1`,
  ]);
}

/** Counts each word once on a day, and removes days older than `keepFrom`. */
export async function noteMissingWords(
  db: D1Database,
  words: readonly string[],
  day: string,
  keepFrom: string,
): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM missing_words WHERE day < ${keepFrom}`,
    ...words.map(
      (word) => statement(db)`INSERT INTO missing_words (day, word, times)
          SELECT ${day}, ${word}, 1
          WHERE EXISTS (SELECT 1 FROM missing_words WHERE day = ${day} AND word = ${word})
            OR (SELECT COUNT(*) FROM missing_words WHERE day = ${day}) < ${MISSING_WORDS_PER_DAY_MAX}
          ON CONFLICT (day, word) DO UPDATE SET times = times + 1`,
    ),
  ]);
}

/** Words since the day `from` that were missed on several days, the most often missed first. */
export async function summarizeMissingWords(db: D1Database, from: string): Promise<MissingWordLine[]> {
  return rowsOf<MissingWordLine>(
    await statement(db)`SELECT word, COUNT(*) AS days, SUM(times) AS times FROM missing_words
          WHERE day >= ${from} GROUP BY word HAVING COUNT(*) >= ${MISSING_WORD_DAYS_MIN}
          ORDER BY times DESC, days DESC, word`.all(),
  );
}
