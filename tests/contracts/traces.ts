/** What is left in the tables of an account that was erased. The one look into the database: nothing outside shows it. */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { businessDay } from '#domain/billing/days.ts';
import { createRetention, hasToStay } from '#domain/retention/retention.ts';
import type { World } from './world.ts';

interface Erased {
  readonly account: number;
  readonly words: readonly string[];
  readonly on: string;
}

export interface Traces {
  /** @param words Address, subject and name of the environment. */
  note(account: number, words: readonly string[]): void;
  /** Looks for whoever was erased before today, once. */
  look(): Promise<void>;
  readonly left: readonly string[];
}

/** Tables whose rows the law or a proof keeps, names that rest for everybody, and the deletion itself. */
const kept: ReadonlySet<string> = new Set([
  ...createRetention(retentionJson)
    .entries.filter((entry) => hasToStay(entry) || entry.id === 'resting-names')
    .flatMap(({ tables }) => tables),
  ...['deletions', 'deleted_accounts'],
]);

export function createTraces(world: World): Traces {
  const left: string[] = [];
  let waiting: Erased[] = [];

  async function tables(): Promise<string[]> {
    const rows = await world.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    return rows.map(({ name }) => String(name)).filter((name) => !kept.has(name) && name !== 'd1_migrations');
  }

  return {
    note: (account, words) => void waiting.push({ account, words, on: businessDay(world.now()) }),
    async look() {
      const today = businessDay(world.now());
      const due = waiting.filter(({ on }) => on < today);
      if (due.length === 0) return;
      waiting = waiting.filter(({ on }) => on >= today);
      for (const table of await tables()) {
        const texts = (await world.rows(`SELECT * FROM ${table}`)).map((row) => JSON.stringify(row));
        for (const { account, words } of due) {
          const about = words.map(
            (word) => new RegExp(`(?<![\\w-])${word.replace(/\W/g, '\\$&')}(?![\\w-])`),
          );
          const rows = texts.filter((text) => about.some((word) => word.test(text)));
          if (rows.length > 0)
            left.push(`da conta apagada loja-${account} ficam ${rows.length} linhas em ${table}`);
        }
      }
    },
    left,
  };
}
