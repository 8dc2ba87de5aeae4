/** Rows left of a deleted account. The only look into the database, because nothing outside shows them. */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { businessDay } from '#domain/billing/days.ts';
import { createRetention, hasToStay } from '#domain/privacy/retention.ts';
import { tablesOf } from '#functions/privacy/personal-tables.ts';
import type { World } from './world.ts';

interface Erased {
  readonly whose: string;
  readonly words: readonly string[];
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Later events about a kept charge are reported to operators: a manual refund, a dispute. */
const isLaterNotice = (row: Record<string, unknown>, at: number): boolean =>
  row['template'] === 'operator-notice' && Number(row['created_at']) > at;

/** Tables whose rows are kept by law or as proof, names in quarantine, and the deletion itself. */
const kept: ReadonlySet<string> = new Set([
  ...createRetention(retentionJson)
    .entries.filter((entry) => hasToStay(entry) || entry.id === 'quarantined-names')
    .flatMap(({ id }) => tablesOf(id)),
  'deletions',
  'deleted_accounts',
]);

export function createTraces(world: World) {
  const left: string[] = [];
  let waiting: Erased[] = [];

  async function tables(): Promise<string[]> {
    const rows = await world.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    return rows.map(({ name }) => String(name)).filter((name) => !kept.has(name) && name !== 'd1_migrations');
  }

  return {
    /**
     * @param whose Names the account in findings.
     * @param words E-mail, subject and environment name.
     */
    note: (whose: string, words: readonly string[]) => void waiting.push({ whose, words, at: world.now() }),
    /** Checks accounts deleted before today, once each. */
    async look() {
      const today = businessDay(world.now());
      const isDue = ({ at }: Erased): boolean => businessDay(at) < today;
      const due = waiting.filter(isDue);
      if (due.length === 0) return;
      waiting = waiting.filter((each) => !isDue(each));
      for (const table of await tables()) {
        const all = await world.rows(`SELECT * FROM ${table}`);
        for (const { whose, words, at } of due) {
          const about = words.map(
            (word) => new RegExp(`(?<![\\w-])${word.replace(/\W/g, '\\$&')}(?![\\w-])`),
          );
          const rows = all
            .filter((row) => !isLaterNotice(row, at))
            .map((row) => JSON.stringify(row))
            .filter((text) => about.some((word) => word.test(text)));
          if (rows.length > 0) left.push(`da conta apagada ${whose} ficam ${rows.length} linhas em ${table}`);
        }
      }
    },
    left,
  };
}
