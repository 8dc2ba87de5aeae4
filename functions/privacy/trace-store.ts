/** Searches every text column of every table, in D1, including tables added later, and masks addresses in free text. */
import { normalEmail } from '#domain/email/email.ts';
import { AMONG_FIRST, all, list, statement } from '#functions/platform/db.ts';

/** A row that contains one of the words. */
export interface TraceRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Maximum rows read per table; a person has fewer. */
const ROWS_MAX = 500;

const GROUP = 8;

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations' ORDER BY name`;

/** Stands for an erased person's address in rows about other people. */
const MASKED_ADDRESS = '(endereço apagado)';

/** Columns in which anyone may write an address of another person. Sent and waiting mails, stored answers, votes. */
const freeTexts = [
  { table: 'outbox', column: 'payload' },
  { table: 'idempotency', column: 'body' },
  { table: 'feedback', column: 'text' },
] as const;

const LETTER = '[\\p{L}\\p{N}-]';

/** Matches the whole word only: `bolo` not in `bolo-de-fuba`, `ana@loja.com` not in `rita.ana@loja.com.br`. */
export function wholeWord(word: string, flags: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [before, after] = word.includes('@') ? ['[\\p{L}\\p{N}._%+-]', `\\.?${LETTER}`] : [LETTER, LETTER];
  return new RegExp(`(?<!${before})${literal}(?!${after})`, flags);
}

/** SQL: one of these texts contains `value`. In small groups, because an expression may be 100 terms deep. */
function anyHolds(texts: readonly string[]): string {
  const groups = Array.from({ length: Math.ceil(texts.length / GROUP) }, (_, index) =>
    texts.slice(index * GROUP, (index + 1) * GROUP).join(` || ' ' || `),
  );
  return groups.map((group) => `instr(lower(${group}), value) > 0`).join(' OR ');
}

/** Makes the store over a D1 database. */
export function createTraceStore(db: D1Database) {
  async function searchIn(table: string, words: readonly string[]): Promise<TraceRow[]> {
    const columns = await all<{ name: string; type: string }>(db, `PRAGMA table_info("${table}")`);
    // Qualified, because `json_each` has columns of its own called `id`, `key`, `path` and `type`.
    const texts = columns
      .filter(({ type }) => type === 'TEXT')
      .map(({ name }) => `COALESCE(t."${name}", '')`);
    if (texts.length === 0) return [];
    const rows = await all<Record<string, unknown>>(
      db,
      `SELECT * FROM "${table}" AS t WHERE EXISTS
         (SELECT 1 FROM json_each(?1) WHERE ${anyHolds(texts)}) LIMIT ${ROWS_MAX}`,
      list(words),
    );
    return rows.map((row) => ({ table, row }));
  }

  return {
    /** Replaces the addresses in texts about other people: a mention must neither hold a deletion nor outlive it. */
    async mask(emails: readonly string[]): Promise<void> {
      const words = emails.map(normalEmail);
      for (const { table, column } of words.length === 0 ? [] : freeTexts) {
        const rows = await all<{ text: string }>(
          db,
          `SELECT DISTINCT ${column} AS text FROM ${table} WHERE EXISTS
             (SELECT 1 FROM ${AMONG_FIRST} WHERE instr(lower(${column}), value) > 0)`,
          list(words),
        );
        const changes = rows.map(({ text }) => {
          const masked = words.reduce(
            (known, word) => known.replace(wholeWord(word, 'giu'), MASKED_ADDRESS),
            text,
          );
          return statement(db, `UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, masked, text);
        });
        if (changes.length > 0) await db.batch(changes);
      }
    },

    /** Rows with one of the words in any column; words in lower case. */
    async search(words: readonly string[]): Promise<TraceRow[]> {
      const wanted = words.map((word) => word.toLowerCase()).filter((word) => word.length > 0);
      if (wanted.length === 0) return [];
      const found: TraceRow[] = [];
      for (const { name } of await all<{ name: string }>(db, TABLES))
        found.push(...(await searchIn(name, wanted)));
      return found;
    },
  };
}
