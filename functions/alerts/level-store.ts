/** What monitors are, as their environment stated it last, for pages. */
import { all, firstValue } from '#functions/platform/db.ts';
import { LEVEL_COLUMNS, type LevelRow } from './level-rows.ts';

/** Monitors of an environment, but for deleted ones. */
export const listLevels = (db: D1Database, orderId: string): Promise<readonly LevelRow[]> =>
  all<LevelRow>(db)`SELECT ${LEVEL_COLUMNS} FROM alert_levels
    WHERE order_id = ${orderId} AND reason IS NOT 'deleted' ORDER BY monitor_id`;

/** When an environment was heard last; `null`: never. */
export const findHeardAt = (db: D1Database, orderId: string): Promise<number | null> =>
  firstValue<number>(db)`SELECT news_at AS value FROM alert_reporters
    WHERE order_id = ${orderId} AND version > 0`;
