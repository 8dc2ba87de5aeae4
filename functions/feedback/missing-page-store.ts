/** Unknown paths in D1. */
import type { MissingPageStore } from './missing-page.ts';

/** Different paths a day: far more than lost readers type, far less than a scanner tries. */
export const MISSING_PATHS_PER_DAY_MAX = 500;

export function createMissingPageStore(db: D1Database): MissingPageStore {
  return {
    async count(path, day, keepFrom) {
      await db.batch([
        db.prepare('DELETE FROM missing_pages WHERE day < ?').bind(keepFrom),
        db
          .prepare(
            `INSERT INTO missing_pages (day, path, visits)
             SELECT ?1, ?2, 1
             WHERE EXISTS (SELECT 1 FROM missing_pages WHERE day = ?1 AND path = ?2)
                OR (SELECT COUNT(*) FROM missing_pages WHERE day = ?1) < ?3
             ON CONFLICT (day, path) DO UPDATE SET visits = visits + 1`,
          )
          .bind(day, path, MISSING_PATHS_PER_DAY_MAX),
      ]);
    },
  };
}
