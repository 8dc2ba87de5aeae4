/** The content of D1 by table, read beside the running Worker. */
import { createHash } from 'node:crypto';
import { openWorkerDatabase } from '#tests/support/worker-database.ts';

const UNFINISHED = `SELECT
  (SELECT COUNT(*) FROM outbox WHERE sent_at IS NULL) +
  (SELECT COUNT(*) FROM webhook_events WHERE processed_at IS NULL) +
  (SELECT COUNT(*) FROM orders WHERE status = 'EM_ANDAMENTO') AS n`;

export function watchDatabase(stateDir: string) {
  const db = openWorkerDatabase(stateDir);
  const tables = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
  const version = db.prepare('PRAGMA data_version');
  const fingerprint = (table: string): string => {
    const hash = createHash('sha1');
    for (const row of db.prepare(`SELECT * FROM "${table}"`).iterate()) hash.update(JSON.stringify(row));
    return hash.digest('hex');
  };

  let lastVersion: unknown;
  const known = new Map<string, string>();
  return {
    /** Tables that changed since the last call. */
    changedTables() {
      const now = version.get()?.['data_version'];
      // A cheap check whether anything was written since.
      if (now === lastVersion) return [];
      lastVersion = now;
      return tables.filter((table) => {
        const next = fingerprint(table);
        const isOther = known.get(table) !== next;
        known.set(table, next);
        return isOther;
      });
    },
    /** Number of rows with work that continues after a response: mails, events, orders in progress. */
    unfinished: () => Number(db.prepare(UNFINISHED).get()?.['n']),
    /** False until an environment has reported by itself, which may come late. */
    hasReport: () => db.prepare('SELECT 1 FROM alert_reporters WHERE version > 0').get() !== undefined,
    close: () => db.close(),
  };
}
export type Watched = ReturnType<typeof watchDatabase>;
